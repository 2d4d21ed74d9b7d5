import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../kit/database.ts';

const cursorName = 'scan days';
/** Scans younger than this may still be inside an open transaction; they are added with the next round. */
const settledSeconds = 30;

/** Adds the counted scans since the last round to their days, each exactly once. */
export const rollUpScanDays = async (db: Db): Promise<void> => {
  await db.transaction().execute(async (transaction) => {
    await sql`insert into rollup_cursor (name, upto) values (${cursorName}, '-infinity') on conflict do nothing`.execute(
      transaction,
    );
    const { rows } = await sql<{ since: string; upto: string }>`
      select upto::text as since, (now() - make_interval(secs => ${settledSeconds}))::text as upto
      from rollup_cursor where name = ${cursorName} for update`.execute(transaction);
    const { since, upto } = rows[0]!;
    await sql`
      insert into scan_day as kept (firm_id, day, product_id, scans)
      select firm_id, at::date, coalesce(product_id, 0), count(*)
      from scan_log where at >= ${since}::timestamptz and at < ${upto}::timestamptz and is_counted
      group by 1, 2, 3
      on conflict (firm_id, day, product_id) do update set scans = kept.scans + excluded.scans`.execute(transaction);
    await sql`update rollup_cursor set upto = ${upto}::timestamptz where name = ${cursorName}`.execute(transaction);
  });
};

/** Names the firms one by one, so that the index of scans by firm and time serves the platform's staff too. */
export const ofAnyFirm: RawBuilder<boolean> = sql`scan_log.firm_id = any (array(select id from firm) || 0::bigint)`;

const kept = sql<string>`coalesce((select upto from rollup_cursor where name = ${sql.lit(cursorName)}), '-infinity')`;

/**
 * Counted scans by day and product from one day to another, both included: what the days hold and, in the same
 * snapshot, what only the log knows yet.
 */
export const countedScans = (db: Db, { start, end }: { start: string; end: string }) =>
  db
    .selectFrom('scanDay')
    .where('day', '>=', start)
    .where('day', '<=', end)
    .select(['firmId', sql<string>`day::text`.as('day'), 'productId', 'scans'])
    .unionAll(
      db
        .selectFrom('scanLog')
        .where(ofAnyFirm)
        .where('isCounted', '=', true)
        .where('at', '>=', sql<string>`greatest(${kept}, ${start}::timestamptz)`)
        .where('at', '<', sql<string>`${end}::timestamptz + interval '1 day'`)
        .select([
          'firmId',
          sql<string>`at::date::text`.as('day'),
          sql<number>`coalesce(product_id, 0)`.as('productId'),
          sql<number>`1::bigint`.as('scans'),
        ]),
    );
