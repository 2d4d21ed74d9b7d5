import type { FairPack } from '@zhuiyuan/contract/campaign/fair/fair';
import { createHash, createHmac } from 'node:crypto';

export type PackDraw = FairPack['draws'][number];

const sha256 = (data: string | Buffer): string => createHash('sha256').update(data).digest('hex');

const seed = Buffer.from(Array.from({ length: 32 }, (_none, at) => at));

const below = (message: string, range: number): number => {
  const limit = 2n ** 64n - (2n ** 64n % BigInt(range));
  for (let turn = 0; ; turn += 1) {
    const value = createHmac('sha256', seed).update(`${message}|${turn}`).digest().readBigUInt64BE();
    if (value < limit) return Number(value % BigInt(range));
  }
};

const tiers = [
  { tierId: 11, tierName: '一等奖', amountMin: 30, amountMax: 888 },
  { tierId: 12, tierName: '参与奖', amountMin: 0, amountMax: 0 },
  { tierId: 13, tierName: '谢谢参与', amountMin: 0, amountMax: 0 },
];
const entries = [
  { tierId: 11, weight: 300_000 },
  { tierId: 12, weight: 200_000 },
  { tierId: 13, weight: 500_000 },
];

/** The chain after each draw, from before the first one. */
const chainsOf = (pack: Omit<FairPack, 'chainHash' | 'heads'>): string[] => {
  const { chainVersion, activityId, epochNo, seedHash, weightVersion, fallbackTierId } = pack;
  const start = ['v2', activityId, epochNo, seedHash, weightVersion.hash, fallbackTierId ?? 0].join('|');
  const chains = [chainVersion === 1 ? '0'.repeat(64) : sha256(start)];
  for (const { no, drawNo, uid, key, clientSeed, rand, rawTierId, tierId, fallback, amount, drawnAt } of pack.draws)
    chains.push(
      sha256(
        (chainVersion === 1
          ? [chains.at(-1), drawNo, uid, key, rand, tierId, amount, drawnAt]
          : [chains.at(-1), no, drawNo, uid, key, clientSeed, rand, rawTierId, tierId, fallback, amount, drawnAt]
        ).join('|'),
      ),
    );
  return chains;
};

/** A pack whose draws were changed, chained anew as somebody would who wants it to look right; its heads stay as they were told. */
export const chained = (pack: FairPack): FairPack => ({ ...pack, chainHash: chainsOf(pack).at(-1)! });

/** A period of draws that agrees in everything: every other prize is gone, so that its fallback or nothing stands in. */
export const makePack = (chainVersion = 2, count = 24): FairPack => {
  const [activityId, epochNo, version, prevHash] = [1001, 3, 1, '0'.repeat(64)];
  const hash = sha256(JSON.stringify({ activityId, entries, prevHash, version }));
  const draws = Array.from({ length: count }, (_none, at) => {
    const [no, uid, clientSeed] = [at + 1, 500 + (at % 5), at % 3 === 0 ? '' : (at * 7919).toString(16)];
    const key = at % 4 === 0 ? `P${1 + Math.floor(at / 4)}` : `C${900_001 + at}`;
    const message = `v1|${activityId}|${epochNo}|${key}|${uid}|${clientSeed}`;
    const rand = below(`${message}|r`, 1_000_000);
    const rawTierId = rand < 300_000 ? 11 : rand < 500_000 ? 12 : 13;
    const isGone = rawTierId !== 13 && at % 2 === 1;
    const tierId = isGone ? (rawTierId === 11 ? 12 : 13) : rawTierId;
    return {
      no,
      drawNo: `D20261120${String(70 + at * 3).padStart(8, '0')}`,
      uid,
      key,
      clientSeed,
      rand,
      rawTierId,
      tierId,
      fallback: isGone ? 'SOLD_OUT' : 'NONE',
      amount: tierId === 11 ? 30 + below(`${message}|a`, 859) : 0,
      drawnAt: `2026-11-20T0${Math.floor(at / 10)}:00:${String(10 + at)}.123456Z`,
    };
  });
  const pack = {
    activityId,
    epochNo,
    seedHash: sha256(seed),
    seed: seed.toString('hex'),
    chainVersion,
    drawCount: count,
    fallbackTierId: 12,
    weightVersion: { version, prevHash, hash, entries },
    tiers,
    rejectedHolds: [],
    draws,
  };
  const chains = chainsOf(pack);
  const heads = [0, 10, 10, 20].map((covered, at) => ({
    at: `2026-11-20 1${at}:00:00`,
    count: Math.min(covered, count),
    head: chains[Math.min(covered, count)]!,
  }));
  return { ...pack, heads, chainHash: chains.at(-1)! };
};
