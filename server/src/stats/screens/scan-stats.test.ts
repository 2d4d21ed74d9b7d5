import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { statApis } from '@zhuiyuan/contract/stats/screens/stat-api';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { firmWorld } from '../../../test/factories/access.ts';
import { makeMembers } from '../../../test/factories/lottery.ts';
import { makeFirm } from '../../../test/factories/parties.ts';
import { downloadSheet } from '../../../test/sheets.ts';
import { seedRegions } from '../../seeds/first/seed-regions.ts';
import { advanceFigures } from '../figures/advance-figures.ts';

const { summary, trend, list, export: download } = statApis.scan;
type World = Awaited<ReturnType<typeof firmWorld>>;
let world: World;
let products: number[];
const today = shanghaiToday();
const places = [
  ['', ''],
  ['浙江省', '杭州市'],
  ['浙江省', '宁波市'],
  ['北京市', '北京市'],
];

/** A year of scans of two firms, by people who come again, with all that can be unknown left out now and then. */
beforeAll(async () => {
  world = await firmWorld(['admin:lottery:stats:scan']);
  const { app, firmId } = world;
  await seedRegions(app.db);
  const other = await makeFirm(app);
  for (const firm of [firmId, other]) {
    const people = await makeMembers(app, firm, 12);
    const made = await app.db
      .insertInto('product')
      .values(
        ['甲', '乙'].map((storeName) => ({
          firmId: firm,
          storeName,
          productNo: `${storeName}${firm}`,
          unit: '盒',
          boxNum: 1,
          caseNum: 1,
        })),
      )
      .returning('id')
      .execute();
    if (firm === firmId) products = made.map(({ id }) => id);
    const rows = Array.from({ length: 900 }, (_, nth) => {
      const hash = (nth * 2654435761) % 4294967296;
      const [province, city] = places[hash % 4]!;
      const isCounted = nth % 11 !== 0;
      return {
        firmId: firm,
        codeText: 'A',
        seg: 1,
        serial: nth,
        verdict: isCounted ? (nth % 3 === 0 ? 'REPEAT' : 'FIRST') : 'VOID',
        isCounted,
        province: province!,
        city: city!,
        productId: nth % 5 === 0 ? null : made[nth % 2]!.id,
        uid: nth % 4 === 0 ? null : people[hash % 12]!,
        entry: nth % 2,
        // Days that are long over, and some of today before now.
        at: sql<string>`least(${addDays(today, -Math.floor(nth / 2))}::date + make_interval(secs => ${hash % 86_400}), now() - make_interval(secs => ${nth + 1}))`,
      };
    });
    for (let at = 0; at < rows.length; at += 100)
      await app.db
        .insertInto('scanLog')
        .values(rows.slice(at, at + 100) as never)
        .execute();
  }
  await advanceFigures(app.db, 'now');
});
afterAll(() => world.app.close());

const cardsOf = async (input: object) => {
  const data = await world.app.data(world.token, summary, input as never);
  return { ...data, cards: Object.fromEntries(data.cards.map(({ code, value, prev }) => [code, [value, prev]])) };
};

/** The same counted on the raw rows: from a moment up to one, excluded. */
const counted = async (from: string, to: string, where = sql`true`) => {
  const { rows } = await sql<Record<'pv' | 'first' | 'invalid' | 'uv', number>>`
    select count(*) filter (where is_counted) as pv, count(*) filter (where verdict = 'FIRST') as first,
      count(*) filter (where verdict = 'VOID') as invalid, count(distinct uid) filter (where is_counted) as uv
    from scan_log where firm_id = ${world.firmId} and at >= ${from}::timestamptz and at < ${to}::timestamptz and ${where}`.execute(
    world.app.db,
  );
  return rows[0]!;
};

const month = `${today.slice(0, 7)}-01`;
const ranges = (
  [
    [today, today],
    [addDays(today, -1), addDays(today, -1)],
    [addDays(today, -29), today],
    [addDays(today, -75), addDays(today, -3)],
    [month, today],
    [addDays(month, -1).slice(0, 8) + '01', addDays(month, -1)],
    [addDays(today, -200), addDays(today, -100)],
  ] as const
).map(([start, end]) => ({ start, end }));

test.each(ranges)(
  'a range $start to $end, and as much before it, is what its rows come to, people once',
  async ({ start, end }) => {
    const { cards, before, asOf } = await cardsOf({ dateLimit: `${start},${end}` });
    const now = await counted(start, addDays(end, 1));
    const days = Math.round((Date.parse(end) - Date.parse(start)) / 86_400_000) + 1;
    const first = addDays(start, -days);
    expect(before!.start).toBe(first);
    const upTo = end === today ? `${addDays(today, -days)} ${asOf.slice(11)}` : start;
    const earlier = await counted(first, upTo);
    expect(cards).toMatchObject({
      scanPv: [now.pv, earlier.pv],
      scanUv: [now.uv, earlier.uv],
      scanFirst: [now.first, earlier.first],
      scanInvalid: [now.invalid, earlier.invalid],
      scanDaily: [now.pv / days, earlier.pv / days],
    });
  },
);

