import { Review } from '@zhuiyuan/contract/kit/review';
import { firmApi, type FirmRow } from '@zhuiyuan/contract/parties/firm/firm';
import { FormModal } from '../../../parts/form/form-modal.tsx';
import { useDraft, type Draft } from '../../../parts/form/use-draft.ts';
import { ReviewFields } from '../review-fields.tsx';

export const useFirmReview = (): Draft<FirmRow> =>
  useDraft({
    create: firmApi.review,
    list: firmApi.list,
    refresh: [firmApi.info],
    from: ({ id }) => ({ id, audit: Review.passed }),
    done: { update: '操作成功' },
  });

/** 审核企业: passes it, or rejects it with the cause. */
export const FirmReview = ({ draft }: { draft: Draft<FirmRow> }) => (
  <FormModal draft={draft} title={`审核 ${draft.row?.name ?? ''}`} save="确定">
    <ReviewFields hint="企业据此修改后重新提交" />
  </FormModal>
);
