import { OpStatus } from '@zhuiyuan/contract/codes/state/code-enums';
import { ConflictPolicy, OpAnswer, type Conflict } from '@zhuiyuan/contract/codes/ops/op-draft';
import type { ChannelPick } from '@zhuiyuan/contract/codes/ops/channel-change';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { fill } from '@zhuiyuan/contract/kit/codes';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../../kit/db/database.ts';
import type { Operator } from '../../kit/operator.ts';
import { refuse, Refusal } from '../../kit/refusal.ts';
import { emit } from '../../kit/db/events.ts';
import { beginOp, hashRequest, nextSeq } from './begin-op.ts';
import { lockRuns } from './lock-runs.ts';
import { countByError, describeConflicts, namedConflicts } from './describe-conflicts.ts';
import { readSegments } from '../state/read-segments.ts';
import type { Keyring } from '../cipher/keyring.ts';
import { keepLeftOut, leftOutRows } from './left-out.ts';
import type { Asked, Validated, OpKind, OpContext } from './op-kind.ts';
import type { Picked } from '../pick/pick-codes.ts';
import { countCodes, without } from '../state/ranges.ts';
import { withChildren } from '../state/with-children.ts';

/** What an operation answers; also kept with it, for a repeated request. */
export const OpDone = OpAnswer.omit({ taskId: true });
export type OpDone = z.output<typeof OpDone>;

/** The refusal of a whole operation because of some codes, naming the first of them; a single code says its own reason. */
const conflictRefusal = (
  named: Conflict[],
  { total, fail }: { total: number; fail: number },
  byError: Record<string, number>,
): Refusal => {
  const data = { fail, conflicts: named, byError };
  const only = total === 1 ? named[0] : undefined;
  return only
    ? new Refusal(only.errCode, only.errMsg, data)
    : new Refusal(codeRefusals.conflicts[0], fill(codeRefusals.conflicts[1], { n: fail }), data);
};

/** The codes chosen for an operation, with their segments. Refuses what is no code of one firm, or cannot be done to any. */
export const readOpContext = async (db: Db, kind: OpKind, picked: Picked): Promise<OpContext> => {
  const segments = await readSegments(db, picked.runs);
  const firmId = [...segments.values()][0]?.firmId;
  if (firmId === undefined)
    throw conflictRefusal(
      picked.unknown.slice(0, namedConflicts),
      { total: picked.unknown.length, fail: picked.unknown.length },
      countByError([], picked.unknown),
    );
  // Platform staff see every firm: codes of one firm cannot carry what belongs to another.
  if (kind.firmId !== undefined && firmId !== kind.firmId) throw refuse(codeRefusals.noSuchCode);
  const context = { firmId, segments, runs: picked.runs };
  const why = kind.refuses?.(context);
  if (why) throw refuse(why);
  return context;
};

/** What a pre-check saw. Another operation, another choice of codes or other conflicts give another one. */
export const toDigest = (kind: OpKind, context: OpContext, picked: Picked, validated: Validated): string =>
  hashRequest([
    kind.opType,
    context.runs,
    picked.unknown.length,
    validated.conflicts.map(({ seg, from, to, why }) => [seg, from, to, why[0]]),
    validated.same,
  ]);

export interface OpInput {
  picked: Picked;
  skipsConflicts: boolean;
  idemKey: string;
  request: unknown;
  opSrc?: number;
  reason?: string;
  /** What the pre-check saw; another look is refused. */
  digest?: string;
  /** What was asked, kept so that codes which are left out can be tried again. */
  asked?: Asked;
  /** Set where it is carried out later: the codes are chosen again then. */
  later?: { pick: ChannelPick; dueAt: string };
  /** Whatever lies in chosen boxes was chosen as well. */
  includeChild?: boolean;
}

