import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import type { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { shopLinkApi, type ShopLinkRow } from '@zhuiyuan/contract/parties/shop/shop-link';
import { toast } from '../../../lib/toast.ts';
import { AreaField } from '../../../parts/form/fields.tsx';
import { FormModal } from '../../../parts/form/form-modal.tsx';
import { countText } from '../../../parts/format/numbers.ts';
import { useDraft, type Draft } from '../../../parts/form/use-draft.ts';
import { KindField, TargetField } from './shop-link-fields.tsx';
import './shops.css';

/** Tells how many shops a change passed over because they had the target already. */
export const tellSame = ({ ok, same }: { ok: number; same: number }): void => {
  if (same === 0) return;
  toast.warning(ok === 0 ? '所选门店已关联该对象，未变更' : `另有 ${countText(same)} 家门店已关联该对象，未变更`);
};

/** What the dialog is opened with. */
export interface Relinked {
  firmId: number;
  shopIds: number[];
  kind: ShopLinkKind;
  /** Of a single shop: its name, and whom it belongs to by kind. */
  name?: string;
  now?: Record<ShopLinkKind, string>;
}

/** A change of several shops at once; open it with a {@link Relinked}. */
export const useShopLinkDialog = (): Draft<ShopLinkRow> =>
  useDraft({
    create: shopLinkApi.batch,
    list: shopLinkApi.list,
    refresh: [shopApi.list, shopApi.info],
    done: { create: '操作成功' },
    onSaved: tellSame,
  });

/** Shops of one firm, or undefined when they belong to several. */
export const oneFirm = (rows: readonly { firmId: number }[]): number | undefined => {
  const firms = new Set(rows.map(({ firmId }) => firmId));
  if (firms.size === 1) return rows[0]?.firmId;
  toast.warning('请选择同一企业的门店');
  return undefined;
};

/** 改关联: the shops get another agent, salesman or channel from now on. */
export const ShopLinkDialog = ({ draft }: { draft: Draft<ShopLinkRow> }) => {
  const { shopIds = [], firmId, name, now } = (draft.initial ?? {}) as Partial<Relinked>;
  return (
    <FormModal draft={draft} title={`改关联 ${name ?? `${countText(shopIds.length)} 家门店`}`} save="确定">
      <KindField />
      <TargetField firmId={firmId} now={now} />
      <AreaField name="reason" label="变更原因" placeholder="替换现有关联时必填" rows={2} />
      <p className="zy-shop-link-notice">变更经销商不影响历史流向与已产生的抵扣</p>
    </FormModal>
  );
};
