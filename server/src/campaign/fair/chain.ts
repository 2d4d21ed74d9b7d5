import { noHash, sha256 } from './numbers.ts';

/** What the chain of a period begins with: all that was promised before its first draw. */
export interface ChainedPeriod {
  activityId: number;
  epochNo: number;
  /** 1: from 64 zeros, as periods before version 0.4 are. */
  chainVersion: number;
  seedHash: string;
  weightHash: string;
  fallbackTierId: number | null;
}

/** A draw as the chain of its period holds it. `drawnAt`: UTC with microseconds. */
interface ChainedDraw {
  drawNo: string;
  uid: number;
  key: string;
  clientSeed: string;
  rand: number;
  rawTierId: number;
  tierId: number;
  fallback: string;
  amount: number;
  drawnAt: string;
}

/** The hash before the first draw of a period. */
export const chainStart = (of: ChainedPeriod): string =>
  of.chainVersion === 1
    ? noHash
    : sha256(['v2', of.activityId, of.epochNo, of.seedHash, of.weightHash, of.fallbackTierId ?? 0].join('|'));

/** The hash after one more draw, the `no`th of its period. */
const chainDraw = (version: number, hash: string, no: number, draw: ChainedDraw): string =>
  sha256(
    (version === 1
      ? [hash, draw.drawNo, draw.uid, draw.key, draw.rand, draw.tierId, draw.amount, draw.drawnAt]
      : [
          hash,
          no,
          draw.drawNo,
          draw.uid,
          draw.key,
          draw.clientSeed,
          draw.rand,
          draw.rawTierId,
          draw.tierId,
          draw.fallback,
          draw.amount,
          draw.drawnAt,
        ]
    ).join('|'),
  );

/** What was told of a chain: its hash after so many draws. */
interface ToldHead {
  drawCnt: number;
  head: string;
}

/**
 * The chain of a period, to which draws are added in their order: from the first one, or after those that `from` covers. It is held against
 * the heads that were `told` of it.
 */
export const openChain = (
  period: ChainedPeriod,
  { from, told = [] }: { from?: ToldHead; told?: readonly ToldHead[] } = {},
) => {
  let { drawCnt, head } = from ?? { drawCnt: 0, head: chainStart(period) };
  const places = new Set(told.map((one) => one.drawCnt));
  const hashes = new Map([[drawCnt, head]]);
  return {
    add: (draw: ChainedDraw): void => {
      drawCnt += 1;
      head = chainDraw(period.chainVersion, head, drawCnt, draw);
      if (places.has(drawCnt)) hashes.set(drawCnt, head);
    },
    now: (): ToldHead => ({ drawCnt, head }),
    /** Whether it gives every head that was told, so far as it has come. */
    givesTold: (): boolean => told.every((one) => hashes.get(one.drawCnt) === one.head),
  };
};
