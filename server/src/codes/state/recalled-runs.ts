import { RecallState } from '@zhuiyuan/contract/trace/lot/lot-states';
import { compileOnce } from '../../kit/db/compile-once.ts';
import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { readBinds } from './pieces.ts';
import type { Run } from './ranges.ts';

const findRecalled = compileOnce<{ firmId: number }, { id: number }>((db, { firmId }) =>
  live(db, 'lot').where('firmId', '=', firmId).where('recallState', '=', RecallState.recalled).select('id').compile(),
);

/** Codes of some runs that belong to a recalled lot: they read frozen until the recall is lifted. */
export const recalledRuns = async (db: Db, firmId: number, runs: readonly Run[]): Promise<Run[]> => {
  const lots = await findRecalled.run(db, { firmId });
  if (lots.length === 0) return [];
  const ids = new Set(lots.map((lot) => lot.id));
  return (await readBinds(db, firmId, runs)).filter((bind) => ids.has(bind.lotId));
};
