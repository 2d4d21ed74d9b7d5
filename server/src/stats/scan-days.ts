import type { DayRange } from '@zhuiyuan/contract/kit/date-limit';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { rollUp } from '../kit/db/roll-up.ts';

const cursorName = 'scan days';

/** Adds the scans since the last round to their days, each exactly once. */
export const rollUpScanDays = (db: Db): Promise<void> =>
  rollUp(db, cursorName, async (transaction, isFresh) => {
    await sql`
      insert into scan_day as kept (firm_id, day, product_id, scans)
      select firm_id, at::date, coalesce(product_id, 0), count(*)
      from scan_log where ${isFresh} and is_counted
      group by 1, 2, 3
      on conflict (firm_id, day, product_id) do update set scans = kept.scans + excluded.scans`.execute(transaction);
    await sql`
      insert into scan_verdict_day as kept (firm_id, day, verdict, scans, counted)
      select firm_id, at::date, verdict, count(*), count(*) filter (where is_counted)
      from scan_log where ${isFresh}
      group by 1, 2, 3
      on conflict (firm_id, day, verdict) do update
      set scans = kept.scans + excluded.scans, counted = kept.counted + excluded.counted`.execute(transaction);
  });

/** Takes the days back, for {@link rollUpScanDays} to tell them from the first scan on. */
export const forgetScanDays = async (db: Db): Promise<void> => {
  await db.deleteFrom('scanDay').execute();
  await db.deleteFrom('scanVerdictDay').execute();
};

/** Names the firms one by one, so that the index of scans by firm and time serves the platform's staff too. */
export const ofAnyFirm: RawBuilder<boolean> = sql`scan_log.firm_id = any (array(select id from firm) || 0::bigint)`;

const keptUntil = sql<string>`coalesce((select upto from rollup_cursor where name = ${sql.lit(cursorName)}), '-infinity')`;

/** Scans of a range of days that only the log knows yet. */
const fresh = (db: Db, { start, end }: DayRange) =>
  db
    .selectFrom('scanLog')
    .where(ofAnyFirm)
    .where('at', '>=', sql<string>`greatest(${keptUntil}, ${start}::timestamptz)`)
    .where('at', '<', sql<string>`${end}::timestamptz + interval '1 day'`);

/** Scans by day and verdict, read as {@link countedScans}: all, and the counted ones among them. */
export const scanVerdicts = (db: Db, { start, end }: DayRange) =>
  db
    .selectFrom('scanVerdictDay')
    .where('day', '>=', start)
    .where('day', '<=', end)
    .select([sql<string>`day::text`.as('day'), 'verdict', 'scans', 'counted'])
    .unionAll(
      fresh(db, { start, end }).select([
        sql<string>`at::date::text`.as('day'),
        'verdict',
        sql<number>`1::bigint`.as('scans'),
        sql<number>`is_counted::int::bigint`.as('counted'),
      ]),
    );

/**
 * Counted scans by day and product from one day to another, both included: what the days hold and, in the same
 * snapshot, what only the log knows yet.
 */
export const countedScans = (db: Db, { start, end }: DayRange) =>
  db
    .selectFrom('scanDay')
    .where('day', '>=', start)
    .where('day', '<=', end)
    .select(['firmId', sql<string>`day::text`.as('day'), 'productId', 'scans'])
    .unionAll(
      fresh(db, { start, end })
        .where('isCounted', '=', true)
        .select([
          'firmId',
          sql<string>`at::date::text`.as('day'),
          sql<number>`coalesce(product_id, 0)`.as('productId'),
          sql<number>`1::bigint`.as('scans'),
        ]),
    );
