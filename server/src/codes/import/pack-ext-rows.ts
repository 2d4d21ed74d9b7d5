import { PackState, SpanKind } from '../state/code-states.ts';
import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { lockSegments, nextSeq } from '../ops/begin-op.ts';
import type { ExtTarget } from './make-ext-task.ts';
import type { Place } from '../state/parent-places.ts';

/** Codes of one parent that follow each other become one span from here on. */
const shortestSpan = 2;

/** Neighbours with the same parent as runs. */
const packRuns = (
  first: number,
  good: readonly { parent?: Place }[],
): { from: number; to: number; parent: Place }[] => {
  const runs: { from: number; to: number; parent: Place }[] = [];
  for (const [at, { parent }] of good.entries()) {
    if (!parent) continue;
    const last = runs.at(-1);
    const serial = first + at;
    if (last && last.to === serial - 1 && last.parent.seg === parent.seg && last.parent.serial === parent.serial)
      last.to = serial;
    else runs.push({ from: serial, to: serial, parent });
  }
  return runs;
};

/** Writes the trail of rows that came in at these serials, and packs them into what stands above them. */
export const packExtRows = async (
  db: Db,
  { firmId, importId, operatorId }: ExtTarget,
  seg: number,
  first: number,
  good: readonly { parent?: Place }[],
): Promise<void> => {
  await lockSegments(db, [seg]);
  const opId = await openOp(db, firmId, importId, operatorId, good.length);
  const seq = await nextSeq(db);
  await sql`
    insert into code_op_item (firm_id, op_id, seq, seg, span, after)
    values (${firmId}, ${opId}, ${seq}, ${seg}, int8range(${first}, ${first + good.length}), ${JSON.stringify({ importId })}::jsonb)`.execute(
    db,
  );
  const runs = packRuns(first, good);
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
  await db
    .updateTable('segment')
    .set((row) => ({ packCnt: row('packCnt', '+', packed) }))
    .where('seg', '=', seg)
    .execute();
};

/** The one operation of an import; every batch adds to it. */
const openOp = async (db: Db, firmId: number, importId: number, operatorId: number, n: number): Promise<number> => {
  const { id } = await db
    .insertInto('codeOp')
    .values({
      firmId,
      opNo: sql<string>`'OP' || to_char(now(), 'YYMMDD') || lpad(nextval('op_order')::text, 8, '0')`,
      opType: OpType.importCodes,
      opSrc: OpSource.task,
      idemKey: `import ${importId}`,
      reqHash: '',
      params: JSON.stringify({ importId }),
      total: n,
      okCnt: n,
      operatorId,
    })
    .onConflict((conflict) =>
      conflict.columns(['firmId', 'opSrc', 'idemKey']).doUpdateSet((row) => ({
        total: sql<number>`code_op.total + ${row.ref('excluded.total')}`,
        okCnt: sql<number>`code_op.ok_cnt + ${row.ref('excluded.okCnt')}`,
      })),
    )
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};
