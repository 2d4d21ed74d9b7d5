import { fundRefusals } from '@zhuiyuan/contract/fund/fund-refusals';
import { addDays, readDateLimit, shanghaiNow, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { mostDays, usualTime, wholeTime } from '@zhuiyuan/contract/stats/screens/stat-api';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { refuse } from '../../kit/refusal.ts';

/** Days that are counted, both included; from the beginning where there is no start. */
export interface Span {
  start: string | null;
  end: string;
  /** A moment of the last day, `yyyy-MM-dd HH:mm:ss`: what happened from it on does not count. */
  until?: string;
}

/** A time that figures are asked of. */
export interface StatTime {
  range: Span;
  /** As long, ending the day before; up to the same clock time where the range reaches what is not over. Null for the whole time. */
  before: Span | null;
  /** Facts before this moment are in the figures. */
  asOf: string;
}

const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000;

/** How many days from one to another, both included. */
export const countDays = (start: string, end: string): number => dayNumber(end) - dayNumber(start) + 1;

/** The hour of a moment: its start, and which of its day it is. */
export const hourOf = (moment: string): { start: string; nth: number } => ({
  start: `${moment.slice(0, 13)}:00:00`,
  nth: Number(moment.slice(11, 13)),
});

/** Up to when facts are in the figures; now where there are none yet. */
export const readAsOf = async (db: Db): Promise<string> => {
  const { rows } = await sql<{
    at: string;
  }>`select to_char(upto, 'YYYY-MM-DD HH24:MI:SS') as at from stat_cursor`.execute(db);
  return rows[0]?.at ?? shanghaiNow();
};

/** The time of a `dateLimit`, `all` for the whole, the last thirty days where nobody says; nothing after today. Refuses more than 366 days (62011). */
export const toStatTime = (dateLimit: string | undefined, asOf: string): StatTime => {
  const today = shanghaiToday();
  if (dateLimit === wholeTime) return { range: { start: null, end: today }, before: null, asOf };
  const asked = readDateLimit(dateLimit?.trim() || usualTime) ?? readDateLimit(usualTime)!;
  const start = asked.start.slice(0, 10);
  const last = asked.end.slice(0, 10);
  if (countDays(start, last) > mostDays) throw refuse(fundRefusals.tooManyDays, { n: mostDays });
  const end = start <= today && last > today ? today : last;
  return { range: { start, end }, before: periodBefore(start, end, asOf), asOf };
};

const periodBefore = (start: string, end: string, asOf: string): Span | null => {
  const days = countDays(start, end);
  const first = addDays(start, -days);
  const day = asOf.slice(0, 10);
  if (end < day) return { start: first, end: addDays(start, -1) };
  // What is not over yet is held against as much of the period before.
  const last = addDays(day, -days);
  return last < first ? null : { start: first, end: last, until: `${last} ${asOf.slice(11)}` };
};
