import { JobKind } from '@zhuiyuan/contract/jobs/job-enums';
import { shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { sql, type Insertable } from 'kysely';
import type { FileJob } from '../kit/db/database-types.gen.ts';
import type { Db } from '../kit/db/database.ts';

/** A number people can name: `IM` or `EX`, the day, and a running number. */
const nextTaskNo = async (db: Db, kind: number): Promise<string> => {
  const { rows } = await sql<{ number: number }>`select nextval('file_job_number') as number`.execute(db);
  const prefix = kind === JobKind.import ? 'IM' : 'EX';
  return `${prefix}${shanghaiToday().replaceAll('-', '')}${String(rows[0]!.number).padStart(6, '0')}`;
};

type NewJob = Pick<Insertable<FileJob>, 'firmId' | 'biz' | 'operatorId'> &
  Omit<Insertable<FileJob>, 'taskNo' | 'params'> & { params: unknown };

/** Keeps an import or an export to be done; whoever calls wakes its queue. */
export const insertJob = async (db: Db, { params, ...job }: NewJob): Promise<{ id: number }> =>
  db
    .insertInto('fileJob')
    .values({ ...job, params: JSON.stringify(params), taskNo: await nextTaskNo(db, job.kind) })
    .returning('id')
    .executeTakeFirstOrThrow();

/** Forgets the file of a job that is not needed any more. */
export const dropJobFile = async (db: Db, id: number): Promise<void> => {
  await db.updateTable('fileJob').set({ file: '' }).where('id', '=', id).execute();
};

/** Counts that the file of an export was taken. */
export const countJobDownload = async (db: Db, id: number): Promise<void> => {
  await db
    .updateTable('fileJob')
    .set((row) => ({ downCnt: row('downCnt', '+', 1) }))
    .where('id', '=', id)
    .execute();
};
