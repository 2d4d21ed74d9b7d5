import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { PartState, TaskStatus, SegmentState, TaskPhase } from '@zhuiyuan/contract/codes/state/code-enums';
import { sql } from 'kysely';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { requireProduct } from '../../trace/product/require-product.ts';
import { activateCodes } from '../ops/activation.ts';
import { openKeyring } from '../cipher/keyring.ts';

/** Closes a task whose files are all there, and activates its codes when that was asked for. Answers whether it is closed. */
export const finishTask = (app: App, taskId: number): Promise<boolean> =>
  app.db.transaction().execute(async (transaction) => {
    const db = transaction as Db;
    const task = await db
      .selectFrom('task')
      .where('id', '=', taskId)
      .select(['phase', 'firmId', 'productId', 'lotId', 'autoActivate', 'createdBy'])
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (task.phase === TaskPhase.done) return true;
    const open = await db
      .selectFrom('taskPart')
      .where('taskId', '=', taskId)
      .where('state', '<>', SegmentState.void)
      .select('partNo')
      .limit(1)
      .executeTakeFirst();
    const any = await db
      .selectFrom('taskPart')
      .where('taskId', '=', taskId)
      .select('partNo')
      .limit(1)
      .executeTakeFirst();
    if (open || !any) return false;
    if (task.autoActivate && task.productId && task.lotId)
      await activateAll(app, db, taskId, { ...task, productId: task.productId, lotId: task.lotId });
    await db
      .updateTable('task')
      .set({
        phase: TaskPhase.done,
        status: TaskStatus.done,
        // A demonstration says of its older tasks when they ended.
        finishedAt: sql<string>`coalesce(finished_at, now())`,
        updatedAt: sql<string>`now()`,
      })
      .where('id', '=', taskId)
      .execute();
    return true;
  });

const activateAll = async (
  app: App,
  db: Db,
  taskId: number,
  task: { firmId: number; productId: number; lotId: number; createdBy: number | null },
): Promise<void> => {
  const segments = await db
    .selectFrom('segment')
    .where('taskId', '=', taskId)
    .where('state', '=', PartState.waiting)
    .select(['seg', 'count'])
    .orderBy('seg')
    .execute();
  const product = await requireProduct(db, task.productId);
  await activateCodes(
    db,
    openKeyring(app),
    { id: task.createdBy ?? 0 },
    {
      picked: { runs: segments.map(({ seg, count }) => ({ seg, from: 1, to: count })), unknown: [] },
      target: {
        firmId: task.firmId,
        productId: product.id,
        lotId: task.lotId,
        boxNum: product.boxNum,
        caseNum: product.caseNum,
      },
      skipsConflicts: true,
      idemKey: `task ${taskId}`,
      request: { autoActivate: taskId },
      opSrc: OpSource.task,
    },
  );
};
