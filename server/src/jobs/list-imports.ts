import type { importTaskApi, ImportProgress } from '@zhuiyuan/contract/jobs/import-task';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../kit/database-types.gen.ts';
import type { Db } from '../kit/database.ts';
import { containing, within } from '../kit/filters.ts';

type FileJobs = SelectQueryBuilder<DB, 'fileJob', object>;

/** Imports a list is about. */
export const matchingImports = (
  db: Db,
  filters: Partial<Omit<InputOf<typeof importTaskApi.list>, 'page' | 'limit'>> & { id?: number },
): FileJobs => {
  let query = db.selectFrom('fileJob').where('fileJob.kind', '=', 2).where('fileJob.isDel', '=', 0);
  if (filters.id) query = query.where('fileJob.id', '=', filters.id);
  if (filters.firmId) query = query.where('fileJob.firmId', '=', filters.firmId);
  if (filters.biz) query = query.where('fileJob.biz', '=', filters.biz);
  if (filters.status !== undefined) query = query.where('fileJob.status', '=', filters.status);
  if (filters.keywords) {
    const pattern = containing(filters.keywords);
    query = query.where((row) =>
      row.or([row('fileJob.taskNo', 'ilike', pattern), row('fileJob.fileName', 'ilike', pattern)]),
    );
  }
  return query.where(within('fileJob.createdAt', filters.dateLimit));
};

/** Adds what a row of the list shows, newest first. */
export const asImportRows = (query: FileJobs) =>
  query
    .select((row) => [
      'fileJob.id',
      'fileJob.firmId',
      row.fn
        .coalesce(
          row.selectFrom('firm').select('firm.name').whereRef('firm.id', '=', 'fileJob.firmId').$asScalar(),
          sql<string>`'平台'`,
        )
        .as('firmName'),
      'fileJob.taskNo',
      'fileJob.biz',
      'fileJob.fileName',
      'fileJob.fileSize',
      'fileJob.total',
      'fileJob.okCnt',
      'fileJob.failCnt',
      'fileJob.skipCnt',
      'fileJob.status',
      'fileJob.phase',
      sql<number>`case when file_job.status = 3 and file_job.file <> '' then file_job.total - file_job.cursor_row else 0 end`.as(
        'leftCnt',
      ),
      'fileJob.err',
      operatorName(),
      sql<number>`extract(epoch from coalesce(file_job.finished_at, now()) - file_job.started_at)::int`.as('cost'),
      'fileJob.createdAt as createTime',
      'fileJob.updatedAt as updateTime',
    ])
    .orderBy('fileJob.id', 'desc');

/** Name of the person a job was started by; people of the platform act for firms too. */
export const operatorName = () =>
  sql<string>`coalesce((select coalesce(nullif(a.real_name, ''), a.account) from admin a where a.id = file_job.operator_id and a.firm_id is not null), '')`.as(
    'operatorName',
  );

/** How far jobs are, with the seconds left by the pace of the present run. */
export const progressOf = async (query: FileJobs): Promise<ImportProgress[]> => {
  const rows = await query
    .select([
      'fileJob.id',
      'fileJob.total',
      'fileJob.okCnt as ok',
      'fileJob.failCnt as fail',
      'fileJob.skipCnt as skip',
      'fileJob.phase',
      'fileJob.status',
      'fileJob.err',
      'fileJob.runDone',
      sql<number>`extract(epoch from now() - coalesce(file_job.run_at, now()))::float8`.as('seconds'),
    ])
    .execute();
  return rows.map(({ seconds, runDone, ...row }) => {
    const tried = row.ok + row.fail + row.skip;
    const inRun = tried - runDone;
    const isSaid = row.status === 1 && row.phase === 2 && inRun > 0 && row.total >= tried;
    return { ...row, eta: isSaid ? Math.ceil((seconds / inRun) * (row.total - tried)) : null };
  });
};
