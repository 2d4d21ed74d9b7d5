import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { Grain } from '../figures/dims.ts';
import type { Span } from './span.ts';

/** Rows of one grain, from one day to another; from the beginning where there is no start. */
export interface Part {
  grain: number;
  start: string | null;
  end: string;
}

const monthOf = (day: string): string => `${day.slice(0, 7)}-01`;
// There is no month after the last one of the year 9999.
const monthAfter = (day: string): string => (day >= '9999-12' ? '9999-12-31' : monthOf(addDays(monthOf(day), 31)));

/**
 * The rows that a span is read from: whole months, and days at its edges. A month that is not over has nothing after today,
 * so it is whole where the span reaches today.
 */
export const partsOf = ({ start, end, until }: Span, byDay: boolean): Part[] => {
  // The last day of a span that ends before it is over is counted from the facts.
  const last = until ? addDays(end, -1) : end;
  if (start !== null && last < start) return [];
  if (byDay) return [{ grain: Grain.day, start, end: last }];
  const isOpen = last >= shanghaiToday();
  const lastMonth =
    isOpen || addDays(last, 1) === monthAfter(last) ? monthOf(last) : monthOf(addDays(monthOf(last), -1));
  const firstMonth = start === null ? null : start === monthOf(start) ? start : monthAfter(start);
  if (firstMonth !== null && firstMonth > lastMonth) return [{ grain: Grain.day, start, end: last }];
  const edges: Part[] = [];
  if (start !== null && start < firstMonth!) edges.push({ grain: Grain.day, start, end: addDays(firstMonth!, -1) });
  const after = monthAfter(lastMonth);
  if (!isOpen && after <= last) edges.push({ grain: Grain.day, start: after, end: last });
  return [{ grain: Grain.month, start: firstMonth, end: lastMonth }, ...edges];
};
