import { StopKind, SpanKind } from './code-states.ts';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { sql, type RawBuilder } from 'kysely';
import { unseen } from '../../kit/db/compile-once.ts';
import { prepared, type Db } from '../../kit/db/database.ts';
import { refuse } from '../../kit/refusal.ts';
import { merged, type Run } from './ranges.ts';

/** Most spans and single rows that one operation looks at. */
export const mostPieces = 200_000;

/** Serials that one fact holds for; `seq` is the place of the operation that said so. */
export interface Piece extends Run {
  seq: number;
}

const inOrder = (a: Run, b: Run) => a.seg - b.seg || a.from - b.from;

/**
 * Lays single rows over the spans they lie in: where `wins` says so the row holds, else the span. Spans are apart from
 * each other, and so are the rows. Answers pieces that are apart, in ascending order.
 */
export const overlay = <P extends Piece>(spans: P[], rows: P[], wins: (row: P, span: P) => boolean): P[] => {
  const pieces: P[] = [];
  const singles = rows.toSorted(inOrder);
  let at = 0;
  const takeUntil = (span: P | undefined) => {
    while (at < singles.length && (!span || inOrder(singles[at]!, span) < 0)) pieces.push(singles[at++]!);
  };
  for (const span of spans.toSorted(inOrder)) {
    takeUntil(span);
    let { from } = span;
    for (; at < singles.length && singles[at]!.seg === span.seg && singles[at]!.from <= span.to; at += 1) {
      const row = singles[at]!;
      if (!wins(row, span)) continue;
      if (row.from > from) pieces.push({ ...span, from, to: row.from - 1 });
      pieces.push(row);
      from = row.to + 1;
    }
    if (from <= span.to) pieces.push({ ...span, from });
  }
  takeUntil(undefined);
  return pieces;
};

const isLater = (row: Piece, span: Piece): boolean => row.seq > span.seq;

/** Runs as rows `r(seg, a, b)` of a statement. */
export const asRows = (runs: readonly Run[]) => sql`
  select * from unnest(${runs.map((run) => run.seg)}::int[], ${runs.map((run) => run.from)}::int8[], ${runs.map((run) => run.to)}::int8[]) as r(seg, a, b)`;

/** {@link asRows} for a statement with a lasting plan. */
export const unseenRows = (runs: readonly Run[]) =>
  sql`unnest(${unseen(
    runs.map((run) => run.seg),
    'int',
  )}, ${unseen(
    runs.map((run) => run.from),
    'int8',
  )}, ${unseen(
    runs.map((run) => run.to),
    'int8',
  )}) as r(seg, a, b)`;

/** Whose codes are looked at: a firm's, or for staff of the platform those of several at once. */
export type Firms = number | readonly number[];

/** Spans of one kind and single rows inside the runs, clipped to them. */
export const readBoth = async <P extends Piece>(
  db: Db,
  firms: Firms,
  runs: readonly Run[],
  what: {
    kind: number;
    ofSpan: RawBuilder<unknown>;
    ofRow: RawBuilder<unknown>;
    /** Which single rows say anything in this dimension. */
    rows: RawBuilder<unknown>;
  },
): Promise<{ spans: P[]; rows: P[] }> => {
  if (runs.length === 0) return { spans: [], rows: [] };
  const own = sql`any(${unseen([firms].flat(), 'int8')})`;
  // `offset 0`: each run looks into the index by itself; joined as a whole, thousands of runs of one segment would cost their square.
  const { rows } = await sql<P & { isRow: boolean }>`${sql.raw(prepared)}
    with r as (select * from ${unseenRows(runs)})
    select s.seg, greatest(lower(s.span), r.a) as "from", least(upper(s.span) - 1, r.b) as "to", s.seq, false as is_row, ${what.ofSpan}
    from r cross join lateral (select * from code_span
      where seg = r.seg and firm_id = ${own} and kind = ${sql.lit(what.kind)} and span && int8range(r.a, r.b, '[]') offset 0) s
    union all
    select u.seg, u.serial, u.serial, ${what.ofRow}
    from r cross join lateral (select * from code_unit u
      where u.seg = r.seg and u.firm_id = ${own} and u.serial between r.a and r.b and ${what.rows} offset 0) u
    limit ${sql.lit(mostPieces + 1)}`.execute(db);
  if (rows.length > mostPieces) throw refuse(codeRefusals.scattered);
  return { spans: rows.filter((row) => !row.isRow), rows: rows.filter((row) => row.isRow) };
};

