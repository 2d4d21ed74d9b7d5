import { aiApi } from '@zhuiyuan/contract/stats/overview/ai';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFirmStaff, openRoot } from '../../../test/factories/access.ts';
import { openFigureWorld } from '../../../test/factories/overview.ts';

let world: Awaited<ReturnType<typeof openFigureWorld>>;
let token: string;
beforeAll(async () => {
  world = await openFigureWorld(['admin:lottery:ai:index', 'admin:lottery:aiActive:publish']);
  ({ token } = world);
});
afterAll(() => world.app.close());

/** Rows of the log in a span of days, counted one by one. */
const raw = async (from: string, to: string, firmId = world.firmId) =>
  (
    await sql<{ pv: number; uv: number; first: number }>`
      select count(*) filter (where is_counted) as pv, count(distinct uid) filter (where is_counted) as uv,
        count(*) filter (where is_counted and verdict = 'FIRST') as first
      from scan_log where firm_id = ${firmId} and at::date between ${from}::date and ${to}::date`.execute(world.app.db)
  ).rows[0]!;
const cardsOf = async (dateLimit: string, more: object = {}, by = token) => {
  const { cards } = await world.app.data(by, aiApi.overview, { dateLimit, ...more });
  return Object.fromEntries(cards.map(({ code, value, prev }) => [code, { value, prev }]));
};

it('shows what the rows say, beside the period before', async () => {
  const { day } = world;
  const [now, before] = [await raw(day(2), day(1)), await raw(day(4), day(3))];
  const cards = await cardsOf(`${day(2)},${day(1)}`);
  expect(cards).toMatchObject({
    scanPv: { value: now.pv, prev: before.pv },
    scanUv: { value: now.uv, prev: before.uv },
    scanFirst: { value: now.first, prev: before.first },
    crossCode: { value: 2, prev: 0 },
    unpackCnt: { value: 0, prev: 0 },
  });
  expect(now.pv).toBe(25);
  const whole = await cardsOf('lately30');
  expect(whole).toMatchObject({ drawCnt: { value: 5 }, winCnt: { value: 5 }, winRate: { value: 1 } });
  expect(whole['crossCode']).toMatchObject({ value: 2 });
});

it('shows today on the home page beside yesterday up to the same clock', async () => {
  const { cards } = await world.app.data(token, aiApi.today, {});
  expect(cards.map(({ code }) => code)).toEqual(['scanUv', 'partUv', 'drawCnt', 'winCnt', 'paidAmount', 'freshUv']);
  expect(cards.find(({ code }) => code === 'drawCnt')).toMatchObject({ value: 5, prev: 0 });
});

it('answers nothing for days to come, were it the last there is', async () => {
  for (const dateLimit of ['9999-12-31,9999-12-31', `${world.day(-1)},${world.day(-3)}`]) {
    expect((await cardsOf(dateLimit))['scanPv']).toMatchObject({ value: 0 });
    expect((await world.app.data(token, aiApi.map, { dateLimit })).rows).toEqual([]);
    expect((await world.app.call(token, aiApi.trend, { dateLimit })).code).toBe(200);
    expect((await world.app.call(token, aiApi.funnel, { dateLimit })).code).toBe(200);
  }
});

it('keeps to the firm: staff of another see nothing, the platform sees one or all', async () => {
  const { token: theirs } = await makeFirmStaff(world.app, ['admin:lottery:ai:index']);
  expect((await cardsOf('lately30', {}, theirs))['scanPv']).toMatchObject({ value: 0 });
  expect((await cardsOf('lately30', { firmId: world.firmId }, theirs))['scanPv']).toMatchObject({ value: 0 });
  const root = await openRoot(world.app);
  const [own, others] = [await raw(world.day(29), world.day(0)), await raw(world.day(29), world.day(0), world.other)];
  expect((await cardsOf('lately30', { firmId: world.firmId }, root))['scanPv']).toMatchObject({ value: own.pv });
  expect((await cardsOf('lately30', {}, root))['scanPv']).toMatchObject({ value: own.pv + others.pv });
});

