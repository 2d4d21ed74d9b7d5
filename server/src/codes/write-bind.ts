import { sql } from 'kysely';
import type { Db } from '../kit/database.ts';
import { sizeOf, type Run } from './ranges.ts';

/** Runs shorter than this become rows of single codes: thousands of small cuts of one span would cost quadratic time. */
const shortestSpan = 16;
const rowsAtOnce = 1000;

const chunked = <T>(rows: readonly T[]): T[][] => {
  const chunks: T[][] = [];
  for (let at = 0; at < rows.length; at += rowsAtOnce) chunks.push(rows.slice(at, at + rowsAtOnce));
  return chunks;
};

/** Binds runs that are free of any bind to a product and lot, one span or a few single rows each, and writes the trail. */
export const writeBind = async (
  db: Db,
  {
    firmId,
    opId,
    seq,
    runs,
    productId,
    lotId,
  }: { firmId: number; opId: number; seq: number; runs: readonly Run[]; productId: number; lotId: number },
): Promise<void> => {
  const range = (run: Run) => sql<string>`int8range(${run.from}, ${run.to}, '[]')`;
  const payload = JSON.stringify({ productId, lotId });
  const isLong = (run: Run) => run.to - run.from + 1 >= shortestSpan;
  for (const chunk of chunked(runs.filter(isLong)))
    await db
      .insertInto('codeSpan')
      .values(chunk.map((run) => ({ firmId, seg: run.seg, kind: 1, span: range(run), payload, opId, seq })))
      .execute();
  const singles = runs
    .filter((run) => !isLong(run))
    .flatMap((run) =>
      Array.from({ length: run.to - run.from + 1 }, (_, i) => ({ seg: run.seg, serial: run.from + i })),
    );
  for (const chunk of chunked(singles))
    await db
      .insertInto('codeUnit')
      .values(
        chunk.map((single) => ({
          ...single,
          firmId,
          bindProduct: productId,
          bindLot: lotId,
          bindAt: sql<string>`now()`,
          bindSeq: seq,
        })),
      )
      .onConflict((conflict) =>
        conflict.columns(['seg', 'serial']).doUpdateSet((row) => ({
          bindProduct: row.ref('excluded.bindProduct'),
          bindLot: row.ref('excluded.bindLot'),
          bindAt: row.ref('excluded.bindAt'),
          bindSeq: row.ref('excluded.bindSeq'),
          updatedAt: sql`now()`,
        })),
      )
      .execute();
  for (const chunk of chunked(runs))
    await db
      .insertInto('codeOpItem')
      .values(chunk.map((run) => ({ firmId, opId, seq, seg: run.seg, span: range(run), after: payload })))
      .execute();
};

/** Moves the counters of activated codes on segments, lot and product; the last step of an operation. */
export const countActive = async (
  db: Db,
  runs: readonly Run[],
  { productId, lotId }: { productId: number; lotId: number },
  sign: 1 | -1,
): Promise<void> => {
  const total = sizeOf(runs);
  if (total === 0) return;
  const bySeg = new Map<number, number>();
  for (const run of runs) bySeg.set(run.seg, (bySeg.get(run.seg) ?? 0) + run.to - run.from + 1);
  for (const seg of [...bySeg.keys()].sort((a, b) => a - b))
    await db
      .updateTable('segment')
      .set((row) => ({ activeCnt: row('activeCnt', '+', sign * bySeg.get(seg)!) }))
      .where('seg', '=', seg)
      .execute();
  await db
    .updateTable('lot')
    .set((row) => ({ activeCnt: row('activeCnt', '+', sign * total) }))
    .where('id', '=', lotId)
    .execute();
  await db
    .updateTable('product')
    .set((row) => ({ activeCnt: row('activeCnt', '+', sign * total) }))
    .where('id', '=', productId)
    .execute();
};
