import { addDays } from '@zhuiyuan/contract/kit/date-limit';
import { metricOf, type MetricCode } from '@zhuiyuan/contract/stats/figures/metric';
import type { StatApi } from '@zhuiyuan/contract/stats/screens/stat-api';
import type { StatAxis } from '@zhuiyuan/contract/stats/screens/stat-axis';
import type { AnswerOf } from '@zhuiyuan/contract/kit/endpoint';
import { invalid } from '../../kit/refusal.ts';
import { layoutOf } from '../read/layout.ts';
import { namesOf } from '../read/names.ts';
import { readMetrics, toldIn, toldOf, type Layout, type Values } from '../read/read-metrics.ts';
import { countDays, type Span } from '../read/span.ts';
import type { Question } from './ask.ts';

/** Rows of a ranking. */
const mostRanked = 10;
/** Provinces and what is a part of a whole are all shown. */
const mostShown = 50;

const numberOf = (day: string): number => Number(day.replaceAll('-', ''));
const until = (most: number): number[] => Array.from({ length: most }, (_, at) => at);

/** The days of a span, or the months since the first figure. */
const timesOf = ({ start, end }: Span, since: string | null): number[] => {
  if (start !== null) return until(countDays(start, end)).map((at) => numberOf(addDays(start, at)));
  const [from, to] = [since ?? end, end].map((day) => Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1) as [
    number,
    number,
  ];
  return until(to - from + 1).map((at) => Math.floor((from + at) / 12) * 100 + ((from + at) % 12) + 1);
};

/** What an axis shows, where that does not hang on the facts. */
const fixedOf = (axis: StatAxis, span: Span, since: string | null): number[] | undefined => {
  if (axis === 'day') return timesOf(span, since);
  if (axis === 'hour') return until(24);
  return axis === 'weekHour' ? until(7 * 24) : undefined;
};

const column = (rows: Map<number, Values>, ids: readonly number[], code: MetricCode) =>
  ids.map(
    (id) => rows.get(id)?.[code] ?? (metricOf(code).kind === 'count' || metricOf(code).kind === 'money' ? 0 : null),
  );

/** The figures of all charts of an axis. One day is told by its hours. */
export const chart = async (question: Question, asked: StatAxis): Promise<AnswerOf<StatApi['trend']>> => {
  const { db, screen, firms, time, since, of, now } = question;
  const { range, before, asOf } = time;
  const charts = screen.charts.filter(({ by }) => by === asked);
  if (charts.length === 0) throw invalid('groupBy', '没有这种图表');
  const axis = asked === 'day' && range.start === range.end ? 'hour' : asked;
  const layout = layoutOf(axis, of, range);
  const codes = [...new Set(charts.flatMap(({ metrics }) => metrics))];
  const told = layout ? toldOf(codes, layout) : [];
  if (!layout || told.length === 0) return { x: [], series: [], asOf };
  const isTime = axis === 'day' || axis === 'hour';
  // Lines lie over whole days of the period before.
  const earlier = before && axis !== 'weekHour' && (isTime ? { start: before.start, end: before.end } : before);
  const read = (span: Span, at: Layout) => readMetrics(db, { ...now, span }, at, told);
  const [rows, rowsBefore] = await Promise.all([
    read(range, layout),
    earlier && readMetrics(db, { firms, span: earlier, asOf }, layout, told),
  ]);
  const toldBefore = earlier ? toldIn({ span: earlier }, told, layout) : [];
  const fixed = fixedOf(axis, range, since);
  const ids = fixed ?? topOf(rows, told[0]!, charts.some(({ kind }) => kind !== 'rank') ? mostShown : mostRanked);
  const nameOf = await namesOf(db, axis, ids);
  const timesBefore = axis === 'day' && earlier ? timesOf(earlier, null) : ids;
  const isToCome = (id: number) =>
    axis === 'hour' && isTime && asked === 'day' && range.end === asOf.slice(0, 10) && id > Number(asOf.slice(11, 13));
  return {
    x: ids.map((id) => ({ id, name: nameOf(id) })),
    series: told.map((code) => ({
      code,
      label: metricOf(code).label,
      data: column(rows, ids, code).map((value, at) => (isToCome(ids[at]!) ? null : value)),
      ...(rowsBefore && toldBefore.includes(code) ? { prev: column(rowsBefore, timesBefore, code) } : {}),
    })),
    asOf,
  };
};

/** The rows with most of a figure; a ranking is of known ones. */
const topOf = (rows: Map<number, Values>, code: MetricCode, most: number): number[] =>
  [...rows]
    .map(([id, values]) => ({ id, value: values[code] ?? 0 }))
    .filter(({ id, value }) => value !== 0 && (id !== 0 || most > mostRanked))
    .toSorted((a, b) => b.value - a.value || a.id - b.id)
    .slice(0, most)
    .map(({ id }) => id);
