import { sql } from 'kysely';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { rollUp } from '../../kit/db/roll-up.ts';

/**
 * Adds the scans since the last round to the counters of their segments (codes scanned for the first time) and products
 * (counted scans). Counters are kept apart from the scans so that no scan waits for another of the same product.
 */
export const rollUpScans = (db: Db): Promise<void> =>
  rollUp(db, 'scan counters', async (transaction, isFresh) => {
    await sql`
      update segment s set scan_cnt = s.scan_cnt + n.n
      from (select seg, count(*) as n from scan_log where ${isFresh} and is_counted and verdict = 'FIRST' group by seg) n
      where s.seg = n.seg`.execute(transaction);
    await sql`
      update product p set scan_cnt = p.scan_cnt + n.n
      from (select product_id, count(*) as n from scan_log where ${isFresh} and is_counted group by product_id) n
      where p.id = n.product_id`.execute(transaction);
  });

/** Keeps the scan counters up to date, once a minute. */
export const keepScanCounters = ({ db, jobs }: App): void => {
  jobs.work('scan-counters', () => rollUpScans(db), { cron: '* * * * *' });
  jobs.atStart(() => rollUpScans(db));
};
