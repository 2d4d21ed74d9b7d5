import { Holder, Level, OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { BizType, DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { sql, type RawBuilder } from 'kysely';
import type { Difference } from '../../codes/upkeep/days-checking.ts';
import type { Db } from '../../kit/db/database.ts';

/** What happened longer ago is not counted again. */
const daysBack = 31;

/**
 * Items packed, shipped and signed for by firm, day, product, sender and holder, as lines of documents and the trail of packing tell
 * them; several rows of one key are to be summed up. Of what was packed its box says the product, and the firm counts as who packed it.
 */
export const movedByDay = ({
  firmIds,
  since = sql`'-infinity'::date`,
}: {
  firmIds: readonly number[];
  since?: RawBuilder<unknown>;
}): RawBuilder<unknown> => {
  const own = sql`any(${firmIds}::int8[])`;
  return sql`
    with line as (
      select l.id, l.firm_id, l.ship_day, l.end_at::date as end_day, l.status, l.item_qty, coalesce(l.product_id, 0) as product_id, d.from_kind, d.to_kind, d.to_id,
        coalesce((select sum(p.item_qty) from deliver_line_part p where p.firm_id = l.firm_id and p.line_id = l.id), 0) as in_parts
      from deliver_line l join deliver d on d.firm_id = l.firm_id and d.id = l.deliver_id
      where l.firm_id = ${own} and d.biz_type <> ${sql.lit(BizType.takeBack)} and l.status <> ${sql.lit(DeliverStatus.cancelled)} and (l.ship_day >= ${since} or l.end_at >= ${since})
    ), part as (
      select line.*, p.product_id as of_product, p.item_qty as items from line join deliver_line_part p on p.firm_id = line.firm_id and p.line_id = line.id
      union all
      select line.*, case when in_parts = 0 then product_id else 0 end, item_qty - in_parts from line where item_qty > in_parts
    )
    select firm_id, ship_day as day, of_product as product_id, from_kind, to_kind as holder_kind, to_id as holder_id, 0 as pack, items as ship, 0 as sign
    from part where ship_day >= ${since}
    union all
    select firm_id, end_day, of_product, from_kind, to_kind, to_id, 0, 0, items from part where status = ${sql.lit(DeliverStatus.signed)} and end_day >= ${since}
    union all
    select i.firm_id, i.at::date, coalesce(b.product_id, 0), ${sql.lit(Holder.firm)}, ${sql.lit(Holder.firm)}, 0, upper(i.span) - lower(i.span), 0, 0
    from code_op o join code_op_item i on i.firm_id = o.firm_id and i.op_id = o.id
    join segment s on s.firm_id = i.firm_id and s.seg = i.seg and s.level = ${sql.lit(Level.item)}
    left join box b on b.firm_id = i.firm_id and b.seg = (i.after ->> 'parentSeg')::int and b.serial = (i.after ->> 'parentSerial')::bigint
    where o.firm_id = ${own} and o.op_type = ${sql.lit(OpType.pack)} and o.created_at >= ${since} - 2 and i.at >= ${since} and i.after ? 'parentSeg'
    union all
    select o.firm_id, u.day, u."productId", u."fromKind", u."holderKind", u."holderId", u.pack, 0, 0
    from code_op o cross join lateral jsonb_to_recordset(o.result -> 'unpacked') as u(day date, "productId" bigint, "fromKind" int, "holderKind" int, "holderId" bigint, pack bigint)
    where o.firm_id = ${own} and o.op_type = ${sql.lit(OpType.unpack)} and o.created_at >= ${since} and o.result ? 'unpacked' and u.day >= ${since}`;
};

/**
 * What `move_day` says of the last month of some firms otherwise than their documents and packing do: shipped and signed by product,
 * sender and holder, packed by the day alone, because what a code is bound to may have changed since.
 */
export const checkDays = async (db: Db, { firmIds }: { firmIds: readonly number[] }): Promise<Difference[]> => {
  if (firmIds.length === 0) return [];
  const since = sql`(current_date - ${sql.lit(daysBack)})`;
  const { rows } = await sql<Difference>`
    with moved as materialized (${movedByDay({ firmIds, since })}), kept as (
      select firm_id, day, product_id, from_kind, holder_kind, holder_id, pack_qty, ship_qty, sign_qty
      from move_day where firm_id = any(${firmIds}::int8[]) and day >= ${since}
    ), counts as (
      select 'move_day.ship_qty' as what, concat_ws(' ', firm_id, day, product_id, from_kind, holder_kind, holder_id) as id, ship_qty as kept, 0 as counted from kept
      union all select 'move_day.ship_qty', concat_ws(' ', firm_id, day, product_id, from_kind, holder_kind, holder_id), 0, ship from moved
      union all select 'move_day.sign_qty', concat_ws(' ', firm_id, day, product_id, from_kind, holder_kind, holder_id), sign_qty, 0 from kept
      union all select 'move_day.sign_qty', concat_ws(' ', firm_id, day, product_id, from_kind, holder_kind, holder_id), 0, sign from moved
      union all select 'move_day.pack_qty', concat_ws(' ', firm_id, day), pack_qty, 0 from kept
      union all select 'move_day.pack_qty', concat_ws(' ', firm_id, day), 0, pack from moved
    )
    select what, id, sum(kept)::bigint as kept, sum(counted)::bigint as counted from counts
    group by what, id having sum(kept) <> sum(counted) order by what, id`.execute(db);
  return rows;
};
