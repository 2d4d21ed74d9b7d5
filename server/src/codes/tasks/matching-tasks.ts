import { at, contains, eq, within, when, matchingBy, type Matching } from '../../kit/db/filtered.ts';
import { TaskPhase, Faces, Fmt, PartState } from '@zhuiyuan/contract/codes/state/code-enums';
import { sql } from 'kysely';

interface TaskFilters {
  firmId?: number;
  keywords?: string;
  productId?: number;
  lotId?: number;
  fmt?: string;
  source?: number;
  assocMode?: number;
  status?: number;
  dateLimit?: string;
  mine?: number;
  waiting?: boolean;
}

/** Tasks that pass the filters, without columns. */
export const matchingTasks: Matching<'task', TaskFilters> = matchingBy('task', (db) => db.selectFrom('task'), {
  firmId: eq,
  keywords: at(contains, 'name', 'taskNo'),
  productId: eq,
  lotId: eq,
  fmt: eq,
  source: eq,
  assocMode: eq,
  status: eq,
  dateLimit: at(within, 'createdAt'),
  mine: at(eq, 'createdBy'),
  // The values stand in the statement, as they do in the index of these tasks.
  waiting: when(() => sql<boolean>`task.phase in (${sql.lit(TaskPhase.review)}, ${sql.lit(TaskPhase.failed)})`),
});

/** The columns a task row is made from, its segments' counters summed. */
export const taskColumns = (query: ReturnType<typeof matchingTasks>) =>
  query
    .innerJoin('firm', 'firm.id', 'task.firmId')
    .leftJoin('product', (join) => join.onRef('product.id', '=', 'task.productId'))
    .leftJoin('lot', (join) => join.onRef('lot.id', '=', 'task.lotId'))
    .leftJoin('admin', (join) => join.onRef('admin.id', '=', 'task.createdBy'))
    .select([
      'task.id',
      'task.firmId',
      'firm.name as firmName',
      'task.taskNo',
      'task.name',
      'task.source',
      'task.fmt',
      'task.faces',
      'task.pinLen',
      'task.productId',
      'task.lotId',
      'task.itemCount',
      'task.boxCount',
      'task.caseCount',
      'task.assocMode',
      'task.status',
      'task.phase',
      'task.rowsDone',
      'task.failReason',
      'task.createdAt as createTime',
      'task.updatedAt as updateTime',
      'task.finishedAt',
      'task.boxNum',
      'task.caseNum',
      'task.urlStyle',
      'task.urlHost',
      'task.urlPrefix',
      'task.fileType',
      'task.fileRows',
      'task.mouldId',
      'task.printColor',
      'task.printer',
      'task.maxDownload',
      'task.autoActivate',
      'task.regOn',
      'task.auditRemark',
      'task.remark',
    ])
    .select((row) => [
      sql<string>`coalesce(product.store_name, '通用码')`.as('storeName'),
      isWaiting(),
      sql<string>`coalesce(lot.lot_no, '')`.as('lotNo'),
      sql<string>`coalesce(admin.real_name, '')`.as('creator'),
      sql<boolean>`task.url_host = 'https://' || coalesce(firm.domain, '')`.as('usesFirmDomain'),
      row
        .selectFrom('segment')
        .whereRef('segment.taskId', '=', 'task.id')
        .select(sql<number>`coalesce(sum(active_cnt), 0)::float8`.as('n'))
        .as('active'),
      row
        .selectFrom('segment')
        .whereRef('segment.taskId', '=', 'task.id')
        .select(sql<number>`coalesce(sum(scan_cnt), 0)::float8`.as('n'))
        .as('scanned'),
    ]);

/** Whether a task has files to be written and none that a worker is at: the one it had is gone. */
export const isWaiting = () =>
  sql<boolean>`task.phase = ${sql.lit(TaskPhase.generating)} and exists (select from task_part p where p.firm_id = task.firm_id and p.task_id = task.id and p.state < ${sql.lit(PartState.done)})
    and not exists (select from task_part p where p.firm_id = task.firm_id and p.task_id = task.id and p.state = ${sql.lit(PartState.making)} and p.lease_until > now())`.as(
    'isWaiting',
  );

/** Rows of print files a task has: one line per item, with its boxes in the line for sets, one line per code otherwise. */
export const countTaskRows = (task: {
  assocMode: number;
  itemCount: number;
  boxCount: number;
  caseCount: number;
}): number => task.itemCount + task.boxCount + task.caseCount;

const percent = (part: number, whole: number): number => (whole === 0 ? 0 : Math.round((part / whole) * 1000) / 10);

type Read = Awaited<ReturnType<ReturnType<typeof taskColumns>['execute']>>[number];

/** Adds what is computed from a task's columns: its format in words, progress and rates in percent. */
export const taskRow = (row: Read) => {
  const total = row.itemCount + row.boxCount + row.caseCount;
  const words = [Fmt.label(row.fmt), Faces.label(row.faces), ...(row.pinLen > 0 ? [`${row.pinLen}位验证码`] : [])];
  return {
    ...row,
    fmtText: words.join('·'),
    progress: row.phase === TaskPhase.done ? 100 : Math.min(99, Math.floor((row.rowsDone / countTaskRows(row)) * 100)),
    activeRate: percent(row.active ?? 0, total),
    scanRate: percent(row.scanned ?? 0, total),
  };
};
