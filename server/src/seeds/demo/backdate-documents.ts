import { OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { DeliverAct, DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { sql } from 'kysely';
import { SpanKind } from '../../codes/state/code-states.ts';
import type { Db } from '../../kit/db/database.ts';
import { movedByDay } from '../../movement/document/check-days.ts';

const acts = {
  ship: { op: [OpType.ship, OpType.takeBack], log: [DeliverAct.ship, DeliverAct.takeBack, DeliverAct.create] },
  sign: { op: [OpType.sign], log: [DeliverAct.sign] },
  cancel: { op: [OpType.cancelShip], log: [DeliverAct.cancel] },
};

/** Rows of the demonstration are written within minutes; what is older was moved to its own time already. */
const fresh = (column: string) => sql`${sql.ref(column)} > now() - interval '1 hour'`;

/** Moves what was just done with a document to the time it is told to have happened. */
export const moveDocument = async (
  db: Db,
  id: number,
  { act, at, onlyNew = false }: { act: keyof typeof acts; at: string; onlyNew?: boolean },
): Promise<void> => {
  const { op, log } = acts[act];
  const when = sql`${at}::timestamptz`;
  await sql`update deliver_log set at = ${when} where deliver_id = ${id} and act = any(${log}::int[]) and ${fresh('at')}`.execute(
    db,
  );
  if (act === 'ship') {
    await sql`update deliver set created_at = ${when} - interval '9 minutes', updated_at = ${when} where id = ${id}`.execute(
      db,
    );
    return;
  }
  await sql`
    with op as (select id from code_op where op_type = any(${op}::int[]) and (params ->> 'deliverId')::bigint = ${id} and ${fresh('created_at')}),
      items as (update code_op_item set at = ${when}, occurred_at = case when occurred_at is not null then ${when} end, after = case when after ? 'signAt' and after ->> 'signAt' is not null then jsonb_set(after, '{signAt}', to_jsonb(${at}::text)) else after end
        where op_id in (select id from op))
    update code_op set created_at = ${when}, updated_at = ${when}, finished_at = ${when} + interval '1 second',
      op_no = 'OP' || to_char(${when}, 'YYMMDD') || right(op_no, 8) where id in (select id from op)`.execute(db);
  await sql`update deliver_line set end_at = ${when} where deliver_id = ${id} and status <> ${sql.lit(DeliverStatus.shipped)} and ${fresh('end_at')}`.execute(
    db,
  );
  await sql`update deliver set updated_at = ${when}, sign_at = case when ${act} = 'sign' and sign_at is not null and (not ${onlyNew} or ${fresh('sign_at')}) then ${when} else sign_at end where id = ${id}`.execute(
    db,
  );
  if (act !== 'sign') return;
  for (const column of ['created_at', 'handled_at'])
    await sql`update deliver_diff set ${sql.ref(column)} = ${when} where deliver_id = ${id} and ${fresh(column)}`.execute(
      db,
    );
  await sql`update code_unit set sign_at = ${when} where deliver_id = ${id} and ${fresh('sign_at')}`.execute(db);
  await sql`
    update code_span set payload = jsonb_set(payload, '{signAt}', to_jsonb(${at}::text))
    where kind = ${sql.lit(SpanKind.ship)} and (payload ->> 'deliverId')::bigint = ${id} and payload ->> 'signAt' is not null
      and (payload ->> 'signAt')::timestamptz > now() - interval '1 hour'`.execute(db);
  await sql`update stock set last_in_at = ${when} where ${fresh('last_in_at')}`.execute(db);
};

/** Moves the operations that shipped documents to when those were shipped. */
export const moveOpsOf = async (db: Db, opTypes: readonly number[]): Promise<void> => {
  await sql`
    with op as (select distinct l.op_id as id, d.ship_at as at from deliver_line l join deliver d on d.id = l.deliver_id where d.ship_at < now() - interval '1 hour'),
      items as (update code_op_item i set at = op.at from op where i.op_id = op.id)
    update code_op o set created_at = op.at, updated_at = op.at, finished_at = op.at + interval '1 second',
      op_no = 'OP' || to_char(op.at, 'YYMMDD') || right(op_no, 8)
    from op where o.id = op.id and o.op_type = any(${opTypes}::int[])`.execute(db);
};

/** Numbers documents by the days they were shipped on, as they would have been then. */
export const numberByDay = async (db: Db): Promise<void> => {
  await sql`update deliver set deliver_no = '~' || id`.execute(db);
  await sql`
    update deliver d set deliver_no = x.no from (
      select id, k || to_char(ship_at, 'YYYYMMDD') || '-' || lpad((row_number() over (partition by k, ship_at::date order by ship_at, id))::text, 4, '0') as no
      from (select id, ship_at, (array['FH', 'TH', 'DB'])[biz_type] as k from deliver) named) x
    where x.id = d.id`.execute(db);
};

/** Writes the log in the order of its times, which is the order it is shown in. */
export const orderLog = async (db: Db): Promise<void> => {
  const rows = await db.selectFrom('deliverLog').select('id').orderBy('at').orderBy('id').execute();
  for (const { id } of rows) await sql`update deliver_log set id = default where id = ${id}`.execute(db);
};

/** Counts the figures of days anew, after what happened was moved to the times it is told to have happened at. */
export const recountDays = async (db: Db): Promise<void> => {
  const firms = await db.selectFrom('firm').select('id').execute();
  const moved = movedByDay({ firmIds: firms.map(({ id }) => id) });
  await sql`delete from move_day where firm_id is not null`.execute(db);
  await sql`
    insert into move_day (firm_id, day, product_id, from_kind, holder_kind, holder_id, pack_qty, ship_qty, sign_qty)
    select firm_id, day, product_id, from_kind, holder_kind, holder_id, sum(pack), sum(ship), sum(sign) from (${moved}) moved
    group by 1, 2, 3, 4, 5, 6`.execute(db);
};