it('tells places that add up to the whole, cities of a province, and where codes crossed', async () => {
  const { day } = world;
  const dateLimit = `${day(29)},${day(1)}`;
  const { pv } = await raw(day(29), day(1));
  const map = await world.app.data(token, aiApi.map, { dateLimit });
  expect(map.rows.reduce((sum, { value }) => sum + value, map.unknown)).toBe(pv);
  const zhejiang = map.rows.find(({ name }) => name === '浙江省')!;
  const cities = await world.app.data(token, aiApi.map, { dateLimit, province: zhejiang.id });
  expect(cities.rows.map(({ name }) => name).toSorted()).toEqual(['宁波市', '杭州市'].toSorted());
  expect(cities.rows.reduce((sum, { value }) => sum + value, 0)).toBe(zhejiang.value);
  const crossed = await world.app.data(token, aiApi.map, { dateLimit, metric: 'crossCode' });
  expect(crossed.rows).toMatchObject([{ id: 510_000, name: '四川省', value: 2 }]);
});

it('ranks, funnels and lays out days as the rows are', async () => {
  const { day, activity, agentId } = world;
  const dateLimit = `${day(9)},${day(1)}`;
  const { pv, first } = await raw(day(9), day(1));
  expect(await world.app.data(token, aiApi.top, { dateLimit, kind: 'product' })).toMatchObject([
    { id: activity.productId, value: pv },
  ]);
  expect(await world.app.data(token, aiApi.top, { dateLimit, kind: 'agent', metric: 'scanFirst' })).toMatchObject([
    { id: agentId, value: first },
  ]);
  expect(
    await world.app.data(token, aiApi.top, { dateLimit: 'lately30', kind: 'activity', metric: 'drawCnt' }),
  ).toMatchObject([{ id: activity.id, value: 5 }]);
  expect(await world.app.data(token, aiApi.funnel, { dateLimit: 'lately30' })).toMatchObject({
    scanFirst: first,
    drawCnt: 5,
    winCnt: 5,
    claimCnt: 0,
  });
  const trend = await world.app.data(token, aiApi.trend, { dateLimit });
  const scans = trend.series.find(({ code }) => code === 'scanPv')!.data;
  expect(trend.x).toHaveLength(9);
  expect(scans.reduce<number>((sum, value) => sum + (value ?? 0), 0)).toBe(pv);
  expect(scans.at(-1)).toBe((await raw(day(1), day(1))).pv);
  const hours = await world.app.data(token, aiApi.trend, { dateLimit, groupBy: 'hour' });
  expect(
    hours.series.find(({ code }) => code === 'scanPv')!.data.reduce<number>((sum, value) => sum + (value ?? 0), 0),
  ).toBe(pv);
});

it('tells of the last wins without telling who, and of what waits and ends soon', async () => {
  const wins = await world.app.data(token, aiApi.ticker, {});
  expect(wins.map(({ id }) => id)).toEqual(world.wins.map(({ drawId }) => drawId).toReversed());
  for (const { consumer } of wins) expect(consumer).toMatch(/\*\*/);
  await world.app.db
    .updateTable('activity')
    .set({ endAt: sql<string>`now() + interval '3 days'` })
    .where('id', '=', world.activity.id)
    .execute();
  const { todo, ending } = await world.app.data(token, aiApi.todo, {});
  expect(todo).toEqual({ draftActivityNum: 0 });
  expect(ending).toMatchObject([{ id: world.activity.id }]);
});

it('advises where a stock will be gone soon, and where scans fell', async () => {
  await sql`update tier set remain = 4, stock_total = issued - returned + 4 where activity_id = ${world.activity.id} and stock_total > 0`.execute(
    world.app.db,
  );
  const rows = Array.from({ length: 60 }, (_, at) => ({
    firmId: world.firmId,
    codeText: `D${at}`,
    seg: 9_800_002,
    serial: at + 1,
    verdict: 'FIRST',
    isCounted: true,
    province: '湖北省',
    city: '武汉市',
    at: sql<string>`${`${world.day(10)} 12:00:00`}::timestamptz`,
  }));
  await world.app.db.insertInto('scanLog').values(rows).execute();
  // They are behind what is in the figures already: their day is made anew.
  const { rebuildDay } = await import('../figures/check-figures.ts');
  await rebuildDay(world.app.db, world.day(10));
  const advice = await world.app.data(token, aiApi.advice, {});
  expect(advice).toMatchObject([
    { kind: 'stock', activityId: world.activity.id },
    { kind: 'drop', province: 420_000, text: expect.stringContaining('湖北省') },
  ]);
});
