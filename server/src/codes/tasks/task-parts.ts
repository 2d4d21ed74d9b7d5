import { PartState } from '@zhuiyuan/contract/codes/state/code-enums';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';

/** A part that is not heard of for this long is free again. */
export const leaseSeconds = 20;
const renewEveryMs = 5_000;

export interface Claimed {
  partNo: number;
  level: number;
  seg: number;
  serialFrom: number;
  serialTo: number;
  sha256: string | null;
}

/** Writes down the parts of a task once: every segment cut into files of `fileRows` codes. */
export const planParts = async (db: Db, task: { id: number; firmId: number; fileRows: number }): Promise<void> => {
  await sql`
    insert into task_part (task_id, part_no, firm_id, level, seg, serial_from, serial_to)
    select s.task_id, row_number() over (order by s.seg, g.n), s.firm_id, s.level, s.seg, g.n * ${task.fileRows}::int8 + 1, least((g.n + 1) * ${task.fileRows}::int8, s.count)
    from segment s, lateral generate_series(0, (s.count - 1) / ${task.fileRows}::int8) g(n)
    where s.task_id = ${task.id}
    on conflict (task_id, part_no) do nothing`.execute(db);
};

/** Takes the next free part of a task for this process, or one whose process was not heard of in time. */
export const claimPart = async (db: Db, taskId: number, owner: string): Promise<Claimed | undefined> => {
  const { rows } = await sql<Claimed>`
    update task_part set state = ${sql.lit(PartState.making)}, rows_done = 0, lease_owner = ${owner}, lease_until = now() + make_interval(secs => ${leaseSeconds})
    where task_id = ${taskId} and part_no = (
      select part_no from task_part
      where task_id = ${taskId} and (state = ${sql.lit(PartState.waiting)} or (state = ${sql.lit(PartState.making)} and lease_until < now()))
      order by part_no limit 1 for update skip locked)
    returning part_no, level, seg, serial_from, serial_to, sha256`.execute(db);
  return rows[0];
};

/** Says that a part is still being written, how far it is, and moves the task's progress. */
export const reportPart = async (db: Db, taskId: number, partNo: number, rowsDone: number): Promise<void> => {
  await sql`
    with part as (
      update task_part set rows_done = ${rowsDone}, lease_until = now() + make_interval(secs => ${leaseSeconds})
      where task_id = ${taskId} and part_no = ${partNo} and state = ${sql.lit(PartState.making)} returning rows_done)
    update task set rows_done = (select coalesce(sum(rows_done), 0) from task_part where task_id = ${taskId} and part_no <> ${partNo}) + ${rowsDone}
    where id = ${taskId}`.execute(db);
};

/** Keeps a part of this process until the returned function is called, also while no row of it is done. */
export const keepPart = (db: Db, taskId: number, partNo: number, owner: string): (() => void) => {
  const timer = setInterval(() => {
    void db
      .updateTable('taskPart')
      .set({ leaseUntil: sql<string>`now() + make_interval(secs => ${leaseSeconds})` })
      .where('taskId', '=', taskId)
      .where('partNo', '=', partNo)
      .where('state', '=', PartState.making)
      .where('leaseOwner', '=', owner)
      .execute()
      .catch(() => undefined);
  }, renewEveryMs);
  timer.unref();
  return () => clearInterval(timer);
};

/** Records a finished file. */
export const finishPart = async (
  db: Db,
  taskId: number,
  partNo: number,
  file: { name: string; bytes: number; sha256: string; rows: number },
): Promise<void> => {
  await db
    .updateTable('taskPart')
    .set({
      state: PartState.done,
      fileName: file.name,
      fileSize: file.bytes,
      sha256: file.sha256,
      rowsDone: file.rows,
      leaseUntil: null,
      leaseOwner: '',
    })
    .where('taskId', '=', taskId)
    .where('partNo', '=', partNo)
    .execute();
  await sql`update task set rows_done = (select sum(rows_done) from task_part where task_id = ${taskId}) where id = ${taskId}`.execute(
    db,
  );
};

/** Gives a part back to be written again. */
export const releasePart = async (db: Db, taskId: number, partNo: number, owner: string): Promise<void> => {
  await db
    .updateTable('taskPart')
    .set({ state: PartState.waiting, rowsDone: 0, leaseUntil: null, leaseOwner: '' })
    .where('taskId', '=', taskId)
    .where('partNo', '=', partNo)
    .where('state', '=', PartState.making)
    .where('leaseOwner', '=', owner)
    .execute();
};
