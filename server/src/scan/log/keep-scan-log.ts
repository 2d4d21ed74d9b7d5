import { sql, type RawBuilder } from 'kysely';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { findAbnormalCodes } from './find-abnormal-codes.ts';
import { watchInvalidShare } from './watch-invalid-share.ts';

/** Makes the log's partitions of the next two months, moves lines of the rest into theirs, detaches those over 36 months old. */
export const keepScanMonths = async (db: Db): Promise<void> => {
  // Making a month locks the rest, detaching one the whole log: in one transaction they could wait for a scan that waits for them.
  await soon(
    db,
    sql`
      select make_scan_month((date_trunc('month', now()) + make_interval(months => n))::date)
      from (select pg_advisory_xact_lock(7104)) turn, generate_series(0, 2) n`,
  );
  await soon(db, sql`select keep_scan_months()`);
};

/** Every scan waits behind what waits for the log: this gives up within seconds and is tried again. */
const soon = (db: Db, statement: RawBuilder<unknown>) =>
  db.transaction().execute(async (transaction) => {
    await sql`set local lock_timeout = '8s'`.execute(transaction);
    await statement.execute(transaction);
  });

/**
 * Forgets what need not be known any longer: positions are rounded to some hundred metres after 90 days, and what was
 * typed where it was no code goes after 30. Each run looks at some days, so that one that was missed is made up for.
 */
export const forgetScans = async (db: Db): Promise<void> => {
  await sql`
    update scan_log set lng = round(lng::numeric, 3), lat = round(lat::numeric, 3)
    where at < now() - interval '90 days' and at >= now() - interval '120 days' and lng is not null
      and (lng <> round(lng::numeric, 3) or lat <> round(lat::numeric, 3))`.execute(db);
  await sql`
    update scan_log set code_text = '' where firm_id = 0 and verdict = 'INVALID' and code_text <> ''
      and at < now() - interval '30 days' and at >= now() - interval '60 days'`.execute(db);
};

/** The background work on the log of scans. */
export const keepScanLog = ({ db, background, jobs }: App): void => {
  const months = () => keepScanMonths(background.db);
  jobs.work('partitionMake', months, { cron: '20 2 * * *', isFirst: true, expireInSeconds: 1800 });
  jobs.work('scan-forget', () => forgetScans(db), { cron: '40 3 * * *', expireInSeconds: 1800 });
  jobs.work('odd-codes', () => findAbnormalCodes(db), { cron: '* * * * *' });
  jobs.work('scan-risk', () => watchInvalidShare(db), { cron: '* * * * *' });
};
