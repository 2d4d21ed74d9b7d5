import type { Db } from '../../../kit/db/database.ts';
import { boxRun, findHolding } from '../../state/custody/find-holding.ts';
import { merged, type Run } from '../../state/ranges.ts';
import { lockSegments } from '../begin-op.ts';

/** There are three levels. */
const mostClimbs = 2;

/** The segments of some codes and of the boxes they lie in, at every level. */
const segmentsAround = async (db: Db, firmId: number, runs: readonly Run[]): Promise<Set<number>> => {
  const segs = new Set(runs.map(({ seg }) => seg));
  let inner = merged(runs);
  for (let climb = 0; climb < mostClimbs && inner.length > 0; climb += 1) {
    inner = merged((await findHolding(db, firmId, inner)).map(boxRun));
    for (const { seg } of inner) segs.add(seg);
  }
  return segs;
};

/** Said as the database says that a transaction lost against another one: it begins again. */
const beginAgain = (): Error => Object.assign(new Error('a code was packed elsewhere meanwhile'), { code: '40P01' });

/**
 * Locks the segments of some codes and of all boxes around them, in ascending order: after the operation and its documents, before
 * anything is read that it decides by, counters last. Where a code came into a box of another segment while it was waited for, the
 * transaction begins again.
 */
export const lockRuns = async (db: Db, firmId: number, runs: readonly Run[]): Promise<void> => {
  const segs = await segmentsAround(db, firmId, runs);
  await lockSegments(db, [...segs]);
  for (const seg of await segmentsAround(db, firmId, runs)) if (!segs.has(seg)) throw beginAgain();
};
