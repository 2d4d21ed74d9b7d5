import { sql } from 'kysely';
import type { Db } from '../kit/database.ts';
import type { App } from '../kit/app-context.ts';

const cursorName = 'scan counters';
/** Scans younger than this may still be inside an open transaction; they are added with the next round. */
const settledSeconds = 30;

/**
 * Adds the scans since the last round to the counters of their segments (codes scanned for the first time) and products
 * (counted scans). Counters are kept apart from the scans so that no scan waits for another of the same product.
 */
export const rollUpScans = async (db: Db): Promise<void> => {
  await db.transaction().execute(async (transaction) => {
    await sql`insert into rollup_cursor (name, upto) values (${cursorName}, '-infinity') on conflict do nothing`.execute(
      transaction,
    );
    const { rows } = await sql<{ since: string; upto: string }>`
      select upto::text as since, (now() - make_interval(secs => ${settledSeconds}))::text as upto
      from rollup_cursor where name = ${cursorName} for update`.execute(transaction);
    const { since, upto } = rows[0]!;
    const fresh = sql`at >= ${since}::timestamptz and at < ${upto}::timestamptz and is_counted`;
    await sql`
      update segment s set scan_cnt = s.scan_cnt + n.n
      from (select seg, count(*) as n from scan_log where ${fresh} and verdict = 'FIRST' group by seg) n
      where s.seg = n.seg`.execute(transaction);
    await sql`
      update product p set scan_cnt = p.scan_cnt + n.n
      from (select product_id, count(*) as n from scan_log where ${fresh} group by product_id) n
      where p.id = n.product_id`.execute(transaction);
    await sql`update rollup_cursor set upto = ${upto}::timestamptz where name = ${cursorName}`.execute(transaction);
  });
};

/** Keeps the scan counters up to date, once a minute. */
export const keepScanCounters = ({ db, jobs }: App): void => {
  jobs.work('scan-counters', () => rollUpScans(db), { cron: '* * * * *' });
  jobs.atStart(() => rollUpScans(db));
};
