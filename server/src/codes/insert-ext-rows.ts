import { codeRefusals } from '@zhuiyuan/contract/codes/code-refusals';
import type { ExtImportDraft } from '@zhuiyuan/contract/codes/ext-import';
import { sql } from 'kysely';
import type { Db } from '../kit/database.ts';
import { lockSegments, nextSeq } from './begin-op.ts';
import { rawOf, type ExtFault, type ExtRow } from './stage-ext-rows.ts';

/** Codes of one parent that follow each other become one span from here on. */
const shortestSpan = 2;

interface Place {
  seg: number;
  serial: number;
}

export interface ExtTarget {
  importId: number;
  firmId: number;
  draft: ExtImportDraft;
  level: number;
  /** The task the codes belong to, made with the first good rows. */
  taskId: number | null;
  operatorId: number;
}

export interface Inserted {
  taskId: number | null;
  ok: number;
  skipped: number;
  faults: ExtFault[];
}

const bare = (uuid: string): string => uuid.replaceAll('-', '');

/** The next staged rows of a level, in the order of the file. */
export const nextRows = async (
  db: Db,
  { importId, firmId, level }: Pick<ExtTarget, 'importId' | 'firmId' | 'level'>,
  after: number,
  limit: number,
): Promise<ExtRow[]> => {
  const rows = await db
    .selectFrom('codeExtRow')
    .where('importId', '=', importId)
    .where('firmId', '=', firmId)
    .where('level', '=', level)
    .where('rowNo', '>', after)
    .select(['rowNo', 'text', 'textHash', 'innerText', 'innerHash', 'pin', 'parentText', 'parentHash'])
    .orderBy('rowNo')
    .limit(limit)
    .execute();
  return rows.map((row) => ({
    ...row,
    textHash: bare(row.textHash!),
    innerHash: row.innerHash && bare(row.innerHash),
    parentHash: row.parentHash && bare(row.parentHash),
  }));
};

/**
 * Gives rows of one level their places and packs them: new codes get the next serials of the import's segment, those that
 * exist are skipped or refused, those whose parent cannot take them are refused. One transaction of the caller.
 */
export const insertRows = async (db: Db, target: ExtTarget, rows: readonly ExtRow[]): Promise<Inserted> => {
  const { draft } = target;
  const faults: ExtFault[] = [];
  const refuse = (row: ExtRow, field: string, code: number, text: string) =>
    faults.push({
      rowNo: row.rowNo,
      raw: rawOf(draft.columns, row),
      field,
      code,
      message: `第${row.rowNo}行：${text}`.slice(0, 300),
    });
  const taken = await takenOf(db, target, rows);
  const parents = await parentsOf(db, target, rows);
  let skipped = 0;
  const good: (ExtRow & { parent?: Place })[] = [];
  const mine = new Map<string, number>();
  for (const row of rows) {
    const hashes = [row.textHash, ...(row.innerHash ? [row.innerHash] : [])];
    const same = hashes.find((hash) => taken.has(hash) || mine.has(hash));
    if (same !== undefined) {
      const twin = mine.get(same) ?? taken.get(same);
      if (draft.dupPolicy === 0) skipped += 1;
      else if (twin && twin !== row.rowNo)
        refuse(row, '编码', codeRefusals.extExists[0], `编码重复，与第${twin}行相同`);
      else refuse(row, '编码', ...codeRefusals.extExists);
      continue;
    }
    const parent = row.parentHash === null ? undefined : parents.get(row.parentHash);
    if (row.parentHash !== null && !parent) {
      refuse(row, '上级编码', codeRefusals.noSuchCode[0], `上级编码不存在：${row.parentText}`);
      continue;
    }
    if (parent && parent.level <= target.level) {
      refuse(row, '上级编码', ...codeRefusals.parentLevel);
      continue;
    }
    for (const hash of hashes) mine.set(hash, row.rowNo);
    good.push({ ...row, parent });
  }
  if (good.length === 0) return { taskId: target.taskId, ok: 0, skipped, faults };
  const taskId = target.taskId ?? (await makeTask(db, target));
  const { seg, first } = await takeSerials(db, target, taskId, good.length);
  await writeCodes(db, target.firmId, seg, first, good);
  await pack(db, target, seg, first, good);
  return { taskId, ok: good.length, skipped, faults };
};

/** Texts of the rows that are codes already; those of this very file with the row they came from, others with 0. */
const takenOf = async (db: Db, target: ExtTarget, rows: readonly ExtRow[]): Promise<Map<string, number>> => {
  const hashes = rows.flatMap((row) => (row.innerHash ? [row.textHash, row.innerHash] : [row.textHash]));
  const { rows: found } = await sql<{ hash: string; rowNo: number }>`
    select e.text_hash as hash, coalesce(case when s.task_id = ${target.taskId}::bigint then
      (select min(r.row_no) from code_ext_row r where r.import_id = ${target.importId} and r.text_hash = e.text_hash) end, 0) as row_no
    from code_ext e join segment s on s.seg = e.seg where e.text_hash = any(${hashes}::uuid[])`.execute(db);
  return new Map(found.map(({ hash, rowNo }) => [bare(hash), rowNo]));
};

