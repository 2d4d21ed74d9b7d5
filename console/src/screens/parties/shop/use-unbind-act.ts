import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { bindingApi, type BindActRow } from '@zhuiyuan/contract/redeem/binding';
import { storeApi } from '@zhuiyuan/contract/settlement/store/store';
import { toast } from '../../../lib/toast.ts';
import { useAct } from '../../../parts/feedback/use-act.ts';
import type { Act } from '../../../parts/list/acts.tsx';

/** Lists that bindings stand in. */
export const bindingLists = [
  bindingApi.shopList,
  bindingApi.list,
  bindingApi.bindable,
  shopApi.list,
  shopApi.info,
  storeApi.list,
  storeApi.info,
];

/** 解绑 of a shop from an activity; says so where the shop is still owed for what it handed out. */
export const useUnbindAct = (): ((row: BindActRow) => Act) => {
  const unbind = useAct(bindingApi.shopRemove, { done: '', refresh: bindingLists });
  return (row) => ({
    label: '解绑',
    may: bindingApi.shopRemove.may,
    destructive: true,
    confirm: '解绑后该门店不能再核销此活动的奖品，确定解绑？',
    run: async () => {
      const answer = await unbind({ id: row.id });
      if (answer) toast.warning(answer.warn);
      else toast.success('删除成功');
    },
  });
};
