import { million } from '@zhuiyuan/contract/campaign/activity/activity-draft';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';

/** What the figures need of a tier; amounts are fen, absent as long as nobody knows its prize. */
export interface Costed {
  stockTotal: number;
  weight: number;
  terms?: { prizeType: number; amountMin: number; amountMax: number; costPrice: number };
}

const isCash = ({ terms }: Costed): boolean => terms?.prizeType === PrizeType.cash;

/** Whether anything is paid out in money, so that there has to be a budget. */
export const hasCash = (tiers: readonly Costed[]): boolean => tiers.some(isCash);

/** The most that can be paid out, fen: each cash tier's stock by the highest amount of its prize. */
export const maxSpend = (tiers: readonly Costed[]): number =>
  tiers.filter(isCash).reduce((sum, { stockTotal, terms }) => sum + stockTotal * terms!.amountMax, 0);

/**
 * What so many draws are expected to pay out, fen, rounded to the nearest: draws by odds, never more than the stock, by the mean
 * amount. Null where nobody says how many draws there will be.
 */
export const expectedSpend = (tiers: readonly Costed[], draws: number | null | undefined): number | null => {
  if (!draws) return null;
  const whole = BigInt(million);
  const twice = tiers.filter(isCash).reduce((sum, { stockTotal, weight, terms }) => {
    const hits = BigInt(draws) * BigInt(weight);
    const stock = BigInt(stockTotal) * whole;
    return sum + (hits < stock ? hits : stock) * BigInt(terms!.amountMin + terms!.amountMax);
  }, 0n);
  return Number((twice + whole) / (2n * whole));
};

/** What the goods cost if all of them are won, fen. They are outside the budget. */
export const goodsCost = (tiers: readonly Costed[]): number =>
  tiers
    .filter(({ terms }) => terms?.prizeType === PrizeType.goods)
    .reduce((sum, { stockTotal, terms }) => sum + stockTotal * terms!.costPrice, 0);
