import { PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { metricOf, type MetricCode } from '@zhuiyuan/contract/stats/figures/metric';
import { statApis } from '@zhuiyuan/contract/stats/screens/stat-api';
import type { StatAxis } from '@zhuiyuan/contract/stats/screens/stat-axis';
import { statMay, statNames, statScreens, type StatName } from '@zhuiyuan/contract/stats/screens/stat-screens';
import type { StatScreen } from '@zhuiyuan/contract/stats/screens/stat-screen';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { findFigures } from '../../../test/factories/figures.ts';
import { makeStatRows } from '../../../test/factories/stat-rows.ts';
import { daysOf, rawFigures, type RawPlace } from '../../../test/raw-figures.ts';
import { readRaw } from '../../../test/raw-facts.ts';
import { downloadSheet } from '../../../test/sheets.ts';
import { seedRegions } from '../../seeds/first/seed-regions.ts';
import { advanceFigures } from '../figures/advance-figures.ts';

let app: TestApp;
let token: string;
let firm: Awaited<ReturnType<typeof makeStatRows>>;
let count: ReturnType<typeof rawFigures>;
let asOf: string;

beforeAll(async () => {
  app = await openTestApp();
  await seedRegions(app.db);
  firm = await makeStatRows(app);
  // Another firm, of which nothing may show.
  await makeStatRows(app, 0.3);
  const staff = await makeStaff(app, {
    firmId: firm.firmId,
    permissions: statNames.map(statMay),
  });
  token = staff.token;
  await advanceFigures(app.db, 'now');
  ({ asOf } = await app.data(token, statApis.scan.summary, {}));
  count = rawFigures(await readRaw(app.db, firm.firmId), asOf);
}, 120_000);
afterAll(() => app.close());

const today = shanghaiToday();
const month = `${today.slice(0, 7)}-01`;
const lastMonth = `${addDays(month, -1).slice(0, 8)}01`;
/** A day that is over and one that is not, weeks that reach today, a month, days over the ends of months, a year with all of it, and the whole time. */
const ranges: Record<string, [string | null, string]> = {
  today: [today, today],
  yesterday: [addDays(today, -1), addDays(today, -1)],
  'thirty days': [addDays(today, -29), today],
  'the month before': [lastMonth, addDays(month, -1)],
  'fifty days': [addDays(today, -58), addDays(today, -9)],
  'a year': [addDays(today, -365), today],
  'the whole time': [null, today],
};

const limitOf = ([start, end]: [string | null, string]): string => (start === null ? 'all' : `${start},${end}`);
const spanOf = ([start, end]: [string | null, string]) => ({ start, end });
const beforeOf = ([start, end]: [string | null, string]) => {
  if (start === null) return undefined;
  const days = (Date.parse(end) - Date.parse(start)) / 86_400_000 + 1;
  const last = addDays(end, -days);
  return { start: addDays(start, -days), end: last, ...(end === today ? { until: `${last} ${asOf.slice(11)}` } : {}) };
};

/** The first row of a dimension that a screen may be asked of. */
const rowOf = (dim: StatAxis, { isOfGames }: StatScreen): number => {
  const rows: Partial<Record<StatAxis, number>> = {
    activity: isOfGames ? firm.game : firm.activities[0]!.id,
    mode: PlayMode.wheel,
    product: firm.products[1]!,
    agent: firm.agents[0]!,
    shop: firm.shops[0]!,
    channel: firm.channels[0]!,
    salesman: firm.salesmen[0]!,
    province: 330000,
    pointSource: 5,
  };
  return rows[dim]!;
};

const isClose = (one: number | null | undefined, other: number | null): boolean =>
  (one ?? null) === other || (typeof one === 'number' && other !== null && Math.abs(one - other) < 1e-9);

/** Asks a screen, and says wherever it is not what the rows come to. */
const compare = async (name: StatName, range: [string | null, string], dim?: StatAxis): Promise<string[]> => {
  const screen: StatScreen = statScreens[name];
  const api = statApis[name];
  const input = { dateLimit: limitOf(range), ...(dim ? { dim, dimId: rowOf(dim, screen) } : {}) };
  const place: RawPlace = { ...(screen.isOfGames && { scene: 1 }), ...(dim && { [dim]: rowOf(dim, screen) }) };
  const [span, before] = [spanOf(range), beforeOf(range)];
  const faults: string[] = [];
  const hold = (where: string, shown: number | null | undefined, rows: number | null): void => {
    if (!isClose(shown, rows)) faults.push(`${where}: shown ${shown}, rows ${rows}`);
  };

  const summary = await app.data(token, api.summary, input);
  for (const { code, value, prev } of summary.cards) {
    hold(`card ${code}`, value, count(code as MetricCode, span, place));
    if (prev !== null && before) hold(`card ${code} before`, prev, count(code as MetricCode, before, place));
  }

  for (const axis of new Set(screen.charts.map(({ by }) => by))) {
    const { x, series } = await app.data(token, api.trend, { ...input, groupBy: axis });
    const told = axis === 'day' && range[0] === range[1] ? 'hour' : axis;
    // A chart of parts shows all of what it is of.
    for (const { kind, by, metrics } of screen.charts) {
      const [code] = metrics;
      const shown = series.find((one) => one.code === code)?.data;
      if (by !== axis || !shown || !(kind === 'ring' || kind === 'map') || !adds(code, axis)) continue;
      const all = shown.reduce<number>((sum, value) => sum + (value ?? 0), 0);
      hold(`chart by ${axis} ${code} together`, all, count(code, span, place));
    }
    for (const { code, data, prev } of series)
      for (const [at, { id }] of x.entries()) {
        const where = `chart by ${axis} ${code} ${id}`;
        const ofRow = { ...place, [told]: id };
        const when = told === 'day' ? daysOf(id, span) : span;
        const isToCome = data[at] === null && told === 'hour' && range[1] === today;
        const rows = count(code as MetricCode, when, ofRow);
        const isZeroable = ['count', 'money'].includes(metricOf(code as MetricCode).kind);
        if (!isToCome) hold(where, data[at], isZeroable ? (rows ?? 0) : rows);
        if (!prev || told === 'day' || !before) continue;
        const whole = told === 'hour' && axis === 'day' ? { start: before.start, end: before.end } : before;
        hold(
          `${where} before`,
          prev[at],
          isZeroable ? (count(code as MetricCode, whole, ofRow) ?? 0) : count(code as MetricCode, whole, ofRow),
        );
      }
    if (axis === 'day' && told === 'day' && before && range[0] !== null)
      for (const { code, prev } of series)
        for (const [at, value] of (prev ?? []).entries()) {
          const day = addDays(before.start, at);
          const rows = count(code as MetricCode, { start: day, end: day }, place);
          hold(
            `chart ${code} before ${day}`,
            value,
            ['count', 'money'].includes(metricOf(code as MetricCode).kind) ? (rows ?? 0) : rows,
          );
        }
  }

  for (const { by } of screen.groups) {
    const { list, sum, columns, total } = await app.data(token, api.list, { ...input, groupBy: by, limit: 200 });
    if (columns.length === 0) continue;
    if (total !== list.length) faults.push(`table by ${by}: ${total} rows, ${list.length} sent`);
    for (const row of list)
      for (const code of columns) {
        const when = by === 'day' ? daysOf(row.id, span) : span;
        hold(
          `table by ${by} ${code} ${row.id}`,
          row[code] as number | null,
          count(code as MetricCode, when, by === 'day' ? place : { ...place, [by]: row.id }),
        );
      }
    for (const code of columns) hold(`sum by ${by} ${code}`, sum[code], count(code as MetricCode, span, place));
    // What adds up does: no row is missing.
    for (const code of columns)
      if (adds(code as MetricCode, by))
        hold(
          `rows by ${by} ${code} together`,
          list.reduce((all, row) => all + Number(row[code] ?? 0), 0),
          count(code as MetricCode, span, place),
        );
  }
  return faults;
};

/** Whether the rows of an axis come to the whole: what counts things does, people and shops do not, nor what stands now of what has no row. */
const adds = (code: MetricCode, by: StatAxis): boolean => {
  const { kind } = metricOf(code);
  if (kind !== 'count' && kind !== 'money') return false;
  if (
    code.endsWith('Uv') ||
    ['pointClosing', 'shopsActive', 'unpackShops', 'agentsActive', 'crossAgents', 'crossCities'].includes(code)
  )
    return false;
  return !(['shop', 'agent', 'tier', 'lot'].includes(by) && ['shopSign', 'agentShip', 'agentSign'].includes(code));
};

describe.each(statNames)('%s', (name) => {
  test.each(Object.entries(ranges))('%s, of all and of one row of each filter', async (_, range) => {
    const faults = await compare(name, range);
    for (const { dim } of statScreens[name].filters)
      faults.push(...(await compare(name, range, dim)).map((fault) => `of ${dim}, ${fault}`));
    expect(faults).toEqual([]);
  });

  test('the file ends with what the table comes to', async () => {
    for (const { by } of statScreens[name].groups) {
      const input = { dateLimit: 'lately30', groupBy: by };
      const page = await app.data(token, statApis[name].list, { ...input, limit: 200 });
      const { fileName } = await app.data(token, statApis[name].export, input);
      const { rows } = await downloadSheet(app, fileName);
      expect(rows.length).toBe(page.total + 2);
      expect(rows[0]!.slice(1).map((title) => String(title).replace('（元）', ''))).toEqual(
        page.columns.map((code) => metricOf(code as MetricCode).label),
      );
      const last = rows.at(-1)!;
      expect(last[0]).toBe('合计');
      for (const [at, code] of page.columns.entries()) {
        const value = page.sum[code];
        const { kind, unit } = metricOf(code as MetricCode);
        if (value === null || value === undefined) expect(last[at + 1] ?? '').toBe('');
        else if (kind === 'money' || unit === '元') expect(Number(last[at + 1])).toBeCloseTo(value / 100, 2);
        else if (kind === 'count') expect(Number(last[at + 1])).toBe(value);
      }
    }
  });
});

test('the last day there is has nothing, and is no fault', async () => {
  for (const name of statNames) {
    const { by } = statScreens[name].groups[0]!;
    const input = { dateLimit: '9999-12-31,9999-12-31', groupBy: by };
    for (const call of [statApis[name].summary, statApis[name].list])
      expect(await app.call(token, call, input as never)).toMatchObject({ code: 200 });
  }
});

test('all of it is what is kept', async () => {
  expect(await findFigures(app)).toEqual([]);
});
