import type { DimName, Measure, ReachName } from '../figures/dims.ts';
import { factKinds, reachUnder } from '../figures/facts.ts';
import { isUnder } from '../figures/sum-facts.ts';
import { extraOf, type ExtraName } from './extras.ts';

/** People of a kind, each once. */
export type People = `${ReachName}_uv`;
/** What figures are made of: sums, people, either of them of all time, and what other tables hold. */
export type Base = Measure | People | `total_${Measure | People}` | ExtraName;

const reachOf = (base: string): ReachName | undefined =>
  base.endsWith('_uv') ? (base.slice(0, -'_uv'.length) as ReachName) : undefined;
/** Whether a base is the same whatever time is asked for. */
export const isOfNow = (base: Base): boolean => {
  const extra = extraOf(base);
  return isOfAllTime(base) || (extra !== undefined && !extra.time && !extra.day);
};

/** Whether a base knows whole days alone, so that nothing is known of a part of one. */
export const isOfDays = (base: Base): boolean => {
  const extra = extraOf(base);
  return extra?.day !== undefined;
};

/** The people a base counts, if it counts any. */
export const toReach = (base: Base): ReachName | undefined => reachOf(toPlain(base));
/** A base without saying that it is of all time. */
export const toPlain = (base: Base): Measure | People =>
  (base.startsWith('total_') ? base.slice('total_'.length) : base) as Measure | People;
export const isOfAllTime = (base: Base): boolean => base.startsWith('total_');
/** Whether a base of all time can be told of the end of a day: sums can, people cannot. */
export const isRunning = (base: Base): boolean => isOfAllTime(base) && !toReach(base);

/** Whether a figure is kept of rows of a dimension, or of a pair of them. */
export const isKept = (base: Base, dim: DimName, dim2?: DimName): boolean => {
  const extra = extraOf(base);
  if (extra) {
    if (dim2) return Boolean(extra.of[dim] && extra.of[dim2]);
    return !extra.isOfPairs && (dim === 'firm' || extra.of[dim] !== undefined);
  }
  const reach = toReach(base);
  if (reach) {
    if (dim2) return false;
    const told = factKinds.filter(({ reaches }) => reaches?.[reach === 'fresh' ? 'scan' : reach]);
    return (
      dim === 'firm' ||
      (reachUnder.some((one) => one === dim) && told.every(({ of }) => of[dim as (typeof reachUnder)[number]]))
    );
  }
  const plain = toPlain(base) as Measure;
  const adding = factKinds.filter(({ adds }) => adds[plain]);
  return (dim === 'firm' && !dim2) || adding.every(({ under }) => under.some((one) => isUnder(one, { dim, dim2 })));
};
