import { mostRedCodes, redCodeApi, sharesWithin, type RedShare } from '@zhuiyuan/contract/red/code/red-code';
import { redActiveApi } from '@zhuiyuan/contract/red/active/red-active';
import { RedBatchState } from '@zhuiyuan/contract/red/red-enums';
import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { enumeration } from '@zhuiyuan/contract/kit/enumeration';
import { Form } from 'antd';
import { useEffect, useMemo, useState } from 'react';
import { Link, useParams } from 'react-router';
import { useMay } from '../../../lib/session.ts';
import { contentKey } from '../../../lib/new-key.ts';
import { useLeaveTab } from '../../../lib/use-leave-tab.ts';
import { useRead } from '../../../lib/use-read.ts';
import { Failed, NoPermission } from '../../../parts/feedback/states.tsx';
import { MoneyField, NumberField, OwnField, RadioField } from '../../../parts/form/fields.tsx';
import { FormPage, FormSection } from '../../../parts/form/form-page.tsx';
import { RowFields } from '../../../parts/form/row-fields.tsx';
import { usePageDraft } from '../../../parts/form/use-page-draft.ts';
import { Facts } from '../../../parts/format/facts.tsx';
import { CodeText } from '../../../parts/format/code.tsx';
import { countText, moneyText } from '../../../parts/format/numbers.ts';
import { EnumTag } from '../../../parts/format/tag.tsx';
import { timeText } from '../../../parts/format/times.ts';
import { Sheet } from '../../../parts/frame/sheet.tsx';
import { FirmField, OwnedField, useFirmSchema, useIsPlatform } from '../../../parts/pickers/firm-field.tsx';
import { TaskSelect } from '../../../parts/pickers/task-select.tsx';
import { useTask } from '../../../parts/pickers/use-choices.ts';
import { UploadInput } from '../../../parts/upload/upload-input.tsx';
import './red-code.css';

const list = '/lottery/redBarManager';
const logs = '/identity/excelLogManager';
const owned = ['redActiveId', 'range'];
/** No firm has it. */
const noFirm = 0;
const Source = enumeration({ range: { label: '选择码段' }, file: { label: 'Excel 导入码' } });

/** A segment of the task chosen beside it; the task itself is not sent. */
const SegmentInput = ({ id, value, onChange }: { id?: string; value?: number; onChange?: (seg: number) => void }) => {
  const form = Form.useFormInstance();
  const isPlatform = useIsPlatform();
  const firmId = Form.useWatch('firmId', form) as number | undefined;
  const [chosen, setChosen] = useState<{ taskId: number | undefined; firmId: number | undefined }>();
  // A task of another firm is left with it.
  const taskId = chosen?.firmId === firmId ? chosen?.taskId : undefined;
  const segments = useTask(taskId)?.segments ?? [];
  return (
    <div className="zy-red-segment" id={id}>
      <TaskSelect
        label="生码任务"
        firmId={isPlatform ? (firmId ?? noFirm) : undefined}
        placeholder={isPlatform && firmId === undefined ? '先选择所属企业' : undefined}
        value={taskId}
        onChange={(next) => {
          setChosen({ taskId: next, firmId });
          form.setFieldValue('range', undefined);
        }}
      />
      <div role="radiogroup" aria-label="码段">
        {segments.map(({ seg, level, count }) => (
          <label key={seg}>
            <input
              type="radio"
              name="seg"
              checked={value === seg}
              onChange={() => {
                onChange?.(seg);
                form.setFieldValue(['range', 'serialFrom'], 1);
                form.setFieldValue(['range', 'serialTo'], count);
              }}
            />
            {seg}，{Level.label(level)}码 {countText(count)} 个
          </label>
        ))}
      </div>
    </div>
  );
};

/** What one packet of the chosen activity may hold, fen. */
interface Bounds {
  amountMin: number;
  amountMax: number;
}

/** What is dealt in all, held against the codes there are and what the activity has left. */
const Preview = ({ hear }: { hear: (bounds: Bounds) => void }) => {
  const shares = (Form.useWatch('shares') as Partial<RedShare>[] | undefined) ?? [];
  const range = Form.useWatch('range') as { serialFrom?: number; serialTo?: number } | undefined;
  const isRange = Form.useWatch('source') !== 'file';
  const redActiveId = Form.useWatch('redActiveId') as number | undefined;
  const { data } = useRead(redActiveApi.info, redActiveId ? { id: redActiveId } : undefined);
  useEffect(() => {
    if (data) hear(data);
  }, [data, hear]);
  const count = shares.reduce((sum, share) => sum + (share?.count ?? 0), 0);
  const total = shares.reduce((sum, share) => sum + (share?.amount ?? 0) * (share?.count ?? 0), 0);
  const { serialFrom, serialTo } = range ?? {};
  const codes = isRange && serialFrom && serialTo && serialTo >= serialFrom ? serialTo - serialFrom + 1 : undefined;
  return (
    <div className="zy-red-preview">
      <Facts
        isPaired
        items={[
          {
            label: '红包个数',
            value: `${countText(count)} 个${codes === undefined ? '' : `，码 ${countText(codes)} 个`}`,
          },
          { label: '总金额', value: `${moneyText(total)} 元` },
          { label: '平均每个', value: count > 0 ? `${moneyText(Math.round(total / count))} 元` : '-' },
          { label: '活动剩余预算', value: data ? `${moneyText(data.remain)} 元` : '-' },
          { label: '单个金额', value: data?.amountText ?? '-' },
        ]}
      />
    </div>
  );
};

