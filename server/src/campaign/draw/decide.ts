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
import { drawAmount, drawNumber, tierAt, type DrawKey, type Weight } from '../fair/numbers.ts';

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
  /** Of cash, fen; 0 of anything else. */
  amountMin: number;
  amountMax: number;
  /** Given out on the day and in the hour that count, by their keys of {@link capKey}. */
  issued: Map<string, number>;
}

/** The day of a cap; with an hour of it from 0 to 23, else -1. */
export const capKey = (day: string, hour: number): string => `${day} ${hour}`;

/** What is free to be won, as it is while draws are decided. */
export interface Stock<Tier extends TierNow = TierNow> {
  tiers: ReadonlyMap<number, Tier>;
  /** Fen. */
  budget: number;
}

/** What one draw's number comes of, and when it counts. */
export interface Cast {
  seed: Buffer;
  key: DrawKey;
  entries: readonly Weight[];
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

/** The cash that a draw would bring from a tier, fen; 0 from one without cash. */
const toAmount = ({ seed, key }: Cast, { prizeType, amountMin, amountMax }: TierNow): number =>
  prizeType === PrizeType.cash ? drawAmount(seed, key, amountMin, amountMax) : 0;

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
  return toAmount(cast, tier) > stock.budget ? Fallback.budget : Fallback.none;
};

/** How a draw ends, as it is written down. */
export interface Decision {
  rand: number;
  /** The tier that its number hit. */
  rawTierId: number;
  tierId: number;
  /** Why the two differ. */
  fallback: Fallback;
  /** Fen. */
  amount: number;
}

/** What a draw leaves otherwise than it was. */
export interface Changes {
  /** Counts of its shopper that are one higher. */
  counts: readonly string[];
  /** What is one less in stock, with the counts of what was given out of it that are one higher. */
  won?: { tierId: number; amount: number; caps: readonly string[] };
}

/**
 * Decides one draw by its number alone and what is free: the tier that it hit, else the fallback tier, else none. It changes nothing:
 * see {@link take}. Draws of one activity are decided one after the other.
 */
export const decide = (
  stock: Stock,
  limits: Limits,
  counters: Counters,
  cast: Cast,
): { decision: Decision; changes: Changes } => {
  const rand = drawNumber(cast.seed, cast.key);
  const raw = stock.tiers.get(tierAt(cast.entries, rand))!;
  const fallback = findGate(stock, limits, counters, cast, raw);
  const second = [...stock.tiers.values()].find((tier) => tier.isFallback && tier.id !== raw.id);
  const blank = [...stock.tiers.values()].find(({ prizeType }) => prizeType === PrizeType.none)!;
  const tier =
    fallback === Fallback.none
      ? raw
      : second && findGate(stock, limits, counters, cast, second) === Fallback.none
        ? second
        : blank;
  const draws = [totalDraws, dayDraws(cast.day)];
  const number = { rand, rawTierId: raw.id, tierId: tier.id, fallback };
  if (tier.prizeType === PrizeType.none) return { decision: { ...number, amount: 0 }, changes: { counts: draws } };
  const amount = toAmount(cast, tier);
  return {
    decision: { ...number, amount },
    changes: {
      counts: [...draws, totalWins, dayWins(cast.day), tierWins(tier.id)],
      won: { tierId: tier.id, amount, caps: [capKey(cast.day, -1), capKey(cast.today, cast.hour)] },
    },
  };
};

/** Takes what a draw wins from the stock, and counts it. */
export const take = (stock: Stock, counters: Counters, { counts, won }: Changes): void => {
  for (const period of counts) raise(counters, period);
  if (!won) return;
  const tier = stock.tiers.get(won.tierId)!;
  tier.remain -= 1;
  stock.budget -= won.amount;
  for (const cap of won.caps) raise(tier.issued, cap);
};
