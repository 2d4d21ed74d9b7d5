import { EpochState, Fallback } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { sql } from 'kysely';
import { mostFaults } from '../../fund/broken-rows.ts';
import type { Fault } from '../../fund/check-fund.ts';
import type { Db } from '../../kit/db/database.ts';
import { openChain } from '../fair/chain.ts';
import { headsOf } from '../fair/chain-heads.ts';
import { drawsOf } from '../fair/draws-of.ts';
import { openSeed } from '../fair/epochs.ts';
import { drawAmount, drawNumber, hashOfSeed, hashOfWeights, noHash, tierAt, type Weight } from '../fair/numbers.ts';
import { toDrawNo } from '../draw-no.ts';

const versionsOf = (db: Db, firmId: number | undefined) =>
  db
    .selectFrom('weightVersion')
    .$if(firmId !== undefined, (query) => query.where('firmId', '=', firmId!))
    .orderBy('activityId')
    .orderBy('version')
    .select(['firmId', 'activityId', 'version', 'prevHash', 'hash', sql<Weight[]>`entries`.as('entries')])
    .execute();
type Version = Awaited<ReturnType<typeof versionsOf>>[number];

const epochsOf = (db: Db, firmId: number | undefined) =>
  db
    .selectFrom('seedEpoch')
    .$if(firmId !== undefined, (query) => query.where('firmId', '=', firmId!))
    .orderBy('id')
    .selectAll()
    .execute();
type Epoch = Awaited<ReturnType<typeof epochsOf>>[number];
type Drawn = ReturnType<typeof drawsOf> extends AsyncGenerator<infer T> ? T : never;

/**
 * Recomputes every draw of the periods of a firm (of all of them without one) from its seed, the versions of the odds from their
 * hashes, and the chain of each sealed period (I9). Answers what is not as it was published; what cannot be recomputed is said so, and keeps
 * no other period back.
 */
export const checkFairness = async (db: Db, masterKey: Buffer, firmId?: number): Promise<Fault[]> => {
  const faults: Fault[] = [];
  const fault = (of: number, detail: string) => void faults.push({ firmId: of, poolId: null, detail, difference: 1 });
  const odds = new Map<string, Version>();
  let last: Version | undefined;
  for (const version of await versionsOf(db, firmId)) {
    const prevHash = last?.activityId === version.activityId ? last.hash : noHash;
    if (version.prevHash !== prevHash || hashOf(version) !== version.hash)
      fault(version.firmId, `活动 ${version.activityId} 概率版本 ${version.version} 与存证不符`);
    odds.set(`${version.activityId} ${version.version}`, version);
    last = version;
  }
  for (const epoch of await epochsOf(db, firmId)) {
    const say = (detail: string) => fault(epoch.firmId, `活动 ${epoch.activityId} 第${epoch.epochNo}期 ${detail}`);
    const seed = seedOf(masterKey, epoch);
    if (!seed) {
      say('种子无法解开');
      continue;
    }
    const isPromised = hashOfSeed(seed) === epoch.seedHash;
    if (!isPromised || (epoch.seed !== null && epoch.seed !== seed.toString('hex'))) say('种子与承诺不符');
    else if (epoch.state === EpochState.broken) say('种子与承诺相符，却标为不能公开');
    const version = odds.get(`${epoch.activityId} ${epoch.weightVersion}`);
    if (!version) {
      say(`概率版本 ${epoch.weightVersion} 不存在`);
      continue;
    }
    try {
      for (const detail of await checkDraws(db, epoch, seed, version)) say(detail);
    } catch (error) {
      say(`无法重算：${String(error)}`);
    }
  }
  return faults;
};

/** '' of what is no version of odds at all. */
const hashOf = (version: Version): string => {
  try {
    return hashOfWeights(version);
  } catch {
    return '';
  }
};

/** Nothing where it was changed or the key is another. */
const seedOf = (masterKey: Buffer, epoch: Epoch): Buffer | undefined => {
  try {
    return openSeed(masterKey, epoch);
  } catch {
    return undefined;
  }
};

/** What of the draws of a period its seed, its chain and the heads that were told of it do not give. */
const checkDraws = async (
  db: Db,
  epoch: Epoch,
  seed: Buffer,
  { entries, hash: weightHash }: Version,
): Promise<string[]> => {
  const wrong: string[] = [];
  const say = (detail: string) => void (wrong.length < mostFaults && wrong.push(detail));
  const chain = openChain({ ...epoch, weightHash }, { told: await headsOf(db, epoch.id) });
  for await (const draw of drawsOf(db, epoch.id)) {
    try {
      if (!isOfSeed(draw, seed, epoch, entries)) say(`抽奖 ${draw.id} 与种子不符`);
      chain.add({ ...draw, drawNo: toDrawNo(draw.drawnDay, draw.id) });
    } catch (error) {
      say(`抽奖 ${draw.id} 无法重算：${String(error)}`);
    }
  }
  // Just sealed, its chain is still to be written; a period whose seed cannot be published has one all the same.
  const isChained = epoch.state === EpochState.revealed || epoch.chainHash !== null;
  const { drawCnt, head } = chain.now();
  if (isChained && (head !== epoch.chainHash || drawCnt !== epoch.drawCnt)) wrong.push('哈希链不符');
  if (!chain.givesTold()) wrong.push('与期间公布的链头不符');
  return wrong;
};

/** Whether a draw is what its seed and the odds make of it. */
const isOfSeed = (
  draw: Drawn,
  seed: Buffer,
  { activityId, epochNo, fallbackTierId }: Epoch,
  entries: readonly Weight[],
): boolean => {
  const key = { activityId, epochNo, key: draw.key, uid: draw.uid, clientSeed: draw.clientSeed };
  const rand = drawNumber(seed, key);
  const amount = draw.prizeType === PrizeType.cash ? drawAmount(seed, key, draw.amountMin, draw.amountMax) : 0;
  return (
    rand === draw.rand &&
    tierAt(entries, rand) === draw.rawTierId &&
    isNamed(draw, fallbackTierId) &&
    draw.amount === amount
  );
};

/** Whether a draw ended in the tier that was hit, or, with a reason, in one that may stand in for it. */
const isNamed = (draw: Drawn, fallbackTierId: number | null): boolean =>
  draw.fallback === Fallback.none
    ? draw.tierId === draw.rawTierId
    : draw.tierId !== draw.rawTierId && (draw.tierId === fallbackTierId || draw.prizeType === PrizeType.none);
