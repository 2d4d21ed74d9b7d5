import { OpType, SegmentState, TaskPhase } from '@zhuiyuan/contract/codes/state/code-enums';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import type { Db } from '../../kit/db/database.ts';
import type { Operator } from '../../kit/operator.ts';
import { invalid, notFound, refuse } from '../../kit/refusal.ts';
import { emit } from '../../kit/db/events.ts';
import { StopKind } from '../state/code-states.ts';
import { readBinds, readStops } from '../state/pieces.ts';
import { writeTrail } from '../state/put-spans.ts';
import { without } from '../state/ranges.ts';
import { voidSegments } from '../state/segment-writes.ts';
import { beginOp, closeOp, lockSegments, nextSeq } from './begin-op.ts';
import { moveCounts, tally } from './move-counts.ts';

/**
 * Voids every code of a task for ever: a few rows, whatever their number. Asks for the task's number as proof that this very
 * task is meant; refuses 61020 while its codes are not there yet and 61030 when all are void already.
 */
export const voidTask = async (
  db: Db,
  operator: Operator,
  { id, taskNo, reason }: { id: number; taskNo: string; reason: string },
): Promise<{ opId: number; total: number }> => {
  const task = await db
    .selectFrom('task')
    .where('id', '=', id)
    .select(['firmId', 'taskNo', 'phase'])
    .executeTakeFirst();
  if (!task) throw notFound();
  if (taskNo !== task.taskNo) throw invalid('taskNo', '任务编号不一致');
  if (task.phase !== TaskPhase.done && task.phase !== TaskPhase.failed) throw refuse(codeRefusals.taskState);
  const segs = await db.selectFrom('segment').where('taskId', '=', id).select('seg').orderBy('seg').execute();
  await lockSegments(
    db,
    segs.map(({ seg }) => seg),
  );
  const segments = await db
    .selectFrom('segment')
    .where('taskId', '=', id)
    .where('state', '<>', SegmentState.void)
    .select(['seg', 'count', 'state'])
    .orderBy('seg')
    .forUpdate()
    .execute();
  if (segments.length === 0) throw refuse(codeRefusals.void);
  const total = segments.reduce((sum, { count }) => sum + count, 0);
  const op = await beginOp(db, operator, {
    firmId: task.firmId,
    opType: OpType.void,
    idemKey: `void task ${id}`,
    request: { id },
    params: { runs: segments.map(({ seg, count }) => ({ seg, from: 1, to: count })), runCount: segments.length },
    reason,
  });
  const seq = await nextSeq(db);
  const trail = segments.map(({ seg, count, state }) => ({
    seg,
    from: 1,
    to: count,
    before: [{ state }],
    after: { state: SegmentState.void },
  }));
  await writeTrail(db, { firmId: task.firmId, opId: op.id, seq }, trail);
  const runs = segments.map(({ seg, count }) => ({ seg, from: 1, to: count }));
  const stops = await readStops(db, task.firmId, runs);
  // Codes that were voided one by one have been counted.
  const free = without(
    runs,
    stops.filter(({ voidKind }) => voidKind === StopKind.void),
  );
  const binds = await readBinds(db, task.firmId, free);
  await voidSegments(db, id, { isCounted: true });
  await moveCounts(db, 'voidCnt', { byLot: tally(binds, ({ lotId }) => lotId) });
  await emit(db, 'codes.changed', { firmId: task.firmId, runs });
  await closeOp(db, op.id, { total, ok: total, result: { opId: op.id, total } });
  return { opId: op.id, total };
};
