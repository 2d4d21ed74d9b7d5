import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '../../kit/db/database.ts';
import { eachByItself } from '../../kit/jobs/each-by-itself.ts';
import { SpanKind } from '../state/code-states.ts';
import { joinSpans } from '../state/join-spans.ts';
import type { Run } from '../state/ranges.ts';
import { lockSegments } from '../ops/begin-op.ts';

interface Span extends Run {
  id: number;
  kind: number;
  seq: number;
  opId: number;
  /** The same for spans that say the same of the codes before and after them. */
  said: string;
}

/** The column of single codes that says which operation of a kind touched them last; what is packed is never told apart by it. */
const seqColumn: Record<number, string | undefined> = {
  [SpanKind.bind]: 'bind_seq',
  [SpanKind.void]: 'void_seq',
  [SpanKind.ship]: 'ship_seq',
};

/** Spans of a segment that have an equal one beside them, in order. Custody tells its times itself; of others since when they hold counts too. */
const findEqual = async (db: Db, { seg, firmId }: { seg: number; firmId: number }): Promise<Span[]> => {
  const { rows } = await sql<Span>`
    with s as (
      select id, seg, kind, span, seq, op_id, payload::text || case when kind = ${sql.lit(SpanKind.ship)} then '' else at::text end as said
      from code_span where firm_id = ${firmId} and seg = ${seg}
    ), beside as (
      select *, lag(span) over w as before, lag(said) over w as said_before, lead(span) over w as after, lead(said) over w as said_after
      from s window w as (partition by kind order by lower(span))
    )
    select id, seg, kind, lower(span) as "from", upper(span) - 1 as "to", seq, op_id, said from beside
    where (upper(before) = lower(span) and said_before = said) or (lower(after) = upper(span) and said_after = said)
    order by kind, lower(span)`.execute(db);
  return rows;
};

/** Whether single codes of a run were touched between two operations: they hold over the earlier span and not over the later. */
const areBetween = async (
  db: Db,
  firmId: number,
  run: Run,
  kind: number,
  low: number,
  high: number,
): Promise<boolean> => {
  const column = seqColumn[kind];
  if (!column || low === high) return false;
  const { rows } = await sql<{ isThere: boolean }>`
    select exists (select from code_unit where firm_id = ${firmId} and seg = ${run.seg} and serial between ${run.from} and ${run.to}
      and ${sql.ref(column)} > ${low} and ${sql.ref(column)} < ${high}) as is_there`.execute(db);
  return rows[0]!.isThere;
};

/** Makes one span of those of a segment that follow each other and say the same, in the caller's transaction. Answers how many went. */
const compactSegment = async (db: Db, segment: { seg: number; firmId: number }): Promise<number> => {
  await lockSegments(db, [segment.seg]);
  let gone = 0;
  let whole: (Span & { ids: number[] }) | undefined;
  const close = async () => {
    if (whole && whole.ids.length > 1) await joinSpans(db, segment.firmId, whole);
    gone += whole ? whole.ids.length - 1 : 0;
  };
  for (const span of await findEqual(db, segment)) {
    const follows = whole && whole.kind === span.kind && whole.to + 1 === span.from && whole.said === span.said;
    const earlier = whole && whole.seq < span.seq ? whole : span;
    const isOne =
      whole &&
      follows &&
      !(await areBetween(db, segment.firmId, earlier, span.kind, earlier.seq, Math.max(whole.seq, span.seq)));
    if (whole && isOne) {
      const { seq, opId } = whole.seq < span.seq ? span : whole;
      whole.ids.push(span.id);
      Object.assign(whole, { to: span.to, seq, opId });
    } else {
      await close();
      whole = { ...span, ids: [span.id] };
    }
  }
  await close();
  return gone;
};

/** Makes one span of neighbours that say the same, in each of some segments under its lock. Answers how many spans went. */
export const compactSpans = async (
  db: Db,
  segments: readonly { seg: number; firmId: number }[],
  { log, signal }: { log: Pick<Logger, 'error'>; signal?: AbortSignal },
): Promise<number> => {
  let gone = 0;
  await eachByItself(
    segments,
    async (segment) => {
      gone += await db.transaction().execute((transaction) => compactSegment(transaction as Db, segment));
    },
    { log, signal, toName: (segment) => segment },
  );
  return gone;
};
