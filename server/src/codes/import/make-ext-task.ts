import { JobPhase } from '@zhuiyuan/contract/jobs/job-enums';
import { Level, UrlStyle, Faces, CodeSource } from '@zhuiyuan/contract/codes/state/code-enums';
import type { ExtImportDraft } from '@zhuiyuan/contract/codes/import/ext-import';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';

/** What an import writes to. */
export interface ExtTarget {
  importId: number;
  firmId: number;
  draft: ExtImportDraft;
  level: number;
  /** The task the codes belong to, made with the first good rows. */
  taskId: number | null;
  operatorId: number;
}

/** The task of an import, made with its first good rows; its counts grow with them. */
export const makeExtTask = async (
  db: Db,
  { importId, firmId, draft, operatorId, level }: ExtTarget,
): Promise<number> => {
  const { id } = await db
    .insertInto('task')
    .values({
      firmId,
      taskNo: sql<string>`'T' || to_char(now(), 'YYYYMMDD') || '-' || lpad(nextval('task_number')::text, 4, '0')`,
      name: draft.name,
      source: CodeSource.imported,
      fmt: 'EXT',
      faces: draft.columns.innerCode === undefined ? Faces.outer : Faces.both,
      productId: draft.productId ?? null,
      lotId: draft.lotId ?? null,
      // counts grow with the rows; a task has at least one code
      [countColumns[level]!]: 1,
      urlStyle: UrlStyle.code,
      urlPrefix: draft.urlPrefix,
      caseFold: draft.caseFold,
      autoActivate: draft.autoActivate,
      phase: JobPhase.running,
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
export const takeSerials = async (
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
        source: CodeSource.imported,
        fmt: 'EXT',
        faces: draft.columns.innerCode === undefined ? Faces.outer : Faces.both,
        pinLen: draft.columns.pin === undefined ? 0 : 6,
        caseFold: draft.caseFold,
      })
      .returning(['seg', 'count'])
      .executeTakeFirstOrThrow());
  await sql`
    update task set (item_count, box_count, case_count, rows_done, updated_at) = (
      select coalesce(sum(count) filter (where level = ${sql.lit(Level.item)}), 0), coalesce(sum(count) filter (where level = ${sql.lit(Level.box)}), 0),
        coalesce(sum(count) filter (where level = ${sql.lit(Level.case)}), 0), sum(count), now() from segment where task_id = ${taskId})
    where id = ${taskId}`.execute(db);
  return { seg: segment.seg, first: segment.count - n + 1 };
};
