import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { settleOrder } from './settle-order.ts';

/** Items of a product that were shipped or signed for; negative where that was taken back. */
export interface OrderMove {
  productId: number;
  ship?: number;
  sign?: number;
}

/**
 * Counts what was shipped or signed for an order and moves its state along. Products outside the order are not counted.
 * Taking back more than was counted is refused by the table.
 */
export const moveOrder = async (db: Db, orderId: number, moves: readonly OrderMove[]): Promise<void> => {
  await db.selectFrom('needOrder').select('id').where('id', '=', orderId).forNoKeyUpdate().executeTakeFirstOrThrow();
  const sums = new Map<number, { ship: number; sign: number }>();
  for (const { productId, ship = 0, sign = 0 } of moves) {
    const sum = sums.get(productId) ?? { ship: 0, sign: 0 };
    sums.set(productId, { ship: sum.ship + ship, sign: sum.sign + sign });
  }
  const moved = [...sums].filter(([, { ship, sign }]) => ship !== 0 || sign !== 0);
  if (moved.length === 0) return;
  await sql`
    update need_order_product p set ship_qty = p.ship_qty + m.ship, sign_qty = p.sign_qty + m.sign
    from unnest(
      ${moved.map(([productId]) => productId)}::bigint[],
      ${moved.map(([, { ship }]) => ship)}::bigint[],
      ${moved.map(([, { sign }]) => sign)}::bigint[]
    ) as m (product_id, ship, sign)
    where p.order_id = ${orderId} and p.product_id = m.product_id and p.firm_id is not null`.execute(db);
  await settleOrder(db, orderId);
};
