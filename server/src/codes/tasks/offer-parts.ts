import { TaskStatus, CodeSource, PartState, TaskPhase } from '@zhuiyuan/contract/codes/state/code-enums';
import { codeRefusals } from '@zhuiyuan/contract/codes/state/code-refusals';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { offerDownload } from '../../kit/files/download.ts';
import type { Jobs } from '../../kit/jobs/jobs.ts';
import type { Operator } from '../../kit/operator.ts';
import { notFound, refuse } from '../../kit/refusal.ts';
import { unseal } from '../../kit/secret.ts';
import { taskJob } from './issue-codes.ts';

/** What a task's zip password is sealed for. */
export const passwordPurpose = (taskId: number): string => `task password ${taskId}`;

/** Offers print files of a finished task for download, each one counted; the unzip password comes with the very first. */
export const offerParts = async (
  db: Db,
  masterKey: Buffer,
  operator: Operator,
  { taskId, partNos }: { taskId: number; partNos: number[] },
): Promise<{ files: { partNo: number; fileName: string }[]; fileName: string; password: string | null }> => {
  const wanted = [...new Set(partNos)];
  const task = await db
    .selectFrom('task')
    .where('id', '=', taskId)
    .select(['firmId', 'taskNo', 'phase', 'maxDownload', 'passwordSealed'])
    .forUpdate()
    .executeTakeFirst();
  if (!task) throw notFound();
  if (task.phase === TaskPhase.review) throw refuse(codeRefusals.taskInReview);
  if (task.phase !== TaskPhase.done) throw refuse(codeRefusals.taskState);
  const parts = await db
    .selectFrom('taskPart')
    .where('taskId', '=', taskId)
    .where('partNo', 'in', wanted)
    .where('state', '=', PartState.done)
    .select(['partNo', 'fileName', 'downloadCnt'])
    .orderBy('partNo')
    .execute();
  if (parts.length < wanted.length) throw refuse(codeRefusals.fileGone);
  if (parts.some((part) => part.downloadCnt >= task.maxDownload)) throw refuse(codeRefusals.downloadsUsed);

  const { taken } = await db
    .selectFrom('taskPart')
    .where('taskId', '=', taskId)
    .select(sql<number>`coalesce(sum(download_cnt), 0)`.as('taken'))
    .executeTakeFirstOrThrow();
  const files: { partNo: number; fileName: string }[] = [];
  for (const { partNo, fileName } of parts)
    files.push({
      partNo,
      fileName: await offerDownload(db, {
        name: `${task.taskNo}-${String(partNo).padStart(3, '0')}.zip`,
        file: fileName,
        firmId: task.firmId,
        adminId: operator.id,
      }),
    });
  await db
    .updateTable('taskPart')
    .set((row) => ({ downloadCnt: row('downloadCnt', '+', 1) }))
    .where('taskId', '=', taskId)
    .where('partNo', 'in', wanted)
    .execute();
  const isFirst = Number(taken) === 0;
  const password =
    isFirst && task.passwordSealed
      ? unseal(masterKey, passwordPurpose(taskId), task.passwordSealed).toString('utf8')
      : null;
  return { files, fileName: files[0]!.fileName, password };
};

/** Throws the packages of a finished task away and writes them again under a new password, shown with the next first download. */
export const resetPassword = async (db: Db, jobs: Jobs, taskId: number): Promise<void> => {
  const task = await db
    .updateTable('task')
    .set({
      phase: TaskPhase.queued,
      status: TaskStatus.running,
      passwordSealed: null,
      rowsDone: 0,
      finishedAt: null,
      updatedAt: sql`now()`,
    })
    .where('id', '=', taskId)
    .where('source', '=', CodeSource.ours)
    .where('phase', '=', TaskPhase.done)
    .returning('id')
    .executeTakeFirst();
  if (!task) {
    const found = await db.selectFrom('task').where('id', '=', taskId).select('id').executeTakeFirst();
    throw found ? refuse(codeRefusals.taskState) : notFound();
  }
  await db
    .updateTable('taskPart')
    .set({ state: PartState.waiting, fileName: '', downloadCnt: 0, leaseUntil: null })
    .where('taskId', '=', taskId)
    .execute();
  await jobs.send(db, taskJob, { taskId });
};
