import { CloseReason, EpochState } from '@zhuiyuan/contract/campaign/campaign-states';
import type { FairPack } from '@zhuiyuan/contract/campaign/fair/fair';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { notFound } from '../../kit/refusal.ts';
import { toDrawNo } from '../draw-no.ts';
import { headsOf } from './chain-heads.ts';
import { drawsOf } from './draws-of.ts';
import type { Weight } from './numbers.ts';
import { epochOf, toHead } from './told.ts';

/** All of a revealed period that a stranger needs to recompute it; 404 before. */
export const readPack = async (
  db: Db,
  { activityId, epochNo }: { activityId: number; epochNo: number },
): Promise<FairPack> => {
  const epoch = await epochOf(db)
    .where('seedEpoch.activityId', '=', activityId)
    .where('epochNo', '=', epochNo)
    .where('seedEpoch.state', '=', EpochState.revealed)
    .select([
      'seedEpoch.id',
      'seedHash',
      'seed',
      'chainHash',
      'chainVersion',
      'drawCnt',
      'fallbackTierId',
      'version',
      'hash',
      'prevHash',
      sql<Weight[]>`weight_version.entries`.as('entries'),
    ])
    .executeTakeFirst();
  if (!epoch) throw notFound('该期种子尚未公开');
  const tiers = await db
    .selectFrom('tier')
    .where('activityId', '=', activityId)
    .orderBy('tierNo')
    .select(['id as tierId', 'tierName', 'amountMin', 'amountMax'])
    .execute();
  const rejectedHolds = await db
    .selectFrom('claim')
    .innerJoin('draw', 'draw.id', 'claim.drawId')
    .where('draw.epochId', '=', epoch.id)
    .where('claim.closeReason', '=', CloseReason.void)
    .groupBy('claim.tierId')
    .orderBy('claim.tierId')
    .select(['claim.tierId', ({ fn }) => fn.countAll<number>().as('count')])
    .execute();
  const draws: FairPack['draws'] = [];
  for await (const {
    id,
    drawnDay,
    uid,
    key,
    clientSeed,
    rand,
    rawTierId,
    tierId,
    fallback,
    amount,
    drawnAt,
  } of drawsOf(db, epoch.id))
    draws.push({
      no: draws.length + 1,
      drawNo: toDrawNo(drawnDay, id),
      uid,
      key,
      clientSeed,
      rand,
      rawTierId,
      tierId,
      fallback,
      amount,
      drawnAt,
    });
  return {
    activityId,
    epochNo,
    seedHash: epoch.seedHash,
    seed: epoch.seed!,
    chainVersion: epoch.chainVersion,
    chainHash: epoch.chainHash ?? '',
    drawCount: epoch.drawCnt ?? 0,
    fallbackTierId: epoch.fallbackTierId,
    heads: (await headsOf(db, epoch.id)).map(toHead),
    weightVersion: { version: epoch.version, prevHash: epoch.prevHash, hash: epoch.hash, entries: epoch.entries },
    tiers,
    rejectedHolds,
    draws,
  };
};
