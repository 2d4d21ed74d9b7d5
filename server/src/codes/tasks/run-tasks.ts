import { TaskStatus, CodeSource, PartState, TaskPhase } from '@zhuiyuan/contract/codes/state/code-enums';
import { sql } from 'kysely';
import { randomInt } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import type { App } from '../../kit/http/app-context.ts';
import { isDatabaseAway, whenBack } from '../../kit/db/database-away.ts';
import type { Db } from '../../kit/db/database.ts';
import { instanceName } from '../../kit/jobs/instance.ts';
import { sweepCron } from '../../kit/jobs/pace.ts';
import { seal, unseal } from '../../kit/secret.ts';
import { finishTask } from './finish-task.ts';
import { taskJob } from './issue-codes.ts';
import { openKeyring } from '../cipher/keyring.ts';
import { passwordPurpose } from './offer-parts.ts';
import { findPart } from './find-part.ts';
import { PrintPool } from '../print/print-pool.ts';
import { claimPart, finishPart, keepPart, planParts, releasePart, reportPart, type Claimed } from './task-parts.ts';

const sweepJob = 'code-task-sweep';
/** One run takes this long at most, then queues its task again, so that a small task does not wait for a huge one. */
const sliceMs = 20_000;
const reportMs = 500;
const passwordLetters = 'ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnpqrstuvwxyz23456789';

const newPassword = (): string =>
  Array.from({ length: 16 }, () => passwordLetters[randomInt(passwordLetters.length)]).join('');

/** Writes the print files of tasks in the background, part by part: a killed process loses at most the parts it was writing. */
export const runTasks = (app: App): void => {
  const { db, jobs, config, log } = app;
  const pool = new PrintPool();
  const owner = instanceName(config.dataDir);
  const lanes = Math.max(1, availableParallelism() - 1);

  jobs.work<{ taskId: number }>(
    taskJob,
    async ({ taskId }, { signal }) => {
      const begun = await begin(db, config.masterKey, taskId);
      if (!begun) return;
      const until = Date.now() + sliceMs;
      const lane = async () => {
        while (!signal.aborted && Date.now() < until) {
          const claimed = await claimPart(db, taskId, owner);
          if (!claimed) return;
          await writePart(app, pool, { taskId, claimed, owner, password: begun.password, signal });
        }
      };
      try {
        await Promise.all(Array.from({ length: lanes }, lane));
        if (await finishTask(app, taskId)) return;
      } catch (error) {
        if (signal.aborted) return;
        // The task is not at fault: the queue tries again when the database is back.
        if (isDatabaseAway(error)) throw error;
        log.error({ err: error, taskId }, 'code task failed');
        await fail(db, taskId, error);
        return;
      }
      const left = await db
        .selectFrom('taskPart')
        .where('taskId', '=', taskId)
        .where('state', '=', PartState.waiting)
        .select('partNo')
        .limit(1)
        .executeTakeFirst();
      if (left && !signal.aborted) await jobs.send(db, taskJob, { taskId });
    },
    { expireInSeconds: 900 },
  );

  const queueUnfinished = async (forSeconds: number) => {
    const { rows } = await sql<{ id: number }>`
      select id from task t where source = ${sql.lit(CodeSource.ours)} and phase in (${TaskPhase.queued}, ${TaskPhase.generating}, ${TaskPhase.packing}) and updated_at <= now() - make_interval(secs => ${forSeconds})
        and not exists (select 1 from task_part p where p.task_id = t.id and p.state = ${sql.lit(PartState.making)} and p.lease_until > now())
      order by id limit 100`.execute(db);
    for (const { id } of rows) await jobs.send(db, taskJob, { taskId: id }, { singletonKey: `sweep ${id}` });
  };
  jobs.work(sweepJob, () => queueUnfinished(5), { cron: sweepCron });
  jobs.atStart(async () => {
    await db
      .updateTable('taskPart')
      .set({ state: PartState.waiting, rowsDone: 0, leaseUntil: null, leaseOwner: '' })
      .where('state', '=', PartState.making)
      .where('leaseOwner', '=', owner)
      .execute();
    await rm(join(config.dataDir, 'work'), { recursive: true, force: true });
    await queueUnfinished(0);
  });
};

