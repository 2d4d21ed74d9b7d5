import { OpType, TaskPhase } from '@zhuiyuan/contract/codes/state/code-enums';
import type { FirstSteps } from '@zhuiyuan/contract/stats/first-steps';
import { sql } from 'kysely';
import { countTaskRows } from '../codes/tasks/matching-tasks.ts';
import type { Db } from '../kit/db/database.ts';
import { live } from '../kit/db/live.ts';
import type { Operator } from '../kit/operator.ts';

/** How far the operator's firm has come, by what is there; null for the platform's own staff. */
export const findFirstSteps = async (db: Db, { firmId }: Operator): Promise<FirstSteps | null> => {
  if (firmId === null) return null;
  const firm = await db
    .selectFrom('firm')
    .select(['name', 'audit', 'auditRemark', 'auditAt', 'validTo', 'codeQuota'])
    .where('id', '=', firmId)
    .executeTakeFirstOrThrow();
  const found = await live(db, 'lot')
    .innerJoin('product', 'product.id', 'lot.productId')
    .where('product.isDel', '=', 0)
    .where('lot.firmId', '=', firmId)
    .select([
      'lot.id',
      'lot.lotNo',
      'lot.produceDate',
      'lot.expireDate',
      'lot.planQty',
      'lot.createdAt as createTime',
      'lot.productId',
    ])
    .orderBy('lot.id', 'desc')
    .limit(1)
    .executeTakeFirst();
  const { productId, ...lot } = found ?? {};
  return {
    firm: firm as FirstSteps['firm'],
    product: await findProduct(db, firmId, productId),
    lot: (found && (lot as NonNullable<FirstSteps['lot']>)) ?? null,
    task: await findTask(db, firmId),
    activation:
      (await db
        .selectFrom('codeOp')
        .select(['opNo', 'okCnt', 'createdAt as createTime'])
        .where('firmId', '=', firmId)
        .where('opType', '=', OpType.activate)
        .where('reversedBy', 'is', null)
        .where('okCnt', '>', 0)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()) ?? null,
    template:
      (await live(db, 'temp')
        .select(['name', sql<string>`published_at`.as('publishedAt')])
        .where('firmId', '=', firmId)
        .where('publishedAt', 'is not', null)
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst()) ?? null,
    firstScanAt: (await findFirstScan(db, firmId)) ?? null,
  };
};

const findProduct = async (db: Db, firmId: number, id: number | undefined): Promise<FirstSteps['product']> =>
  (await live(db, 'product')
    .select(['id', 'storeName', 'image', 'unit', 'boxNum', 'caseNum', 'createdAt as createTime'])
    .where('firmId', '=', firmId)
    .$if(id !== undefined, (query) => query.where('id', '=', id!))
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()) ?? null;

const findTask = async (db: Db, firmId: number): Promise<FirstSteps['task']> => {
  const tasks = db
    .selectFrom('task')
    .select([
      'id',
      'taskNo',
      'phase',
      'failReason',
      'rowsDone',
      'assocMode',
      'itemCount',
      'boxCount',
      'caseCount',
      'createdAt',
      'finishedAt',
    ])
    .where('firmId', '=', firmId)
    .orderBy('id', 'desc')
    .limit(1);
  const task =
    (await tasks.where('phase', '=', TaskPhase.done).executeTakeFirst()) ??
    (await tasks.where('phase', '<>', TaskPhase.cancelled).executeTakeFirst());
  if (!task) return null;
  const total = countTaskRows(task);
  return {
    id: task.id,
    taskNo: task.taskNo,
    phase: task.phase as NonNullable<FirstSteps['task']>['phase'],
    failReason: task.failReason,
    total,
    progress: task.phase === TaskPhase.done ? 100 : Math.min(99, Math.floor((task.rowsDone / total) * 100)),
    time: task.finishedAt ?? task.createdAt,
  };
};

/** When somebody first asked for one of the firm's codes, as far as the log of scans goes back. */
const findFirstScan = async (db: Db, firmId: number): Promise<string | undefined> =>
  (
    await db
      .selectFrom('scanLog')
      .select('at')
      .where('firmId', '=', firmId)
      .orderBy('at')
      .orderBy('id')
      .limit(1)
      .executeTakeFirst()
  )?.at;
