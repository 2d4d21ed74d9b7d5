import { Code } from '@zhuiyuan/contract/kit/codes';
import { sql } from 'kysely';
import { rm } from 'node:fs/promises';
import type { App } from '../kit/app-context.ts';
import type { Db } from '../kit/database.ts';
import { instanceName } from '../kit/instance.ts';
import { Refusal } from '../kit/refusal.ts';
import { claimJob, keepLease, leaseName, mostClaims, releaseJob, type ClaimedJob } from './claim-job.ts';
import type { Ended } from './importer.ts';
import { exportJob } from './exporter.ts';
import { jobFolder } from './local-copy.ts';
import { LeaseLost } from './move-cursor.ts';
import { runExport } from './run-export.ts';
import { runImport } from './run-import.ts';
import { importJob } from './start-import.ts';

const sweepJob = 'file-job-sweep';
/** A run gives its job back after this long, so that the queue never takes it for dead. */
const sliceMs = 10 * 60_000;
const importsAtOnce = 4;
const keptDays = 7;
/** Uploaded files and refused rows of imports are kept this long after their end. */
const importDays = 30;

type Run = (app: App, job: ClaimedJob, owner: string, isDue: () => boolean) => Promise<Ended>;

/** Runs imports and exports in the background; what a killed process had begun goes on after its lease, or at its next start. */
export const runFileJobs = (app: App): void => {
  const { db, jobs, config, log } = app;
  const instance = instanceName(config.dataDir);

  const handle =
    (run: Run) =>
    async ({ jobId }: { jobId: number }, { signal }: { signal: AbortSignal }) => {
      const owner = leaseName(instance);
      const job = await claimJob(db, jobId, owner);
      if (!job) return;
      const until = Date.now() + sliceMs;
      const stopLease = keepLease(db, jobId, owner);
      try {
        if (job.claims >= mostClaims) throw new Refusal(Code.fault, '处理时多次异常中断，任务已停止，请检查文件后重试');
        const ended = await run(app, job, owner, () => signal.aborted || Date.now() > until);
        if (ended === 'later') {
          await releaseJob(db, jobId, owner);
          if (!signal.aborted) await queue(db, job);
          return;
        }
        await finishJob(db, jobId, owner, '', ended === 'stopped');
      } catch (error) {
        if (error instanceof LeaseLost) return;
        if (error instanceof Refusal) await finishJob(db, jobId, owner, error.message);
        else {
          await releaseJob(db, jobId, owner).catch(() => undefined);
          if (signal.aborted) return;
          log.error({ err: error, jobId }, 'job of a file failed');
          // The queue tries again with growing pauses; what fails for ever is told to the people waiting for it.
          if (await isLastTry(db, jobId)) await finishJob(db, jobId, '', '系统繁忙，请稍后继续执行');
          else throw error;
        }
      } finally {
        stopLease();
      }
      await queueNext(job);
    };

  const queue = (where: Db, job: { id: number; kind: number }) =>
    jobs.send(where, job.kind === 2 ? importJob : exportJob, { jobId: job.id });

  /** An import that had to wait for this one. */
  const queueNext = async ({ firmId, biz, kind }: ClaimedJob) => {
    const next = await db
      .selectFrom('fileJob')
      .select(['id', 'kind'])
      .where('status', '=', 1)
      .where('firmId', '=', firmId)
      .where('biz', '=', biz)
      .where('kind', '=', kind)
      .orderBy('id')
      .limit(1)
      .executeTakeFirst();
    if (next) await queue(db, next);
  };

  jobs.work<{ jobId: number }>(importJob, handle(runImport), { expireInSeconds: 3600, parallel: importsAtOnce });
  jobs.work<{ jobId: number }>(exportJob, handle(runExport), { expireInSeconds: 3600, parallel: 2 });

  const queueWaiting = async () => {
    const { rows } = await sql<{ id: number; kind: number }>`
      select id, kind from file_job
      where status = 1 and (lease_until is null or lease_until < now()) order by id limit 200`.execute(db);
    for (const job of rows)
      await jobs.send(
        db,
        job.kind === 2 ? importJob : exportJob,
        { jobId: job.id },
        { singletonKey: `sweep ${job.id}` },
      );
  };
  jobs.work(
    sweepJob,
    async () => {
      await queueWaiting();
      await dropExpired(app);
      await dropOldImports(db);
    },
    { cron: '* * * * *' },
  );
  jobs.atStart(async () => {
    await db
      .updateTable('fileJob')
      .set({ leaseOwner: '', leaseUntil: null })
      .where('status', '=', 1)
      .where('leaseOwner', 'like', `${instance}:%`)
      .execute();
    await rm(jobFolder(config.dataDir), { recursive: true, force: true });
    await queueWaiting();
  });
};

