import { GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import { Cross } from '@zhuiyuan/contract/scan/log/scan-log';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../test/database.ts';
import { makeAgent, makeFirm } from '../../test/factories/parties.ts';
import { hearOn, type Hearers } from '../kit/db/events.ts';
import type { Db } from '../kit/db/database.ts';
import type { App } from '../kit/http/app-context.ts';
import { locateScan } from '../scan/log/locate-scan.ts';
import { judgeByAddress, judgeLocated } from './judge-scan.ts';

let database: TestDatabase;
let db: Db;
let firmId: number;
let agentId: number;
let free: number;
beforeAll(async () => {
  database = await openTestDatabase('main', { poolSize: 8 });
  ({ db } = database);
  hearOn(db, {
    events: { 'scan.attached': [judgeLocated] },
    questions: {},
  } as unknown as Hearers);
  await db
    .insertInto('city')
    .values([
      { id: 330000, pid: 0, level: 0, name: '浙江省', mergerName: '浙江省' },
      { id: 330100, pid: 330000, level: 1, name: '杭州市', mergerName: '浙江省,杭州市' },
      { id: 330106, pid: 330100, level: 2, name: '西湖区', mergerName: '浙江省,杭州市,西湖区' },
      { id: 440000, pid: 0, level: 0, name: '广东省', mergerName: '广东省' },
      { id: 440100, pid: 440000, level: 1, name: '广州市', mergerName: '广东省,广州市' },
    ])
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  const app = { db } as App;
  firmId = await makeFirm(app);
  agentId = await makeAgent(app, firmId);
  free = await makeAgent(app, firmId);
  // A district stands for its city.
  await db.insertInto('agentRegion').values({ firmId, agentId, regionCode: '330106' }).execute();
});
afterAll(() => database.close());
beforeEach(async () => {
  await db.deleteFrom('crossHit').execute();
  await db.deleteFrom('scanLog').execute();
  await db.deleteFrom('rollupCursor').execute();
});

let serials = 0;
const scan = async (more: object = {}, minutesAgo = 0) => {
  const { id: scanId, at } = await db
    .insertInto('scanLog')
    .values({
      firmId,
      codeText: 'x',
      seg: 1,
      serial: (serials += 1),
      verdict: 'FIRST',
      isCounted: true,
      agentId,
      at: sql<string>`now() - make_interval(mins => ${minutesAgo})`,
      ...more,
    })
    .returning(['id', 'at'])
    .executeTakeFirstOrThrow();
  return { scanId, at, serial: serials };
};
const guangzhou = { lng: 113.26, lat: 23.13, datum: 'wgs84' } as const;
const hangzhou = { lng: 120.15, lat: 30.28, datum: 'wgs84' } as const;
/** In 海宁, ten kilometres outside of 杭州. */
const nearby = { lng: 120.69, lat: 30.53, datum: 'wgs84' } as const;
const hits = () => db.selectFrom('crossHit').selectAll().orderBy('id').execute();
const crossOf = async ({ scanId }: { scanId: number }) =>
  (await db.selectFrom('scanLog').where('id', '=', scanId).select('isCross').executeTakeFirstOrThrow()).isCross;

test('a position outside the dealer’s cities is a hit, with the way to their border', async () => {
  const one = await scan({ uid: null });
  await locateScan(db, one, guangzhou);
  const [hit, ...others] = await hits();
  expect(others).toEqual([]);
  expect(hit).toMatchObject({
    agentId,
    scanId: one.scanId,
    city: '440100',
    province: '440000',
    geoSource: GeoSource.gps,
    regions: ['330106'],
    confirmed: 0,
    eventId: null,
  });
  // About 1,050 km from city to city, less from border to point.
  expect(hit!.distanceKm).toBeGreaterThan(850);
  expect(hit!.distanceKm).toBeLessThan(1060);
  expect(await crossOf(one)).toBe(Cross.suspected);
});

test('in his city, beside it, without regions, unshipped or not valid there is none', async () => {
  for (const [more, at] of [
    [{}, hangzhou],
    [{}, nearby],
    [{ agentId: free }, guangzhou],
    [{ agentId: null }, guangzhou],
    [{ verdict: 'VOID', isCounted: false }, guangzhou],
  ] as const)
    await locateScan(db, await scan(more), at);
  expect(await hits()).toEqual([]);
});

test('a code is hit once in a city, however many ask at the same moment', async () => {
  serials += 1;
  const same = serials;
  const scans = await Promise.all(Array.from({ length: 12 }, () => scan({ serial: same })));
  await Promise.all(scans.map((one) => locateScan(db, one, guangzhou)));
  expect(await hits()).toHaveLength(1);
  for (const one of scans) expect(await crossOf(one)).toBe(Cross.suspected);
});

test('an address counts after six minutes, by province, once, and a position takes its place', async () => {
  const byAddress = { geoSource: GeoSource.ip, province: '广东省', city: '广州市' };
  const old = await scan(byAddress, 8);
  const fresh = await scan(byAddress, 4);
  const home = await scan({ ...byAddress, province: '浙江省', city: '宁波市' }, 8);
  const unshipped = await scan({ ...byAddress, agentId: null }, 8);
  await scan({ ...byAddress, geoSource: GeoSource.gps, lng: 113, lat: 23 }, 8);
  await Promise.all([judgeByAddress(db), judgeByAddress(db), judgeByAddress(db)]);
  await judgeByAddress(db);
  const kept = await hits();
  expect(kept).toMatchObject([
    { scanId: old.scanId, city: '440100', geoSource: GeoSource.ip, distanceKm: null, lng: null },
  ]);
  expect(await Promise.all([old, fresh, home, unshipped].map(crossOf))).toEqual([Cross.byAddress, 0, 0, 0]);
  // The same code again, now by its position.
  const again = await scan({ serial: old.serial });
  await locateScan(db, again, guangzhou);
  expect(await hits()).toMatchObject([{ id: kept[0]!.id, scanId: again.scanId, geoSource: GeoSource.gps }]);
});
