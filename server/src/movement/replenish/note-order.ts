import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';

/** The lines of an order as a digest; `table` is the order. */
export const linesDigest = (table: string) => sql<string>`encode(sha256(convert_to(coalesce((
  select string_agg(concat_ws('|', product_id, unit, qty, ratio, price), ';' order by product_id, unit)
  from need_order_item i where i.firm_id = ${sql.ref(`${table}.firm_id`)} and i.order_id = ${sql.ref(`${table}.id`)}
), ''), 'UTF8')), 'hex')`;

/**
 * Notes what was ordered of whom and for how much, in the transaction that makes or changes it: what nobody noted is not lawful. An order that is
 * saved as it was is noted already.
 */
export const noteOrder = async (db: Db, { firmId, id }: { firmId: number; id: number }): Promise<void> => {
  await sql`
    with ordered as (
      select o.firm_id, o.id, agent_id, supplier_kind, supplier_id, total_amount, ${linesDigest('o')} as lines
      from need_order o where o.firm_id = ${firmId} and o.id = ${id}
    ), noted as (
      select * from order_note where firm_id = ${firmId} and order_id = ${id} order by order_note.id desc limit 1
    )
    insert into order_note (firm_id, order_id, agent_id, supplier_kind, supplier_id, total_amount, lines)
    select o.* from ordered o where not exists (
      select from noted n where (n.agent_id, n.supplier_kind, n.supplier_id, n.total_amount, n.lines::text) =
        (o.agent_id, o.supplier_kind, o.supplier_id, o.total_amount, o.lines))`.execute(db);
};
