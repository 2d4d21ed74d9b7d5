/** How often one person drew and won so far, by the periods of the counters. */
export type Counters = Map<string, number>;

export const totalDraws = 'T';
/** Tickets asked for with points; counted apart from draws, and by nobody but who gives them out. */
export const askedDraws = 'S';
export const dayDraws = (day: string): string => `D${day}`;
/** Free turns taken on a day. */
export const freeDraws = (day: string): string => `F${day}`;
/** Further turns of a day that somebody was given for whom he brought along. */
export const givenTurns = (day: string): string => `G${day}`;
export const totalWins = 'WT';
export const dayWins = (day: string): string => `WD${day}`;
export const tierWins = (tierId: number): string => `K${tierId}`;

export interface Limits {
  limitTotal: number | null;
  limitDay: number | null;
  winTotal: number | null;
  winDay: number | null;
}

/** Whether one more stays within a limit; null is none. */
export const below = (limit: number | null, used: number | undefined): boolean => limit === null || (used ?? 0) < limit;

/** Why a person may not draw at all: his limit of the day, or in all. */
export const findLimit = (limits: Limits, counters: Counters, day: string): 'day' | 'total' | undefined => {
  if (!below(limits.limitDay, counters.get(dayDraws(day)))) return 'day';
  return below(limits.limitTotal, counters.get(totalDraws)) ? undefined : 'total';
};

/** Free turns a person has left on a day. */
export const freeLeft = ({ freePerDay }: { freePerDay: number }, counters: Counters, day: string): number =>
  Math.max(0, freePerDay + (counters.get(givenTurns(day)) ?? 0) - (counters.get(freeDraws(day)) ?? 0));

/** One more of what is counted. */
export const raise = (counts: Map<string, number>, key: string): void =>
  void counts.set(key, (counts.get(key) ?? 0) + 1);
