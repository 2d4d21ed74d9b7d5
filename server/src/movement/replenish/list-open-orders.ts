import { OrderStatus } from '@zhuiyuan/contract/movement/replenish/need-enums';
import type { Db } from '../../kit/db/database.ts';
import { asOrderRows, matchingOrders } from './find-orders.ts';
import { readOrderProducts } from './read-order.ts';

/** Most orders of a receiver that are shown to choose from. */
const mostOpen = 100;

/** Orders that goods may be shipped for, the oldest first, each with what was ordered and shipped of its products. */
export const listOpenOrders = async (
  db: Db,
  { id, agentId }: { id?: number | undefined; agentId?: number | undefined },
) => {
  const orders = await asOrderRows(matchingOrders(db, { ids: id === undefined ? undefined : [id], agentId } as object))
    .where('needOrder.status', 'in', [OrderStatus.none, OrderStatus.shipped])
    .where('needOrder.closedAt', 'is', null)
    .clearOrderBy()
    .orderBy('needOrder.id')
    .limit(mostOpen)
    .execute();
  if (orders.length === 0) return [];
  const products = await readOrderProducts(
    db,
    orders.map((order) => order.id),
  );
  return orders.map((order) => ({ ...order, products: products.filter((row) => row.orderId === order.id) }));
};
