import { TaskPhase } from '@zhuiyuan/contract/codes/state/code-enums';
import { taskApi } from '@zhuiyuan/contract/codes/tasks/task';
import { sql } from 'kysely';
import type { App } from '../../kit/http/app-context.ts';
import { ask } from '../../kit/db/events.ts';
import { inOrder } from '../../kit/db/in-order.ts';
import { ownedBy } from '../../kit/owned-by.ts';
import { findComputedPage, findPage } from '../../kit/db/paging.ts';
import { pickRows } from '../../kit/db/pick-rows.ts';
import { notFound } from '../../kit/refusal.ts';
import { serve } from '../../kit/http/serve.ts';
import { estimateTask } from './estimate-task.ts';
import { issueCodes, queueTask, withdrawTask } from './issue-codes.ts';
import { openKeyring } from '../cipher/keyring.ts';
import { segmentColumns, segmentRows, matchingSegments } from '../state/matching-segments.ts';
import { countTaskRows, taskColumns, taskRow, matchingTasks, isWaiting } from './matching-tasks.ts';
import { offerParts, resetPassword } from './offer-parts.ts';
import { printLabels } from '../print/print-labels.ts';
import { runTasks } from './run-tasks.ts';
import { sampleTask } from './sample-task.ts';
import { voidTask } from '../ops/void-task.ts';

/** Code tasks: issuing, review, print files, progress. A task never changes once saved. */
export const mountTask = (app: App): void => {
  const keyring = openKeyring(app);
  runTasks(app.background);
  serve(app, taskApi, {
    async list({ input, db, operator }) {
      const page = await findPage(db, input, matchingTasks(db, ownedBy(input, operator)), tasksBy(input.sort));
      return { ...page, list: page.list.map(taskRow) };
    },

    listAll: ({ input, db }) =>
      pickRows(
        matchingTasks(db, {})
          .where('task.phase', 'in', [
            TaskPhase.queued,
            TaskPhase.generating,
            TaskPhase.packing,
            TaskPhase.done,
            TaskPhase.failed,
          ])
          .select(['task.id', 'task.name', 'task.taskNo', 'task.firmId', 'task.productId', 'task.lotId']),
        { id: 'task.id', words: ['task.name', 'task.taskNo'], order: [{ column: 'task.id', direction: 'desc' }] },
        input,
      ),

    async info({ input, db }) {
      const row = await taskColumns(matchingTasks(db, {}).where('task.id', '=', input.id)).executeTakeFirst();
      if (!row) throw notFound();
      const segments = await segmentColumns(matchingSegments(db, { taskId: input.id }))
        .orderBy('segment.seg')
        .execute();
      return { ...taskRow(row), segments: await segmentRows(db, keyring, segments) };
    },

    save: ({ input, db, operator }) => issueCodes(db, keyring, app.jobs, operator, input, app.config.publicUrl),

    estimate: ({ input, db, operator }) => estimateTask(db, operator, input, app.config.publicUrl),

    async audit({ input, db, operator }) {
      if (input.isPassed) {
        const changes = { auditBy: operator.id, auditRemark: input.remark };
        const { firmId } = await queueTask(db, app.jobs, input.id, TaskPhase.review, changes);
        await ask(db, 'codes.issuing', { firmId, total: 0 });
      } else {
        await withdrawTask(db, input.id, `审核驳回：${input.remark || '未说明原因'}`);
        await db
          .updateTable('task')
          .set({ auditBy: operator.id, auditAt: sql`now()`, auditRemark: input.remark })
          .where('id', '=', input.id)
          .execute();
      }
      return null;
    },

    async cancel({ input, db }) {
      await withdrawTask(db, input.id, '已取消');
      return null;
    },

    async retry({ input, db }) {
      const { firmId } = await queueTask(db, app.jobs, input.id, TaskPhase.failed);
      await ask(db, 'codes.issuing', { firmId, total: 0 });
      return null;
    },

    async resetPassword({ input, db }) {
      await resetPassword(db, app.jobs, input.id);
      return null;
    },

    void: ({ input, db, operator }) => voidTask(db, operator, input),

    print: ({ input, db }) => printLabels(db, keyring, input),

    async parts({ input, db }) {
      const matching = db.selectFrom('taskPart').where('taskId', '=', input.taskId);
      return findComputedPage(db, input, matching, (query) =>
        query
          .select([
            'partNo',
            'level',
            'seg',
            'serialFrom',
            'serialTo',
            'state',
            'fileSize',
            'sha256',
            'downloadCnt',
            sql<number>`serial_to - serial_from + 1`.as('rows'),
          ])
          .orderBy('partNo'),
      );
    },

    partUrl: ({ input, db, operator }) => offerParts(db, app.config.masterKey, operator, input),

    sample: ({ input, db }) => sampleTask(db, keyring, input),

    async progress({ input, db }) {
      const rows = await db
        .selectFrom('task')
        .where('id', 'in', input.ids)
        .select(['id', 'status', 'phase', 'rowsDone', 'failReason', 'itemCount', 'boxCount', 'caseCount', 'assocMode'])
        .select([isWaiting(), sql<number>`extract(epoch from now() - started_at)::float8`.as('ran')])
        .execute();
      return rows.map((row) => {
        const rowsTotal = countTaskRows(row);
        const isRunning = row.phase === TaskPhase.generating && !row.isWaiting && row.rowsDone > 0 && row.ran > 0;
        return {
          ...row,
          rowsTotal,
          progress: row.phase === TaskPhase.done ? 100 : Math.min(99, Math.floor((row.rowsDone / rowsTotal) * 100)),
          eta: isRunning ? Math.ceil(((rowsTotal - row.rowsDone) / row.rowsDone) * row.ran) : null,
        };
      });
    },
  });
};

const asNewestTasks = (query: Parameters<typeof taskColumns>[0]) => taskColumns(query).orderBy('task.id', 'desc');
const tasksBy = inOrder(asNewestTasks, {
  itemCount: ['task.itemCount', 'task.id'],
  createTime: ['task.createdAt', 'task.id'],
});
