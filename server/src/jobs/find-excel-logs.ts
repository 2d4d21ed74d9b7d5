import type { excelLogApi } from '@zhuiyuan/contract/jobs/excel-log';
import { ImportBiz } from '@zhuiyuan/contract/jobs/import-biz';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { App } from '../kit/app-context.ts';
import type { DB } from '../kit/database-types.gen.ts';
import type { Db } from '../kit/database.ts';
import { containing, within } from '../kit/filters.ts';
import type { Operator } from '../kit/operator.ts';
import { exporterOf } from './exporter.ts';
import { operatorName } from './list-imports.ts';

type Filters = Partial<Omit<InputOf<typeof excelLogApi.list>, 'page' | 'limit'>> & { id?: number };
type FileJobs = SelectQueryBuilder<DB, 'fileJob', object>;

/** Imports and exports somebody may see: his own, or with `excelLog:all` everybody's. */
export const matchingLogs = (db: Db, operator: Operator, filters: Filters): FileJobs => {
  let query = db.selectFrom('fileJob').where('fileJob.isDel', '=', 0);
  if (!operator.may('admin:identity:excelLog:all')) query = query.where('fileJob.operatorId', '=', operator.id);
  if (filters.id) query = query.where('fileJob.id', '=', filters.id);
  if (filters.firmId) query = query.where('fileJob.firmId', '=', filters.firmId);
  if (filters.kind !== undefined) query = query.where('fileJob.kind', '=', filters.kind);
  if (filters.biz) query = query.where('fileJob.biz', '=', filters.biz);
  if (filters.title) query = query.where('fileJob.title', 'ilike', containing(filters.title));
  if (filters.status !== undefined) query = query.where('fileJob.status', '=', filters.status);
  if (filters.isRunning) query = query.where('fileJob.status', '=', 1);
  if (filters.operatorId) query = query.where('fileJob.operatorId', '=', filters.operatorId);
  return query.where(within('fileJob.createdAt', filters.dateLimit));
};

/** Adds what a row of the list shows, newest first. */
export const asLogRows = (query: FileJobs) =>
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
      'fileJob.title',
      'fileJob.kind',
      'fileJob.biz',
      'fileJob.fileType',
      'fileJob.total',
      'fileJob.okCnt',
      'fileJob.failCnt',
      'fileJob.skipCnt',
      'fileJob.status',
      'fileJob.phase',
      'fileJob.fileSize',
      'fileJob.expireAt',
      sql<boolean>`coalesce(file_job.file <> '' and (file_job.kind = 2 or file_job.status = 2 and file_job.expire_at > now()), false)`.as(
        'hasFile',
      ),
      'fileJob.downCnt',
      operatorName(),
      'fileJob.err',
      'fileJob.createdAt as createTime',
      'fileJob.updatedAt as updateTime',
    ])
    .orderBy('fileJob.id', 'desc');

/** Names the business of a row. */
export const bizNameOf = (app: Pick<App, 'jobs'>, { kind, biz }: { kind: number; biz: string }): string =>
  kind === 2 ? ImportBiz.label(biz) : (exporterOf(app, biz)?.title ?? biz);
