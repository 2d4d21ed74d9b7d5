import { JobKind, JobPhase, JobStatus } from '@zhuiyuan/contract/jobs/job-enums';
import { jobRefusals } from '@zhuiyuan/contract/jobs/job-refusals';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { live } from '../kit/db/live.ts';
import type { App } from '../kit/http/app-context.ts';
import type { Operator } from '../kit/operator.ts';
import { notFound, refuse } from '../kit/refusal.ts';
import { requireOwnImporter } from './importer.ts';
import { importJob } from './start-import.ts';

/** Refuses when no row of an import was refused, or they are forgotten by now. */
export const requireErrors = async (db: Db, id: number): Promise<void> => {
  const one = await db.selectFrom('fileJobError').select('rowNo').where('jobId', '=', id).limit(1).executeTakeFirst();
  if (!one) throw refuse(jobRefusals.nothingFailed);
};

const lockImport = async (db: Db, id: number) => {
  const task = await live(db, 'fileJob')
    .select(['status', 'biz', 'firmId', 'cursorRow', 'total', 'file'])
    .where('id', '=', id)
    .where('kind', '=', JobKind.import)
    .forUpdate()
    .executeTakeFirst();
  if (!task) throw notFound();
  return task;
};

const runAgain = async (app: App, db: Db, id: number, isRetry: boolean): Promise<void> => {
  await db
    .updateTable('fileJob')
    .set((row) => ({
      status: JobStatus.running,
      phase: sql<number>`case when total > 0 then ${sql.lit(JobPhase.running)} else ${sql.lit(JobPhase.queued)} end`,
      isRetry,
      attempt: isRetry ? sql<number>`${row.ref('attempt')} + 1` : row.ref('attempt'),
      err: '',
      faultCnt: 0,
      finishedAt: null,
      updatedAt: sql<string>`now()`,
    }))
    .where('id', '=', id)
    .execute();
  await app.jobs.send(db, importJob, {});
};

/** Asks a running import to stop. */
export const cancelImport = async (db: Db, id: number): Promise<void> => {
  const task = await lockImport(db, id);
  if (task.status !== JobStatus.running) throw refuse(jobRefusals.notRunning);
  await db.updateTable('fileJob').set({ isCancelled: true }).where('id', '=', id).execute();
};

/** Tries the refused rows of a finished import once more. */
export const retryImport = async (app: App, db: Db, id: number, operator: Operator): Promise<void> => {
  const task = await lockImport(db, id);
  const importer = requireOwnImporter(app, task.biz, operator);
  if (task.status === JobStatus.running) throw refuse(jobRefusals.stillRunning);
  await requireErrors(db, id);
  await importer.again?.(db, task.firmId);
  await runAgain(app, db, id, true);
};

/** Goes on with an import that ended before its last row. */
export const resumeImport = async (app: App, db: Db, id: number, operator: Operator): Promise<void> => {
  const task = await lockImport(db, id);
  const importer = requireOwnImporter(app, task.biz, operator);
  if (task.status === JobStatus.running) throw refuse(jobRefusals.stillRunning);
  if (task.cursorRow >= task.total || task.file === '') throw refuse(jobRefusals.nothingLeft);
  await importer.again?.(db, task.firmId);
  await runAgain(app, db, id, false);
};

/** Deletes a finished import softly, with its refused rows. */
export const removeImport = async (db: Db, id: number): Promise<void> => {
  const task = await lockImport(db, id);
  if (task.status === JobStatus.running) throw refuse(jobRefusals.stillRunning);
  await db.deleteFrom('fileJobError').where('jobId', '=', id).execute();
  await db
    .updateTable('fileJob')
    .set({ isDel: 1, updatedAt: sql<string>`now()` })
    .where('id', '=', id)
    .execute();
};
