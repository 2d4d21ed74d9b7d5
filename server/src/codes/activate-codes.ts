import type { Conflict } from '@zhuiyuan/contract/codes/batch';
import { codeRefusals } from '@zhuiyuan/contract/codes/code-refusals';
import type { Db } from '../kit/database.ts';
import type { Operator } from '../kit/operator.ts';
import { refuse, Refusal } from '../kit/refusal.ts';
import { fill } from '@zhuiyuan/contract/kit/codes';
import { beginOp, lockSegments, nextSeq } from './begin-op.ts';
import {
  countByError,
  describeConflicts,
  findBindConflicts,
  readSegments,
  type RunConflict,
  type SegmentFacts,
} from './find-conflicts.ts';
import type { Keyring } from './keyring.ts';
import type { Picked } from './pick-runs.ts';
import { sizeOf, without } from './ranges.ts';
import { countActive, writeBind } from './write-bind.ts';

/** The product and lot that codes are bound to, already checked to be the operator's and usable. */
export interface BindTarget {
  firmId: number;
  productId: number;
  lotId: number;
  boxNum: number;
  caseNum: number;
}

export interface Activated {
  opId: number;
  opNo: string;
  total: number;
  ok: number;
  fail: number;
  repeat: number;
  conflicts: Conflict[];
}

/** Box codes can only be activated for products with a pack ratio. */
export const checkRatio = (
  segments: ReadonlyMap<number, SegmentFacts>,
  target: Pick<BindTarget, 'boxNum' | 'caseNum'>,
): void => {
  for (const { level } of segments.values())
    if ((level === 1 && target.boxNum === 0) || (level === 2 && target.caseNum === 0))
      throw refuse(codeRefusals.noRatio);
};

/** The refusal of a whole operation because of some codes, naming the first of them. */
export const conflictRefusal = (named: Conflict[], fail: number, byError: Record<string, number>): Refusal =>
  new Refusal(codeRefusals.conflicts[0], fill(codeRefusals.conflicts[1], { n: fail }), {
    fail,
    conflicts: named,
    byError,
  });

/**
 * Activates codes: binds every run to product and lot. Costs the same for ten codes as for a hundred million.
 * Locks: the operation's row, then its segments in ascending order, counters last. Throws 61031 when any code stands
 * against it and `skipsConflicts` is false; codes already bound to the same lot are left as they are and counted as repeated.
 */
export const activateCodes = async (
  db: Db,
  keyring: Keyring,
  operator: Pick<Operator, 'id'>,
  input: {
    picked: Picked;
    target: BindTarget;
    skipsConflicts: boolean;
    idemKey: string;
    request: unknown;
    opSrc?: number;
  },
): Promise<Activated> => {
  const { picked, target } = input;
  const { unknown } = picked;
  const segments = await readSegments(db, picked.runs);
  const firmId = [...segments.values()][0]?.firmId;
  if (firmId === undefined) throw conflictRefusal(unknown.slice(0, 100), unknown.length, countByError([], unknown));
  // Platform staff see every firm: codes of one firm cannot carry another firm's product.
  if (firmId !== target.firmId) throw refuse(codeRefusals.noSuchCode);
  checkRatio(segments, target);
  const op = await beginOp(db, operator, {
    firmId,
    opType: 1,
    opSrc: input.opSrc,
    idemKey: input.idemKey,
    request: input.request,
    params: {
      productId: target.productId,
      lotId: target.lotId,
      runs: picked.runs.slice(0, 20),
      runCount: picked.runs.length,
    },
  });
  if (op.former) return op.former as Activated;

  await lockSegments(db, [...segments.keys()]);
  const locked = await readSegments(db, picked.runs);
  const { conflicts, same } = await findBindConflicts(db, locked, picked.runs, target);
  const done = await bindFree(db, {
    firmId,
    op,
    picked,
    target,
    conflicts,
    same,
    keyring,
    segments: locked,
    skips: input.skipsConflicts,
  });
  await db
    .updateTable('codeOp')
    .set({
      total: done.total,
      okCnt: done.ok + done.repeat,
      failCnt: done.fail,
      status: done.fail > 0 ? 3 : 2,
      result: JSON.stringify(done),
      finishedAt: new Date().toISOString(),
    })
    .where('id', '=', op.id)
    .execute();
  return done;
};

const bindFree = async (
  db: Db,
  at: {
    firmId: number;
    op: { id: number; opNo: string };
    picked: Picked;
    target: BindTarget;
    conflicts: RunConflict[];
    same: { seg: number; from: number; to: number }[];
    keyring: Keyring;
    segments: ReadonlyMap<number, SegmentFacts>;
    skips: boolean;
  },
): Promise<Activated> => {
  const { picked, conflicts, same } = at;
  const refused = sizeOf(picked.runs) - sizeOf(without(picked.runs, conflicts));
  const fail = refused + picked.unknown.length;
  const named = [...(await describeConflicts(at.keyring, at.segments, conflicts)), ...picked.unknown].slice(0, 100);
  if (fail > 0 && !at.skips) throw conflictRefusal(named, fail, countByError(conflicts, picked.unknown));
  const free = without(picked.runs, [...conflicts, ...same]);
  const seq = await nextSeq(db);
  await writeBind(db, {
    firmId: at.firmId,
    opId: at.op.id,
    seq,
    runs: free,
    productId: at.target.productId,
    lotId: at.target.lotId,
  });
  await countActive(db, free, at.target, 1);
  const ok = sizeOf(free);
  const total = sizeOf(picked.runs) + picked.unknown.length;
  return { opId: at.op.id, opNo: at.op.opNo, total, ok, fail, repeat: total - ok - fail, conflicts: named };
};
