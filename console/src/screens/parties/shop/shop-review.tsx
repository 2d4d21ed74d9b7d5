import { Review } from '@zhuiyuan/contract/kit/review';
import { shopApi, type ShopRow } from '@zhuiyuan/contract/parties/shop/shop';
import { homeApi } from '@zhuiyuan/contract/stats/home';
import { FormModal } from '../../../parts/form/form-modal.tsx';
import { useDraft, type Draft } from '../../../parts/form/use-draft.ts';
import { ReviewFields } from '../review-fields.tsx';

export const useShopReview = (): Draft<ShopRow> =>
  useDraft({
    create: shopApi.review,
    list: shopApi.list,
    refresh: [shopApi.info, homeApi.todo],
    from: ({ id }) => ({ id, audit: Review.passed }),
    done: { update: '操作成功' },
  });

/** 审核门店: passes it, or rejects it with the cause. */
export const ShopReview = ({ draft }: { draft: Draft<ShopRow> }) => (
  <FormModal draft={draft} title={`审核 ${draft.row?.name ?? ''}`} save="确定">
    <ReviewFields hint="修改后可重新提交" />
  </FormModal>
);
