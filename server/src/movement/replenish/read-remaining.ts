import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';

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
