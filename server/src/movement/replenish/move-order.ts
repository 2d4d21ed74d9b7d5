import { OrderStatus } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';

/**
 * Brings the sums and the state of an order to what its products say: signed when it is closed or wholly shipped and all that was
 * shipped is signed, shipped while something is, and as it was at first, no longer closed, when nothing is. A cancelled one stays.
 */
export const settleOrder = async (db: Db, orderId: number): Promise<void> => {
  await sql`
    update need_order o set
      ship_qty = p.ship_qty,
      sign_qty = p.sign_qty,
      status = case
        when o.status = ${sql.lit(OrderStatus.cancelled)} then o.status
        when p.ship_qty = 0 then ${sql.lit(OrderStatus.none)}
        when (o.closed_at is not null or p.is_whole) and p.sign_qty = p.ship_qty then ${sql.lit(OrderStatus.signed)}
        else ${sql.lit(OrderStatus.shipped)}
      end,
      closed_at = case when p.ship_qty > 0 then o.closed_at end,
      closed_by = case when p.ship_qty > 0 then o.closed_by end,
      version = o.version + 1,
      updated_at = now()
    from (
      select sum(ship_qty)::bigint as ship_qty, sum(sign_qty)::bigint as sign_qty, bool_and(ship_qty >= item_qty) as is_whole
      from need_order_product where order_id = ${orderId} and firm_id is not null
    ) p
    where o.id = ${orderId}`.execute(db);
};

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
