import { Review } from '@zhuiyuan/contract/kit/review';
import { enumeration } from '@zhuiyuan/contract/kit/enumeration';
import { flowApi } from '@zhuiyuan/contract/trace/flow/flow';
import type { FlowRow } from '@zhuiyuan/contract/trace/flow/flow-row';
import { lotApi } from '@zhuiyuan/contract/trace/lot/lot';
import { Form } from 'antd';
import { offering } from '../../../lib/asked-rows.ts';
import { toast } from '../../../lib/toast.ts';
import { AreaField, RadioField, SelectField } from '../../../parts/form/fields.tsx';
import { FormModal } from '../../../parts/form/form-modal.tsx';
import { useDraft, type Draft } from '../../../parts/form/use-draft.ts';
import { lotChoices, useLots } from '../../../parts/pickers/use-choices.ts';

/** What a change of a record makes stale. */
export const flowLists = [flowApi.list, flowApi.info, flowApi.timeline, flowApi.completeness, lotApi.list];

const Verdict = enumeration({
  passed: { value: Review.passed, label: '通过' },
  rejected: { value: Review.rejected, label: '驳回' },
});

export const useFlowReview = (): Draft<FlowRow> =>
  useDraft({
    create: flowApi.audit,
    list: flowApi.list,
    refresh: flowLists,
    blank: { audit: Review.passed },
    done: { create: '操作成功' },
    onSaved: ({ fail }) => {
      if (fail.length > 0) toast.warning(`${fail.length} 条未审核：${fail[0]?.message ?? ''}`);
    },
  });

/** 审核 of one record or of several. */
export const FlowReview = ({ draft }: { draft: Draft<FlowRow> }) => {
  const count = (draft.initial?.['ids'] as unknown[] | undefined)?.length ?? 0;
  return (
    <FormModal draft={draft} title={count > 1 ? `审核 ${count} 条流程` : '审核流程'} save="确定">
      <RadioField name="audit" label="审核结果" from={Verdict} />
      <AreaField name="remark" label="审核意见" placeholder="驳回时必填" />
      <p className="zy-modal-note">通过后记录进入批次的流程链，不能再修改原内容。</p>
    </FormModal>
  );
};

export const useFlowVoid = (): Draft<FlowRow> =>
  useDraft({
    create: flowApi.void,
    list: flowApi.list,
    refresh: flowLists,
    from: ({ id }) => ({ id }),
    done: { update: '操作成功' },
  });

/** 作废 of an audited record, with its reason. */
export const FlowVoid = ({ draft }: { draft: Draft<FlowRow> }) => (
  <FormModal draft={draft} title={`作废 ${draft.row?.title ?? ''}`} save="作废">
    <AreaField name="reason" label="作废原因" />
    <p className="zy-modal-note">作废后不再对消费者显示，记录仍保留在流程链中。</p>
  </FormModal>
);

export const useFlowCopy = (): Draft<FlowRow> =>
  useDraft({
    create: flowApi.copy,
    list: flowApi.list,
    refresh: flowLists,
    from: ({ id, productId, lotId }) => ({ id, productId, lotId }) as never,
    done: { update: '已复制为未提交的流程' },
  });

const CopyLots = () => {
  const productId = Form.useWatch<number | undefined>('productId', { preserve: true });
  const ownLot = Form.useWatch<number | undefined>('lotId', { preserve: true });
  const lots = offering(useLots(productId), ({ id }) => id !== ownLot);
  return <SelectField name="lotIds" label="复制到批次" many placeholder="请选择批次" from={lotChoices(lots)} />;
};

/** 复制到批次: the same content as drafts for other lots of the product. */
export const FlowCopy = ({ draft }: { draft: Draft<FlowRow> }) => (
  <FormModal draft={draft} title={`复制 ${draft.row?.title ?? ''}`} save="复制">
    <CopyLots />
  </FormModal>
);
