import { RedBatchState } from '@zhuiyuan/contract/red/red-enums';
import type { App } from '../../kit/http/app-context.ts';
import { makeStep, type Dealt } from './make-batch.ts';
import { voidStep } from './void-codes.ts';

/** Queue that wakes a process for batches of red codes. */
export const batchJob = 'redBatch';

/** Makes batches of red codes, and makes them void, in the background. */
export const mountRunBatches = (app: App): void => {
  app.jobs.work<object>(batchJob, (_data, { signal }) => runBatches(app.background, signal), {
    cron: '*/10 * * * * *',
    expireInSeconds: 3600,
  });
  app.jobs.atStart(async () => {
    await app.jobs.send(app.db, batchJob, {});
  });
};

/** Works on all batches as far as they can be now, oldest first. Several processes may do so at the same time. */
export const runBatches = async (
  { db, config: { masterKey }, log }: Pick<App, 'db' | 'config' | 'log'>,
  signal?: AbortSignal,
): Promise<void> => {
  const open = await db
    .selectFrom('redBatch')
    .where('state', 'in', [RedBatchState.making, RedBatchState.voiding])
    .orderBy('id')
    .select(['id', 'state'])
    .execute();
  const dealt: Dealt = new Map();
  for (const { id, state } of open)
    try {
      const step = () =>
        state === RedBatchState.making ? makeStep(db, masterKey, id, dealt) : voidStep(db, masterKey, id);
      while (!signal?.aborted && (await step()) === 'more');
    } catch (error) {
      log.error({ err: error, batchId: id }, 'a batch of red codes could not be worked on');
    } finally {
      dealt.delete(id);
    }
};
