import { countLotCodes } from '../../trace/lot/lot-writes.ts';
import { countProductCodes } from '../../trace/product/count-product.ts';
import type { Db } from '../../kit/db/database.ts';
import type { Run } from '../state/ranges.ts';
import { countSegmentCodes } from '../state/segment-writes.ts';

/** How many codes each key has, by which runs belong together. */
export const tally = <R extends Run>(runs: readonly R[], key: (run: R) => number, sign: 1 | -1 = 1) => {
  const counts = new Map<number, number>();
  for (const run of runs) counts.set(key(run), (counts.get(key(run)) ?? 0) + sign * (run.to - run.from + 1));
  return counts;
};

export const addUp = (...all: Map<number, number>[]): Map<number, number> => {
  const sum = new Map<number, number>();
  for (const counts of all) for (const [key, count] of counts) sum.set(key, (sum.get(key) ?? 0) + count);
  return sum;
};

/** Moves kept counters in ascending order of their rows: the last step of an operation, the same order everywhere. */
export const moveCounts = async (
  db: Db,
  column: 'activeCnt' | 'voidCnt',
  { bySeg, byLot, byProduct }: Partial<Record<'bySeg' | 'byLot' | 'byProduct', Map<number, number>>>,
): Promise<void> => {
  const inOrder = (counts: Map<number, number> = new Map()) =>
    [...counts].filter(([, count]) => count !== 0).sort(([a], [b]) => a - b);
  for (const [seg, count] of inOrder(bySeg)) await countSegmentCodes(db, seg, column, count);
  for (const [lotId, count] of inOrder(byLot)) await countLotCodes(db, lotId, column, count);
  for (const [productId, count] of inOrder(byProduct)) await countProductCodes(db, productId, count);
};
