import { policeEventApi } from '@zhuiyuan/contract/police/police-event';
import { GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import { shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { RiskLevel, RiskStatus, RiskType } from '@zhuiyuan/contract/codes/state/warning-states';
import { wallApi } from '@zhuiyuan/contract/stats/overview/wall';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFirmStaff, makeStaff } from '../../../test/factories/access.ts';
import { openFigureWorld } from '../../../test/factories/overview.ts';

let world: Awaited<ReturnType<typeof openFigureWorld>>;
let token: string;
const today = shanghaiToday();
/** Minutes ago, but never yesterday. */
const ago = (minutes: number) =>
  sql<string>`greatest(now() - make_interval(mins => ${minutes}::int), ${today}::date::timestamptz)`;

beforeAll(async () => {
  world = await openFigureWorld(
    ['admin:lottery:stats:scan', 'admin:identity:agentselect:list', policeEventApi.list.may as string],
    { isAdvanced: false },
  );
  ({ token } = world);
  const { app, firmId, people, activity, agentId } = world;
  const row = (nth: number, minutes: number, more: object = {}) => ({
    firmId,
    codeText: `W${nth}`,
    seg: 9_800_009,
    serial: nth,
    verdict: 'FIRST',
    isCounted: true,
    times: 1,
    province: '浙江省',
    city: '杭州市',
    productId: activity.productId,
    at: ago(minutes),
    ...more,
  });
  await app.db
    .insertInto('scanLog')
    .values([
      row(1, 9, { uid: people[0] }),
      row(2, 8, { uid: people[0], verdict: 'REPEAT', times: 2 }),
      row(3, 7, { uid: people[1], province: '四川省', city: '成都市' }),
      row(4, 6, { province: '', city: '' }),
      // Not counted: neither a scan of the day nor one of the last.
      row(5, 1, { verdict: 'INACTIVE', isCounted: false }),
    ] as never)
    .execute();
  await world.advance();
  await app.db
    .updateTable('firm')
    .set({ lng: 120.1, lat: 30.2, regionCode: '330106' })
    .where('id', '=', firmId)
    .execute();
  await app.db.updateTable('agent').set({ regionCode: '330100' }).where('id', '=', agentId).execute();
  await app.db
    .insertInto('crossHit')
    .values({
      firmId,
      seg: 9_800_009,
      serial: 3,
      scanId: 1,
      agentId,
      regions: ['330100'],
      province: '510000',
      city: '510100',
      geoSource: GeoSource.gps,
      lng: 104,
      lat: 30.6,
      at: ago(7),
    })
    .execute();
  const rule = await app.db
    .insertInto('policeRule')
    .values({ firmId, name: '窜货', policeType: RiskType.diversion, level: RiskLevel.usual, params: '{}' })
    .returning('id')
    .executeTakeFirstOrThrow();
  const warning = (title: string, level: number, minutes: number, more: object = {}) => ({
    firmId,
    ruleId: rule.id,
    eventNo: title,
    policeType: RiskType.diversion,
    level,
    title,
    dedupeKey: title,
    firstAt: ago(minutes),
    lastAt: ago(minutes),
    ...more,
  });
  await app.db
    .insertInto('policeEvent')
    .values([
      warning('旧的严重', RiskLevel.severe, 4),
      warning('新的严重', RiskLevel.severe, 3),
      warning('提示', RiskLevel.notice, 2),
      warning('一般', RiskLevel.usual, 5),
      warning('已处理', RiskLevel.severe, 1, { status: RiskStatus.done, handledAt: ago(1) }),
    ] as never)
    .execute();
});
afterAll(() => world.app.close());

it('shows today as the rows have it', async () => {
  const wall = await world.app.data(token, wallApi.wall, {});
  const { rows } = await sql<{ pv: number; first: number; uv: number }>`
    select count(*) as pv, count(*) filter (where verdict = 'FIRST') as first, count(distinct uid) as uv
    from scan_log where firm_id = ${world.firmId} and is_counted and at >= ${today}::date::timestamptz`.execute(
    world.app.db,
  );
  expect(wall.scans).toMatchObject({ today: rows[0]!.pv, first: rows[0]!.first, people: rows[0]!.uv, anonymous: 1 });
  expect(wall.scans!.hours.reduce<number>((sum, n) => sum + (n ?? 0), 0)).toBe(rows[0]!.pv);
  const yesterday = await sql<{ n: number }>`
    select count(*) as n from scan_log where firm_id = ${world.firmId} and is_counted and at::date = ${today}::date - 1`.execute(
    world.app.db,
  );
  expect(wall.scans!.hoursBefore.reduce((sum, n) => sum + n, 0)).toBe(yesterday.rows[0]!.n);
  expect(wall.map).toMatchObject({
    provinces: [
      { name: '浙江省', value: 2 },
      { name: '四川省', value: 1 },
    ],
    unknown: 1,
    plant: { name: '杭州市', lng: 120.1, lat: 30.2 },
    crossed: [
      { name: '成都市', count: 1, lng: 104, from: { isGuess: true } },
      // Known since yesterday, met in a second city today.
      { name: '自贡市', count: 1 },
    ],
  });
  // The middle of Hangzhou lies in it.
  const { from } = wall.map!.crossed![0]!;
  expect(Math.abs(from!.lng - 119.5)).toBeLessThan(1.5);
  expect(wall.products).toEqual([{ id: world.activity.productId, name: expect.any(String), value: 4 }]);
});

it('puts the worst warning first, then the newest', async () => {
  const { warnings } = await world.app.data(token, wallApi.wall, {});
  expect(warnings).toMatchObject({ today: 5, waiting: 4 });
  expect(warnings!.rows.map(({ title }) => title)).toEqual(['新的严重', '旧的严重', '一般']);
});

it('tells of the last scans neither who asked nor about which code', async () => {
  const foot = await world.app.data(token, wallApi.foot, {});
  expect(foot.map(({ city, nth }) => [city, nth])).toEqual([
    ['', 1],
    ['成都市', 1],
    ['杭州市', 2],
  ]);
  expect(JSON.stringify(foot)).not.toMatch(/W\d/);
});

it('leaves out what a person may not see, and every row of another firm', async () => {
  const { app, firmId } = world;
  const { token: few } = await makeStaff(app, { firmId, permissions: ['admin:lottery:ai:index'] });
  const wall = await app.data(few, wallApi.wall, {});
  expect(wall.warnings).toBeUndefined();
  expect(wall.map!.crossed).toBeUndefined();
  expect(wall.scans!.today).toBe(4);
  const { token: theirs } = await makeFirmStaff(app, ['admin:lottery:ai:index', policeEventApi.list.may as string]);
  const other = await app.data(theirs, wallApi.wall, { firmId });
  expect(other).toMatchObject({ scans: { today: 0, people: 0 }, products: [], warnings: { today: 0, rows: [] } });
  expect(await app.data(theirs, wallApi.foot, { firmId })).toEqual([]);
  expect((await app.call('', wallApi.wall, {})).code).toBe(401);
});
