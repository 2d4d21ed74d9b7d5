import { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { needOrderApi, type NeedOrderRow, type OrderDeliver } from '@zhuiyuan/contract/movement/replenish/need-order';
import { DeliverLink } from '../../../parts/format/object-links.tsx';
import { SideDrawer } from '../../../parts/frame/side-drawer.tsx';
import { count, enumTag, linked, text, time, type Column } from '../../../parts/list/columns.tsx';
import { PagedTable } from '../../../parts/list/plain-table.tsx';
import { useLocalSearch } from '../../../parts/list/use-local-search.ts';

const columns: Column<OrderDeliver>[] = [
  linked('deliverNo', '发货单号', (row) => <DeliverLink id={row.id}>{row.deliverNo}</DeliverLink>, { width: 160 }),
  enumTag('status', '状态', DeliverStatus, { width: 88 }),
  count('itemQty', '件数', { width: 76 }),
  count('signQty', '已签收', { width: 76 }),
  time('shipAt', '发货时间'),
  time('signAt', '签收时间'),
  text('logisticsNo', '物流单号', { width: 140 }),
];

/** The shipping documents of an order, the latest first. */
export const DeliverTable = ({ orderId }: { orderId: number }) => (
  <PagedTable
    search={useLocalSearch(needOrderApi.deliverList, { fixed: { orderId } })}
    columns={columns}
    keyOf={(row) => row.id}
    empty="还没有发货"
  />
);

/** 发货记录 of one order. */
export const OrderDelivers = ({ order, close }: { order: NeedOrderRow | undefined; close: () => void }) => (
  <SideDrawer isOpen={order !== undefined} close={close} title="发货记录" name={order?.orderNo} width={860}>
    {order && <DeliverTable orderId={order.id} />}
  </SideDrawer>
);
