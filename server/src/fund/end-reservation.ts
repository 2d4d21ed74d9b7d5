import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { lockBudget } from './budget.ts';

/** Reservations by what they are for: the same kind and numbers they were made with. */
export interface Reservations {
  firmId: number;
  refKind: string;
  refIds: readonly number[];
}

/** A reservation that ended here; fen. */
export interface EndedReservation {
  refId: number;
  activityId: number;
  amount: number;
}

/** The reservations, and their budgets locked in the order of activities. */
const lockBudgets = (db: Db, { firmId, refKind, refIds }: Reservations) =>
  sql`
    select from activity_budget
    where firm_id = ${firmId} and activity_id in (
      select activity_id from fund_ledger
      where firm_id = ${firmId} and type = ${sql.lit(LedgerType.reserve)} and ref_kind = ${refKind}
        and ref_id = any(${refIds}::bigint[]))
    order by activity_id for no key update`.execute(db);

/**
 * Books reserved cash that its winners received (支出). The amounts are those that were reserved. A reservation that was settled or
 * released before is left alone, and so is a number without one: answers those that ended here.
 */
export const settleReserved = async (
  db: Db,
  of: Reservations,
  operatorId: number | null = null,
): Promise<EndedReservation[]> => {
  const { firmId, refKind, refIds } = of;
  await lockBudgets(db, of);
  const { rows } = await sql<EndedReservation>`
    with moved as (
      insert into fund_ledger (firm_id, pool_id, activity_id, type, reserved, outside, ref_kind, ref_id, operator_id)
      select firm_id, pool_id, activity_id, ${sql.lit(LedgerType.pay)}, -reserved, reserved, ref_kind, ref_id, ${operatorId}::bigint
      from fund_ledger
      where firm_id = ${firmId} and type = ${sql.lit(LedgerType.reserve)} and ref_kind = ${refKind}
        and ref_id = any(${refIds}::bigint[])
      order by ref_id
      on conflict do nothing
      returning activity_id, ref_id, outside as amount
    ), paid as (
      update activity_budget set reserved = reserved - sums.amount, paid = paid + sums.amount, updated_at = now()
      from (select activity_id, sum(amount) as amount from moved group by activity_id) as sums
      where activity_budget.activity_id = sums.activity_id and firm_id = ${firmId}
    )
    select ref_id, activity_id, amount from moved order by ref_id`.execute(db);
  return rows;
};

/**
 * Lets reserved cash go that nobody will receive (释放): it can be won again while the activity lives, and goes to the pool after it
 * ended. As with {@link settleReserved}, what ended before is left alone. Pools are locked last.
 */
export const releaseReserved = async (
  db: Db,
  of: Reservations,
  operatorId: number | null = null,
): Promise<EndedReservation[]> => {
  const { firmId, refKind, refIds } = of;
  await lockBudgets(db, of);
  const { rows } = await sql<EndedReservation>`
    with moved as (
      insert into fund_ledger (firm_id, pool_id, activity_id, type, avail, reserved, ref_kind, ref_id, operator_id)
      select firm_id, pool_id, activity_id, ${sql.lit(LedgerType.release)}, reserved, -reserved, ref_kind, ref_id, ${operatorId}::bigint
      from fund_ledger
      where firm_id = ${firmId} and type = ${sql.lit(LedgerType.reserve)} and ref_kind = ${refKind}
        and ref_id = any(${refIds}::bigint[])
      order by ref_id
      on conflict do nothing
      returning activity_id, ref_id, avail as amount
    ), freed as (
      update activity_budget set
        reserved = reserved - sums.amount,
        remain = remain + case when closed_at is null then sums.amount else 0 end,
        released = released + case when closed_at is null then 0 else sums.amount end,
        updated_at = now()
      from (select activity_id, sum(amount) as amount from moved group by activity_id) as sums
      where activity_budget.activity_id = sums.activity_id and firm_id = ${firmId}
    )
    select ref_id, activity_id, amount from moved order by ref_id`.execute(db);
  if (rows.length > 0)
    await returnReleased(db, { firmId, refKind, refIds: rows.map(({ refId }) => refId) }, operatorId);
  return rows;
};

