import { OpType, SegmentState } from '@zhuiyuan/contract/codes/state/code-enums';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { randomUUID } from 'node:crypto';
import type { Db } from '../../kit/db/database.ts';
import type { Operator } from '../../kit/operator.ts';
import { notFound, refuse } from '../../kit/refusal.ts';
import { emit } from '../../kit/db/events.ts';
import { writeTrail } from '../state/put-spans.ts';
import { setSegmentState } from '../state/segment-writes.ts';
import { awaitTakings } from '../state/takings.ts';
import { beginOp, closeOp, nextSeq } from './begin-op.ts';
import { lockRuns } from './lock-runs.ts';

/** Freezes a whole segment (1) or lifts the freeze (0), with its trail. A voided segment stays voided. */
export const changeSegmentState = async (
  db: Db,
  operator: Operator,
  { seg, state, reason }: { seg: number; state: number; reason: string },
): Promise<void> => {
  const found = await db.selectFrom('segment').where('seg', '=', seg).select(['firmId', 'count']).executeTakeFirst();
  if (!found) throw notFound();
  if (state === SegmentState.void) throw refuse(codeRefusals.taskState);
  await lockRuns(db, found.firmId, [{ seg, from: 1, to: found.count }]);
  const locked = await db.selectFrom('segment').where('seg', '=', seg).select('state').executeTakeFirstOrThrow();
  if (locked.state === SegmentState.void) throw refuse(codeRefusals.void);
  if (locked.state === state) return;
  const op = await beginOp(db, operator, {
    firmId: found.firmId,
    opType: state === SegmentState.frozen ? OpType.freeze : OpType.unfreeze,
    idemKey: randomUUID(),
    request: { seg, state },
    params: { runs: [{ seg, from: 1, to: found.count }], runCount: 1 },
    reason,
  });
  const seq = await nextSeq(db);
  await writeTrail(db, { firmId: found.firmId, opId: op.id, seq }, [
    { seg, from: 1, to: found.count, before: [{ state: locked.state }], after: { state } },
  ]);
  if (state === SegmentState.frozen) await awaitTakings(db, [seg]);
  await setSegmentState(db, seg, state);
  await emit(db, 'codes.changed', { firmId: found.firmId, runs: [{ seg, from: 1, to: found.count }] });
  await closeOp(db, op.id, { total: found.count, ok: found.count, result: { opId: op.id } });
};
