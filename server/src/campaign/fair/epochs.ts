import { EpochState } from '@zhuiyuan/contract/campaign/campaign-states';
import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import type { Db } from '../../kit/db/database.ts';
import { seal, unseal } from '../../kit/secret.ts';
import { hashOfSeed, hashOfWeights, noHash, type Weight } from './numbers.ts';

const sealedFor = (activityId: number, epochNo: number): string => `draw seed ${activityId} ${epochNo}`;

/** The seed of a period; throws when it was changed or the key is another. */
export const openSeed = (
  masterKey: Buffer,
  epoch: { activityId: number; epochNo: number; seedSealed: Buffer },
): Buffer => unseal(masterKey, sealedFor(epoch.activityId, epoch.epochNo), epoch.seedSealed);

/** A fresh seed of a period, sealed, with the hash that is published of it. */
export const makeSeed = (masterKey: Buffer, period: { activityId: number; epochNo: number }) => {
  const seed = randomBytes(32);
  const { activityId, epochNo } = period;
  return {
    activityId,
    epochNo,
    seed,
    seedSealed: seal(masterKey, sealedFor(activityId, epochNo), seed),
    seedHash: hashOfSeed(seed),
  };
};

/**
 * Ends the period that is open, if any, and opens the next one under a fresh seed and the newest odds. Who calls holds the
 * activity's draws shut.
 */
export const turnEpoch = async (
  db: Db,
  masterKey: Buffer,
  { firmId, activityId, weightVersion }: { firmId: number; activityId: number; weightVersion: number },
): Promise<{ epochNo: number }> => {
  await closeEpoch(db, activityId);
  const last = await db
    .selectFrom('seedEpoch')
    .where('activityId', '=', activityId)
    .select(({ fn }) => fn.max('epochNo').as('no'))
    .executeTakeFirst();
  const epochNo = (last?.no ?? 0) + 1;
  const { seed: _secret, ...sealed } = makeSeed(masterKey, { activityId, epochNo });
  const fallback = await db
    .selectFrom('tier')
    .where('activityId', '=', activityId)
    .where('isFallback', '=', true)
    .select('id')
    .executeTakeFirst();
  await db
    .insertInto('seedEpoch')
    .values({ firmId, weightVersion, ...sealed, fallbackTierId: fallback?.id ?? null })
    .execute();
  return { epochNo };
};

/** Ends the open period of an activity. Tickets of it draw for another quarter of an hour. */
export const closeEpoch = async (db: Db, activityId: number): Promise<void> => {
  await db
    .updateTable('seedEpoch')
    .set({ state: EpochState.closed, closedAt: sql`clock_timestamp()` })
    .where('activityId', '=', activityId)
    .where('state', '=', EpochState.open)
    .execute();
};

/** Writes the next version of an activity's odds, chained to the one before it. */
export const addWeights = async (
  db: Db,
  version: { firmId: number; activityId: number; entries: readonly Weight[]; reason: string; createdBy: number | null },
): Promise<{ version: number; hash: string }> => {
  const { firmId, activityId, entries, reason, createdBy } = version;
  const last = await db
    .selectFrom('weightVersion')
    .where('activityId', '=', activityId)
    .orderBy('version', 'desc')
    .limit(1)
    .select(['version', 'hash'])
    .executeTakeFirst();
  const next = { activityId, version: (last?.version ?? 0) + 1, entries, prevHash: last?.hash ?? noHash };
  const hash = hashOfWeights(next);
  await db
    .insertInto('weightVersion')
    .values({
      firmId,
      activityId,
      version: next.version,
      entries: JSON.stringify(entries.map(({ tierId, weight }) => ({ tierId, weight }))),
      prevHash: next.prevHash,
      hash,
      reason,
      createdBy,
    })
    .execute();
  await db
    .updateTable('activity')
    .set({ weightVersion: next.version })
    .where('id', '=', activityId)
    .where('firmId', '=', firmId)
    .execute();
  return { version: next.version, hash };
};
