import { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { countItems } from '../../codes/state/custody/count-items.ts';
import { clipped, without, type Run } from '../../codes/state/ranges.ts';
import type { Db } from '../../kit/db/database.ts';
import type { LinePut } from '../document/insert-lines.ts';
import type { JudgedLine } from './judge/judge-lines.ts';

/** What a document's lines are made of: each run of equal product and lot of a scanned line is one, its contents counted. */
export const planLines = async (
  db: Db,
  firmId: number,
  judged: readonly JudgedLine[],
  { deliverId, opId, shipDay }: { deliverId: number; opId: number; shipDay: string },
): Promise<(LinePut & { at: number })[]> => {
  const pieces = judged.flatMap(({ line, free, binds }) => {
    const bound = joined(clipped(binds, free));
    const loose = without(free, bound).map((run) => ({ ...run, productId: null, lotId: null }));
    return [...bound, ...loose].map((piece) => ({ ...piece, line }));
  });
  const counted = await countItems(
    db,
    firmId,
    pieces.map(({ seg, from, to }) => [{ seg, from, to }]),
  );
  return pieces.map(({ seg, from, to, productId, lotId, line: { at, mode, level } }, nth) => ({
    at,
    seg,
    from,
    to,
    deliverId,
    opId,
    shipDay,
    mode,
    level,
    productId,
    lotId,
    itemQty: counted[nth]!.items,
    parts: counted[nth]!.parts,
    status: DeliverStatus.shipped,
  }));
};

interface Bound extends Run {
  productId: number | null;
  lotId: number | null;
}

/** Neighbours of one product and lot, whatever their channels and moments, as one run. */
const joined = (pieces: readonly (Run & { productId: number; lotId: number })[]): Bound[] => {
  const result: Bound[] = [];
  for (const { seg, from, to, productId, lotId } of pieces.toSorted((a, b) => a.seg - b.seg || a.from - b.from)) {
    const last = result.at(-1);
    if (last?.seg === seg && last.to + 1 === from && last.lotId === lotId) last.to = to;
    else result.push({ seg, from, to, productId, lotId });
  }
  return result;
};