const parentsOf = async (
  db: Db,
  target: ExtTarget,
  rows: readonly ExtRow[],
): Promise<Map<string, Place & { level: number }>> => {
  const hashes = [...new Set(rows.flatMap((row) => row.parentHash ?? []))];
  if (hashes.length === 0) return new Map();
  const { rows: found } = await sql<Place & { hash: string; level: number }>`
    select e.text_hash as hash, e.seg, e.serial, s.level from code_ext e join segment s on s.seg = e.seg
    where s.firm_id = ${target.firmId} and e.text_hash = any(${hashes}::uuid[])`.execute(db);
  return new Map(found.map(({ hash, ...parent }) => [bare(hash), parent]));
};

const makeTask = async (db: Db, { importId, firmId, draft, operatorId, level }: ExtTarget): Promise<number> => {
  const { id } = await db
    .insertInto('task')
    .values({
      firmId,
      taskNo: sql<string>`'T' || to_char(now(), 'YYYYMMDD') || '-' || lpad(nextval('task_number')::text, 4, '0')`,
      name: draft.name,
      source: 2,
      fmt: 'EXT',
      faces: draft.columns.innerCode === undefined ? 1 : 2,
      productId: draft.productId ?? null,
      lotId: draft.lotId ?? null,
      // counts grow with the rows; a task has at least one code
      [countColumns[level]!]: 1,
      urlStyle: 3,
      urlPrefix: draft.urlPrefix,
      caseFold: draft.caseFold,
      autoActivate: draft.autoActivate,
      phase: 2,
      idemKey: `import ${importId}`,
      reqHash: '',
      createdBy: operatorId,
      startedAt: sql<string>`now()`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
};

const countColumns = ['itemCount', 'boxCount', 'caseCount'] as const;

/** The next serials of the import's segment of a level, which is made with its first codes. */
const takeSerials = async (
  db: Db,
  { firmId, level, draft }: ExtTarget,
  taskId: number,
  n: number,
): Promise<{ seg: number; first: number }> => {
  const grown = await db
    .updateTable('segment')
    .set((row) => ({ count: row('count', '+', n) }))
    .where('taskId', '=', taskId)
    .where('level', '=', level)
    .returning(['seg', 'count'])
    .executeTakeFirst();
  const segment =
    grown ??
    (await db
      .insertInto('segment')
      .values({
        seg: sql<number>`nextval('segment_number')`,
        firmId,
        taskId,
        level,
        count: n,
        source: 2,
        fmt: 'EXT',
        faces: draft.columns.innerCode === undefined ? 1 : 2,
        pinLen: draft.columns.pin === undefined ? 0 : 6,
        caseFold: draft.caseFold,
      })
      .returning(['seg', 'count'])
      .executeTakeFirstOrThrow());
  await sql`
    update task set (item_count, box_count, case_count, rows_done, updated_at) = (
      select coalesce(sum(count) filter (where level = 0), 0), coalesce(sum(count) filter (where level = 1), 0),
        coalesce(sum(count) filter (where level = 2), 0), sum(count), now() from segment where task_id = ${taskId})
    where id = ${taskId}`.execute(db);
  return { seg: segment.seg, first: segment.count - n + 1 };
};

/** The unique index on texts is the last word: a text another import brought in meanwhile breaks the transaction, which is tried again. */
const writeCodes = async (
  db: Db,
  firmId: number,
  seg: number,
  first: number,
  good: readonly ExtRow[],
): Promise<void> => {
  const serials = good.map((_, at) => first + at);
  await sql`
    insert into code_ext (text_hash, seg, serial, face)
    select h, ${seg}::int, s, 0 from unnest(${good.map((row) => row.textHash)}::uuid[], ${serials}::bigint[]) x(h, s)
    union all
    select h, ${seg}::int, s, 1 from unnest(${good.map((row) => row.innerHash)}::uuid[], ${serials}::bigint[]) y(h, s) where h is not null`.execute(
    db,
  );
  await sql`
    insert into code_ext_text (seg, firm_id, serial, text, inner_text, pin, parent_text)
    select ${seg}::int, ${firmId}::bigint, x.* from unnest(${serials}::bigint[], ${good.map((row) => row.text)}::text[],
      ${good.map((row) => row.innerText)}::text[], ${good.map((row) => row.pin)}::text[], ${good.map((row) => row.parentText)}::text[]) x`.execute(
    db,
  );
};

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

/** The trail of the import, and what stands above the codes. */
const pack = async (
  db: Db,
  { firmId, importId, operatorId }: ExtTarget,
  seg: number,
  first: number,
  good: readonly (ExtRow & { parent?: Place })[],
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
    select ${firmId}::bigint, ${seg}::int, 3, int8range(r.a, r.b, '[]'), jsonb_build_object('parentSeg', r.ps, 'parentSerial', r.pn), ${opId}::bigint, ${seq}::bigint
    from unnest(${long.map((run) => run.from)}::bigint[], ${long.map((run) => run.to)}::bigint[],
      ${long.map((run) => run.parent.seg)}::int[], ${long.map((run) => run.parent.serial)}::bigint[]) r(a, b, ps, pn)`.execute(
    db,
  );
  await sql`
    insert into code_unit (seg, serial, firm_id, pack_state, parent_seg, parent_serial, pack_seq, pack_at)
    select ${seg}::int, r.a, ${firmId}::bigint, 1, r.ps, r.pn, ${seq}::bigint, now()
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
      opType: 14,
      opSrc: 2,
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
