import { million } from '@zhuiyuan/contract/campaign/activity/activity-draft';
import { multiplyDecimal } from '@zhuiyuan/contract/kit/decimal';
import { countText } from '../../../../parts/format/numbers.ts';

/** A per cent as it is typed, in parts of a million; NaN where it is none, finer than four decimals, or beyond a whole. */
export const toWeight = (typed: string): number => {
  const weight = multiplyDecimal(typed.replaceAll(/[%％,，\s]/g, ''), 10_000);
  return Number.isSafeInteger(weight) && weight >= 0 && weight <= million ? weight : Number.NaN;
};

/** A whole number as it is typed; null where nothing is, NaN where it is none. */
export const toCount = (typed: string): number | null => {
  const digits = typed.replaceAll(/[,，\s]/g, '');
  if (digits === '') return null;
  return /^\d{1,9}$/.test(digits) ? Number(digits) : Number.NaN;
};

export const sumOfWeights = (tiers: readonly { weight: number }[]): number =>
  tiers.reduce((sum, { weight }) => sum + weight, 0);

/** What 谢谢参与 takes: all that no tier does. */
export const restOf = (tiers: readonly { weight: number }[]): number => Math.max(0, million - sumOfWeights(tiers));

/** How many draws there are to one win, in words; nothing where there is none. */
export const averageText = (weight: number): string => {
  if (weight <= 0) return '';
  return weight >= million ? '每次都中' : `${countText(Math.round(million / weight))} 次 1 个`;
};

/** The parts of the odds bar, from the most frequent tier to the least; each with its share of the bar, never more than there is. */
export const toBar = <T extends { weight: number }>(tiers: readonly T[]): { tier: T; share: number }[] => {
  const whole = Math.max(million, sumOfWeights(tiers));
  return tiers
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight)
    .map((tier) => ({ tier, share: tier.weight / whole }));
};
