import { CloseReason, EpochState, type Fallback } from '@zhuiyuan/contract/campaign/campaign-states';
import type { ChainHead, FairPack, Proof, PublicEpoch } from '@zhuiyuan/contract/campaign/fair/fair';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { notFound } from '../../kit/refusal.ts';
import { drawIdOf, drawNoText, toDrawNo } from '../draw-no.ts';
import { headsOf } from './chain-heads.ts';
import { drawsOf } from './draws-of.ts';
import { drawNumber, hashOfSeed, hashOfWeights, messageOf, tierAt, type Weight } from './numbers.ts';
import { revealHours } from './reveal-hours.ts';

const revealAt = sql<string | null>`closed_at + make_interval(hours => ${sql.lit(revealHours)})`;

const epochOf = (db: Db) =>
  db
    .selectFrom('seedEpoch')
    .innerJoin('weightVersion', (join) =>
      join
        .onRef('weightVersion.activityId', '=', 'seedEpoch.activityId')
        .onRef('weightVersion.version', '=', 'seedEpoch.weightVersion'),
    );

/** Heads of a period that are answered at once: those of two days. */
const mostHeads = 100;

const toHead = ({ at, drawCnt, head }: { at: string; drawCnt: number; head: string }): ChainHead => ({
  at,
  count: drawCnt,
  head,
});

/** What is public of a period: its commitment from the beginning, its seed when it was revealed. */
export const readEpoch = async (
  db: Db,
  { activityId, epochNo }: { activityId: number; epochNo: number },
): Promise<PublicEpoch> => {
  const epoch = await epochOf(db)
    .where('seedEpoch.activityId', '=', activityId)
    .where('epochNo', '=', epochNo)
    .select([
      'epochNo',
      'state',
      'seedHash',
      'hash as weightHash',
      'openedAt',
      'closedAt',
      revealAt.as('revealAt'),
      'seed',
      'drawCnt',
      'chainHash',
      'chainVersion',
      'fallbackTierId',
      'headsOk',
      'seedEpoch.id',
    ])
    .executeTakeFirst();
  if (!epoch) throw notFound();
  const { id, ...told } = epoch;
  return {
    ...told,
    heads: (await headsOf(db, id)).slice(-mostHeads).map(toHead),
    activityId,
    state: epoch.state as PublicEpoch['state'],
    seed: epoch.seed ?? '',
    drawCount: epoch.drawCnt ?? 0,
    chainHash: epoch.chainHash ?? '',
  };
};

/** How a draw came about: before its seed is public the commitment alone, afterwards all of it, recomputed. */
export const readProof = async (db: Db, drawNo: string): Promise<Proof> => {
  const drawId = drawIdOf(drawNo);
  const row =
    drawId === undefined
      ? undefined
      : await epochOf(db)
          .innerJoin('draw', 'draw.epochId', 'seedEpoch.id')
          .innerJoin('tier', 'tier.id', 'draw.tierId')
          .innerJoin('tier as raw', 'raw.id', 'draw.rawTierId')
          .where('draw.id', '=', drawId)
          .select([
            drawNoText('draw').as('drawNo'),
            'draw.id as drawId',
            'draw.epochId',
            'seedEpoch.headsOk',
            'draw.activityId',
            'draw.key',
            'draw.uid',
            'draw.clientSeed',
            'draw.rand',
            'draw.rawTierId',
            'draw.fallback',
            'tier.tierName',
            'raw.tierName as rawTierName',
            'seedEpoch.epochNo',
            'seedEpoch.state',
            'seedEpoch.seedHash',
            'seedEpoch.seed',
            revealAt.as('revealAt'),
            'weightVersion.version',
            'weightVersion.hash',
            'weightVersion.prevHash',
            sql<Weight[]>`weight_version.entries`.as('entries'),
          ])
          .executeTakeFirst();
  if (!row) throw notFound('没有这次抽奖，请核对抽奖编号');
  const heads = await headsOf(db, row.epochId);
  const first = heads.find(({ lastDrawId }) => lastDrawId >= row.drawId);
  const known = {
    drawNo: row.drawNo,
    activityId: row.activityId,
    heads: [...new Set([first, heads.at(-1)])].flatMap((head) => (head ? [toHead(head)] : [])),
    headsOk: row.headsOk,
    epochNo: row.epochNo,
    seedHash: row.seedHash,
    tierName: row.tierName,
    fallback: row.fallback as Fallback,
  };
  const hidden = {
    ...known,
    isRevealed: false,
    seed: '',
    message: '',
    rand: null,
    rawTierName: '',
    ok: null,
    seedOk: null,
    randOk: null,
    tierOk: null,
    weightOk: null,
  };
  if (row.state === EpochState.broken)
    return { ...hidden, text: `第${row.epochNo}期种子无法公开，本期中奖结果照常兑付` };
  if (row.state !== EpochState.revealed || row.seed === null)
    return {
      ...hidden,
      text: row.revealAt ? `该期种子将于${row.revealAt.slice(0, 16)}公开` : `该期结束${revealHours}小时后公开种子`,
    };
  const seed = Buffer.from(row.seed, 'hex');
  const rand = drawNumber(seed, row);
  const seedOk = hashOfSeed(seed) === row.seedHash;
  const randOk = rand === row.rand;
  const tierOk = tierAt(row.entries, rand) === row.rawTierId;
  const weightOk = hashOfWeights(row) === row.hash;
  return {
    ...known,
    isRevealed: true,
    text: '',
    seed: row.seed,
    message: messageOf(row),
    rand: row.rand,
    rawTierName: row.rawTierName,
    ok: seedOk && randOk && tierOk && weightOk && row.headsOk !== false,
    seedOk,
    randOk,
    tierOk,
    weightOk,
  };
};

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
