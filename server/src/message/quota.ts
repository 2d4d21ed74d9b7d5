import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';

const today = sql`(now() at time zone 'Asia/Shanghai')::date`;

/** WeChat's own for an app; what a firm may send in a day before it says otherwise. */
export const usualDayLimit = 100_000;

/** Takes what is left of a firm's day, up to so many, in the transaction of `db`; answers how many it may send. Its row stays locked. */
export const takeQuota = async (db: Db, firmId: number, asked: number): Promise<number> => {
  await db
    .insertInto('messageQuota')
    .values({ firmId, dayLimit: usualDayLimit })
    .onConflict((conflict) => conflict.column('firmId').doNothing())
    .execute();
  const { rows } = await sql<{ given: number }>`
    with seen as (
      select firm_id, day_limit, case when day = ${today} then used else 0 end as used
      from message_quota where firm_id = ${firmId} for update
    )
    update message_quota q set day = ${today}, used = seen.used + greatest(0, least(${asked}::int, seen.day_limit - seen.used))
    from seen where q.firm_id = seen.firm_id and q.firm_id = ${firmId}
    returning greatest(0, least(${asked}::int, seen.day_limit - seen.used)) as given`.execute(db);
  return rows[0]!.given;
};

/** Gives back what one message took of a firm's day, unless another day has begun. `day`: `YYYY-MM-DD`. */
export const giveBackQuota = async (db: Db, firmId: number, day: string): Promise<void> => {
  await db
    .updateTable('messageQuota')
    .set((row) => ({ used: row('used', '-', 1) }))
    .where('firmId', '=', firmId)
    .where('day', '=', day)
    .where('used', '>', 0)
    .execute();
};

/** A firm's day: its limit, and what of it is used. */
export const readQuota = async (db: Db, firmId: number) => {
  const row = await db
    .selectFrom('messageQuota')
    .where('firmId', '=', firmId)
    .select(['dayLimit', 'version', sql<number>`case when day = ${today} then used else 0 end`.as('usedToday')])
    .executeTakeFirst();
  return row ?? { dayLimit: usualDayLimit, version: 0, usedToday: 0 };
};
