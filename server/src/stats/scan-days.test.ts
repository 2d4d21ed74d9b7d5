import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { rollUpScanDays } from './scan-days.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('no scan is missed while the months of the log are being made', async () => {
  const months = [3, 4, 5, 6, 7];
  await app.db
    .insertInto('scanLog')
    .values(
      months.map((month) => ({
        codeText: 'A',
        verdict: 'FIRST',
        isCounted: true,
        at: sql<string>`now() - make_interval(months => ${month})`,
      })),
    )
    .execute();
  const other = new pg.Client({ connectionString: app.database.url });
  await other.connect();
  await other.query('begin');
  await other.query('select keep_scan_months()');
  const rolled = rollUpScanDays(app.db);
  const waiting = async () =>
    (await other.query<{ n: string }>('select count(*) as n from pg_locks where not granted')).rows[0]!.n;
  await expect.poll(waiting).not.toBe('0');
  await other.query('commit');
  await other.end();
  await rolled;
  const { rows } = await sql<{ days: number; scans: number }>`
    select count(*)::int as days, sum(scans)::int as scans from scan_day`.execute(app.db);
  expect(rows[0]).toEqual({ days: months.length, scans: months.length });
});