/** What was released just now of budgets that are closed goes on to their pools (活动回收). */
const returnReleased = async (db: Db, { firmId, refKind, refIds }: Reservations, operatorId: number | null) => {
  const released = sql`
    select fund_ledger.pool_id, fund_ledger.activity_id, fund_ledger.ref_id, fund_ledger.avail as amount
    from fund_ledger join activity_budget using (activity_id)
    where fund_ledger.firm_id = ${firmId} and fund_ledger.type = ${sql.lit(LedgerType.release)} and ref_kind = ${refKind}
      and ref_id = any(${refIds}::bigint[]) and activity_budget.closed_at is not null`;
  await sql`
    select from pool where firm_id = ${firmId} and id in (select pool_id from (${released}) as released)
    order by id for no key update`.execute(db);
  await sql`
    with released as (${released}), moved as (
      update pool set balance = balance + sums.amount
      from (select pool_id, sum(amount) as amount from released group by pool_id) as sums
      where pool.id = sums.pool_id and firm_id = ${firmId}
      returning pool.id, balance - sums.amount as before
    )
    insert into fund_ledger
      (firm_id, pool_id, activity_id, type, pool, avail, balance_after, ref_kind, ref_id, operator_id)
    select ${firmId}::bigint, pool_id, activity_id, ${sql.lit(LedgerType.reclaim)}, amount, -amount,
      before + sum(amount) over (partition by pool_id order by ref_id), ${refKind}, ref_id, ${operatorId}::bigint
    from released join moved on moved.id = released.pool_id
    order by ref_id`.execute(db);
};

/** A part of a reservation that was made in one row for many, such as the packet of one code of a batch; fen above 0. */
export interface Part {
  firmId: number;
  activityId: number;
  /** What the whole was reserved for. */
  whole: { refKind: string; refId: number };
  /** What the part is for. It ends once. */
  refKind: string;
  refId: number;
  amount: number;
}

/**
 * Ends a part of a reservation: it was received (支出), or nobody will receive it (释放): then it is free again, and goes to the pool after the
 * activity ended. A part that ended before is left alone: false.
 */
export const endPart = async (
  db: Db,
  type: typeof LedgerType.pay | typeof LedgerType.release,
  { firmId, activityId, whole, refKind, refId, amount }: Part,
  operatorId: number | null = null,
): Promise<boolean> => {
  const budget = await lockBudget(db, { firmId, activityId });
  const isPaid = type === LedgerType.pay;
  const { rows } = await sql`
    insert into fund_ledger
      (firm_id, pool_id, activity_id, type, avail, reserved, outside, ref_kind, ref_id, operator_id, part_of)
    select firm_id, pool_id, activity_id, ${sql.lit(type)}, ${isPaid ? 0 : amount}::bigint, -${amount}::bigint,
      ${isPaid ? amount : 0}::bigint, ${refKind}, ${refId}::bigint, ${operatorId}::bigint, id
    from fund_ledger
    where firm_id = ${firmId} and activity_id = ${activityId} and type = ${sql.lit(LedgerType.reserve)}
      and ref_kind = ${whole.refKind} and ref_id = ${whole.refId}
    on conflict do nothing
    returning id`.execute(db);
  if (rows.length === 0) return false;
  const isClosed = budget?.closedAt != null;
  await db
    .updateTable('activityBudget')
    .set((row) => ({
      reserved: row('reserved', '-', amount),
      paid: row('paid', '+', isPaid ? amount : 0),
      remain: row('remain', '+', !isPaid && !isClosed ? amount : 0),
      released: row('released', '+', !isPaid && isClosed ? amount : 0),
      updatedAt: sql`now()`,
    }))
    .where('firmId', '=', firmId)
    .where('activityId', '=', activityId)
    .execute();
  if (!isPaid) await returnReleased(db, { firmId, refKind, refIds: [refId] }, operatorId);
  return true;
};
