import { OpRowState } from '../state/code-states.ts';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import type { RefusalText } from '@zhuiyuan/contract/kit/codes';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { findFault } from '../../kit/sheets/sheet.ts';
import { nextSeq } from './begin-op.ts';
import { lockContents, lockRuns } from './lock-runs.ts';
import { emit } from '../../kit/db/events.ts';
import { withChildren } from '../state/with-children.ts';
import { readSegments } from '../state/read-segments.ts';
import type { Keyring } from '../cipher/keyring.ts';
import type { OpKind } from './op-kind.ts';
import { chunked } from '../state/put-spans.ts';
import { clipped, merged, countCodes, without, type Run } from '../state/ranges.ts';

/** A line of codes that an operation works through. */
export interface OpRowText {
  rowNo: number;
  firstText: string;
  lastText: string;
  /** Codes of it that were counted as failed before. */
  size: number;
}

interface ReadRow extends OpRowText {
  run?: Run;
  why?: RefusalText;
}

/** Why a line names no code: a spreadsheet program may have shortened it. */
const whyNoCode = ({ firstText, lastText }: OpRowText): RefusalText => {
  const fault = findFault(firstText) ?? findFault(lastText);
  return fault ? [codeRefusals.badText[0], fault] : codeRefusals.badText;
};

/** What each line names: one run of a segment of the firm, or why it is none. */
export const readRows = async (
  db: Db,
  keyring: Keyring,
  firmId: number,
  rows: readonly OpRowText[],
): Promise<ReadRow[]> => {
  const found = await keyring.findMany(
    db,
    rows.flatMap((row) => [row.firstText, row.lastText].filter(Boolean)),
  );
  const segs = [...new Set([...found.values()].map(({ place }) => place.seg))];
  const counts = new Map<number, number>();
  for (const chunk of chunked(segs))
    for (const { seg, count } of await db
      .selectFrom('segment')
      .where('firmId', '=', firmId)
      .where('seg', 'in', chunk)
      .select(['seg', 'count'])
      .execute())
      counts.set(seg, count);
  return rows.map((row) => {
    const first = found.get(row.firstText)?.place;
    const last = row.lastText ? found.get(row.lastText)?.place : first;
    if (!first || !last) return { ...row, why: whyNoCode(row) };
    if (first.seg !== last.seg) return { ...row, why: codeRefusals.otherSegment };
    const [from, to] = [Math.min(first.serial, last.serial), Math.max(first.serial, last.serial)];
    if (to > (counts.get(first.seg) ?? 0)) return { ...row, why: codeRefusals.noSuchCode };
    return { ...row, run: { seg: first.seg, from, to } };
  });
};

interface Tried {
  row: OpRowText;
  size: number;
  why?: RefusalText;
  /** Every code of it already was so. */
  isSame?: boolean;
}

/** What one chunk of lines came to. A line is done as a whole or not at all. */
export interface RowsDone {
  tried: Tried[];
  ok: number;
  repeat: number;
}

/** Locks the codes that lines name, what lies in them where that is meant, and what is around them. */
export const lockRows = async (
  db: Db,
  { firmId, includesChildren }: { firmId: number; includesChildren: boolean },
  rows: readonly { run?: Run }[],
): Promise<void> => {
  const runs = merged(rows.flatMap(({ run }) => run ?? []));
  if (includesChildren) await lockContents(db, firmId, runs, withChildren);
  else await lockRuns(db, firmId, runs);
};

/**
 * Carries out an operation on lines of codes, in the caller's transaction. Lines that are not to be touched are answered
 * with their reasons; of two lines that share codes the later one is refused, unless they are the same.
 */