/** Moves a queued task to work: its parts are planned and its password made, once. Nothing for a task with no work left. */
const begin = (db: Db, masterKey: Buffer, taskId: number): Promise<{ password: string } | undefined> =>
  db.transaction().execute(async (transaction) => {
    const task = await transaction
      .selectFrom('task')
      .where('id', '=', taskId)
      .where('source', '=', CodeSource.ours)
      .where('phase', 'in', [TaskPhase.queued, TaskPhase.generating, TaskPhase.packing])
      .select(['id', 'firmId', 'fileRows', 'phase', 'passwordSealed'])
      .forUpdate()
      .executeTakeFirst();
    if (!task) return undefined;
    const password = task.passwordSealed
      ? unseal(masterKey, passwordPurpose(taskId), task.passwordSealed).toString('utf8')
      : newPassword();
    if (task.phase !== TaskPhase.queued && task.passwordSealed) return { password };
    await planParts(transaction as Db, task);
    await transaction
      .updateTable('task')
      .set({
        phase: TaskPhase.generating,
        passwordSealed: seal(masterKey, passwordPurpose(taskId), Buffer.from(password)),
        startedAt: sql<string>`now()`,
        updatedAt: sql<string>`now()`,
      })
      .where('id', '=', taskId)
      .execute();
    return { password };
  });

const writePart = async (
  { db, files, config, ...app }: App,
  pool: PrintPool,
  {
    taskId,
    claimed,
    owner,
    password,
    signal,
  }: { taskId: number; claimed: Claimed; owner: string; password: string; signal: AbortSignal },
): Promise<void> => {
  const { partNo } = claimed;
  const { part, entryName } = await findPart(db, openKeyring({ config }), taskId, claimed);
  const name = `codes/${taskId}/${partNo}.zip`;
  const path = join(config.dataDir, 'work', `${taskId}-${partNo}.zip`);
  let reportedAt = Date.now();
  let reporting = Promise.resolve();
  const report = (rows: number) => {
    if (Date.now() - reportedAt < reportMs) return;
    reportedAt = Date.now();
    reporting = reporting
      .then(() => reportPart(db, taskId, partNo, rows))
      .catch((error: unknown) => app.log.warn({ err: error }, 'progress'));
  };
  const stopLease = keepPart(db, taskId, partNo, owner);
  try {
    const printed = await pool.print({ part, file: path, entryName, password }, { signal, onRows: report });
    await reporting;
    if (claimed.sha256 && claimed.sha256.trim() !== printed.sha256)
      throw new Error(`part ${partNo} came out other than before: ${printed.sha256} instead of ${claimed.sha256}`);
    await files.adopt(path, name, 'application/zip');
    await finishPart(db, taskId, partNo, { name, bytes: printed.bytes, sha256: printed.sha256, rows: printed.rows });
  } catch (error) {
    await reporting;
    await rm(path, { force: true });
    await whenBack(() => releasePart(db, taskId, partNo, owner), signal);
    throw error;
  } finally {
    stopLease();
  }
};

const fail = async (db: Db, taskId: number, error: unknown): Promise<void> => {
  const isFull = (error as { code?: string }).code === 'ENOSPC';
  await db
    .updateTable('task')
    .set({
      phase: TaskPhase.failed,
      status: TaskStatus.unfinished,
      failReason: isFull ? '磁盘空间不足' : '文件生成失败，请重试',
      updatedAt: sql<string>`now()`,
    })
    .where('id', '=', taskId)
    .where('phase', '<>', TaskPhase.done)
    .execute();
};
