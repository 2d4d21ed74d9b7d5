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