export const carryOutRows = async (
  db: Db,
  keyring: Keyring,
  kind: OpKind,
  op: { id: number; firmId: number; includesChildren: boolean },
  rows: readonly OpRowText[],
): Promise<RowsDone> => {
  const read = await readRows(db, keyring, op.firmId, rows);
  await lockRows(db, op, read);
  const tried: Tried[] = [];
  const wanted: { row: ReadRow; runs: Run[] }[] = [];
  let taken: Run[] = [];
  for (const row of read) {
    if (!row.run) {
      tried.push({ row, size: 1, why: row.why });
      continue;
    }
    const runs = op.includesChildren ? await withChildren(db, op.firmId, [row.run]) : [row.run];
    const left = without(runs, taken);
    if (left.length > 0 && countCodes(left) < countCodes(runs))
      tried.push({ row, size: countCodes(runs), why: codeRefusals.overlap });
    else wanted.push({ row, runs });
    taken = merged([...taken, ...left]);
  }
  const all = merged(wanted.flatMap(({ runs }) => runs));
  if (all.length === 0) return { tried, ok: 0, repeat: 0 };
  const context = { firmId: op.firmId, segments: await readSegments(db, all), runs: all };
  const whole = kind.refuses?.(context);
  const validated = await kind.validate(db, context);
  const good: Run[] = [];
  let repeat = 0;
  for (const { row, runs } of wanted) {
    const size = countCodes(runs);
    const why = whole ?? firstReason(validated.conflicts, runs);
    const same = why ? 0 : size - countCodes(without(runs, validated.same));
    tried.push({ row, size, why, isSame: same === size });
    if (why) continue;
    good.push(...runs);
    repeat += same;
  }
  const free = without(good, validated.same);
  if (free.length > 0) {
    await kind.apply(db, context, { firmId: op.firmId, opId: op.id, seq: await nextSeq(db) }, free, validated);
    await emit(db, 'codes.changed', { firmId: op.firmId, runs: free });
  }
  return { tried, ok: countCodes(free), repeat };
};

const firstReason = (
  conflicts: readonly (Run & { why: RefusalText })[],
  runs: readonly Run[],
): RefusalText | undefined => clipped(conflicts, runs)[0]?.why;

/** Keeps the lines that failed, drops those that are done, and moves the operation's numbers. */
export const countRows = async (
  db: Db,
  op: { id: number; firmId: number },
  { tried, ok, repeat }: RowsDone,
): Promise<void> => {
  const good = tried.filter(({ why }) => !why).map(({ row }) => row.rowNo);
  const bad = tried.filter(({ why }) => why);
  for (const chunk of chunked(good))
    await db.deleteFrom('codeOpRow').where('opId', '=', op.id).where('rowNo', 'in', chunk).execute();
  for (const chunk of chunked(bad))
    await sql`
      update code_op_row set state = ${sql.lit(OpRowState.leftOut)}, err_code = f.err_code, err_msg = f.err_msg, size = f.size
      from unnest(${chunk.map(({ row }) => row.rowNo)}::int[], ${chunk.map(({ why }) => why![0])}::int[], ${chunk.map(({ why }) => why![1])}::text[], ${chunk.map(({ size }) => size)}::int8[]) as f(row_no, err_code, err_msg, size)
      where code_op_row.firm_id = ${op.firmId} and code_op_row.op_id = ${op.id} and code_op_row.row_no = f.row_no`.execute(
      db,
    );
  // A line that is tried again was counted before.
  const counted = tried.reduce((sum, { row }) => sum + row.size, 0);
  const failed = bad.reduce((sum, { size }) => sum + size, 0);
  const total = tried.reduce((sum, { size }) => sum + size, 0);
  await db
    .updateTable('codeOp')
    .set((row) => ({
      total: row('total', '+', total - counted),
      okCnt: row('okCnt', '+', total - failed),
      failCnt: row('failCnt', '+', failed - counted),
      result: sql<string>`coalesce(result, '{}') || jsonb_build_object(
        'ok', coalesce((result ->> 'ok')::bigint, 0) + ${ok}::bigint, 'repeat', coalesce((result ->> 'repeat')::bigint, 0) + ${repeat}::bigint)`,
      updatedAt: sql<string>`now()`,
    }))
    .where('id', '=', op.id)
    .execute();
};
