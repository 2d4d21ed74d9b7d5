import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { cutOut, type Run } from './ranges.ts';

/** Runs shorter than this become rows of single codes: thousands of small cuts of one span would cost quadratic time. */
const shortestSpan = 16;
const rowsAtOnce = 1000;

export const isLong = (run: Run): boolean => run.to - run.from + 1 >= shortestSpan;

export const chunked = <T>(rows: readonly T[], most = rowsAtOnce): T[][] => {
  const chunks: T[][] = [];
  for (let at = 0; at < rows.length; at += most) chunks.push(rows.slice(at, at + most));
  return chunks;
};

/** A run as a range of the database. */
export const toRange = ({ from, to }: Run) => sql<string>`int8range(${from}, ${to}, '[]')`;

/** The operation that writes: its firm, its row, its place in the order of operations. */
export interface Writing {
  firmId: number;
  opId: number;
  seq: number;
  /** When all of it happened by the clock of who did it, where he says so. */
  occurredAt?: string;
}

interface SpanPut extends Run {
  /** What now holds for the run; null only takes away what held. */
  payload: object | null;
  /** Since when, if not since now. */
  at?: string;
}

interface Span extends Run {
  id: number;
  payload: unknown;
  opId: number;
  seq: number;
  /** As the database writes it, so that nothing of it is lost. */
  since: string;
}

/**
 * Cuts runs out of the spans of one kind, keeps what lies outside of them, and puts the new spans in; one pass for all
 * runs, so that many cuts of one span cost no more than their number. The caller holds the locks of the segments.
 */
export const putSpans = async (
  db: Db,
  { firmId, opId, seq }: Writing,
  kind: number,
  puts: readonly SpanPut[],
): Promise<void> => {
  if (puts.length === 0) return;
  const columns = [puts.map((put) => put.seg), puts.map((put) => put.from), puts.map((put) => put.to)];
  // `offset 0`: each run looks into the index by itself; joined as a whole, thousands of runs of one segment would cost their square.
  const { rows: former } = await sql<Span>`
    select distinct s.id, s.seg, lower(s.span) as "from", upper(s.span) - 1 as "to", s.payload, s.op_id, s.seq, s.at::text as since
    from unnest(${columns[0]}::int[], ${columns[1]}::int8[], ${columns[2]}::int8[]) r(seg, a, b) cross join lateral (select * from code_span
      where seg = r.seg and firm_id = ${firmId} and kind = ${kind} and span && int8range(r.a, r.b, '[]') offset 0) s`.execute(
    db,
  );
  for (const chunk of chunked(former))
    await db
      .deleteFrom('codeSpan')
      .where(
        'id',
        'in',
        chunk.map((span) => span.id),
      )
      .execute();
  const kept = cutOut(former, puts);
  const fresh = puts.flatMap(({ payload, at, ...run }) =>
    payload === null ? [] : [{ ...run, payload, opId, seq, since: at ?? null }],
  );
  // As columns, see writeTrail.
  for (const chunk of chunked([...kept, ...fresh]))
    await sql`
      insert into code_span (firm_id, seg, kind, span, payload, op_id, seq, at)
      select ${firmId}::int8, r.seg, ${kind}::smallint, int8range(r.a, r.b, '[]'), r.payload, r.op_id, r.seq, coalesce(r.at, now()) from unnest(
        ${chunk.map((span) => span.seg)}::int[], ${chunk.map(({ from }) => from)}::int8[], ${chunk.map(({ to }) => to)}::int8[],
        ${chunk.map(({ payload }) => JSON.stringify(payload))}::jsonb[], ${chunk.map((span) => span.opId)}::int8[],
        ${chunk.map((span) => span.seq)}::int8[], ${chunk.map(({ since }) => since)}::timestamptz[]) as r(seg, a, b, payload, op_id, seq, at)`.execute(
      db,
    );
};

/** Every serial of some short runs. */
export const toSerials = (runs: readonly Run[]): { seg: number; serial: number }[] =>
  runs.flatMap(({ seg, from, to }) => Array.from({ length: to - from + 1 }, (_, i) => ({ seg, serial: from + i })));

/**
 * Writes the trail: one item per run, however long, with what held before and what holds now, and when it happened by the clock of
 * who did it, where he says so.
 */
export const writeTrail = async (
  db: Db,
  { firmId, opId, seq, occurredAt: happenedAt }: Writing,
  items: readonly (Run & { before?: readonly object[]; after?: object; occurredAt?: string })[],
): Promise<void> => {
  // As columns, not as so many values: a statement of eight thousand parameters costs more to say than to carry out.
  for (const chunk of chunked(items))
    await sql`
      insert into code_op_item (firm_id, op_id, seq, seg, span, before, after, occurred_at)
      select ${firmId}::int8, ${opId}::int8, ${seq}::int8, r.seg, int8range(r.a, r.b, '[]'), r.before, r.after, r.occurred_at from unnest(
        ${chunk.map((item) => item.seg)}::int[], ${chunk.map(({ from }) => from)}::int8[], ${chunk.map(({ to }) => to)}::int8[],
        ${chunk.map(({ before = [] }) => JSON.stringify(before))}::jsonb[], ${chunk.map(({ after = {} }) => JSON.stringify(after))}::jsonb[],
        ${chunk.map(({ occurredAt = happenedAt }) => occurredAt ?? null)}::timestamptz[]) as r(seg, a, b, before, after, occurred_at)`.execute(
      db,
    );
};
