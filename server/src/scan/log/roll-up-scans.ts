import { sql } from 'kysely';
import { countStockScans } from '../../codes/state/custody/count-stock-scans.ts';
import type { Run } from '../../codes/state/ranges.ts';
import { countSegmentScans } from '../../codes/state/segment-writes.ts';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { rollUp } from '../../kit/db/roll-up.ts';
import { countProductScans } from '../../trace/product/count-product.ts';

/**
 * Adds the scans since the last round to the counters of their segments and of who has the codes (scanned for the first time) and
 * of products (counted scans). Counters are kept apart from the scans so that no scan waits for another of the same product.
 */
export const rollUpScans = (db: Db): Promise<void> =>
  rollUp(db, 'scan counters', async (transaction, isFresh) => {
    const firsts = sql`select seg, count(*) as n from scan_log where ${isFresh} and is_counted and verdict = 'FIRST' group by seg`;
    await countSegmentScans(transaction, firsts);
    const counted = sql`select product_id, count(*) as n from scan_log where ${isFresh} and is_counted group by product_id`;
    await countProductScans(transaction, counted);
    const { rows } = await sql<Run & { firmId: number }>`
      select firm_id, seg, serial as "from", serial as "to" from scan_log where ${isFresh} and is_counted and verdict = 'FIRST' and seg is not null`.execute(
      transaction,
    );
    for (const firmId of [...new Set(rows.map((row) => row.firmId))].sort((a, b) => a - b))
      await countStockScans(
        transaction,
        firmId,
        rows.filter((row) => row.firmId === firmId),
      );
  });

/** Keeps the scan counters up to date, once a minute. */
export const keepScanCounters = ({ db, jobs }: App): void => {
  jobs.work('scan-counters', () => rollUpScans(db), { cron: '* * * * *' });
};
