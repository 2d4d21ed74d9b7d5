import { describe, expect, it } from 'vitest';
import { shortcutsA, shortcutsB } from './date-shortcuts.ts';
import { daysOf, periodBefore, rangeText } from './periods.ts';

describe('date shortcuts', () => {
  it('has the five of a panel', () => {
    expect(shortcutsA.map(({ label, days }) => [label, ...Object.values(days('2026-11-21'))].join(' '))).toEqual([
      '昨天 2026-11-20 2026-11-20',
      '最近七天 2026-11-15 2026-11-21',
      '本月 2026-11-01 2026-11-21',
      '最近30天 2026-10-23 2026-11-21',
      '最近一年 2025-11-22 2026-11-21',
    ]);
  });

  it('has the seven radio buttons', () => {
    expect(shortcutsB.map(({ value, label }) => `${label} ${value}`.trim())).toEqual([
      '全部',
      '今天 today',
      '昨天 yesterday',
      '最近7天 lately7',
      '最近30天 lately30',
      '本月 month',
      '本年 year',
    ]);
  });
});

describe('periods', () => {
  it('compares with as many days before', () => {
    expect(periodBefore({ start: '2026-10-23', end: '2026-11-21' })).toEqual({
      start: '2026-09-23',
      end: '2026-10-22',
    });
    expect(periodBefore({ start: '2026-03-01', end: '2026-03-01' })).toEqual({
      start: '2026-02-28',
      end: '2026-02-28',
    });
  });

  it('reads what a filter carries', () => {
    expect(daysOf('lately7', '2026-11-21')).toEqual({ start: '2026-11-15', end: '2026-11-21' });
    expect(daysOf('2026-11-01,2026-11-02 10:00:00')).toEqual({ start: '2026-11-01', end: '2026-11-02' });
    expect(daysOf('nonsense')).toBeUndefined();
    expect(daysOf('')).toBeUndefined();
  });

  it('drops a second year', () => {
    expect(rangeText({ start: '2026-09-23', end: '2026-10-22' })).toBe('2026-09-23 至 10-22');
    expect(rangeText({ start: '2025-12-23', end: '2026-01-02' })).toBe('2025-12-23 至 2026-01-02');
  });
});
