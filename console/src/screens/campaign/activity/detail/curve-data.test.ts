import { dayjs } from '../../../../parts/format/dayjs.ts';
import { expect, test, vi } from 'vitest';
import { findingOf, toDraws, toRemainders } from './curve-data.ts';

const point = (day: number, amount: number, wins: number, budgetLeft: number, stockLeft: number) => ({
  at: `2026-11-${String(day).padStart(2, '0')} 00:00:00`,
  draws: wins * 2,
  wins,
  amount,
  budgetGiven: 10_000,
  budgetLeft,
  stockLeft,
});
const curve = {
  points: [point(20, 0, 0, 10_000, 100), point(21, 1000, 5, 9000, 95), point(22, 2000, 5, 7000, 90)],
  stockTotal: 100,
  versions: [],
  topUps: [],
};

test('remainders go on from today to the end, as fast as they went', () => {
  vi.setSystemTime(dayjs('2026-11-22 14:00:00').toDate());
  const at = { endAt: '2026-11-26 00:00:00', isOver: false, hasBudget: true };
  const { labels, series } = toRemainders(curve, 'day', at);
  expect(labels).toEqual(['11-20', '11-21', '11-22', '11-23', '11-24', '11-25']);
  expect(series.map(({ values }) => values)).toEqual([
    [100, 90, 70, null, null, null],
    [100, 95, 90, null, null, null],
    [null, null, 70, 60, 50, 40],
    [null, null, 90, 86.7, 83.3, 80],
  ]);
  expect(series.map(({ guessOf }) => guessOf)).toEqual([undefined, undefined, '预算剩余', '奖品剩余']);
  expect(findingOf(curve, at.endAt, true)).toBe('按近 7 天速度，预算够用到结束，奖品够用到结束');
  expect(findingOf(curve, '2026-12-20 00:00:00', true)).toBe('按近 7 天速度，预算约够 7 天，奖品刚够到结束');
  expect(toRemainders(curve, 'day', { ...at, isOver: true }).labels).toHaveLength(3);
  expect(toRemainders(curve, 'hour', { ...at, hasBudget: false }).series).toHaveLength(1);
  vi.useRealTimers();
});

test('draws are told with their wins, and money in yuan', () => {
  expect(toDraws(curve, 'day').series.map(({ values }) => values)).toEqual([
    [0, 10, 10],
    [0, 5, 5],
    [0, 10, 20],
  ]);
});
