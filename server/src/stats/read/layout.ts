import type { StatAxis } from '@zhuiyuan/contract/stats/screens/stat-axis';
import type { DimName } from '../figures/dims.ts';
import { factKinds } from '../figures/facts.ts';
import type { Layout } from './read-metrics.ts';
import type { Span } from './span.ts';

/** One row that figures are asked of alone. */
export interface OfRow {
  dim: DimName;
  id: number;
}

const isPair = (first: DimName, second: DimName): boolean =>
  factKinds.some(({ under }) => under.some((one) => typeof one !== 'string' && one[0] === first && one[1] === second));
const isAlone = (dim: DimName): boolean => factKinds.some(({ under }) => under.includes(dim));

/** All games, as what is asked of. */
export const allGames: OfRow = { dim: 'scene', id: 1 };

/** Rows of a dimension among games, or those of one way of playing. */
const rowsOfGames = (dim: DimName, of: OfRow): Layout | undefined => {
  if (dim === 'activity') return { place: { dim, games: of.dim === 'mode' ? of.id : 0 }, by: 'id' };
  return of.dim === 'scene' && dim === 'mode' ? { place: { dim }, by: 'id' } : undefined;
};

/** How rows of a dimension are told, of everything or of one row of another; undefined where no such figures are kept. */
const rowsOf = (dim: DimName, of: OfRow | undefined): Layout | undefined => {
  if (!of) {
    if (isAlone(dim)) return { place: { dim }, by: 'id' };
    // Tiers are kept beside their activities alone.
    return isPair('activity', dim) ? { place: { dim: 'activity', dim2: dim }, by: 'id2' } : undefined;
  }
  const ofGames = of.dim === 'scene' || of.dim === 'mode' ? rowsOfGames(dim, of) : undefined;
  if (ofGames) return ofGames;
  if (of.dim === dim) return { place: of, by: 'id' };
  if (isPair(of.dim, dim)) return { place: { ...of, dim2: dim }, by: 'id2' };
  return isPair(dim, of.dim) ? { place: { dim, dim2: of.dim, id2: of.id }, by: 'id' } : undefined;
};

/** How figures are laid out by an axis, of everything or of one row; undefined where no such figures are kept. */
export const layoutOf = (axis: StatAxis, of: OfRow | undefined, { start }: Pick<Span, 'start'>): Layout | undefined => {
  if (axis === 'day') return { place: of ?? { dim: 'firm', id: 0 }, by: start === null ? 'month' : 'day' };
  if (axis === 'weekHour') {
    const hours = rowsOf('hour', of);
    return hours && { ...hours, by: 'weekHour' };
  }
  return rowsOf(axis, of);
};
