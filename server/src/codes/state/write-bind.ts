import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { bindBoxes } from './boxes.ts';
import { chunked, isLong, putSpans, toSerials, writeTrail, type Writing } from './put-spans.ts';
import type { Run } from './ranges.ts';
import { SpanKind } from './code-states.ts';
import { asRows } from './pieces.ts';

/** A run and what it is bound to from now on. */
export interface BindPut extends Run {
  productId: number;
  lotId: number;
  channelId: number | null;
  /** Since when it is active, if not since now. */
  at?: string;
  /** What held before, for the trail. */
  before?: object[];
}

const toPayload = ({ productId, lotId, channelId }: BindPut) =>
  channelId === null ? { productId, lotId } : { productId, lotId, channelId };

/** Binds runs to product, lot and channel, one span or a few single rows each, and writes the trail. */
export const writeBind = async (db: Db, writing: Writing, puts: readonly BindPut[]): Promise<void> => {
  await putSpans(
    db,
    writing,
    SpanKind.bind,
    puts.filter(isLong).map((put) => ({ ...put, payload: toPayload(put) })),
  );
  const singles = puts
    .filter((put) => !isLong(put))
    .flatMap((put) =>
      toSerials([put]).map((single) => ({
        ...single,
        firmId: writing.firmId,
        bindProduct: put.productId,
        bindLot: put.lotId,
        bindChannel: put.channelId,
        bindAt: put.at ?? sql<string>`now()`,
        bindSeq: writing.seq,
      })),
    );
  for (const chunk of chunked(singles))
    await db
      .insertInto('codeUnit')
      .values(chunk)
      .onConflict((conflict) =>
        conflict.columns(['seg', 'serial']).doUpdateSet((row) => ({
          bindProduct: row.ref('excluded.bindProduct'),
          bindLot: row.ref('excluded.bindLot'),
          bindChannel: row.ref('excluded.bindChannel'),
          bindAt: row.ref('excluded.bindAt'),
          bindSeq: row.ref('excluded.bindSeq'),
          updatedAt: sql`now()`,
        })),
      )
      .execute();
  await bindBoxes(db, writing.firmId, puts);
  await writeTrail(
    db,
    writing,
    puts.map((put) => ({ seg: put.seg, from: put.from, to: put.to, before: put.before, after: toPayload(put) })),
  );
};

/** Takes away what runs are bound to, where these operations bound them as spans or as single rows. */
export const clearBinds = async (
  db: Db,
  writing: Writing,
  { spans, singles }: { spans: readonly Run[]; singles: readonly Run[] },
  boundBy: readonly number[],
): Promise<void> => {
  await putSpans(
    db,
    writing,
    SpanKind.bind,
    spans.map((run) => ({ ...run, payload: null })),
  );
  await sql`
    update code_unit u set bind_product = null, bind_lot = null, bind_channel = null, bind_at = null, bind_seq = null, updated_at = now()
    from (${asRows(singles)}) r
    where u.firm_id = ${writing.firmId} and u.seg = r.seg and u.serial between r.a and r.b and u.bind_seq = any(${boundBy}::int8[])`.execute(
    db,
  );
  await bindBoxes(
    db,
    writing.firmId,
    [...spans, ...singles].map((run) => ({ ...run, productId: null, lotId: null })),
  );
};
