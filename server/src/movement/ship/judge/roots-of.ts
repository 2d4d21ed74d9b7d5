import { boxRun, findHolding } from '../../../codes/state/custody/find-holding.ts';
import { clipped, merged, without, type Run } from '../../../codes/state/ranges.ts';
import { addAll } from '../../../kit/add-all.ts';
import type { Db } from '../../../kit/db/database.ts';

/** There are three levels. */
const mostClimbs = 2;

/** Those of some boxes that codes lie in, at whatever depth. */
export const rootsOf = async (db: Db, firmId: number, boxes: readonly Run[], codes: readonly Run[]): Promise<Run[]> => {
  const roots: Run[] = [];
  let inner = without(codes, boxes);
  for (let climb = 0; climb < mostClimbs && inner.length > 0; climb += 1) {
    const above = merged((await findHolding(db, firmId, inner)).map(boxRun));
    addAll(roots, clipped(above, boxes));
    inner = without(above, boxes);
  }
  return merged(roots);
};