/** Opens the record of an operation. */
export const openOp = (db: Db, operator: Pick<Operator, 'id'>, kind: OpKind, context: OpContext, input: OpInput) =>
  beginOp(db, operator, {
    firmId: context.firmId,
    opType: kind.opType,
    opSrc: input.opSrc,
    idemKey: input.idemKey,
    request: input.request,
    reason: input.reason,
    params: {
      ...kind.params,
      runs: [...input.picked.runs.slice(0, 19), ...input.picked.runs.slice(19).slice(-1)],
      runCount: input.picked.runs.length,
    },
    asked: input.asked && {
      asked: input.asked,
      policy: input.skipsConflicts ? ConflictPolicy.skip : ConflictPolicy.refuse,
      pick: input.later?.pick,
      includeChild: input.includeChild,
    },
    dueAt: input.later?.dueAt,
  });

/**
 * Carries out an operation whose record is open. Locks: the segments of the codes and of what is around them, counters last. Throws 61031
 * when any code stands against it and conflicts are not to be skipped; codes that already are so stay as they are.
 */
export const carryOut = async (
  db: Db,
  keyring: Keyring,
  kind: OpKind,
  op: { id: number; opNo: string },
  {
    picked,
    skipsConflicts,
    digest,
    includeChild,
  }: Pick<OpInput, 'picked' | 'skipsConflicts' | 'digest' | 'includeChild'>,
): Promise<OpDone> => {
  const { firmId } = await readOpContext(db, kind, picked);
  await lockRuns(db, firmId, picked.runs);
  // A box that took something in meanwhile is not what was chosen.
  if (includeChild) {
    const now = await withChildren(db, firmId, picked.runs);
    if (without(now, picked.runs).length > 0) throw refuse(codeRefusals.changed);
  }
  const context = await readOpContext(db, kind, picked);
  const validated = await kind.validate(db, context);
  if (digest !== undefined && digest !== toDigest(kind, context, picked, validated)) throw refuse(codeRefusals.changed);

  const { conflicts, same } = validated;
  const total = countCodes(picked.runs) + picked.unknown.length;
  const fail = countCodes(picked.runs) - countCodes(without(picked.runs, conflicts)) + picked.unknown.length;
  const named = await describeConflicts(db, keyring, context.segments, conflicts, picked);
  if (fail > 0 && !skipsConflicts)
    throw conflictRefusal(named, { total, fail }, countByError(conflicts, picked.unknown));

  const free = without(picked.runs, [...conflicts, ...same]);
  const writing = { firmId: context.firmId, opId: op.id, seq: await nextSeq(db) };
  if (free.length > 0) {
    await kind.apply(db, context, writing, free, validated);
    await emit(db, 'codes.changed', { firmId: context.firmId, runs: free });
  }
  if (fail > 0) {
    const rows = await leftOutRows(db, keyring, context.segments, conflicts, picked);
    await keepLeftOut(db, { firmId: context.firmId, opId: op.id }, rows);
  }
  const ok = countCodes(free);
  return { opId: op.id, opNo: op.opNo, total, ok, fail, repeat: total - ok - fail, conflicts: named };
};

/** Closes an operation with what it did. */
export const closeOp = async (db: Db, done: OpDone): Promise<void> => {
  await db
    .updateTable('codeOp')
    .set({
      total: done.total,
      okCnt: done.ok + done.repeat,
      failCnt: done.fail,
      status: done.fail > 0 ? OpStatus.unfinished : OpStatus.done,
      result: JSON.stringify(done),
      finishedAt: sql<string>`now()`,
      updatedAt: sql<string>`now()`,
    })
    .where('id', '=', done.opId)
    .execute();
};

/** One operation on codes from beginning to end. Costs the same for ten codes as for a hundred million. */
export const runOp = async (
  db: Db,
  keyring: Keyring,
  operator: Pick<Operator, 'id'>,
  kind: OpKind,
  input: OpInput,
): Promise<OpDone> => {
  const context = await readOpContext(db, kind, input.picked);
  const op = await openOp(db, operator, kind, context, input);
  if (op.former) return OpDone.parse(op.former);
  const done = await carryOut(db, keyring, kind, op, input);
  await closeOp(db, done);
  return done;
};
