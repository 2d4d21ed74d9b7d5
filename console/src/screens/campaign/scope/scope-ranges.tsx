import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { identityApi, type LotRunRow } from '@zhuiyuan/contract/codes/lookup/identity';
import { mostRanges } from '@zhuiyuan/contract/campaign/scope/scope-draft';
import { Form, InputNumber, Select } from 'antd';
import { useRead } from '../../../lib/use-read.ts';
import { NumberField, OwnField } from '../../../parts/form/fields.tsx';
import { RowFields } from '../../../parts/form/row-fields.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { LotSelect } from '../../../parts/pickers/lot-select.tsx';
import { useFormFirm } from '../../../parts/pickers/use-form-firm.ts';
import './scopes.css';

interface Range {
  lotId?: number | null;
  seg?: number;
  serialFrom?: number | null;
  serialTo?: number | null;
}

const mostRuns = 100;
const keyOf = ({ seg, serialFrom, serialTo }: LotRunRow): string => [seg, serialFrom, serialTo].join(' ');
const wordsOf = ({ seg, level, serialFrom, serialTo }: LotRunRow): string =>
  `${seg}，${Level.label(level)}码 ${countText(serialFrom)}–${countText(serialTo)}`;

/** The segment of a range: typed, or with a lot one of the runs bound to it, which sets the serials too. */
const SegmentInput = ({
  id,
  value,
  onChange,
  range,
  put,
}: {
  id?: string;
  value?: number;
  onChange?: (seg: number | null) => void;
  range: Range;
  put: (range: Range) => void;
}) => {
  const lotId = range.lotId ?? undefined;
  const { data } = useRead(identityApi.ofLot, lotId ? { lotId, page: 1, limit: mostRuns } : undefined);
  if (!lotId)
    return (
      <InputNumber
        id={id}
        className="zy-full"
        controls={false}
        precision={0}
        min={1}
        changeOnWheel={false}
        placeholder="码段号"
        value={value}
        onChange={onChange}
      />
    );
  const runs = data?.list ?? [];
  const chosen = runs.find(
    (run) => run.seg === value && run.serialFrom <= (range.serialFrom ?? 0) && (range.serialFrom ?? 0) <= run.serialTo,
  );
  return (
    <Select
      id={id}
      className="zy-full"
      placeholder={data && runs.length === 0 ? '该批次还没有启用的码' : '请选择码段'}
      value={chosen ? keyOf(chosen) : value}
      options={runs.map((run) => ({ value: keyOf(run), label: wordsOf(run) }))}
      onChange={(key) => {
        const run = runs.find((one) => keyOf(one) === key);
        if (run) put({ lotId, seg: run.seg, serialFrom: run.serialFrom, serialTo: run.serialTo });
      }}
    />
  );
};

const RangeFields = ({ at }: { at: number }) => {
  const form = Form.useFormInstance();
  const firmId = useFormFirm();
  const range = (Form.useWatch(['ranges', at]) as Range | undefined) ?? {};
  const { serialFrom, serialTo } = range;
  const codes = serialFrom && serialTo ? serialTo - serialFrom + 1 : 0;
  const put = (next: Range) => form.setFieldValue(['ranges', at], next);
  return (
    <div className="zy-scope-range">
      <OwnField name="lotId" label="批次">
        <LotSelect firmId={firmId} placeholder="不选则自己填码段" />
      </OwnField>
      <OwnField name="seg" label="码段">
        <SegmentInput range={range} put={put} />
      </OwnField>
      <NumberField name="serialFrom" label="起始序号" placeholder="从 1 开始" min={1} />
      <NumberField
        name="serialTo"
        label="结束序号"
        placeholder="含结束序号"
        min={1}
        help={codes > 0 ? `共 ${countText(codes)} 个` : undefined}
      />
    </div>
  );
};

/** 码段: runs of codes that take part. */
export const ScopeRanges = () => (
  <RowFields name="ranges" label="码段" add="添加码段" blank={() => ({})} most={mostRanges}>
    {(at) => <RangeFields at={at} />}
  </RowFields>
);
