import { Review } from '@zhuiyuan/contract/kit/review';
import { flowApi } from '@zhuiyuan/contract/trace/flow/flow';
import type { Flow } from '@zhuiyuan/contract/trace/flow/flow-row';
import type { FlowField } from '@zhuiyuan/contract/trace/flow/flow-field';
import { flowValues, mostPictures } from '@zhuiyuan/contract/trace/flow/flow-values';
import { lotApi } from '@zhuiyuan/contract/trace/lot/lot';
import { Button } from 'antd';
import { useRef, useState } from 'react';
import { useLocation, useParams } from 'react-router';
import { call } from '../../../lib/call.ts';
import { useLeaveTab } from '../../../lib/use-leave-tab.ts';
import { useMay } from '../../../lib/session.ts';
import { DateTimeField } from '../../../parts/form/date-fields.tsx';
import { AreaField, OwnField, SwitchField, TextField } from '../../../parts/form/fields.tsx';
import { useFirmSchema } from '../../../parts/pickers/firm-field.tsx';
import { FormPage, FormSection } from '../../../parts/form/form-page.tsx';
import { ImagesField } from '../../../parts/gallery/image-field.tsx';
import { NoticeBar } from '../../../parts/feedback/notice-bar.tsx';
import { NoPermission } from '../../../parts/feedback/states.tsx';
import { usePageDraft } from '../../../parts/form/use-page-draft.ts';
import { FilesInput } from './files-input.tsx';
import { flowLists } from './flow-acts.tsx';
import { FlowPlaceFields } from './place-input.tsx';
import { FlowSubjectFields } from './flow-subject-fields.tsx';
import { ValueFields } from './value-inputs.tsx';
import './flow.css';

const list = '/identity/flowManager';
const noFields: readonly FlowField[] = [];
const sentToReview = 0;
const keptAsDraft = 3;

const asDraft = (flow: Flow) => {
  return {
    id: flow.id,
    version: flow.version,
    firmId: flow.firmId,
    flowTypeId: flow.flowTypeId,
    title: flow.title,
    productId: flow.productId,
    lotIds: [flow.lotId],
    seg: flow.seg ?? undefined,
    serialFrom: flow.serialFrom ?? undefined,
    serialTo: flow.serialTo ?? undefined,
    occurAt: flow.occurAt,
    place: flow.place,
    lng: flow.lng ?? undefined,
    lat: flow.lat ?? undefined,
    operatorName: flow.operatorName,
    values: flow.values,
    images: flow.images,
    files: flow.files,
    public: flow.public,
    remark: flow.remark,
  };
};

/** A new record begins with the lot it was opened from. */
const blankFor = async (lotId: number | undefined) => {
  const blank = { images: [], files: [], values: {} };
  if (lotId === undefined) return blank;
  const lot = await call(lotApi.info, { id: lotId }, { quiet: true });
  return { ...blank, firmId: lot.firmId, productId: lot.productId, lotIds: [lot.id] };
};

/** 新增流程 / 编辑流程: a step of one or several lots, filled in by the fields of its type. */
export const FlowForm = () => {
  const { id } = useParams();
  const lotId = Number(new URLSearchParams(useLocation().search).get('lotId')) || undefined;
  const leaveTab = useLeaveTab();
  const may = useMay();
  const [fields, setFields] = useState(noFields);
  const [isAudited, setIsAudited] = useState(false);
  const audit = useRef(sentToReview);
  const draft = usePageDraft({
    id: id ? Number(id) : undefined,
    create: flowApi.save,
    update: flowApi.update,
    list: flowApi.list,
    refresh: flowLists,
    load: async (flowId: number) => {
      const flow = await call(flowApi.info, { id: flowId }, { quiet: true });
      setIsAudited(flow.audit === Review.passed);
      return asDraft(flow);
    },
    blank: () => blankFor(lotId),
    done: {
      get create() {
        return audit.current === sentToReview ? '提交成功' : '创建成功';
      },
      get update() {
        return audit.current === sentToReview ? '提交成功' : '编辑成功';
      },
    },
    onSaved: () => leaveTab(list),
  });
  const schema = useFirmSchema(draft.schema.safeExtend({ values: flowValues(fields) }));
  const send = (as: number, submit: () => void) => {
    audit.current = as;
    submit();
  };
  if (!may(id ? flowApi.update.may : flowApi.save.may))
    return <NoPermission permission={id ? '编辑流程' : '新增流程'} />;
  return (
    <FormPage
      draft={{
        ...draft,
        schema,
        submit: async (values) => {
          const as = audit.current;
          try {
            await draft.submit({ ...values, audit: as });
          } finally {
            // Ctrl and Enter send it to review, whichever button was pressed last.
            audit.current = sentToReview;
          }
        },
        close: () => leaveTab(list),
      }}
      save="提交审核"
      renderButtons={(submit) => <Button onClick={() => send(keptAsDraft, submit)}>保存</Button>}
    >
      {isAudited && <NoticeBar tone="wait">该流程已审核，保存后原记录作废并保留在流程链中，由新记录代替。</NoticeBar>}
      <FormSection title="流程与批次">
        <FlowSubjectFields isNew={draft.isNew} setFields={setFields} />
      </FormSection>
      <FormSection title="发生情况">
        <DateTimeField name="occurAt" label="发生时间" />
        <TextField name="operatorName" label="操作人" />
        <FlowPlaceFields />
      </FormSection>
      {fields.some(({ isHidden }) => !isHidden) && (
        <FormSection title="记录内容">
          <ValueFields fields={fields} />
        </FormSection>
      )}
      <FormSection title="图片与附件">
        <ImagesField name="images" label="图片" most={mostPictures} help="最多 9 张，可拖动调整顺序" />
        <OwnField name="files" label="附件" isWide help="pdf、xlsx、docx，最多 5 个，每个不超过 20 MB">
          <FilesInput />
        </OwnField>
        <AreaField name="remark" label="备注" rows={2} placeholder="仅内部可见" />
        <SwitchField
          name="public"
          label="对消费者公开"
          on={true}
          off={false}
          help="审核通过后，消费者扫码可以看到这条记录"
        />
      </FormSection>
    </FormPage>
  );
};