/** Serials bound to one product, lot and channel since one moment. */
export interface BindPiece extends Piece {
  productId: number;
  lotId: number;
  channelId: number | null;
  at: string;
}

/** What the codes of some runs are bound to; codes that are not activated are in none of the pieces. */
export const readBinds = async (db: Db, firmId: number, runs: readonly Run[]): Promise<BindPiece[]> => {
  const { spans, rows } = await readBoth<BindPiece>(db, firmId, runs, {
    kind: SpanKind.bind,
    ofSpan: sql`(s.payload ->> 'productId')::int8 as product_id, (s.payload ->> 'lotId')::int8 as lot_id, (s.payload ->> 'channelId')::int8 as channel_id, s.at`,
    ofRow: sql`u.bind_seq, true, u.bind_product, u.bind_lot, u.bind_channel, u.bind_at`,
    rows: sql`u.bind_seq is not null`,
  });
  return overlay(spans, rows, isLater);
};

/** Serials that are void (2) or frozen (3) by an operation of their own. */
export interface StopPiece extends Piece {
  voidKind: number;
}

/** Which codes of some runs are void or frozen, apart from the state of their segment and lot. Void is final, of a freeze and its end the later holds. */
export const readStops = async (db: Db, firmId: number, runs: readonly Run[]): Promise<StopPiece[]> => {
  const { spans, rows } = await readBoth<StopPiece>(db, firmId, runs, {
    kind: SpanKind.void,
    ofSpan: sql`(s.payload ->> 'voidKind')::int as void_kind`,
    ofRow: sql`u.void_seq, true, u.void_kind`,
    rows: sql`u.void_seq is not null`,
  });
  return overlay(
    spans,
    rows,
    (row, span) => row.voidKind === StopKind.void || (span.voidKind !== StopKind.void && isLater(row, span)),
  ).filter((piece) => piece.voidKind !== StopKind.lifted);
};

/** Runs that were ever touched by what is looked for; what holds for them now is for the caller to read. */
export const touchedBy = async (db: Db, spans: RawBuilder<unknown>, rows: RawBuilder<unknown>): Promise<Run[]> => {
  const { rows: touched } = await sql<Run>`
    select seg, lower(span) as "from", upper(span) - 1 as "to" from code_span where firm_id is not null and ${spans}
    union all
    select seg, serial, serial from code_unit where firm_id is not null and ${rows}
    limit ${mostPieces + 1}`.execute(db);
  if (touched.length > mostPieces) throw refuse(codeRefusals.scattered);
  return merged(touched);
};

interface LotOfFirm {
  id: number;
  firmId: number;
}

const spansOfLot = ({ id, firmId }: LotOfFirm) =>
  sql`firm_id = ${firmId} and kind = ${sql.lit(SpanKind.bind)} and (payload ->> 'lotId')::bigint = ${id}`;
const rowsOfLot = ({ id, firmId }: LotOfFirm) => sql`firm_id = ${firmId} and bind_lot = ${id}`;

/** Every run that is bound to a lot now. */
export const runsOfLot = async (db: Db, { id, firmId }: LotOfFirm): Promise<Run[]> => {
  const touched = await touchedBy(db, spansOfLot({ id, firmId }), rowsOfLot({ id, firmId }));
  const binds = await readBinds(db, firmId, touched);
  return merged(binds.filter((bind) => bind.lotId === id));
};

/** The segments with codes that were ever bound to a lot, however many pieces they are. */
export const segmentsOfLot = async (db: Db, lot: LotOfFirm): Promise<number[]> => {
  const { rows } = await sql<{ seg: number }>`
    select seg from code_span where firm_id is not null and ${spansOfLot(lot)}
    union
    select seg from code_unit where firm_id is not null and ${rowsOfLot(lot)}`.execute(db);
  return rows.map(({ seg }) => seg);
};
