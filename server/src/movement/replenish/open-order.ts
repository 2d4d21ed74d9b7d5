import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { OrderStatus } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';

export interface OpenOrder {
  id: number;
  orderNo: string;
  /** Who is to ship: the firm (0, number 0) or a dealer. */
  supplierKind: number;
  supplierId: number;
}

/**
 * An order that goods may still be shipped for, locked: one of this receiver that is neither cancelled, wholly signed nor closed.
 * Everything shipped already does not close it: more ships, once somebody has confirmed it.
 */
export const findOpenOrder = (
  db: Db,
  { firmId, orderId, toKind, toId }: { firmId: number; orderId: number; toKind: number; toId: number },
): Promise<OpenOrder | undefined> =>
  toKind === Holder.agent
    ? db
        .selectFrom('needOrder')
        .select(['id', 'orderNo', 'supplierKind', 'supplierId'])
        .where('id', '=', orderId)
        .where('firmId', '=', firmId)
        .where('agentId', '=', toId)
        .where('status', 'in', [OrderStatus.none, OrderStatus.shipped])
        .where('closedAt', 'is', null)
        .forNoKeyUpdate()
        .executeTakeFirst()
    : Promise.resolve(undefined);

/** Items of each product of an order that are still to be shipped, 0 where enough was; products outside the order are not in it. */
export const readRemaining = async (db: Db, orderId: number): Promise<Map<number, number>> => {
  const rows = await db
    .selectFrom('needOrderProduct')
    .where('orderId', '=', orderId)
    .select(['productId', sql<number>`greatest(item_qty - ship_qty, 0)`.as('remaining')])
    .orderBy('productId')
    .execute();
  return new Map(rows.map(({ productId, remaining }) => [productId, remaining]));
};

/** By how many items goods go over what an order still wants; products outside of it wholly. */
export const findOrderOver = async (
  db: Db,
  orderId: number,
  parts: readonly { productId: number; items: number }[],
): Promise<number> => {
  const remaining = await readRemaining(db, orderId);
  const sums = new Map<number, number>();
  for (const { productId, items } of parts) sums.set(productId, (sums.get(productId) ?? 0) + items);
  return [...sums].reduce((over, [productId, items]) => over + Math.max(0, items - (remaining.get(productId) ?? 0)), 0);
};