test('the whole time has nothing before it, and a row of one product or province is told alone', async () => {
  const whole = await cardsOf({ dateLimit: 'all' });
  const all = await counted('2000-01-01', '2100-01-01');
  expect(whole.before).toBeNull();
  expect(whole.cards).toMatchObject({ scanPv: [all.pv, null], scanUv: [all.uv, null] });
  const range = { dateLimit: `${addDays(today, -80)},${today}` };
  const ofProduct = await counted(addDays(today, -80), '2100-01-01', sql`product_id = ${products[0]}`);
  expect((await cardsOf({ ...range, dim: 'product', dimId: products[0] })).cards).toMatchObject({
    scanPv: [ofProduct.pv, expect.any(Number)],
    scanUv: [ofProduct.uv, expect.any(Number)],
  });
  const ofProvince = await counted(addDays(today, -80), '2100-01-01', sql`province = '浙江省'`);
  expect((await cardsOf({ ...range, dim: 'province', dimId: 330000 })).cards).toMatchObject({
    scanPv: [ofProvince.pv, expect.any(Number)],
    scanUv: [ofProvince.uv, expect.any(Number)],
  });
});

test.each(['day', 'product', 'province', 'city', 'hour', 'channel', 'lot'] as const)(
  'rows by %s add up to the total, whose people are counted once; they come in each order',
  async (groupBy) => {
    const input = { dateLimit: `${addDays(today, -100)},${today}`, groupBy, limit: 200 };
    const { list: rows, sum, total, columns } = await world.app.data(world.token, list, input);
    const all = await counted(addDays(today, -100), '2100-01-01');
    expect(rows.reduce((of, row) => of + Number(row['scanPv']), 0)).toBe(all.pv);
    expect(sum['scanPv']).toBe(all.pv);
    expect(columns.includes('scanUv')).toBe(!['hour', 'lot'].includes(groupBy));
    if (columns.includes('scanUv')) expect(sum['scanUv']).toBe(all.uv);
    expect(total).toBe(rows.length);
    const sorted = await world.app.data(world.token, list, { ...input, sort: 'scanFirst', order: 'asc' });
    const values = sorted.list.map((row) => Number(row['scanFirst']));
    expect(values).toEqual(values.toSorted((a, b) => a - b));
  },
);

test('charts tell days, hours of the week and ranks; one day is told by its hours', async () => {
  const input = { dateLimit: `${addDays(today, -40)},${addDays(today, -1)}` };
  const all = await counted(addDays(today, -40), today);
  for (const groupBy of ['day', 'weekHour', 'province', 'entry'] as const) {
    const { x, series } = await world.app.data(world.token, trend, { ...input, groupBy });
    const pv = series.find(({ code }) => code === 'scanPv')!;
    expect(pv.data.reduce<number>((sum, value) => sum + (value ?? 0), 0)).toBe(all.pv);
    expect(x.length).toBe(pv.data.length);
  }
  const ranked = await world.app.data(world.token, trend, { ...input, groupBy: 'product' });
  expect(ranked.x.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(products.toSorted((a, b) => a - b));
  const hours = await world.app.data(world.token, trend, { dateLimit: 'yesterday', groupBy: 'day' });
  expect(hours.x).toHaveLength(24);
  expect(hours.series[0]!.data.reduce<number>((sum, value) => sum + (value ?? 0), 0)).toBe(
    (await counted(addDays(today, -1), today)).pv,
  );
});

test('the file holds what the table shows, with its total at the end', async () => {
  const input = { dateLimit: 'lately30', groupBy: 'province' as const };
  const { rows } = await downloadSheet(world.app, (await world.app.data(world.token, download, input)).fileName);
  const page = await world.app.data(world.token, list, input);
  expect(rows.length).toBe(page.total + 2);
  expect(rows[0]!.slice(0, 3)).toEqual(['省份', '扫码次数', '扫码人数']);
  expect(rows.at(-1)!.slice(0, 2).map(String)).toEqual(['合计', String(page.sum['scanPv'])]);
});

test('refuses what it does not have, more than a year, and shows nothing of another firm', async () => {
  const ask = (input: object) => world.app.call(world.token, list, input as never);
  expect(await ask({ groupBy: 'agent' })).toMatchObject({ code: 400 });
  expect(await ask({ groupBy: 'day', sort: 'password' })).toMatchObject({ code: 400 });
  expect(await ask({ groupBy: 'day', dim: 'shop', dimId: 1 })).toMatchObject({ code: 400 });
  expect(await ask({ groupBy: 'day', dateLimit: '2024-01-01,2025-01-01' })).toMatchObject({ code: 62011 });
  const foreign = await cardsOf({ firmId: world.firmId + 1 });
  expect(foreign.cards['scanPv']).toEqual([0, 0]);
});
