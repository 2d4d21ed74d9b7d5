import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import type { MetricCode } from '@zhuiyuan/contract/stats/figures/metric';
import { statNames, statScreens } from '@zhuiyuan/contract/stats/screens/stat-screens';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { findFigures } from '../../../test/factories/figures.ts';
import { makeStatRows } from '../../../test/factories/stat-rows.ts';
import { rawFigures } from '../../../test/raw-figures.ts';
import { readRaw } from '../../../test/raw-facts.ts';
import { seedRegions } from '../../seeds/first/seed-regions.ts';
import { advanceFigures } from '../figures/advance-figures.ts';
import { rebuildDay } from '../figures/check-figures.ts';
import { ofSome, type DimName } from '../figures/dims.ts';
import { fillRecency } from '../figures/fill-recency.ts';
import type { Place } from './question.ts';
import { readMetrics, readTotals, toldIn, toldOf } from './read-metrics.ts';
import { readAsOf } from './span.ts';

let app: TestApp;
let firm: Awaited<ReturnType<typeof makeStatRows>>;
const today = shanghaiToday();
const yesterday = addDays(today, -1);

beforeAll(async () => {
  app = await openTestApp();
  await seedRegions(app.db);
  firm = await makeStatRows(app);
  await advanceFigures(app.db, 'now');
}, 120_000);
afterAll(() => app.close());

const codes = [...new Set(statNames.flatMap((name) => statScreens[name].cards))];
const clocks = ['00:00:00', '00:00:01', '04:10:17', '11:59:59', '12:00:00', '15:30:30', '23:59:59'];

/** Asks parts of days, as a whole and by rows, and says wherever one is not what the rows come to. */
const compare = async (ends: readonly string[], lengths = [1, 7, 60], at = clocks): Promise<string[]> => {
  const asOf = await readAsOf(app.db);
  const count = rawFigures(await readRaw(app.db, firm.firmId), asOf);
  const places: Place[] = [
    { dim: 'firm', id: 0 },
    { dim: 'activity', id: firm.activities[0]!.id },
    { dim: 'product', id: firm.products[1]! },
    { dim: 'province', id: 330000 },
    { dim: 'channel', id: firm.channels[0]! },
    { dim: 'scene', id: 1 },
  ];
  const faults: string[] = [];
  const hold = (where: string, shown: number | null | undefined, rows: number | null): void => {
    if (Math.abs(Number(shown ?? 0) - Number(rows ?? 0)) > 1e-9) faults.push(`${where}: shown ${shown}, rows ${rows}`);
  };
  for (const end of ends)
    for (const clock of at)
      for (const days of lengths) {
        const span = { start: addDays(end, 1 - days), end, until: `${end} ${clock}` };
        const asked = { firms: [firm.firmId], span, asOf };
        const holdRows = async (dim: DimName, told: readonly MetricCode[]): Promise<void> => {
          const layout = { place: { dim }, by: 'id' as const };
          const rows = await readMetrics(app.db, asked, layout, told);
          for (const code of toldOf(told, layout)) {
            for (const [id, values] of rows)
              hold(
                `${days} days to ${span.until} by ${dim} ${id} ${code}`,
                values[code],
                count(code, span, { [dim]: id }),
              );
            // Of a row that is not told there is nothing, also of the one nobody knows.
            if (!rows.has(0) && !ofSome.includes(dim))
              hold(`${days} days to ${span.until} by ${dim} 0 ${code}`, 0, count(code, span, { [dim]: 0 }));
          }
        };
        for (const place of places) {
          const of = place.dim === 'firm' ? {} : { [place.dim]: place.id! };
          const values = await readTotals(app.db, asked, place, codes);
          for (const code of toldIn(asked, codes, { place, by: 'all' }))
            hold(`${days} days to ${span.until} of ${place.dim} ${code}`, values[code], count(code, span, of));
        }
        for (const dim of ['activity', 'product', 'province', 'channel', 'mode'] as const)
          await holdRows(dim, ['scanPv', 'scanUv', 'freshUv', 'drawCnt']);
        for (const dim of ['level', 'entry', 'age', 'salesman'] as const)
          await holdRows(dim, ['scanPv', 'scanFirst', 'scanInvalid']);
      }
  return faults;
};

const keptOf = async (day: string): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select coalesce(sum(people), 0)::int as n from stat_come, lateral (select sum(one) as people from unnest(n) one) told
    where firm_id = ${firm.firmId} and day = ${day}::date and kind = 1 and dim = 0`.execute(app.db);
  return rows[0]!.n;
};
const forget = () => sql`delete from stat_come where firm_id is not null`.execute(app.db);
/** In the first hour, at noon, in the last second. */
const few = ['00:00:01', '12:00:00', '23:59:59'];
const ends = [yesterday, addDays(today, -7)];

test('a part of a day is what its rows come to, whatever the clock: of days told whole, of none told, and of those told once they were over', async () => {
  expect(await keptOf(yesterday)).toBeGreaterThan(0);
  expect(await keptOf(today)).toBe(0);
  expect(await compare(ends)).toEqual([]);
  const { rows: whole } = await sql`select * from stat_come order by firm_id, day, kind, dim, id`.execute(app.db);
  await forget();
  expect(await compare(ends, [7], few)).toEqual([]);
  await fillRecency(app.db);
  const { rows: told } = await sql`select * from stat_come order by firm_id, day, kind, dim, id`.execute(app.db);
  expect(told).toEqual(whole);
  expect(await findFigures(app)).toEqual([]);
}, 240_000);

test('a scan that changes late takes its day out until it is told anew, also where the person came in a later hour before', async () => {
  const [day] = ends as [string];
  const { rows } = await sql<{ id: number; uid: number }>`
    select id, uid from scan_log where firm_id = ${firm.firmId} and is_counted and uid is not null and at >= ${day}::date and at < ${day}::date + 1
    order by at limit 1`.execute(app.db);
  // Nobody knows any more who it was, then it was somebody else of that day.
  for (const uid of [null, firm.people[0]!]) {
    await fillRecency(app.db);
    expect(await keptOf(day)).toBeGreaterThan(0);
    await sql`update scan_log set uid = ${uid} where id = ${rows[0]!.id}`.execute(app.db);
    await advanceFigures(app.db, 'now');
    expect(await compare([day], [1, 7], few)).toEqual([]);
    await fillRecency(app.db);
    expect(await compare([day], [1, 7], few)).toEqual([]);
    expect(await findFigures(app)).toEqual([]);
  }
}, 240_000);

test('hours that are not those of the facts are found, and gone once the day is made anew', async () => {
  await fillRecency(app.db);
  await sql`update stat_come set hours[1] = (hours[1] + 1) % 24 where firm_id = ${firm.firmId} and day = ${yesterday}::date and kind = 1 and dim = 0`.execute(
    app.db,
  );
  expect(await findFigures(app)).toEqual([
    { firmId: firm.firmId, day: yesterday, detail: expect.stringMatching(/^hours 1 0 0 /) },
  ]);
  await rebuildDay(app.db, yesterday);
  expect(await keptOf(yesterday)).toBe(0);
  await fillRecency(app.db);
  expect(await findFigures(app)).toEqual([]);
}, 120_000);
