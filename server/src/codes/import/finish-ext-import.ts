import { closeImportOp } from '../ops/grow-import-op.ts';
import { closeTask } from '../tasks/task-writes.ts';
import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { dropJobFile } from '../../jobs/job-writes.ts';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { Refusal } from '../../kit/refusal.ts';
import { requireProduct } from '../../trace/product/require-product.ts';
import { activateCodes } from '../ops/activation.ts';
import { dropUpload } from './code-upload.ts';
import { advance, Step, type ExtRun, type ExtStep } from './ext-run.ts';
import { openKeyring } from '../cipher/keyring.ts';

/** Closes the task, and binds its codes when that was asked for. Codes that cannot be bound stay as they are, with the reason. */
export const finishExtImport: ExtStep = async (run, progress) => {
  const { taskId } = progress;
  if (taskId !== null && run.draft.autoActivate)
    try {
      await run.app.db.transaction().execute((transaction) => bindAll(run, transaction as Db, taskId));
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      run.notActivated = error.message;
    }
  return advance(run, progress, async (db) => {
    if (taskId !== null) await closeTask(db, taskId);
    await closeImportOp(db, run.job);
    return { next: { step: Step.over } };
  });
};

const bindAll = async ({ app, job, draft }: ExtRun, db: Db, taskId: number): Promise<void> => {
  const product = await requireProduct(db, draft.productId!);
  const segments = await db.selectFrom('segment').where('taskId', '=', taskId).select(['seg', 'count']).execute();
  await activateCodes(
    db,
    openKeyring(app),
    { id: job.operatorId },
    {
      picked: { runs: segments.map(({ seg, count }) => ({ seg, from: 1, to: count })), unknown: [] },
      target: {
        firmId: job.firmId,
        productId: product.id,
        lotId: draft.lotId!,
        boxNum: product.boxNum,
        caseNum: product.caseNum,
      },
      skipsConflicts: true,
      idemKey: `import ${job.id} use`,
      request: { importId: job.id },
      opSrc: OpSource.task,
    },
  );
};

/** Drops what an import needed on its way. */
export const sweepUp = async (app: App, jobId: number, uploadId: string | null): Promise<void> => {
  await app.db.deleteFrom('codeExtRow').where('importId', '=', jobId).execute();
  if (!uploadId) return;
  await dropJobFile(app.db, jobId);
  await dropUpload(app, uploadId);
};
