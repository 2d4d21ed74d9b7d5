import { OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { RecallState } from '@zhuiyuan/contract/trace/lot/lot-states';
import { randomUUID } from 'node:crypto';
import type { Db } from '../../kit/db/database.ts';
import { emit } from '../../kit/db/events.ts';
import { Refusal } from '../../kit/refusal.ts';
import type { LotRecalling } from '../../trace/lot/lot-recalling.ts';
import { runsOfLot, segmentsOfLot } from '../state/pieces.ts';
import { writeTrail } from '../state/put-spans.ts';
import { countCodes, type Run } from '../state/ranges.ts';
import { awaitTakings } from '../state/takings.ts';
import { beginOp, closeOp, lockSegments, nextSeq } from './begin-op.ts';
import { lockRuns } from './lock-runs.ts';

/** The codes of a lot; nothing where they are too many pieces to name: that must not stand in the way of a recall. */
const findRuns = (db: Db, lot: { id: number; firmId: number }): Promise<Run[] | undefined> =>
  runsOfLot(db, lot).catch((error: unknown) => {
    if (error instanceof Refusal && error.code === codeRefusals.scattered[0]) return undefined;
    throw error;
  });

/** 召回, 解除召回: an operation with the codes of the lot as its trail. The codes themselves stay as they are; their lot says how they read. */
export const recordRecall = async (db: Db, { lotId, isRecalled, text, operatorId }: LotRecalling): Promise<void> => {
  const lot = await db
    .selectFrom('lot')
    .where('id', '=', lotId)
    .select(['id', 'firmId', 'activeCnt', 'recallState'])
    .executeTakeFirst();
  if (!lot) return;
  const { firmId } = lot;
  const before = await findRuns(db, lot);
  const op = await beginOp(
    db,
    { id: operatorId },
    {
      firmId,
      opType: isRecalled ? OpType.recall : OpType.endRecall,
      idemKey: randomUUID(),
      request: { lotId, isRecalled },
      params: {
        lotId,
        runs: [...(before ?? []).slice(0, 19), ...(before ?? []).slice(19).slice(-1)],
        runCount: before?.length ?? 0,
      },
      reason: text.slice(0, 100),
    },
  );
  if (before && before.length > 0) {
    await lockRuns(db, firmId, before);
    const locked = new Set(before.map(({ seg }) => seg));
    const runs = ((await findRuns(db, lot)) ?? before).filter(({ seg }) => locked.has(seg));
    if (isRecalled) await awaitTakings(db, [...locked]);
    const recallState = isRecalled ? RecallState.recalled : RecallState.normal;
    await writeTrail(
      db,
      { firmId, opId: op.id, seq: await nextSeq(db) },
      runs.map((run) => ({ ...run, before: [{ recallState: lot.recallState }], after: { recallState, lotId } })),
    );
    await emit(db, 'codes.changed', { firmId, runs });
  }
  if (!before && isRecalled) {
    const segs = await segmentsOfLot(db, lot);
    await lockSegments(db, segs);
    await awaitTakings(db, segs);
  }
  const total = before ? countCodes(before) : lot.activeCnt;
  await closeOp(db, op.id, { total, ok: total, result: { opId: op.id } });
};
