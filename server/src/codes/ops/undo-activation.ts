import { StopKind, SpanKind, PackState } from '../state/code-states.ts';
import { SegmentState, OpStatus, OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { sql } from 'kysely';
import { fill, type RefusalText } from '@zhuiyuan/contract/kit/codes';
import type { Conflict } from '@zhuiyuan/contract/codes/ops/op-draft';
import { UndoAnswer } from '@zhuiyuan/contract/codes/ops/op-undo';
import { z } from 'zod';
import type { Keyring } from '../cipher/keyring.ts';
import type { Db } from '../../kit/db/database.ts';
import type { Operator } from '../../kit/operator.ts';
import { notFound, refuse, Refusal } from '../../kit/refusal.ts';
import { beginOp, nextSeq } from './begin-op.ts';
import { lockRuns } from './lock-runs.ts';
import { readCustody } from '../state/custody/read-custody.ts';
import { emit } from '../../kit/db/events.ts';
import { moveCounts, tally } from './move-counts.ts';
import { countByError, describeConflicts, inState, sortOut, type RunConflict } from './describe-conflicts.ts';
import { keepLeftOut, leftOutRows } from './left-out.ts';
import { closeOp } from './run-op.ts';
import { readSegments, type SegmentFacts } from '../state/read-segments.ts';
import { asRows, readBinds, readStops } from '../state/pieces.ts';
import { isLong, writeTrail } from '../state/put-spans.ts';
import { clearBinds } from '../state/write-bind.ts';
import { clipped, merged, countCodes, without, type Run } from '../state/ranges.ts';
import { recalledRuns } from '../state/recalled-runs.ts';

/** What an activation keeps of what it bound codes to. */
const BoundTo = z.object({ productId: z.number(), lotId: z.number() });

/** Most single codes and runs in use that an undo can leave out. */
const mostUsed = 10_000;

/** Why a code cannot be taken back, each a kind of 61046 that says what became of it. */
const since = {
  scanned: [codeRefusals.undoUsed[0], '编码已有扫码记录，不能撤销启用'],
  packed: [codeRefusals.undoUsed[0], '编码已有包装记录，不能撤销启用'],
  shipped: [codeRefusals.undoUsed[0], '编码已有发货记录，不能撤销启用'],
  rebound: [codeRefusals.undoUsed[0], '编码已改绑，不能撤销启用'],
} as const satisfies Record<string, RefusalText>;

/** Since when the codes of an operation named `op` are active: since it was asked for, or since the time it was put off to. */
export const activeSince = sql<string>`coalesce(op.due_at, op.created_at)`;

/**
 * Takes an activation back within 24 hours: its codes are bound to nothing again. Refuses 61045 later than that, 61020 while it is
 * still at work, and names the codes that are no longer as it left them: 61030 and 61033 when one is void or frozen, 61046 when one
 * was scanned, packed, shipped or bound again since; where those are to be left out the others are taken back. Undone twice it is
 * undone once.
 */
export const undoActivation = async (
  db: Db,
  keyring: Keyring,
  operator: Pick<Operator, 'id'>,
  opId: number,
  { idemKey, skipsConflicts }: { idemKey: string; skipsConflicts: boolean },
): Promise<UndoAnswer> => {
  const op = await db
    .selectFrom('codeOp as op')
    .where('op.id', '=', opId)
    .select([
      'op.id',
      'op.firmId',
      'op.opType',
      'op.status',
      'op.reversedBy',
      'op.params',
      sql<boolean>`${activeSince} < now() - interval '24 hours'`.as('isOld'),
    ])
    .forUpdate()
    .executeTakeFirst();
  if (!op || op.opType !== OpType.activate) throw notFound();
  if (op.reversedBy !== null) return { opId: op.reversedBy, ok: 0, fail: 0 };
  if (op.status === OpStatus.running) throw refuse(codeRefusals.taskState);
  if (op.isOld) throw refuse(codeRefusals.undoTooLate);
  const { firmId } = op;
  const { productId, lotId } = BoundTo.parse(op.params);
  const reversal = await beginOp(db, operator, {
    firmId,
    opType: OpType.undoActivation,
    idemKey,
    request: skipsConflicts ? { undo: opId, skipsConflicts } : { undo: opId },
    params: { undo: opId },
  });
  if (reversal.former) return UndoAnswer.parse(reversal.former);

  const items = await db
    .selectFrom('codeOpItem')
    .where('opId', '=', opId)
    .select(['seg', 'seq', sql<number>`lower(span)`.as('from'), sql<number>`upper(span) - 1`.as('to')])
    .execute();
  if (items.length === 0) throw refuse(codeRefusals.taskState);
  const runs = merged(items);
  await lockRuns(db, firmId, runs);
  const seqs = new Set(items.map((item) => item.seq));
  const segments = await readSegments(db, runs);
  const conflicts = await findConflicts(db, firmId, segments, runs, seqs);
  const free = without(runs, conflicts);
  const named = await describeConflicts(db, keyring, segments, conflicts, { unknown: [] });
  const [total, ok] = [countCodes(runs), countCodes(free)];
  const fail = total - ok;
  if (fail > 0 && (!skipsConflicts || ok === 0)) {
    const data = { ok, fail, conflicts: named, byError: countByError(conflicts, []) };
    throw new Refusal(...firstCause(conflicts, named), data);
  }

  const writing = { firmId, opId: reversal.id, seq: await nextSeq(db) };
  await clearBinds(
    db,
    writing,
    {
      spans: clipped(items.filter(isLong), free),
      singles: clipped(
        items.filter((item) => !isLong(item)),
        free,
      ),
    },
    [...seqs],
  );
  await writeTrail(
    db,
    writing,
    free.map((run) => ({ ...run, before: [{ productId, lotId }] })),
  );
  await moveCounts(db, 'activeCnt', {
    bySeg: tally(free, (run) => run.seg, -1),
    byLot: tally(free, () => lotId, -1),
    byProduct: tally(free, () => productId, -1),
  });
  await emit(db, 'codes.changed', { firmId, runs: free });
  if (fail > 0)
    await keepLeftOut(
      db,
      { firmId, opId: reversal.id },
      await leftOutRows(db, keyring, segments, conflicts, { unknown: [] }),
    );
  await db.updateTable('codeOp').set({ reversedBy: reversal.id }).where('id', '=', opId).execute();
  await closeOp(db, { opId: reversal.id, opNo: reversal.opNo, total, ok, fail, repeat: 0, conflicts: named });
  return { opId: reversal.id, ok, fail };
};

/** The refusal's number and words: the gravest cause, the first code it holds for and how many they are. */
const firstCause = (conflicts: readonly RunConflict[], named: readonly Conflict[]): [number, string] => {
  const causes = [codeRefusals.void, codeRefusals.frozen, codeRefusals.undoUsed];
  const [code, text] = causes.find(([number]) => conflicts.some(({ why }) => why[0] === number))!;
  const n = countCodes(conflicts.filter(({ why }) => why[0] === code));
  const first = named.find(({ errCode }) => errCode === code)?.code ?? '';
  return [code, fill(n > 1 ? `编码{first}等{n}个：${text}` : `编码{first}：${text}`, { first, n })];
};

/** The codes that are no longer as the activation left them, each with what became of it. */
const findConflicts = async (
  db: Db,
  firmId: number,
  segments: ReadonlyMap<number, SegmentFacts>,
  runs: readonly Run[],
  seqs: ReadonlySet<number>,
): Promise<RunConflict[]> => {
  const stops = await readStops(db, firmId, runs);
  const stopped = (kind: number) => stops.filter((stop) => stop.voidKind === kind);
  const frozen = [
    ...inState(segments, runs, SegmentState.frozen),
    ...stopped(StopKind.frozen),
    ...(await recalledRuns(db, firmId, runs)),
  ];
  const used = await usedRuns(db, firmId, runs);
  const own = (await readBinds(db, firmId, runs)).filter((bind) => seqs.has(bind.seq));
  return sortOut(runs, [
    [codeRefusals.void, [...inState(segments, runs, SegmentState.void), ...stopped(StopKind.void)]],
    [codeRefusals.frozen, frozen],
    [since.scanned, used.filter(({ isScan }) => isScan)],
    [since.packed, used.filter(({ isScan }) => !isScan)],
    [since.shipped, await readCustody(db, firmId, runs)],
    [since.rebound, without(runs, own)],
  ]);
};

/**
 * The codes of the runs that were scanned or packed; of those that came out of a box as the run they were packed as, only the trail
 * says it. Refuses 61046 as a whole where they are too many to leave out one by one.
 */
const usedRuns = async (db: Db, firmId: number, runs: readonly Run[]): Promise<(Run & { isScan: boolean })[]> => {
  const { rows } = await sql<Run & { isScan: boolean }>`
    with r as (${asRows(runs)})
    select s.seg, s.serial as "from", s.serial as "to", true as is_scan
    from r join unit_scan s on s.firm_id = ${firmId} and s.seg = r.seg and s.serial between r.a and r.b and s.cnt > 0
    union all
    select u.seg, u.serial, u.serial, false
    from r join code_unit u on u.firm_id = ${firmId} and u.seg = r.seg and u.serial between r.a and r.b
    where u.pack_state <> ${sql.lit(PackState.unsaid)}
    union all
    select s.seg, greatest(lower(s.span), r.a), least(upper(s.span) - 1, r.b), false
    from r join code_span s on s.firm_id = ${firmId} and s.kind = ${sql.lit(SpanKind.pack)} and s.seg = r.seg and s.span && int8range(r.a, r.b, '[]')
    union all
    select i.seg, greatest(lower(i.span), r.a), least(upper(i.span) - 1, r.b), false
    from r join code_op_item i on i.firm_id = ${firmId} and i.seg = r.seg and i.span && int8range(r.a, r.b, '[]') and i.after ? 'parentSeg'
    limit ${mostUsed + 1}`.execute(db);
  if (rows.length > mostUsed) throw refuse(codeRefusals.undoUsed);
  return rows;
};
