import type { BiasTest } from '@zhuiyuan/contract/campaign/fair/fair';
import { EpochState } from '@zhuiyuan/contract/campaign/campaign-states';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { chanceOf, sumOfSquares } from './chi-square.ts';
import type { Weight } from './numbers.ts';

const ended = [EpochState.sealed, EpochState.revealed];

/**
 * Holds the tiers that numbers hit in all sealed periods of an activity against the odds of each period's version. Versions are tested
 * each by itself and added up, so that odds that were raised do not look like a deviation.
 */
export const testBias = async (db: Db, activityId: number): Promise<BiasTest> => {
  const versions = await db
    .selectFrom('weightVersion')
    .where('activityId', '=', activityId)
    .select(['version', sql<Weight[]>`entries`.as('entries')])
    .execute();
  const hits = await db
    .selectFrom('draw')
    .innerJoin('seedEpoch', 'seedEpoch.id', 'draw.epochId')
    .where('draw.activityId', '=', activityId)
    .where('seedEpoch.state', 'in', ended)
    .groupBy(['seedEpoch.weightVersion', 'draw.rawTierId'])
    .select(['seedEpoch.weightVersion', 'draw.rawTierId as tierId', ({ fn }) => fn.countAll<number>().as('count')])
    .execute();
  const { epochs } = await db
    .selectFrom('seedEpoch')
    .where('activityId', '=', activityId)
    .where('state', 'in', ended)
    .select(({ fn }) => fn.countAll<number>().as('epochs'))
    .executeTakeFirstOrThrow();
  const tiers = await db
    .selectFrom('tier')
    .where('activityId', '=', activityId)
    .orderBy('tierNo')
    .select(['id as tierId', 'tierName'])
    .execute();
  const sums = new Map(tiers.map(({ tierId }) => [tierId, { expected: 0, observed: 0 }]));
  let chiSquare = 0;
  let freedom = 0;
  for (const { version, entries } of versions) {
    const own = hits.filter(({ weightVersion }) => weightVersion === version);
    const drawn = own.reduce((sum, { count }) => sum + count, 0);
    if (drawn === 0) continue;
    const outcomes = entries.map(({ tierId, weight }) => ({
      tierId,
      observed: own.find((hit) => hit.tierId === tierId)?.count ?? 0,
      expected: (drawn * weight) / 1_000_000,
    }));
    for (const { tierId, observed, expected } of outcomes) {
      const sum = sums.get(tierId);
      if (!sum) continue;
      sum.observed += observed;
      sum.expected += expected;
    }
    const tested = sumOfSquares(outcomes);
    chiSquare += tested.chiSquare;
    freedom += tested.freedom;
  }
  return {
    epochs,
    draws: hits.reduce((sum, { count }) => sum + count, 0),
    tiers: tiers.map((tier) => ({ ...tier, ...sums.get(tier.tierId)! })),
    chiSquare: freedom > 0 ? chiSquare : null,
    freedom,
    p: freedom > 0 ? chanceOf(chiSquare, freedom) : null,
  };
};
