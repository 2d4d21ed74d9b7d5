import { OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { moveRefusals } from '@zhuiyuan/contract/movement/move-refusals';
import type { Keyring } from '../../codes/cipher/keyring.ts';
import { closeOp, nextSeq } from '../../codes/ops/begin-op.ts';
import { lockRuns } from '../../codes/ops/lock-runs.ts';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { countCodes, merged, type Run } from '../../codes/state/ranges.ts';
import type { Db } from '../../kit/db/database.ts';
import { emit } from '../../kit/db/events.ts';
import { invalid, notFound, refuse } from '../../kit/refusal.ts';
import type { Actor } from '../actor.ts';
import { beginMove, nowText } from '../begin-move.ts';
import { cancelLines } from './cancel-lines.ts';
import { moveCounters, noCounters } from '../document/counters.ts';
import { lockDocs, type Doc } from '../document/lock-docs.ts';
import { readLinesOf, type LineOf } from '../document/take-lines.ts';

/** A line, or the part of it from one serial to another. */
export interface LinePart {
  lineId: number;
  serialFrom?: number;
  serialTo?: number;
}

/** The runs of chosen parts; refuses lines that are signed (61073) or cancelled (61072) already. */
const chosenRuns = (lines: readonly LineOf[], parts: readonly LinePart[]): Run[] => {
  const byId = new Map(lines.map((line) => [line.id, line]));
  return parts.map(({ lineId, serialFrom, serialTo }) => {
    const line = byId.get(lineId);
    if (!line) throw notFound();
    if (line.status === DeliverStatus.signed) throw refuse(moveRefusals.signedAlready);
    if (line.status === DeliverStatus.cancelled) throw refuse(moveRefusals.notShipped);
    const [from, to] = [serialFrom ?? line.from, serialTo ?? line.to];
    if (from > to) throw refuse(codeRefusals.fromAfterTo);
    if (from < line.from || to > line.to) throw invalid('parts', `序号应在${line.from}-${line.to}之间`);
    return { seg: line.seg, from, to };
  });
};

/** Whether the one who cancels may: a member of staff, or whoever sent the goods. */
const mayCancel = ({ role }: Actor, { fromKind, fromId }: Doc): boolean =>
  !role || (role.kind === fromKind && role.id === fromId);

/**
 * 撤销发货: takes back what of a document is not signed for, or some of its lines, or parts of a line. Answers the items that went
 * back and those that are signed for and stay. Refuses a document that is cancelled (61072) or wholly signed for (61073).
 */
export const cancelDeliver = async (
  db: Db,
  keyring: Keyring,
  actor: Actor,
  { id, reason, parts, idemKey }: { id: number; reason: string; parts?: readonly LinePart[]; idemKey?: string },
): Promise<{ itemQty: number; signedQty: number }> => {
  const found = await db.selectFrom('deliver').where('id', '=', id).select('firmId').executeTakeFirst();
  if (!found) throw notFound();
  const { firmId } = found;
  const op = await beginMove(db, actor, {
    firmId,
    opType: OpType.cancelShip,
    idemKey,
    request: { cancel: { id, reason, parts } },
    reason,
    params: { deliverId: id },
  });
  if (op.former) return op.former as { itemQty: number; signedQty: number };
  const doc = (await lockDocs(db, [id])).get(id)!;
  if (!mayCancel(actor, doc)) throw notFound();
  if (doc.status === DeliverStatus.cancelled) throw refuse(moveRefusals.notShipped);
  if (doc.status === DeliverStatus.signed) throw refuse(moveRefusals.signedAlready);
  const lines = await readLinesOf(db, firmId, id);
  const runs = parts
    ? chosenRuns(lines, parts)
    : lines.filter(({ status }) => status === DeliverStatus.shipped).map(({ seg, from, to }) => ({ seg, from, to }));
  await lockRuns(db, firmId, merged(runs));
  const writing = { firmId, opId: op.id, seq: await nextSeq(db) };
  const counters = noCounters();
  const taken = await cancelLines(db, keyring, actor, writing, doc, { runs, at: await nowText(db), reason, counters });
  await emit(db, 'codes.changed', { firmId, runs: merged(taken) });
  await moveCounters(db, firmId, counters);
  const itemQty = taken.reduce((sum, run) => sum + run.itemQty, 0);
  const done = { itemQty, signedQty: doc.signQty };
  await closeOp(db, op.id, { total: countCodes(taken), ok: countCodes(taken), result: done });
  return done;
};
