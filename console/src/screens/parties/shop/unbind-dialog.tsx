import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { shopLinkApi, type ShopLinkRow } from '@zhuiyuan/contract/parties/shop/shop-link';
import { AreaField } from '../../../parts/form/fields.tsx';
import { FormModal } from '../../../parts/form/form-modal.tsx';
import { useDraft, type Draft } from '../../../parts/form/use-draft.ts';

export const useUnbind = (): Draft<ShopLinkRow> =>
  useDraft({
    create: shopLinkApi.unbind,
    list: shopLinkApi.list,
    refresh: [shopApi.list, shopApi.info],
    from: ({ id }) => ({ id }),
    done: { update: '操作成功' },
  });

/** 解绑: ends a link, asking for the cause. */
export const UnbindDialog = ({ draft: { row, ...draft } }: { draft: Draft<ShopLinkRow> }) => (
  <FormModal draft={draft} title="解除关联" save="确定">
    <p className="zy-unbind-question">
      确定解除{row?.shopName}与{row?.targetName}的关联？
    </p>
    <AreaField name="reason" label="解绑原因" rows={2} />
  </FormModal>
);