/** Ends a job: well when nothing failed and every row was tried; one that somebody or an error stopped says so. */
const finishJob = async (db: Db, id: number, owner: string, err: string, isStopped = false): Promise<void> => {
  await sql`
    update file_job set
      status = case when ${err} = '' and fail_cnt = 0 and (kind = 1 or ok_cnt + skip_cnt >= total) then 2 else 3 end,
      phase = 3,
      err = case
        when not ${isStopped}::boolean or ok_cnt + fail_cnt + skip_cnt >= total then ${err.slice(0, 300)}
        when is_cancelled then '已取消'
        else '遇错停止'
      end, is_retry = false, is_cancelled = false, lease_owner = '', lease_until = null,
      claim_cnt = 0,
      expire_at = case when kind = 1 and ${err} = '' then now() + make_interval(days => ${keptDays}) end,
      finished_at = now(), updated_at = now(), version = version + 1
    where id = ${id} and lease_owner = ${owner} and status = 1`.execute(db);
};

const mostFaults = 5;

/** Counts runs that broke down without a row done in between. */
const isLastTry = async (db: Db, id: number): Promise<boolean> => {
  const { rows } = await sql<{ faults: number }>`
    update file_job set fault_cnt = case when fault_row = cursor_row then fault_cnt + 1 else 1 end, fault_row = cursor_row
    where id = ${id} returning fault_cnt as faults`.execute(db);
  return (rows[0]?.faults ?? mostFaults) >= mostFaults;
};

/** Removes files of exports whose days are over. */
const dropExpired = async ({ db, files }: App): Promise<void> => {
  const old = await db
    .selectFrom('fileJob')
    .select(['id', 'file'])
    .where('kind', '=', 1)
    .where('file', '<>', '')
    .where('expireAt', '<', sql<string>`now()`)
    .limit(100)
    .execute();
  for (const { id, file } of old) {
    await files.remove(file);
    await db.updateTable('fileJob').set({ file: '' }).where('id', '=', id).execute();
  }
};

/** Forgets refused rows and uploaded files of imports that ended long ago; the nightly cleaning removes the files. */
const dropOldImports = async (db: Db): Promise<void> => {
  const old = await db
    .selectFrom('fileJob')
    .select(['id', 'file'])
    .where('kind', '=', 2)
    .where('status', '<>', 1)
    .where('file', '<>', '')
    .where('finishedAt', '<', sql<string>`now() - make_interval(days => ${importDays})`)
    .limit(100)
    .execute();
  for (const { id, file } of old)
    await db.transaction().execute(async (transaction) => {
      await transaction.deleteFrom('fileJobError').where('jobId', '=', id).execute();
      await transaction.updateTable('fileJob').set({ file: '' }).where('id', '=', id).execute();
      const { numDeletedRows } = await transaction
        .deleteFrom('attachment')
        .where('attDir', '=', file)
        .executeTakeFirst();
      if (numDeletedRows > 0n)
        await transaction
          .insertInto('discardedFile')
          .values({ file })
          .onConflict((conflict) => conflict.doNothing())
          .execute();
    });
};
