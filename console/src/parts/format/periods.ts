import { addDays, readDateLimit, shanghaiToday, type DayRange } from '@zhuiyuan/contract/kit/date-limit';

/** The days a `dateLimit` covers, both included; undefined for '' and for what is not one. */
export const daysOf = (limit: string | undefined, today: string = shanghaiToday()): DayRange | undefined => {
  const range = limit ? readDateLimit(limit, today) : undefined;
  return range ? { start: range.start.slice(0, 10), end: range.end.slice(0, 10) } : undefined;
};

const dayNumber = (day: string) => Date.parse(`${day}T00:00:00Z`) / 86_400_000;

/** How many days a range has. */
export const lengthOf = ({ start, end }: DayRange): number => dayNumber(end) - dayNumber(start) + 1;

/** The range of the same length that ends the day before. */
export const periodBefore = (range: DayRange): DayRange => ({
  start: addDays(range.start, -lengthOf(range)),
  end: addDays(range.start, -1),
});

/** `2026-09-23 至 10-22`: the second year is dropped within the first. */
export const rangeText = ({ start, end }: DayRange): string =>
  `${start} 至 ${end.startsWith(start.slice(0, 5)) ? end.slice(5) : end}`;
