import { StopKind, SpanKind, PackState } from '../state/code-states.ts';
import { SegmentState, OpStatus, OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Db } from '../../kit/db/database.ts';
import type { Operator } from '../../kit/operator.ts';
import { notFound, refuse } from '../../kit/refusal.ts';
import { beginOp, closeOp, lockSegments, nextSeq } from './begin-op.ts';
import { emit } from '../../kit/db/events.ts';
import { moveCounts, tally } from './move-counts.ts';
import { inState } from './describe-conflicts.ts';
import { readSegments } from '../state/read-segments.ts';
import { asRows, readBinds, readStops } from '../state/pieces.ts';
import { writeTrail } from '../state/put-spans.ts';
import { clearBinds } from '../state/write-bind.ts';
import { merged, countCodes, type Run } from '../state/ranges.ts';
import { recalledRuns } from '../state/recalled-runs.ts';

/** What an activation keeps of what it bound codes to. */
const BoundTo = z.object({ productId: z.number(), lotId: z.number() });

/** What an undo answers, and keeps for a repeated request. */
const Undone = z.object({ opId: z.number(), ok: z.number() });

/** Since when the codes of an operation named `op` are active: since it was asked for, or since the time it was put off to. */
export const activeSince = sql<string>`coalesce(op.due_at, op.created_at)`;

/**
 * Takes an activation back within 24 hours: all of its codes are bound to nothing again. Refuses 61045 later than that,
 * 61030 and 61033 when a code of it is void or frozen, 61046 when one was scanned, packed, shipped or bound again since,
 * and 61020 while it is still at work. Undone twice it is undone once.
 */
export const undoActivation = async (
  db: Db,
  operator: Pick<Operator, 'id'>,
  opId: number,
  idemKey: string,
): Promise<z.output<typeof Undone>> => {
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
  if (op.reversedBy !== null) return { opId: op.reversedBy, ok: 0 };
  if (op.status === OpStatus.running) throw refuse(codeRefusals.taskState);
  if (op.isOld) throw refuse(codeRefusals.undoTooLate);
  const { firmId } = op;
  const { productId, lotId } = BoundTo.parse(op.params);
  const reversal = await beginOp(db, operator, {
    firmId,
    opType: OpType.undoActivation,
    idemKey,
    request: { undo: opId },
    params: { undo: opId },
  });
  if (reversal.former) return Undone.parse(reversal.former);

  const items = await db
    .selectFrom('codeOpItem')
    .where('opId', '=', opId)
    .select(['seg', 'seq', sql<number>`lower(span)`.as('from'), sql<number>`upper(span) - 1`.as('to')])
    .execute();
  if (items.length === 0) throw refuse(codeRefusals.taskState);
  const runs = merged(items);
  await lockSegments(
    db,
    runs.map((run) => run.seg),
  );
  const seqs = new Set(items.map((item) => item.seq));
  await guard(db, firmId, runs, seqs);

  const writing = { firmId, opId: reversal.id, seq: await nextSeq(db) };
  await clearBinds(db, writing, items, [...seqs]);
  await writeTrail(
    db,
    writing,
    runs.map((run) => ({ ...run, before: [{ productId, lotId }] })),
  );
  await moveCounts(db, 'activeCnt', {
    bySeg: tally(runs, (run) => run.seg, -1),
    byLot: tally(runs, () => lotId, -1),
    byProduct: tally(runs, () => productId, -1),
  });
  await emit(db, 'codes.changed', { firmId, runs });
  await db.updateTable('codeOp').set({ reversedBy: reversal.id }).where('id', '=', opId).execute();
  const done = { opId: reversal.id, ok: countCodes(runs) };
  await closeOp(db, reversal.id, { total: done.ok, ok: done.ok, result: done });
  return done;
};

/** Refuses when any code is no longer as the activation left it. */
const guard = async (db: Db, firmId: number, runs: readonly Run[], seqs: ReadonlySet<number>): Promise<void> => {
  const segments = await readSegments(db, runs);
  const stops = await readStops(db, firmId, runs);
  const isStopped = (kind: number) => stops.some((stop) => stop.voidKind === kind);
  if (isStopped(StopKind.void) || inState(segments, runs, SegmentState.void).length > 0)
    throw refuse(codeRefusals.void);
  const isRecalled = (await recalledRuns(db, firmId, runs)).length > 0;
  if (isStopped(StopKind.frozen) || inState(segments, runs, SegmentState.frozen).length > 0 || isRecalled)
    throw refuse(codeRefusals.frozen);
  const own = (await readBinds(db, firmId, runs)).filter((bind) => seqs.has(bind.seq));
  if (countCodes(own) < countCodes(runs) || (await areUsed(db, firmId, runs))) throw refuse(codeRefusals.undoUsed);
};

/** Whether any code of the runs was scanned, packed or shipped. */
const areUsed = async (db: Db, firmId: number, runs: readonly Run[]): Promise<boolean> => {
  const { rows } = await sql<{ isUsed: boolean }>`
    with r as (${asRows(runs)})
    select exists (select from r join unit_scan s on s.firm_id = ${firmId} and s.seg = r.seg and s.serial between r.a and r.b and s.cnt > 0)
      or exists (select from r join code_unit u on u.firm_id = ${firmId} and u.seg = r.seg and u.serial between r.a and r.b
        and (u.pack_state <> ${sql.lit(PackState.unsaid)} or u.ship_seq is not null))
      or exists (select from r join code_span s on s.firm_id = ${firmId} and s.kind in (${sql.lit(SpanKind.pack)}, ${sql.lit(SpanKind.ship)}) and s.seg = r.seg and s.span && int8range(r.a, r.b, '[]'))
      as is_used`.execute(db);
  return rows[0]!.isUsed;
};
