import type { RowError } from '../../jobs/row-error.ts';
import { Face } from '@zhuiyuan/contract/codes/cipher/face';
import { DupPolicy } from '@zhuiyuan/contract/codes/import/ext-import';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { makeExtTask, takeSerials, type ExtTarget } from './make-ext-task.ts';
import { packExtRows } from './pack-ext-rows.ts';
import type { Place } from '../state/parent-places.ts';
import { toRaw, type ExtRow } from './stage-ext-rows.ts';

export interface Inserted {
  taskId: number | null;
  ok: number;
  skipped: number;
  faults: RowError[];
}

const bare = (uuid: string): string => uuid.replaceAll('-', '');

/** The next staged rows of a level, in the order of the file. */
export const nextExtRows = async (
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
export const insertExtRows = async (db: Db, target: ExtTarget, rows: readonly ExtRow[]): Promise<Inserted> => {
  const { draft } = target;
  const faults: RowError[] = [];
  const refuse = (row: ExtRow, field: string, code: number, text: string) =>
    faults.push({
      rowNo: row.rowNo,
      raw: toRaw(draft.columns, row),
      field,
      code,
      message: `第${row.rowNo}行：${text}`.slice(0, 300),
    });
  const taken = await findTaken(db, target, rows);
  const parents = await findParents(db, target, rows);
  let skipped = 0;
  const good: (ExtRow & { parent?: Place })[] = [];
  const mine = new Map<string, number>();
  for (const row of rows) {
    const hashes = [row.textHash, ...(row.innerHash ? [row.innerHash] : [])];
    const same = hashes.find((hash) => taken.has(hash) || mine.has(hash));
    if (same !== undefined) {
      const twin = mine.get(same) ?? taken.get(same);
      if (draft.dupPolicy === DupPolicy.skip) skipped += 1;
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
  const taskId = target.taskId ?? (await makeExtTask(db, target));
  const { seg, first } = await takeSerials(db, target, taskId, good.length);
  await writeCodes(db, target.firmId, seg, first, good);
  await packExtRows(db, target, seg, first, good);
  return { taskId, ok: good.length, skipped, faults };
};

/** Texts of the rows that are codes already; those of this very file with the row they came from, others with 0. */
const findTaken = async (db: Db, target: ExtTarget, rows: readonly ExtRow[]): Promise<Map<string, number>> => {
  const hashes = rows.flatMap((row) => (row.innerHash ? [row.textHash, row.innerHash] : [row.textHash]));
  const { rows: found } = await sql<{ hash: string; rowNo: number }>`
    select e.text_hash as hash, coalesce(case when s.task_id = ${target.taskId}::bigint then
      (select min(r.row_no) from code_ext_row r where r.import_id = ${target.importId} and r.text_hash = e.text_hash) end, 0) as row_no
    from code_ext e join segment s on s.seg = e.seg where e.text_hash = any(${hashes}::uuid[])`.execute(db);
  return new Map(found.map(({ hash, rowNo }) => [bare(hash), rowNo]));
};

const findParents = async (
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
    select h, ${seg}::int, s, ${sql.lit(Face.outer)} from unnest(${good.map((row) => row.textHash)}::uuid[], ${serials}::bigint[]) x(h, s)
    union all
    select h, ${seg}::int, s, ${sql.lit(Face.inner)} from unnest(${good.map((row) => row.innerHash)}::uuid[], ${serials}::bigint[]) y(h, s) where h is not null`.execute(
    db,
  );
  await sql`
    insert into code_ext_text (seg, firm_id, serial, text, inner_text, pin, parent_text)
    select ${seg}::int, ${firmId}::bigint, x.* from unnest(${serials}::bigint[], ${good.map((row) => row.text)}::text[],
      ${good.map((row) => row.innerText)}::text[], ${good.map((row) => row.pin)}::text[], ${good.map((row) => row.parentText)}::text[]) x`.execute(
    db,
  );
};
