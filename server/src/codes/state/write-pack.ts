import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { PackState, SpanKind } from './code-states.ts';
import type { Place } from './parent-places.ts';
import type { Writing } from './put-spans.ts';
import { countSegmentCodes } from './segment-writes.ts';

/** Codes of one parent that follow each other become one span from here on. */
const shortestSpan = 2;

/** Packs runs of a segment, which nothing holds yet, into their parents, and counts them. */
export const writePack = async (
  db: Db,
  { firmId, opId, seq }: Writing,
  seg: number,
  runs: readonly { from: number; to: number; parent: Place }[],
): Promise<void> => {
  if (runs.length === 0) return;
  const long = runs.filter(({ from, to }) => to - from + 1 >= shortestSpan);
  const single = runs.filter(({ from, to }) => to - from + 1 < shortestSpan);
  await sql`
    insert into code_span (firm_id, seg, kind, span, payload, op_id, seq)
    select ${firmId}::bigint, ${seg}::int, ${sql.lit(SpanKind.pack)}, int8range(r.a, r.b, '[]'), jsonb_build_object('parentSeg', r.ps, 'parentSerial', r.pn), ${opId}::bigint, ${seq}::bigint
    from unnest(${long.map((run) => run.from)}::bigint[], ${long.map((run) => run.to)}::bigint[],
      ${long.map((run) => run.parent.seg)}::int[], ${long.map((run) => run.parent.serial)}::bigint[]) r(a, b, ps, pn)`.execute(
    db,
  );
  await sql`
    insert into code_unit (seg, serial, firm_id, pack_state, parent_seg, parent_serial, pack_seq, pack_at)
    select ${seg}::int, r.a, ${firmId}::bigint, ${sql.lit(PackState.packed)}, r.ps, r.pn, ${seq}::bigint, now()
    from unnest(${single.map((run) => run.from)}::bigint[], ${single.map((run) => run.parent.seg)}::int[],
      ${single.map((run) => run.parent.serial)}::bigint[]) r(a, ps, pn)`.execute(db);
  const packed = runs.reduce((sum, { from, to }) => sum + to - from + 1, 0);
  await countSegmentCodes(db, seg, 'packCnt', packed);
};
