import { riskScore } from '@zhuiyuan/contract/risk/risk-score';
import { HitState } from '@zhuiyuan/contract/risk/risk-enums';
import { sql } from 'kysely';

const { lit } = sql;

/** Days in which a hit counts. */
export const scoreDays = 30;

/** The hits of a table or name that count for a score now. */
export const countsForScore = (hit: string) =>
  sql<boolean>`(${sql.ref(`${hit}.lastAt`)} > now() - make_interval(days => ${lit(scoreDays)})
    and ${sql.ref(`${hit}.handled`)} <> ${lit(HitState.released)})`;

/** How somebody stands by what he hit before, and from which scores on something is done. */
export interface Scored {
  /** The strongest action of each rule he hit lately, by its number. */
  actions: Readonly<Record<string, number>>;
  scoreHold: number;
  scoreBlock: number;
}

/** What his score comes to with what he hits now. */
export const judgeScore = (
  { actions, scoreHold, scoreBlock }: Scored,
  now: readonly { code: string; action: number }[],
): 'go' | 'hold' | 'block' => {
  const strongest = new Map(Object.entries(actions));
  for (const { code, action } of now) strongest.set(code, Math.max(action, strongest.get(code) ?? 0));
  const score = riskScore([...strongest.values()]);
  if (score >= scoreBlock) return 'block';
  return score >= scoreHold ? 'hold' : 'go';
};
