import { GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { hearOn, type Hearers } from '../../kit/db/events.ts';
import type { Db } from '../../kit/db/database.ts';
import { attachToScan, type ScanAttached } from './attach-scan.ts';
import { locateScan } from './locate-scan.ts';

let database: TestDatabase;
let db: Db;
const firmId = 7;
const heard: ScanAttached[] = [];
let refuses = false;
beforeAll(async () => {
  database = await openTestDatabase('main', { poolSize: 8 });
  ({ db } = database);
  const hear = async (_db: Db, change: ScanAttached) => {
    if (refuses) throw new Error('not now');
    heard.push(change);
  };
  hearOn(db, { events: { 'scan.attached': [hear] }, questions: {} } as unknown as Hearers);
});
afterAll(() => database.close());
beforeEach(() => void heard.splice(0));

const scan = async (more: object = {}) => {
  const { id: scanId, at } = await db
    .insertInto('scanLog')
    .values({
      firmId,
      codeText: 'x',
      verdict: 'FIRST',
      isCounted: true,
      times: 1,
      province: '浙江省',
      city: '杭州市',
      geoSource: GeoSource.ip,
      ...more,
    })
    .returning(['id', 'at'])
    .executeTakeFirstOrThrow();
  return { scanId, at, firmId };
};
const row = ({ scanId }: { scanId: number }) =>
  db
    .selectFrom('scanLog')
    .where('id', '=', scanId)
    .select(['uid', 'activityId', 'city', 'geoSource'])
    .executeTakeFirstOrThrow();

test('what becomes known of a query is told once, with what it was before', async () => {
  const one = await scan();
  await attachToScan(db, one, { uid: 5 });
  await attachToScan(db, one, { uid: 6, activityId: 9 });
  await attachToScan(db, one, { uid: 6, activityId: 10 });
  await attachToScan(db, one, {});
  expect(await row(one)).toMatchObject({ uid: 5, activityId: 9 });
  const known = { province: '浙江省', city: '杭州市', geoSource: GeoSource.ip, lng: null, lat: null };
  expect(heard.map(({ before, after }) => [before, after])).toEqual([
    [
      { ...known, uid: null, activityId: null },
      { ...known, uid: 5, activityId: null },
    ],
    [
      { ...known, uid: 5, activityId: null },
      { ...known, uid: 5, activityId: 9 },
    ],
  ]);
  expect(heard[0]).toMatchObject({ scanId: one.scanId, firmId, verdict: 'FIRST', isCounted: true });
  expect(heard[0]!.at).toContain(one.at);
  // Not another firm's, nor one that nobody made.
  expect(await attachToScan(db, { ...(await scan()), firmId: 8 }, { uid: 5 })).toBeUndefined();
  expect(await attachToScan(db, { ...one, scanId: 999_999 }, { uid: 5 })).toBeUndefined();
});

test('of many at the same moment one is the first, and each change follows from the one before', async () => {
  const one = await scan({ at: new Date(), seg: 1, serial: 1 });
  await Promise.all([
    ...Array.from({ length: 12 }, (_one, nth) => attachToScan(db, one, { uid: 100 + nth })),
    ...Array.from({ length: 12 }, (_one, nth) => attachToScan(db, one, { uid: 200 + nth, activityId: 300 + nth })),
    ...Array.from({ length: 3 }, () => locateScan(db, one, { lng: 113.26, lat: 23.13, datum: 'wgs84' })),
  ]);
  let last: unknown = {
    uid: null,
    activityId: null,
    province: '浙江省',
    city: '杭州市',
    geoSource: GeoSource.ip,
    lng: null,
    lat: null,
  };
  for (const { before, after } of heard) {
    expect(before).toEqual(last);
    last = after;
  }
  expect(heard.length).toBeGreaterThan(1);
  expect(heard.length).toBeLessThan(4);
  expect(await row(one)).toMatchObject({ uid: heard.at(-1)!.after.uid, geoSource: GeoSource.gps });
});

test('where a listener refuses, nothing became known', async () => {
  const one = await scan();
  refuses = true;
  await expect(attachToScan(db, one, { uid: 5 })).rejects.toThrow('not now');
  refuses = false;
  expect(await row(one)).toMatchObject({ uid: null });
});
