import { shopApi, type ShopRow } from '@zhuiyuan/contract/parties/shop';
import { homeApi } from '@zhuiyuan/contract/stats/home';
import { AreaField, RadioField } from '../../../parts/fields.tsx';
import { FormModal } from '../../../parts/form-modal.tsx';
import { useDraft, type Draft } from '../../../parts/use-draft.ts';

const results = [
  { value: 1, label: '通过' },
  { value: 2, label: '驳回' },
];

export const useShopAudit = (): Draft<ShopRow> =>
  useDraft({
    create: shopApi.audit,
    list: shopApi.list,
    refresh: [shopApi.info, homeApi.todo],
    from: ({ id }) => ({ id, audit: 1 }),
    done: { update: '操作成功' },
  });

/** 审核门店: passes it, or rejects it with the cause. */
export const ShopAudit = ({ draft }: { draft: Draft<ShopRow> }) => (
  <FormModal draft={draft} title={`审核 ${draft.row?.name ?? ''}`} save="确定">
    <RadioField name="audit" label="审核结果" from={results} />
    <AreaField name="remark" label="驳回原因" placeholder="驳回时必填，修改后可重新提交" />
  </FormModal>
);
