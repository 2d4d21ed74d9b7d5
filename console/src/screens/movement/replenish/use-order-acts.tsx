import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { needOrderApi, type NeedOrderRow } from '@zhuiyuan/contract/movement/replenish/need-order';
import { OrderStatus, PayState } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { newKey } from '../../../lib/new-key.ts';
import { orderPage, deliverList } from '../../../lib/object-addresses.ts';
import { useAct } from '../../../parts/feedback/use-act.ts';
import type { Act } from '../../../parts/list/acts.tsx';
import { needChanges } from './need-changes.ts';
import { OrderCancel, OrderDeduct, OrderPay, useOrderCancel, useOrderDeduct, useOrderPay } from './order-forms.tsx';
import { OrderPrint } from './order-print.tsx';

/** What can be done with orders, by where they stand, and the dialogs it opens. */
export const useOrderActs = () => {
  const navigate = useNavigate();
  const [cancel, pay, deduct] = [useOrderCancel(), useOrderPay(), useOrderDeduct()];
  const [printed, setPrinted] = useState<number>();
  const close = useAct(needOrderApi.close, { done: '已完结', refresh: needChanges });
  const of = (row: NeedOrderRow): Act[] => {
    const isOpen = (row.status === OrderStatus.none || row.status === OrderStatus.shipped) && !row.isClosed;
    const isOwing = row.status !== OrderStatus.cancelled && row.payState !== PayState.paid;
    return [
      ...(isOpen
        ? [
            {
              label: '发货',
              may: { all: ['admin:identity:needOrder:ship', 'admin:identity:deliver:box'] },
              run: () => navigate(`${deliverList}/box?orderId=${row.id}`),
            },
          ]
        : []),
      ...(row.status === OrderStatus.none
        ? [{ label: '编辑', may: needOrderApi.update.may, run: () => navigate(orderPage(row.id)) }]
        : []),
      ...(isOwing && row.supplierKind === Holder.firm
        ? [{ label: '使用抵扣', may: needOrderApi.deduct.may, run: () => deduct.open(row) }]
        : []),
      ...(isOwing ? [{ label: '登记付款', may: needOrderApi.pay.may, run: () => pay.open(row) }] : []),
      { label: '打印', may: needOrderApi.print.may, run: () => setPrinted(row.id) },
      ...(row.status === OrderStatus.shipped && !row.isClosed
        ? [
            {
              label: '完结',
              may: needOrderApi.close.may,
              confirm: '未发部分将不再发货，确定完结？',
              run: () => close({ id: row.id, idemKey: newKey() }),
            },
          ]
        : []),
      ...(row.status === OrderStatus.none
        ? [
            {
              label: '取消',
              may: needOrderApi.cancel.may,
              destructive: true,
              asksItself: true,
              run: () => cancel.open(row),
            },
          ]
        : []),
    ];
  };
  return {
    of,
    layers: (
      <>
        <OrderCancel draft={cancel} />
        <OrderPay draft={pay} />
        <OrderDeduct draft={deduct} />
        {printed !== undefined && <OrderPrint id={printed} close={() => setPrinted(undefined)} />}
      </>
    ),
  };
};
