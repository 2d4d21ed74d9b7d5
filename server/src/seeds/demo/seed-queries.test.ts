import { complaintApi } from '@zhuiyuan/contract/scan/log/complaint';
import { scanLogApi } from '@zhuiyuan/contract/scan/log/scan-log';
import { querySettingApi } from '@zhuiyuan/contract/scan/query/query-setting';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { openRoot } from '../../../test/factories/access.ts';
import { findAbnormalCodes } from '../../scan/log/find-abnormal-codes.ts';
import { seedCodeKeys } from '../../codes/cipher/keyring.ts';
import { seedCodes } from './seed-codes.ts';
import { seedQueries } from './seed-queries.ts';
import { seedTrace } from './seed-trace.ts';

let app: TestApp;
let root: string;

beforeAll(async () => {
  app = await openTestApp({ env: { DEMO: '1' } });
  root = await openRoot(app);
  await seedCodeKeys(app.db, app.config.masterKey);
  await seedTrace(app);
  await seedCodes(app);
  await seedQueries(app);
});
afterAll(() => app.close());

it('tells a year of queries of both firms, none of them in the future', async () => {
  const { rows } = await sql<{ firms: number; months: number; places: number; late: number }>`
    select count(distinct firm_id) filter (where firm_id > 0) as firms, count(distinct date_trunc('month', at)) as months,
      count(distinct province) as places, count(*) filter (where at > now()) as late from scan_log`.execute(app.db);
  expect(rows[0]).toMatchObject({ firms: 2, late: 0 });
  expect(rows[0]!.months).toBeGreaterThanOrEqual(11);
  expect(rows[0]!.places).toBeGreaterThan(15);
});

it('fills every tab of the queries', async () => {
  expect((await app.data(root, querySettingApi.list, {})).total).toBe(4);
  const reports = (await app.data(root, complaintApi.list, {})).list;
  expect(reports).toHaveLength(12);
  expect(reports.map(({ at }) => at)).toEqual(
    reports
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  );
  expect((await app.data(root, scanLogApi.risks, {})).total).toBe(6);
  await findAbnormalCodes(app.db);
  expect((await app.data(root, scanLogApi.abnormal, {})).total).toBeGreaterThan(5);
});
