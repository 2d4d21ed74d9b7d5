import { EpochState, Fallback } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { sql } from 'kysely';
import type { Fault } from '../../fund/check-fund.ts';
import type { Db } from '../../kit/db/database.ts';
import { openChain } from '../fair/chain.ts';
import { headsOf } from '../fair/chain-heads.ts';
import { drawsOf } from '../fair/draws-of.ts';
import { openSeed } from '../fair/epochs.ts';
import { drawAmount, drawNumber, hashOfSeed, hashOfWeights, noHash, tierAt, type Weight } from '../fair/numbers.ts';
import { toDrawNo } from '../draw-no.ts';

/**
 * Recomputes every draw of the periods of a firm (of all of them without one) from its seed, the versions of the odds from their
 * hashes, and the chain of each sealed period (I9). Answers what is not as it was published.
 */
export const checkFairness = async (db: Db, masterKey: Buffer, firmId?: number): Promise<Fault[]> => {
  const faults: Fault[] = [];
  const fault = (of: number, detail: string) => void faults.push({ firmId: of, poolId: null, detail, difference: 1 });
  const versions = await db
    .selectFrom('weightVersion')
    .$if(firmId !== undefined, (query) => query.where('firmId', '=', firmId!))
    .orderBy('activityId')
    .orderBy('version')
    .select(['firmId', 'activityId', 'version', 'prevHash', 'hash', sql<Weight[]>`entries`.as('entries')])
    .execute();
  const odds = new Map<string, (typeof versions)[number]>();
  let last: (typeof versions)[number] | undefined;
  for (const version of versions) {
    const prevHash = last?.activityId === version.activityId ? last.hash : noHash;
    if (version.prevHash !== prevHash || hashOfWeights(version) !== version.hash)
      fault(version.firmId, `活动 ${version.activityId} 概率版本 ${version.version} 与存证不符`);
    odds.set(`${version.activityId} ${version.version}`, version);
    last = version;
  }
  const epochs = await db
    .selectFrom('seedEpoch')
    .$if(firmId !== undefined, (query) => query.where('firmId', '=', firmId!))
    .orderBy('id')
    .selectAll()
    .execute();
  for (const epoch of epochs) {
    const where = `活动 ${epoch.activityId} 第${epoch.epochNo}期`;
    let seed: Buffer;
    try {
      seed = openSeed(masterKey, epoch);
    } catch {
      fault(epoch.firmId, `${where} 种子无法解开`);
      continue;
    }
    if (hashOfSeed(seed) !== epoch.seedHash || (epoch.seed !== null && epoch.seed !== seed.toString('hex')))
      fault(epoch.firmId, `${where} 种子与承诺不符`);
    const { entries, hash: weightHash } = odds.get(`${epoch.activityId} ${epoch.weightVersion}`)!;
    const chain = openChain({ ...epoch, weightHash }, { told: await headsOf(db, epoch.id) });
    for await (const draw of drawsOf(db, epoch.id)) {
      const key = {
        activityId: epoch.activityId,
        epochNo: epoch.epochNo,
        key: draw.key,
        uid: draw.uid,
        clientSeed: draw.clientSeed,
      };
      const rand = drawNumber(seed, key);
      const isRight =
        rand === draw.rand &&
        tierAt(entries, rand) === draw.rawTierId &&
        isNamed(draw, epoch.fallbackTierId) &&
        (draw.prizeType === PrizeType.cash || draw.amount === 0) &&
        (draw.prizeType !== PrizeType.cash || draw.amount === drawAmount(seed, key, draw.amountMin, draw.amountMax));
      if (!isRight) fault(epoch.firmId, `${where} 抽奖 ${draw.id} 与种子不符`);
      chain.add({ ...draw, drawNo: toDrawNo(draw.drawnDay, draw.id) });
    }
    const isSealed = epoch.state === EpochState.sealed || epoch.state === EpochState.revealed;
    // Just sealed, its chain is still to be written.
    const isChained = epoch.state === EpochState.revealed || epoch.chainHash !== null;
    if (isSealed && isChained && chain.now().head !== epoch.chainHash) fault(epoch.firmId, `${where} 哈希链不符`);
    if (!chain.givesTold()) fault(epoch.firmId, `${where} 与期间公布的链头不符`);
  }
  return faults;
};

/** Whether a draw ended in the tier that was hit, or, with a reason, in one that may stand in for it. */
const isNamed = (
  draw: { fallback: string; rawTierId: number; tierId: number; prizeType: number },
  fallbackTierId: number | null,
): boolean =>
  draw.fallback === Fallback.none
    ? draw.tierId === draw.rawTierId
    : draw.tierId !== draw.rawTierId && (draw.tierId === fallbackTierId || draw.prizeType === PrizeType.none);
