import type { MetricCode } from '@zhuiyuan/contract/stats/figures/metric';
import type { Db } from '../../kit/db/database.ts';
import { formulas, evaluate } from './formulas.ts';
import { isKept, isOfDays, isOfNow, isRunning, toReach, type Base } from './kept.ts';
import type { Firms, Key, Place } from './question.ts';
import { readBases } from './read-bases.ts';
import { countDays, type Span, type StatTime } from './span.ts';

/** Figures by their codes; null where they say nothing. */
export type Values = Partial<Record<MetricCode, number | null>>;

/** Where and by what figures are told apart. */
export interface Layout {
  place: Place;
  by: Key;
}

const isTold = (base: Base, { place, by }: Layout): boolean =>
  isKept(base, place.dim, place.dim2) &&
  // Nobody's hours are kept, and what stands now is not of a day; what came together until then is.
  !(by === 'weekHour' && toReach(base)) &&
  !(isOfNow(base) && (by === 'weekHour' || ((by === 'day' || by === 'month') && !isRunning(base))));

/** Whether a figure is the same whatever time is asked for, so that there is nothing before it. */
export const isTimeless = (code: MetricCode): boolean => formulas[code].needs.some(isOfNow);

/** Those of these figures that are kept of what is asked. */
export const toldOf = (codes: readonly MetricCode[], layout: Layout): MetricCode[] =>
  codes.filter(
    (code) =>
      (layout.place.dim === 'firm' || !formulas[code].isOfFirm) &&
      formulas[code].needs.every((base) => isTold(base, layout)),
  );

/** Those that are known of a time: of a part of a day not all are. */
export const toldIn = ({ span }: Pick<Asked, 'span'>, codes: readonly MetricCode[], layout: Layout): MetricCode[] =>
  toldOf(codes, layout).filter((code) => !(span.until && formulas[code].needs.some(isOfDays)));

/** What figures are asked of: whose, when, and as of when. */
export interface Asked extends Pick<StatTime, 'asOf'> {
  firms: Firms;
  span: Span;
  /** The first day with a figure, where the span has no start. */
  since?: string | null;
}

const daysOf = ({ span: { start, end }, since }: Asked, by: Key): number => {
  const first = start ?? since ?? end;
  return by === 'day' ? 1 : countDays(first < end ? first : end, end);
};

/** Figures by row; those that {@link toldOf} leaves out are absent, rows without facts too. */
export const readMetrics = async (
  db: Db,
  asked: Asked,
  layout: Layout,
  codes: readonly MetricCode[],
): Promise<Map<number, Values>> => {
  const { firms, span, asOf } = asked;
  const told = toldIn(asked, codes, layout);
  const found = await readBases(
    db,
    { firms, span, asOf, ...layout },
    told.flatMap((code) => formulas[code].needs),
  );
  const days = daysOf(asked, layout.by);
  return new Map(
    [...found].map(([key, sums]) => [key, Object.fromEntries(told.map((code) => [code, evaluate(code, sums, days)]))]),
  );
};

/** Figures as a whole: of the firms, or of one row; all of them, 0 where there are no facts. */
export const readTotals = async (db: Db, asked: Asked, place: Place, codes: readonly MetricCode[]): Promise<Values> => {
  const layout = { place, by: 'all' as const };
  const found = await readMetrics(db, asked, layout, codes);
  const days = daysOf(asked, 'all');
  return (
    found.get(0) ?? Object.fromEntries(toldIn(asked, codes, layout).map((code) => [code, evaluate(code, {}, days)]))
  );
};
