import type { NeedOrderRow } from '@zhuiyuan/contract/movement/replenish/need-order';
import { nothingToPay, OrderStatus, PayState } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { countText } from '../../../parts/format/numbers.ts';
import { EnumDot, EnumTag } from '../../../parts/format/tag.tsx';
import { cell, count, day, extra, money, name, text, time, type Column } from '../../../parts/list/columns.tsx';
import './need.css';

/** How much of what was ordered is shipped; more than was ordered is told, too. */
export const ShipProgress = ({ shipQty, totalQty }: Pick<NeedOrderRow, 'shipQty' | 'totalQty'>) => (
  <span className="zy-need-progress">
    <progress
      className={shipQty > totalQty ? 'zy-need-over' : shipQty === totalQty ? 'zy-need-full' : undefined}
      value={Math.min(shipQty, totalQty)}
      max={totalQty}
      aria-label={`已发 ${countText(shipQty)} 件，共 ${countText(totalQty)} 件`}
    />
    <span>
      {countText(shipQty)} / {countText(totalQty)}
    </span>
  </span>
);

/** Where an order stands; one that is closed though not all was shipped says so. */
export const OrderState = ({ order: { status, isClosed } }: { order: Pick<NeedOrderRow, 'status' | 'isClosed'> }) => (
  <span className="zy-need-state">
    <EnumTag of={OrderStatus} value={status} />
    {isClosed && <small className="zy-need-closed">已完结</small>}
  </span>
);

/** How much of an order is paid; one that costs nothing is neither paid nor owing. */
export const OrderPaid = ({
  order: { payState, totalAmount },
}: {
  order: Pick<NeedOrderRow, 'payState' | 'totalAmount'>;
}) => (totalAmount > 0 ? <EnumDot of={PayState} value={payState} /> : nothingToPay);

/** Columns of the list of orders. */
export const orderColumns = (open: (row: NeedOrderRow) => void): Column<NeedOrderRow>[] => [
  name('orderNo', '订单号', { open, width: 160 }),
  { ...cell<NeedOrderRow>('status', '状态', (row) => <OrderState order={row} />, { width: 138 }), isStatus: true },
  { ...text<NeedOrderRow>('agentName', '经销商'), width: undefined, least: 124 },
  cell('shipProgress', '发货进度', (row) => <ShipProgress {...row} />, { width: 152 }),
  money('totalAmount', '金额', { width: 112 }),
  cell('payState', '付款', (row) => <OrderPaid order={row} />, { width: 88 }),
  text('productText', '产品', { width: 190 }),
  time('createTime', '创建时间'),
  extra(count('signQty', '已签收', { width: 84 })),
  extra(text('supplierName', '供货方', { width: 150 })),
  extra(text('applyNo', '申请单号', { width: 160 })),
  extra(count('totalQty', '订货件数', { width: 92 })),
  extra(money('deductAmount', '抵扣')),
  extra(money('payAmount', '已付款')),
  extra(day('expectDate', '期望到货')),
];
