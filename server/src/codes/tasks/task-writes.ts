import { Level, TaskPhase, TaskStatus } from '@zhuiyuan/contract/codes/state/code-enums';
import { sql, type InsertObject } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';

/** Keeps a task under the next number of the day. */
export const insertTask = (
  db: Db,
  task: Omit<InsertObject<DB, 'task'>, 'taskNo'>,
): Promise<{ id: number; taskNo: string }> =>
  db
    .insertInto('task')
    .values({
      ...task,
      taskNo: sql<string>`'T' || to_char(now(), 'YYYYMMDD') || '-' || lpad(nextval('task_number')::text, 4, '0')`,
    })
    .returning(['id', 'taskNo'])
    .executeTakeFirstOrThrow();

/** Counts the codes of a task anew, whose segments grow. */
export const countTask = async (db: Db, id: number): Promise<void> => {
  await sql`
    update task set (item_count, box_count, case_count, rows_done, updated_at) = (
      select coalesce(sum(count) filter (where level = ${sql.lit(Level.item)}), 0), coalesce(sum(count) filter (where level = ${sql.lit(Level.box)}), 0),
        coalesce(sum(count) filter (where level = ${sql.lit(Level.case)}), 0), sum(count), now() from segment where task_id = ${id})
    where id = ${id}`.execute(db);
};

/** Closes a task whose codes are all there. */
export const closeTask = async (db: Db, id: number): Promise<void> => {
  await db
    .updateTable('task')
    .set({
      phase: TaskPhase.done,
      status: TaskStatus.done,
      finishedAt: sql<string>`now()`,
      updatedAt: sql<string>`now()`,
    })
    .where('id', '=', id)
    .execute();
};
