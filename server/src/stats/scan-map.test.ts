import { GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import { identityHomeApi } from '@zhuiyuan/contract/stats/identity-home';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeFirmStaff, makeStaff } from '../../test/factories/access.ts';
import { findFigures } from '../../test/factories/figures.ts';
import { makeFirm } from '../../test/factories/parties.ts';
import { locateScan } from '../scan/log/locate-scan.ts';
import { seedRegions } from '../seeds/first/seed-regions.ts';
import { advanceFigures } from './figures/advance-figures.ts';
import { rollUpScanDays } from './scan-days.ts';

let app: TestApp;
const permissions = ['admin:identity:identityHome:list'];
const chengdu = { lng: 104.0665, lat: 30.5723, datum: 'wgs84' as const };
beforeAll(async () => {
  app = await openTestApp({ poolSize: 12 });
  await seedRegions(app.db);
});
afterAll(() => app.close());

/** A firm with scans known by their addresses, of now or some moments ago. */
const firmWith = async (scans: number, secondsAgo = 0) => {
  const firmId = await makeFirm(app);
  const { token } = await makeStaff(app, { firmId, permissions });
  const rows = await app.db
    .insertInto('scanLog')
    .values(
      Array.from({ length: scans }, () => ({
        firmId,
        codeText: 'x',
        verdict: 'FIRST',
        isCounted: true,
        times: 1,
        province: '广东省',
        city: '深圳市',
        geoSource: GeoSource.ip,
        at: sql<string>`now() - make_interval(secs => ${secondsAgo})`,
      })),
    )
    .returning(['id as scanId', 'at'])
    .execute();
  const map = (input: object = {}) => app.data(token, identityHomeApi.map, input as never);
  return { rows, map };
};
const round = async () => void (await Promise.all([rollUpScanDays(app.db), advanceFigures(app.db, 'now')]));

test('a scan whose place is told after it was counted stands at its new place at once, and after every round', async () => {
  // Before any round, so that nothing is over that they are too old for.
  const { rows, map } = await firmWith(3, 60);
  await round();
  expect(await map()).toEqual({ rows: [{ name: '广东省', value: 3 }], unknown: 0 });
  await locateScan(app.db, rows[0]!, chengdu);
  for (let nth = 0; nth < 3; nth += 1) {
    expect(await map()).toEqual({
      rows: [
        { name: '广东省', value: 2 },
        { name: '四川省', value: 1 },
      ],
      unknown: 0,
    });
    expect(await map({ level: 'city', parent: '四川省' })).toEqual({
      rows: [{ name: '成都市', value: 1 }],
      unknown: 0,
    });
    expect(await map({ level: 'city', parent: '广东省' })).toEqual({
      rows: [{ name: '深圳市', value: 2 }],
      unknown: 0,
    });
    await round();
  }
  expect(await findFigures(app)).toEqual([]);
});

test('scans that are placed while they are counted are on the map once each at every moment', async () => {
  const { rows, map } = await firmWith(24);
  const stranger = await makeFirmStaff(app, permissions);
  let isDone = false;
  const seen: number[] = [];
  const look = async () => {
    while (!isDone) {
      const { rows: places, unknown } = await map();
      seen.push(places.reduce((sum, { value }) => sum + value, unknown));
    }
  };
  const move = async () => {
    await Promise.all(rows.map((row) => locateScan(app.db, row, chengdu)));
    for (let nth = 0; nth < 3; nth += 1) await round();
    isDone = true;
  };
  await Promise.all([look(), look(), move(), round(), round()]);
  expect(new Set(seen)).toEqual(new Set([24]));
  expect(await map()).toEqual({ rows: [{ name: '四川省', value: 24 }], unknown: 0 });
  expect(await map({ dateLimit: 'lately7' })).toEqual({ rows: [{ name: '四川省', value: 24 }], unknown: 0 });
  expect((await app.data(stranger.token, identityHomeApi.map, {})).rows).toEqual([]);
  expect(await findFigures(app)).toEqual([]);
});

test('a scan of a city nobody knows is of its province, one of an unknown province is nowhere', async () => {
  const { rows, map } = await firmWith(4);
  const place = (nth: number, province: string, city: string) =>
    app.db.updateTable('scanLog').set({ province, city }).where('id', '=', rows[nth]!.scanId).execute();
  await place(0, '广东省', '');
  await place(1, '北京市', '北京市');
  await place(2, '', '');
  for (let nth = 0; nth < 2; nth += 1) {
    const { rows: provinces, unknown } = await map();
    expect(unknown).toBe(1);
    expect(new Map(provinces.map(({ name, value }) => [name, value]))).toEqual(
      new Map([
        ['广东省', 2],
        ['北京市', 1],
      ]),
    );
    const cities = (parent: string) => map({ level: 'city', parent });
    expect(await cities('广东省')).toEqual({ rows: [{ name: '深圳市', value: 1 }], unknown: 1 });
    expect(await cities('北京市')).toEqual({ rows: [{ name: '北京市', value: 1 }], unknown: 0 });
    expect(await cities('无此省')).toEqual({ rows: [], unknown: 0 });
    await round();
  }
});
