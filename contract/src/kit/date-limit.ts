import { z } from 'zod';
import { toTime } from './clock.ts';
import { enumeration } from './enumeration.ts';

/** Named ranges a `dateLimit` filter takes besides `start,end`. Weeks begin on Monday. */
export const DateToken = enumeration({
  today: { label: '今天' },
  yesterday: { label: '昨天' },
  lately7: { label: '最近7天' },
  lately30: { label: '最近30天' },
  week: { label: '本周' },
  preWeek: { label: '上周' },
  month: { label: '本月' },
  preMonth: { label: '上月' },
  year: { label: '本年' },
  preYear: { label: '上年' },
});
export type DateToken = (typeof DateToken.options)[number]['value'];

/** Days of a range, both included, as `yyyy-MM-dd`. */
export type DayRange = { start: string; end: string };

const parts = (day: string) => day.split('-').map(Number) as [number, number, number];
const asDay = (time: number): string => new Date(time).toISOString().slice(0, 10);
const at = (year: number, month: number, date: number): string => asDay(Date.UTC(year, month - 1, date));

/** The day `count` days later (earlier when negative). */
export const addDays = (day: string, count: number): string => {
  const [year, month, date] = parts(day);
  return at(year, month, date + count);
};

/** Today in Asia/Shanghai, as `yyyy-MM-dd`. */
export const shanghaiToday = (now: number | Date = Date.now()): string => toTime(now).slice(0, 10);

/** Now in Asia/Shanghai, as `yyyy-MM-dd HH:mm:ss`. */
export const shanghaiNow = (): string => toTime(Date.now());

/** The days a token means when `today` is today. */
export const tokenDays = (token: DateToken, today: string): DayRange => {
  const [year, month, date] = parts(today);
  const sinceMonday = (new Date(Date.UTC(year, month - 1, date)).getUTCDay() + 6) % 7;
  switch (token) {
    case 'today':
      return { start: today, end: today };
    case 'yesterday':
      return { start: addDays(today, -1), end: addDays(today, -1) };
    case 'lately7':
      return { start: addDays(today, -6), end: today };
    case 'lately30':
      return { start: addDays(today, -29), end: today };
    case 'week':
      return { start: addDays(today, -sinceMonday), end: addDays(today, 6 - sinceMonday) };
    case 'preWeek':
      return { start: addDays(today, -sinceMonday - 7), end: addDays(today, -sinceMonday - 1) };
    case 'month':
      return { start: at(year, month, 1), end: at(year, month + 1, 0) };
    case 'preMonth':
      return { start: at(year, month - 1, 1), end: at(year, month, 0) };
    case 'year':
      return { start: at(year, 1, 1), end: at(year, 12, 31) };
    case 'preYear':
      return { start: at(year - 1, 1, 1), end: at(year - 1, 12, 31) };
  }
};

// PostgreSQL knows no year 0.
const pointText = /^((?!0000)\d{4}-\d{2}-\d{2})(?:[ T](\d{2}:\d{2}:\d{2}))?$/;

const point = (text: string): { day: string; clock?: string } | undefined => {
  const match = pointText.exec(text.trim());
  const day = match?.[1];
  const clock = match?.[2];
  if (!day) return undefined;
  const exists = Number.isFinite(Date.parse(`${day}T00:00:00Z`)) && asDay(Date.parse(`${day}T00:00:00Z`)) === day;
  const clockExists = !clock || Number.isFinite(Date.parse(`${day}T${clock}Z`)) ? !clock?.startsWith('24') : false;
  return exists && clockExists ? { day, clock } : undefined;
};

/** First moment inside and last moment inside, both `yyyy-MM-dd HH:mm:ss`. */
export type TimeRange = { start: string; end: string };

/**
 * Reads a `dateLimit`: a token, or `start,end` of days or times. A start without a clock is 00:00:00, an end without one
 * 23:59:59. `undefined` for '' (no limit); `null` for what is neither or ends before it starts.
 */
export const readDateLimit = (limit: string, today: string = shanghaiToday()): TimeRange | null | undefined => {
  if (limit.trim() === '') return undefined;
  const token = DateToken.of(limit);
  if (token) {
    const days = tokenDays(token.value as DateToken, today);
    return { start: `${days.start} 00:00:00`, end: `${days.end} 23:59:59` };
  }
  const [first, last, ...rest] = limit.split(',').map(point);
  if (!first || !last || rest.length > 0) return null;
  const range = { start: `${first.day} ${first.clock ?? '00:00:00'}`, end: `${last.day} ${last.clock ?? '23:59:59'}` };
  return range.end < range.start ? null : range;
};

/** Input field of a list that takes a `dateLimit`; the handler reads it with `readDateLimit`. */
export const dateLimit = z
  .string()
  .trim()
  .refine((limit) => readDateLimit(limit) !== null, '时间范围不正确')
  .optional();
