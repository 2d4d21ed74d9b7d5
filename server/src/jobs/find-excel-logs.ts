import { JobKind, JobStatus } from '@zhuiyuan/contract/jobs/job-enums';
import type { excelLogApi } from '@zhuiyuan/contract/jobs/excel-log';
import { ImportBiz } from '@zhuiyuan/contract/jobs/import-biz';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql } from 'kysely';
import type { App } from '../kit/http/app-context.ts';
import type { Db } from '../kit/db/database.ts';
import { at, by, contains, eq, matchingBy, type Matching } from '../kit/db/filtered.ts';
import { live } from '../kit/db/live.ts';
import type { Operator } from '../kit/operator.ts';
import { findExporter } from './exporter.ts';
import { asJobRows, jobRules, type FileJobs } from './find-jobs.ts';

type Filters = Partial<Omit<InputOf<typeof excelLogApi.list>, 'page' | 'limit'>> & { id?: number };

const matching: Matching<'fileJob', Filters & { own?: number }> = matchingBy('fileJob', (db) => live(db, 'fileJob'), {
  ...jobRules,
  kind: eq,
  title: contains,
  isRunning: by(
    (is: boolean) => (is ? [JobStatus.running] : undefined),
    (row, running) => row('fileJob.status', '=', running),
  ),
  operatorId: eq,
  own: at(eq, 'operatorId'),
});

/** Imports and exports somebody may see: his own, or with `excelLog:all` everybody's. */
export const matchingLogs = (db: Db, operator: Operator, filters: Filters): FileJobs =>
  matching(db, { ...filters, own: operator.may('admin:identity:excelLog:all') ? undefined : operator.id });

/** Adds what a row of the list shows, newest first. */
export const asLogRows = (query: FileJobs) =>
  asJobRows(query).select([
    'fileJob.title',
    'fileJob.kind',
    'fileJob.fileType',
    'fileJob.expireAt',
    sql<boolean>`coalesce(file_job.file <> '' and (file_job.kind = ${sql.lit(JobKind.import)} or file_job.status = ${sql.lit(JobStatus.done)} and file_job.expire_at > now()), false)`.as(
      'hasFile',
    ),
    'fileJob.downCnt',
  ]);

/** Names the business of a row. */
export const toBizName = (app: Pick<App, 'jobs'>, { kind, biz }: { kind: number; biz: string }): string =>
  kind === JobKind.import ? ImportBiz.label(biz) : (findExporter(app, biz)?.title ?? biz);
