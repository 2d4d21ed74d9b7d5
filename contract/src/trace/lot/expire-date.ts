import { ShelfUnit } from './shelf-unit.ts';
import { addDays } from '../../kit/date-limit.ts';

const toLastDay = (year: number, month: number): number => new Date(Date.UTC(year, month, 0)).getUTCDate();

/** The calendar ends here: a day is written with four digits of the year. */
const lastDay = '9999-12-31';
const beforeLast = (day: string): string => (/^\d{4}-/.test(day) ? day : lastDay);

/**
 * The day a lot expires: its produce date plus the shelf life. Months and years keep the day of the month and stop at
 * the month's end (31 January plus one month is 28 or 29 February).
 */
export const expireDate = (produceDate: string, life: number, unit: ShelfUnit): string => {
  if (unit === ShelfUnit.day) return beforeLast(addDays(produceDate, life));
  const [year, month, date] = produceDate.split('-').map(Number) as [number, number, number];
  const months = year * 12 + (month - 1) + life * (unit === ShelfUnit.month ? 1 : 12);
  const [toYear, toMonth] = [Math.floor(months / 12), (months % 12) + 1];
  const toDate = Math.min(date, toLastDay(toYear, toMonth));
  if (toYear > 9999) return lastDay;
  return `${String(toYear).padStart(4, '0')}-${String(toMonth).padStart(2, '0')}-${String(toDate).padStart(2, '0')}`;
};
