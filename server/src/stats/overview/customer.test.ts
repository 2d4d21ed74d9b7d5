import { customerOverviewApi } from '@zhuiyuan/contract/stats/overview/customer';
import { BanKind } from '@zhuiyuan/contract/risk/risk-enums';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { makeFirmStaff } from '../../../test/factories/access.ts';
import { openFigureWorld } from '../../../test/factories/overview.ts';

let world: Awaited<ReturnType<typeof openFigureWorld>>;
beforeAll(async () => {
  world = await openFigureWorld(['admin:lottery:customer:index']);
});
afterAll(() => world.app.close());

const rawPeople = async (from: string, to: string) =>
  (
    await sql<{ active: number; fresh: number }>`
      with met as (select uid, min(at::date) as first_day from scan_log where firm_id = ${world.firmId} and is_counted and uid is not null group by uid)
      select count(distinct uid) as active, count(distinct uid) filter (where first_day between ${from}::date and ${to}::date) as fresh
      from scan_log join met using (uid) where firm_id = ${world.firmId} and is_counted and at::date between ${from}::date and ${to}::date`.execute(
      world.app.db,
    )
  ).rows[0]!;

it('counts each person once, in a range, on its days and in its funnel', async () => {
  const { app, token, day, people } = world;
  await app.db
    .insertInto('blacklist')
    .values({ firmId: world.firmId, kind: BanKind.person, value: String(people[0]), reason: '黄牛' } as never)
    .execute();
  const dateLimit = `${day(2)},${day(1)}`;
  const { cards } = await app.data(token, customerOverviewApi.overview, { dateLimit });
  const of = (code: string) => cards.find((card) => card.code === code)!;
  const now = await rawPeople(day(2), day(1));
  expect(of('scanUv').value).toBe(now.active);
  expect(of('freshUv').value).toBe(now.fresh);
  expect(of('allUv').value).toBe((await rawPeople(day(60), day(0))).active);
  expect(of('scanAnon').value).toBe(4);
  // First scans of the people it divides by, whatever nobody scanned beside them.
  const { rows: firsts } = await sql<{ n: number }>`
    select count(*) as n from scan_log where firm_id = ${world.firmId} and is_counted and verdict = 'FIRST' and uid is not null
      and at::date between ${day(2)}::date and ${day(1)}::date`.execute(app.db);
  expect(of('perUser').value).toBeCloseTo(firsts[0]!.n / now.active, 9);
  expect(of('blackCnt')).toMatchObject({ value: 1, prev: null });
  const trend = await app.data(token, customerOverviewApi.trend, { dateLimit });
  expect(trend.series.find(({ code }) => code === 'scanUv')!.data).toEqual([
    (await rawPeople(day(2), day(2))).active,
    (await rawPeople(day(1), day(1))).active,
  ]);
  const hours = await app.data(token, customerOverviewApi.trend, { dateLimit, groupBy: 'weekHour' });
  expect(hours.x).toHaveLength(168);
  expect(hours.series[0]!.data.reduce<number>((sum, n) => sum + (n ?? 0), 0)).toBe(25);
  expect(await app.data(token, customerOverviewApi.funnel, { dateLimit: 'lately30' })).toEqual({
    scan: (await rawPeople(day(29), day(0))).active,
    part: 0,
    draw: 5,
    win: 5,
    claim: 0,
  });
});

it('names places, sources and the keenest, whom nobody knows by name', async () => {
  const { app, token, day } = world;
  const dateLimit = `${day(9)},${day(1)}`;
  const region = await app.data(token, customerOverviewApi.region, { dateLimit });
  const { rows } = await sql<{ name: string; n: number }>`
    select province as name, count(distinct uid) as n from scan_log
    where firm_id = ${world.firmId} and is_counted and province <> '' and uid is not null group by 1`.execute(app.db);
  expect(new Map(region.rows.map(({ name, value }) => [name, value]))).toEqual(
    new Map(rows.map(({ name, n }) => [name, n])),
  );
  const members = await app.db
    .selectFrom('member')
    .where('firmId', '=', world.firmId)
    .select(sql<number>`count(*)`.as('n'))
    .executeTakeFirstOrThrow();
  const sources = await app.data(token, customerOverviewApi.source, {});
  expect(sources.reduce((sum, { count }) => sum + count, 0)).toBe(members.n);
  const { rows: most } = await sql<{ id: number; scans: number }>`
    select uid as id, count(*) as scans from scan_log
    where firm_id = ${world.firmId} and is_counted and uid is not null group by uid order by scans desc, uid`.execute(
    app.db,
  );
  for (const time of [dateLimit, 'all']) {
    const top = await app.data(token, customerOverviewApi.top, { dateLimit: time });
    expect(top.map(({ id, scans }) => ({ id, scans }))).toEqual(most);
    for (const { consumer } of top) expect(consumer).toMatch(/\*\*/);
  }
  const { token: theirs } = await makeFirmStaff(app, ['admin:lottery:customer:index']);
  expect(await app.data(theirs, customerOverviewApi.top, { firmId: world.firmId })).toEqual([]);
  expect(await app.data(theirs, customerOverviewApi.source, { firmId: world.firmId })).toEqual([]);
});
