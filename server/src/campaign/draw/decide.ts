import { Fallback } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import {
  below,
  dayDraws,
  dayWins,
  raise,
  tierWins,
  totalDraws,
  totalWins,
  type Counters,
  type Limits,
} from '../counters.ts';

/** A tier as it stands while draws are decided: what it gives, what is left of it, and what was given out of it. */
export interface TierNow {
  id: number;
  prizeType: number;
  remain: number;
  isOn: boolean;
  isFallback: boolean;
  dayCap: number | null;
  hourCap: number | null;
  userCap: number | null;
  amountMin: number;
  /** Given out on the day and in the hour that count, by their keys of {@link capKey}. */
  issued: Map<string, number>;
}

/** The day of a cap; with an hour of it from 0 to 23, else -1. */
export const capKey = (day: string, hour: number): string => `${day} ${hour}`;

/** What is free to be won, as it is while draws are decided. */
export interface Stock {
  tiers: ReadonlyMap<number, TierNow>;
  /** Fen. */
  budget: number;
}

/** One draw's number, and when it counts. */
export interface Cast {
  rawTierId: number;
  /** The cash it would bring from a tier, fen; 0 from one without cash. */
  amountOf: (tierId: number) => number;
  /** The day signed into its ticket. */
  day: string;
  /** The hour it is now, and the day of that. */
  today: string;
  hour: number;
}

/** Whether any tier has a prize left that the budget can pay. */
export const hasPrizes = ({ tiers, budget }: Stock): boolean =>
  [...tiers.values()].some(
    (tier) =>
      tier.prizeType !== PrizeType.none &&
      tier.isOn &&
      tier.remain > 0 &&
      (tier.prizeType !== PrizeType.cash || tier.amountMin <= budget),
  );

/** The first gate that is shut for a draw that would win a tier. */
const findGate = (stock: Stock, limits: Limits, counters: Counters, cast: Cast, tier: TierNow): Fallback => {
  if (tier.prizeType === PrizeType.none) return Fallback.none;
  if (!tier.isOn) return Fallback.tierOff;
  const mayWin =
    below(limits.winDay, counters.get(dayWins(cast.day))) &&
    below(limits.winTotal, counters.get(totalWins)) &&
    below(tier.userCap, counters.get(tierWins(tier.id)));
  if (!mayWin) return Fallback.userWins;
  if (!below(tier.hourCap, tier.issued.get(capKey(cast.today, cast.hour)))) return Fallback.hourCap;
  if (!below(tier.dayCap, tier.issued.get(capKey(cast.day, -1)))) return Fallback.dayCap;
  if (tier.remain < 1) return Fallback.soldOut;
  return cast.amountOf(tier.id) > stock.budget ? Fallback.budget : Fallback.none;
};

export interface Decision {
  tierId: number;
  fallback: Fallback;
  /** Fen. */
  amount: number;
}

/**
 * Decides one draw and takes what it wins from the stock and its counts: the tier its number hit, else the fallback tier, else
 * none; why it is another is kept. Draws of one activity are decided one after the other.
 */
export const decide = (stock: Stock, limits: Limits, counters: Counters, cast: Cast): Decision => {
  const raw = stock.tiers.get(cast.rawTierId)!;
  const fallback = findGate(stock, limits, counters, cast, raw);
  const second = [...stock.tiers.values()].find((tier) => tier.isFallback && tier.id !== raw.id);
  const blank = [...stock.tiers.values()].find(({ prizeType }) => prizeType === PrizeType.none)!;
  const tier =
    fallback === Fallback.none
      ? raw
      : second && findGate(stock, limits, counters, cast, second) === Fallback.none
        ? second
        : blank;
  raise(counters, totalDraws);
  raise(counters, dayDraws(cast.day));
  if (tier.prizeType === PrizeType.none) return { tierId: tier.id, fallback, amount: 0 };
  const amount = cast.amountOf(tier.id);
  tier.remain -= 1;
  stock.budget -= amount;
  raise(counters, totalWins);
  raise(counters, dayWins(cast.day));
  raise(counters, tierWins(tier.id));
  raise(tier.issued, capKey(cast.day, -1));
  raise(tier.issued, capKey(cast.today, cast.hour));
  return { tierId: tier.id, fallback, amount };
};
