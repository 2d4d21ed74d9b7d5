import { JobPhase, JobStatus, JobKind } from '@zhuiyuan/contract/jobs/job-enums';
import { Code } from '@zhuiyuan/contract/kit/codes';
import { sql } from 'kysely';
import { rm } from 'node:fs/promises';
import type { App } from '../kit/http/app-context.ts';
import { isDatabaseAway, whenBack } from '../kit/db/database-away.ts';
import type { Db } from '../kit/db/database.ts';
import { instanceName } from '../kit/jobs/instance.ts';
import { sweepCron } from '../kit/jobs/pace.ts';
import { Refusal } from '../kit/refusal.ts';
import {
  claimJob,
  keepLease,
  leaseName,
  mostClaims,
  releaseJob,
  startableKinds,
  type ClaimedJob,
} from './claim-job.ts';
import { discardAttachment } from '../media/discard-files.ts';
import type { Ended } from './importer.ts';
import { dropJobFile } from './job-writes.ts';
import { exportJob } from './exporter.ts';
import { jobFolder } from './with-local-copy.ts';
import { LeaseLost } from './move-cursor.ts';
import { runExport } from './run-export.ts';
import { runImport } from './run-import.ts';
import { importJob } from './start-import.ts';

const sweepJob = 'file-job-sweep';
/** A run gives its job back after this long, so that the queue never takes it for dead. */
export const slice = { ms: 10 * 60_000 };
/** Jobs of each kind that one process works on at the same time: more than one operator's, so that others find a place. */
const lanes = 4;
/** Rests after runs that broke down without a row done in between; after the last the job ends, and people are told. */
const restSeconds = [2, 4, 8, 16];
const keptDays = 7;
/** Uploaded files and refused rows of imports are kept this long after their end. */
const importDays = 30;

type Run = (app: App, job: ClaimedJob, owner: string, isDue: () => boolean) => Promise<Ended>;

/** Runs imports and exports in the background; what a killed process had begun goes on after its lease, or at its next start. */
export const runFileJobs = (app: App): void => {
  const { db, jobs, config, log } = app;
  const instance = instanceName(config.dataDir);

  /** Wakes a lane for each kind of which a job may begin; who takes it wakes the next one. */
  const wake = async () => {
    for (const kind of await startableKinds(db))
      await jobs.send(db, kind === JobKind.import ? importJob : exportJob, {});
  };

  const handle =
    (kind: (typeof JobKind.options)[number]['value'], run: Run) =>
    async (_woken: object, { signal }: { signal: AbortSignal }) => {
      const owner = leaseName(instance);
      const job = await claimJob(db, kind, owner);
      if (!job) return;
      const until = Date.now() + slice.ms;
      const stopLease = keepLease(db, job.id, owner);
      try {
        if (job.claims >= mostClaims) throw new Refusal(Code.fault, '处理时多次异常中断，任务已停止，请检查文件后重试');
        await wake();
        const ended = await run(app, job, owner, () => signal.aborted || Date.now() > until);
        if (ended === 'later' || (ended === 'unchecked' && signal.aborted)) await releaseJob(db, job.id, owner);
        else if (ended === 'unchecked') {
          if (job.claims + 1 >= mostClaims)
            throw new Refusal(Code.fault, '文件检查时间过长，任务已停止，请拆分后重新上传');
          await releaseJob(db, job.id, owner, { isCounted: true });
        } else await finishJob(db, job.id, owner, '', ended === 'stopped');
      } catch (error) {
        if (error instanceof LeaseLost) return;
        if (error instanceof Refusal) await finishJob(db, job.id, owner, error.message);
        else if (signal.aborted) await releaseJob(db, job.id, owner);
        // The file is not at fault.
        else if (isDatabaseAway(error)) await whenBack(() => releaseJob(db, job.id, owner), signal);
        else {
          log.error({ err: error, jobId: job.id }, 'job of a file failed');
          const faults = await countFault(db, job.id);
          const rest = restSeconds[faults - 1];
          if (rest === undefined) await finishJob(db, job.id, owner, '系统繁忙，请稍后继续执行');
          else {
            await releaseJob(db, job.id, owner, { restSeconds: rest });
            await jobs.send(db, kind === JobKind.import ? importJob : exportJob, {}, { startAfter: rest });
          }
        }
      } finally {
        stopLease();
      }
      if (!signal.aborted) await wake();
    };

  jobs.work(importJob, handle(2, runImport), { expireInSeconds: 3600, parallel: lanes });
  jobs.work(exportJob, handle(1, runExport), { expireInSeconds: 3600, parallel: lanes });

  jobs.work(
    sweepJob,
    async () => {
      await wake();
      await dropExpired(app);
      await dropOldImports(db);
    },
    { cron: sweepCron },
  );
  jobs.atStart(async () => {
    await db
      .updateTable('fileJob')
      .set({ leaseOwner: '', leaseUntil: null })
      .where('status', '=', JobStatus.running)
      .where('leaseOwner', 'like', `${instance}:%`)
      .execute();
    await rm(jobFolder(config.dataDir), { recursive: true, force: true });
    await wake();
  });
};

