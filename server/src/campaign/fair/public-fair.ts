import { EpochState, type Fallback } from '@zhuiyuan/contract/campaign/campaign-states';
import type { Proof, PublicEpoch } from '@zhuiyuan/contract/campaign/fair/fair';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { notFound } from '../../kit/refusal.ts';
import { drawIdOf, drawNoText } from '../draw-no.ts';
import { headsOf } from './chain-heads.ts';
import { epochOf, toHead } from './told.ts';
import { drawNumber, hashOfSeed, hashOfWeights, messageOf, tierAt, type Weight } from './numbers.ts';
import { revealHours } from './reveal-hours.ts';

const revealAt = sql<string | null>`closed_at + make_interval(hours => ${sql.lit(revealHours)})`;

/** Heads of a period that are answered at once: those of two days. */
const mostHeads = 100;

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
