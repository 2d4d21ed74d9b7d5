import { RecallState } from '@zhuiyuan/contract/trace/lot/lot-states';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { readBinds } from './pieces.ts';
import type { Run } from './ranges.ts';

/** Codes of some runs that belong to a recalled lot: they read frozen until the recall is lifted. */
export const recalledRuns = async (db: Db, firmId: number, runs: readonly Run[]): Promise<Run[]> => {
  const lots = await live(db, 'lot')
    .where('firmId', '=', firmId)
    .where('recallState', '=', RecallState.recalled)
    .select('id')
    .execute();
  if (lots.length === 0) return [];
  const ids = new Set(lots.map((lot) => lot.id));
  return (await readBinds(db, firmId, runs)).filter((bind) => ids.has(bind.lotId));
};
