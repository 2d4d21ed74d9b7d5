import { addDays, tokenDays, type DayRange } from '@zhuiyuan/contract/kit/date-limit';
import type { Trend, TrendPeriod } from '@zhuiyuan/contract/stats/home';

const weekDays = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'];

/** The period shown and the one before it. */
export const trendRanges = (period: TrendPeriod, today: string): { current: DayRange; previous: DayRange } => {
  if (period === 'week') return { current: tokenDays('week', today), previous: tokenDays('preWeek', today) };
  if (period === 'month') return { current: tokenDays('month', today), previous: tokenDays('preMonth', today) };
  if (period === 'year') return { current: tokenDays('year', today), previous: tokenDays('preYear', today) };
  return { current: tokenDays('lately30', today), previous: { start: addDays(today, -59), end: addDays(today, -30) } };
};

const toDays = ({ start, end }: DayRange): string[] => {
  const days: string[] = [];
  for (let day = start; day <= end; day = addDays(day, 1)) days.push(day);
  return days;
};

const toMonths = ({ start }: DayRange): string[] =>
  Array.from({ length: 12 }, (_, at) => `${start.slice(0, 4)}-${String(at + 1).padStart(2, '0')}`);

const toLabel = (period: TrendPeriod, bucket: string, at: number): string => {
  if (period === 'year') return `${at + 1}月`;
  if (period === 'week') return weekDays[at]!;
  return period === 'month' ? `${at + 1}日` : bucket.slice(5);
};

/** Lays counts by day (by month for a year) out as two series; what is still to come is null. */
export const layOutTrend = (period: TrendPeriod, today: string, counts: ReadonlyMap<string, number>): Trend => {
  const { current, previous } = trendRanges(period, today);
  const buckets = period === 'year' ? toMonths : toDays;
  const [now, before] = [buckets(current), buckets(previous)];
  const longest = now.length >= before.length ? now : before;
  const toValue = (bucket: string | undefined): number | null =>
    bucket === undefined || bucket > today ? null : (counts.get(bucket) ?? 0);
  return {
    labels: longest.map((bucket, at) => toLabel(period, bucket, at)),
    current: longest.map((_, at) => toValue(now[at])),
    previous: longest.map((_, at) => toValue(before[at])),
  };
};
