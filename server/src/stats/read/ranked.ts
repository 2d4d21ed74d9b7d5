import type { RankedRow } from '@zhuiyuan/contract/stats/figures/ranked-row';
import type { MetricCode } from '@zhuiyuan/contract/stats/figures/metric';
import type { Db } from '../../kit/db/database.ts';
import { namesOf } from './names.ts';
import type { Firms } from './question.ts';
import { readMetrics } from './read-metrics.ts';
import type { Span, StatTime } from './span.ts';

type RankedDim = 'product' | 'agent' | 'shop' | 'activity' | 'province' | 'city';

/** Whose figures of when are ranked. */
export interface Ranking {
  firms: Firms;
  time: StatTime;
}

const readSpan = async (
  db: Db,
  { firms, time: { asOf } }: Ranking,
  span: Span,
  dim: RankedDim,
  code: MetricCode,
): Promise<Map<number, number>> => {
  const found = await readMetrics(db, { firms, span, asOf }, { place: { dim }, by: 'id' }, [code]);
  return new Map([...found].map(([id, values]) => [id, values[code] ?? 0]));
};

/** Rows by a figure, the most first; what is of no row (0) comes apart. `holds` says which rows are asked for. */
export const rank = async (
  db: Db,
  ranking: Ranking,
  {
    dim,
    code,
    most,
    holds = () => true,
  }: {
    dim: RankedDim;
    code: MetricCode;
    most: number;
    holds?: (id: number) => boolean;
  },
): Promise<{ rows: RankedRow[]; unknown: number }> => {
  const { range, before } = ranking.time;
  const [now, earlier] = await Promise.all([
    readSpan(db, ranking, range, dim, code),
    before && readSpan(db, ranking, before, dim, code),
  ]);
  const top = [...now]
    .filter(([id, value]) => id !== 0 && value > 0 && holds(id))
    .toSorted(([a, more], [b, less]) => less - more || a - b)
    .slice(0, most);
  const nameOf = await namesOf(
    db,
    dim,
    top.map(([id]) => id),
  );
  return {
    rows: top.map(([id, value]) => ({ id, name: nameOf(id), value, prev: earlier ? (earlier.get(id) ?? 0) : null })),
    unknown: now.get(0) ?? 0,
  };
};

/** Places by a figure: provinces, or the cities of one; unknown are then those of the province whose city nobody knows. */
export const rankPlaces = async (
  db: Db,
  ranking: Ranking,
  code: MetricCode,
  province: number | undefined,
): Promise<{ rows: RankedRow[]; unknown: number }> => {
  if (province === undefined) return rank(db, ranking, { dim: 'province', code, most: 100 });
  const isOfProvince = (id: number) => Math.floor(id / 10_000) === Math.floor(province / 10_000);
  const [cities, provinces] = await Promise.all([
    rank(db, ranking, { dim: 'city', code, most: 100, holds: isOfProvince }),
    readSpan(db, ranking, ranking.time.range, 'province', code),
  ]);
  const known = cities.rows.reduce((sum, { value }) => sum + value, 0);
  // Who was in two cities of a province is one person of it.
  return { ...cities, unknown: Math.max((provinces.get(province) ?? 0) - known, 0) };
};
