import { addDays } from '@zhuiyuan/contract/kit/date-limit';
import { TrendPeriod, type TrendPeriod as Period } from '@zhuiyuan/contract/stats/home';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { layOutTrend, trendRanges } from './lay-out-trend.ts';

const day = fc.integer({ min: 0, max: 20_000 }).map((count) => addDays('2000-01-01', count));
const period = fc.constantFrom(...TrendPeriod.options.map((option) => option.value));

it('compares neighbouring periods', () => {
  fc.assert(
    fc.property(period, day, (one, today) => {
      const { current, previous } = trendRanges(one, today);
      return addDays(previous.end, 1) === current.start && current.start <= today && today <= current.end;
    }),
  );
});

it('counts every day of the two periods once', () => {
  fc.assert(
    fc.property(
      fc.constantFrom<Period>('lately30', 'week', 'month'),
      day,
      fc.array(fc.tuple(fc.integer({ min: 0, max: 70 }), fc.nat(50)), { maxLength: 20 }),
      (one, today, list) => {
        const counts = new Map(list.map(([back, count]) => [addDays(today, -back), count]));
        const { current, previous } = trendRanges(one, today);
        const trend = layOutTrend(one, today, counts);
        const within = [...counts].filter(([at]) => at >= previous.start && at <= current.end);
        const sum = (values: (number | null)[]) => values.reduce<number>((total, value) => total + (value ?? 0), 0);
        return sum([...trend.current, ...trend.previous]) === within.reduce((total, [, count]) => total + count, 0);
      },
    ),
  );
});

it('shows nothing where a day has not come or does not exist', () => {
  const week = layOutTrend(
    'week',
    '2026-11-18',
    new Map([
      ['2026-11-18', 7],
      ['2026-11-09', 3],
    ]),
  );
  expect(week.labels).toEqual(['周一', '周二', '周三', '周四', '周五', '周六', '周日']);
  expect(week.current).toEqual([0, 0, 7, null, null, null, null]);
  expect(week.previous).toEqual([3, 0, 0, 0, 0, 0, 0]);
  const march = layOutTrend('month', '2026-03-31', new Map());
  expect(march.labels.at(-1)).toBe('31日');
  expect(march.previous.slice(27)).toEqual([0, null, null, null]);
  const year = layOutTrend(
    'year',
    '2026-03-31',
    new Map([
      ['2026-03', 9],
      ['2025-12', 1],
    ]),
  );
  expect(year.current).toEqual([0, 0, 9, null, null, null, null, null, null, null, null, null]);
  expect(year.previous.at(-1)).toBe(1);
  expect(layOutTrend('lately30', '2026-11-21', new Map()).labels[0]).toBe('10-23');
});