/** Ends a job: well when nothing failed and every row was tried; one that somebody or an error stopped says so. */
const finishJob = async (db: Db, id: number, owner: string, err: string, isStopped = false): Promise<void> => {
  await sql`
    update file_job set
      status = case when ${err} = '' and not (${isStopped}::boolean and phase < ${sql.lit(JobPhase.running)}) and fail_cnt = 0 and (kind = ${sql.lit(JobKind.export)} or ok_cnt + skip_cnt >= total) then ${sql.lit(JobStatus.done)} else ${sql.lit(JobStatus.unfinished)} end,
      phase = ${sql.lit(JobPhase.summing)},
      err = case
        when not ${isStopped}::boolean or phase >= ${sql.lit(JobPhase.running)} and ok_cnt + fail_cnt + skip_cnt >= total then ${err.slice(0, 300)}
        when is_cancelled then '已取消'
        else '遇错停止'
      end, is_retry = false, is_cancelled = false, lease_owner = '', lease_until = null,
      claim_cnt = 0,
      expire_at = case when kind = ${sql.lit(JobKind.export)} and ${err} = '' then now() + make_interval(days => ${keptDays}) end,
      finished_at = now(), updated_at = now(), version = version + 1
    where id = ${id} and lease_owner = ${owner} and status = ${sql.lit(JobStatus.running)}`.execute(db);
};

/** Counts runs that broke down without a row done in between. */
const countFault = async (db: Db, id: number): Promise<number> => {
  const { rows } = await sql<{ faults: number }>`
    update file_job set fault_cnt = case when fault_row = cursor_row then fault_cnt + 1 else 1 end, fault_row = cursor_row
    where id = ${id} returning fault_cnt as faults`.execute(db);
  return rows[0]?.faults ?? restSeconds.length + 1;
};

/** Removes files of exports whose days are over, or whose row was deleted. */
export const dropExpired = async ({ db, files }: Pick<App, 'db' | 'files'>): Promise<void> => {
  const old = await db
    .selectFrom('fileJob')
    .select(['id', 'file'])
    .where('kind', '=', JobKind.export)
    .where('file', '<>', '')
    .where('expireAt', '<', sql<string>`now()`)
    .limit(100)
    .execute();
  for (const { id, file } of old) {
    await files.remove(file);
    await dropJobFile(db, id);
  }
};

/** Forgets refused rows and uploaded files of imports that ended long ago; the nightly cleaning removes the files. */
const dropOldImports = async (db: Db): Promise<void> => {
  const old = await db
    .selectFrom('fileJob')
    .select(['id', 'file'])
    .where('kind', '=', JobKind.import)
    .where('status', '<>', JobStatus.running)
    .where('file', '<>', '')
    .where('finishedAt', '<', sql<string>`now() - make_interval(days => ${importDays})`)
    .limit(100)
    .execute();
  for (const { id, file } of old)
    await db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('fileJobError').where('jobId', '=', id).execute();
      await dropJobFile(transaction as Db, id);
      await discardAttachment(transaction as Db, file);
    });
};