const RedCodeForm = () => {
  const leaveTab = useLeaveTab();
  const [keyFor] = useState(contentKey);
  const draft = usePageDraft({
    id: undefined,
    create: redCodeApi.save,
    list: redCodeApi.batches,
    refresh: [redCodeApi.board, redActiveApi.list, redActiveApi.info],
    load: () => Promise.resolve({}),
    blank: { source: 'range', shares: [{}] as never },
    done: { create: '任务已提交，生成完成后可使用' },
    onSaved: () => leaveTab(list),
  });
  const [bounds, setBounds] = useState<Bounds>();
  const firmSchema = useFirmSchema(draft.schema);
  const schema = useMemo(
    () =>
      bounds
        ? firmSchema.safeExtend({
            shares: sharesWithin(bounds.amountMin, Math.max(bounds.amountMin, bounds.amountMax)),
          })
        : firmSchema,
    [firmSchema, bounds],
  );
  const submit = (values: Record<string, unknown>) => draft.submit({ ...values, idemKey: keyFor(values) });
  return (
    <FormPage draft={{ ...draft, schema, submit, close: () => leaveTab(list) }}>
      <FormSection title="红包码">
        <FirmField isNew owned={owned} />
        <OwnedField name="redActiveId" label="红包活动" list="redActive" />
        <RadioField name="source" label="码来源" from={Source} />
        <SourceFields />
      </FormSection>
      <FormSection title="金额分布">
        <RowFields name="shares" label="金额分布" add="添加一档" blank={() => ({})} most={100}>
          {() => (
            <>
              <MoneyField name="amount" label="金额" />
              <NumberField name="count" label="个数" unit="个" min={1} max={mostRedCodes} />
            </>
          )}
        </RowFields>
        <Preview hear={setBounds} />
      </FormSection>
    </FormPage>
  );
};

const SourceFields = () => {
  const isFile = Form.useWatch('source') === 'file';
  if (isFile)
    return (
      <OwnField
        name="fileUrl"
        label="编码文件"
        help="xlsx 或 csv，一列“编码”，最多 20 万行；有一个码不能用时整批不生成"
      >
        <UploadInput label="编码文件" importOf="red_bar" accept=".xlsx,.csv,.txt" />
      </OwnField>
    );
  return (
    <>
      <OwnField name="range.seg" label="码段">
        <SegmentInput />
      </OwnField>
      <NumberField name="range.serialFrom" label="起始序号" min={1} />
      <NumberField name="range.serialTo" label="结束序号" placeholder="含结束序号" min={1} />
    </>
  );
};

/** One batch: what was dealt, and how far it is. */
const Batch = ({ id }: { id: number }) => {
  const { data, error, refetch } = useRead(redCodeApi.info, { id }, { every: 10_000 });
  if (error && !data) return <Failed error={error} retry={() => void refetch()} />;
  if (!data) return null;
  return (
    <>
      <Sheet title={data.batchNo}>
        <Facts
          isPaired
          items={[
            { label: '状态', value: <EnumTag of={RedBatchState} value={data.state} /> },
            { label: '红包活动', value: data.redActiveName },
            { label: '码来源', value: data.codesText },
            { label: '数量', value: `${countText(data.made)} / ${countText(data.count)} 个` },
            { label: '总金额', value: `${moneyText(data.totalAmount)} 元` },
            { label: '已领取', value: `${countText(data.usedCnt)} 个，${moneyText(data.usedAmount)} 元` },
            { label: '已作废', value: `${countText(data.voidCnt)} 个` },
            {
              label: '未生成原因',
              value: data.reason && (
                <>
                  {data.reason} <Link to={logs}>导入导出日志</Link>
                </>
              ),
            },
            { label: '生成完成', value: data.madeAt && timeText(data.madeAt) },
            { label: '创建', value: `${data.operatorName} ${timeText(data.createTime)}` },
            { label: '存证摘要', value: data.digest && <CodeText code={data.digest} /> },
          ]}
        />
      </Sheet>
      <Sheet title="金额分布">
        <Facts
          items={data.shares.map(({ amount, count }) => ({
            label: `${moneyText(amount)} 元`,
            value: `${countText(count)} 个`,
          }))}
        />
      </Sheet>
    </>
  );
};

/** 新增红包码 / 红包码批次. */
export const RedCodePage = () => {
  const id = Number(useParams()['id']) || undefined;
  const may = useMay();
  if (id !== undefined) return may(redCodeApi.info.may) ? <Batch id={id} /> : <NoPermission permission="红包码" />;
  return may(redCodeApi.save.may) ? <RedCodeForm /> : <NoPermission permission="新增红包码" />;
};
