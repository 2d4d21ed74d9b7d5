import { Level, OpType, SegmentState, TaskPhase } from '@zhuiyuan/contract/codes/state/code-enums';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import type { Operator } from '../../kit/operator.ts';
import { invalid, notFound, refuse } from '../../kit/refusal.ts';
import { emit } from '../../kit/db/events.ts';
import { StopKind } from '../state/code-states.ts';
import { readBinds, readStops } from '../state/pieces.ts';
import { writeTrail } from '../state/put-spans.ts';
import { heldItems, stockOf } from '../state/custody/held-items.ts';
import { moveStock } from '../state/custody/move-stock.ts';
import { countCodes, without } from '../state/ranges.ts';
import { findChildren } from '../state/with-children.ts';
import { voidSegments } from '../state/segment-writes.ts';
import { awaitTakings } from '../state/takings.ts';
import { beginOp, closeOp, nextSeq } from './begin-op.ts';
import { lockRuns } from './lock-runs.ts';
import { moveCounts, tally } from './move-counts.ts';
import { findUnvoidable } from './voiding.ts';

/**
 * Voids every code of a task for ever: a few rows, whatever their number. Asks for the task's number as proof that this very
 * task is meant; refuses 61020 while its codes are not there yet, 61030 when all are void already, 61028 while some are on their way and 61149
 * where its boxes hold codes of another task.
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
  const { firmId } = task;
  const whole = await db
    .selectFrom('segment')
    .where('taskId', '=', id)
    .select(['seg', sql<number>`1`.as('from'), 'count as to'])
    .orderBy('seg')
    .execute();
  const op = await beginOp(db, operator, {
    firmId,
    opType: OpType.void,
    idemKey: randomUUID(),
    request: { id },
    params: { runs: whole, runCount: whole.length },
    reason,
  });
  await lockRuns(db, firmId, whole);
  const segments = await db
    .selectFrom('segment')
    .where('taskId', '=', id)
    .where('state', '<>', SegmentState.void)
    .select(['seg', 'count', 'state', 'level'])
    .orderBy('seg')
    .execute();
  if (segments.length === 0) throw refuse(codeRefusals.void);
  const runs = segments.map(({ seg, count }) => ({ seg, from: 1, to: count }));
  for (const [refusal, held] of await findUnvoidable(db, firmId, runs)) if (held.length > 0) throw refuse(refusal);
  const boxes = segments
    .filter(({ level }) => level !== Level.item)
    .map(({ seg, count }) => ({ seg, from: 1, to: count }));
  if (without(await findChildren(db, firmId, boxes), runs).length > 0) throw refuse(codeRefusals.otherContent);
  const total = countCodes(runs);
  const seq = await nextSeq(db);
  const trail = segments.map(({ seg, count, state }) => ({
    seg,
    from: 1,
    to: count,
    before: [{ state }],
    after: { state: SegmentState.void },
  }));
  await writeTrail(db, { firmId, opId: op.id, seq }, trail);
  const stops = await readStops(db, firmId, runs);
  // Codes that were voided one by one have been counted.
  const free = without(
    runs,
    stops.filter(({ voidKind }) => voidKind === StopKind.void),
  );
  const binds = await readBinds(db, firmId, free);
  await awaitTakings(
    db,
    segments.map(({ seg }) => seg),
  );
  await voidSegments(db, id, { isCounted: true });
  await moveCounts(db, 'voidCnt', { byLot: tally(binds, ({ lotId }) => lotId) });
  await moveStock(db, firmId, stockOf(await heldItems(db, firmId, free), binds, -1));
  await emit(db, 'codes.changed', { firmId, runs });
  await closeOp(db, op.id, { total, ok: total, result: { opId: op.id, total } });
  return { opId: op.id, total };
};
