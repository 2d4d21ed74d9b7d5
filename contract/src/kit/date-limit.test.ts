import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  addDays,
  dateLimit,
  DateToken,
  readDateLimit,
  shanghaiToday,
  tokenDays,
  type DateToken as Token,
} from './date-limit.ts';

const anyDay = fc
  .date({ min: new Date('1990-01-01T00:00:00Z'), max: new Date('2090-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const weekday = (day: string) => new Date(`${day}T00:00:00Z`).getUTCDay();
const between = (start: string, end: string) => (Date.parse(end) - Date.parse(start)) / 86_400_000 + 1;

describe('date limits', () => {
  it('knows the days of each token', () => {
    const of = (token: Token) => {
      const { start, end } = tokenDays(token, '2026-11-21');
      return `${start} ${end}`;
    };
    expect(of('today')).toBe('2026-11-21 2026-11-21');
    expect(of('yesterday')).toBe('2026-11-20 2026-11-20');
    expect(of('lately7')).toBe('2026-11-15 2026-11-21');
    expect(of('lately30')).toBe('2026-10-23 2026-11-21');
    expect(of('week')).toBe('2026-11-16 2026-11-22');
    expect(of('preWeek')).toBe('2026-11-09 2026-11-15');
    expect(of('month')).toBe('2026-11-01 2026-11-30');
    expect(of('preMonth')).toBe('2026-10-01 2026-10-31');
    expect(of('year')).toBe('2026-01-01 2026-12-31');
    expect(of('preYear')).toBe('2025-01-01 2025-12-31');
  });

  it('holds on every day of the calendar', () => {
    fc.assert(
      fc.property(anyDay, (today) => {
        const week = tokenDays('week', today);
        expect(weekday(week.start)).toBe(1);
        expect(between(week.start, week.end)).toBe(7);
        expect(week.start <= today && today <= week.end).toBe(true);
        expect(addDays(tokenDays('preWeek', today).end, 1)).toBe(week.start);
        const month = tokenDays('month', today);
        expect(month.start.slice(0, 7)).toBe(today.slice(0, 7));
        expect(addDays(month.end, 1).slice(8)).toBe('01');
        expect(addDays(tokenDays('preMonth', today).end, 1)).toBe(month.start);
        expect(addDays(tokenDays('preYear', today).end, 1)).toBe(tokenDays('year', today).start);
        expect(between(tokenDays('lately7', today).start, today)).toBe(7);
        expect(between(tokenDays('lately30', today).start, today)).toBe(30);
      }),
    );
  });

  it('reads days and times, a day as its whole', () => {
    expect(readDateLimit('2026-11-01,2026-11-02')).toEqual({
      start: '2026-11-01 00:00:00',
      end: '2026-11-02 23:59:59',
    });
    expect(readDateLimit('2026-11-01 08:30:00, 2026-11-01 09:00:00')).toEqual({
      start: '2026-11-01 08:30:00',
      end: '2026-11-01 09:00:00',
    });
    expect(readDateLimit('')).toBeUndefined();
    expect(readDateLimit('today', '2026-11-21')).toEqual({ start: '2026-11-21 00:00:00', end: '2026-11-21 23:59:59' });
  });

  it('refuses what is no range', () => {
    for (const text of [
      'tomorrow',
      '2026-11-01',
      '2026-02-30,2026-03-01',
      '2026-11-02,2026-11-01',
      '2026-11-01,2026-11-02,2026-11-03',
      '2026-11-01 25:00:00,2026-11-02',
      '2026-11-01 24:00:00,2026-11-02',
    ])
      expect(readDateLimit(text), text).toBeNull();
    expect(dateLimit.safeParse('nonsense').error?.issues[0]?.message).toBe('时间范围不正确');
    expect(dateLimit.safeParse(undefined).success).toBe(true);
  });

  it('reads back every range of two days', () => {
    fc.assert(
      fc.property(anyDay, anyDay, (a, b) => {
        const [start, end] = a <= b ? [a, b] : [b, a];
        expect(readDateLimit(`${start},${end}`)).toEqual({ start: `${start} 00:00:00`, end: `${end} 23:59:59` });
      }),
    );
  });

  it('counts days in Shanghai', () => {
    expect(shanghaiToday(new Date('2026-11-20T16:00:00Z'))).toBe('2026-11-21');
    expect(shanghaiToday(new Date('2026-11-20T15:59:59Z'))).toBe('2026-11-20');
    expect(DateToken.label('lately7')).toBe('最近7天');
  });
});
