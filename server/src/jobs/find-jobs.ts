import { JobStatus } from '@zhuiyuan/contract/jobs/job-enums';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../kit/db/database-types.gen.ts';
import { at, eq, within } from '../kit/db/filtered.ts';
import { firmName, times } from '../kit/db/selectors.ts';

export type FileJobs = SelectQueryBuilder<DB, 'fileJob', object>;

/** What both lists can be narrowed to. */
export const jobRules = {
  id: eq,
  firmId: eq,
  biz: eq,
  status: eq,
  dateLimit: at(within, 'createdAt'),
};

/** Adds what both lists show of a row, newest first. */
export const asJobRows = (query: FileJobs) =>
  query
    .select([
      'fileJob.id',
      'fileJob.firmId',
      firmName('fileJob'),
      'fileJob.taskNo',
      'fileJob.biz',
      'fileJob.fileSize',
      'fileJob.total',
      'fileJob.okCnt',
      'fileJob.failCnt',
      'fileJob.skipCnt',
      'fileJob.status',
      'fileJob.phase',
      isWaiting(),
      'fileJob.err',
      operatorName(),
      ...times('fileJob'),
    ])
    .orderBy('fileJob.id', 'desc');

/** Whether a job that runs has no worker: it is queued, or the one it had is gone. */
export const isWaiting = () =>
  sql<boolean>`file_job.status = ${sql.lit(JobStatus.running)} and coalesce(file_job.lease_owner = '' or file_job.lease_until <= now(), true)`.as(
    'isWaiting',
  );

/** Name of the person a job was started by; people of the platform act for firms too. */
const operatorName = () =>
  sql<string>`coalesce((select coalesce(nullif(a.real_name, ''), a.account) from admin a where a.id = file_job.operator_id and a.firm_id is not null), '')`.as(
    'operatorName',
  );
