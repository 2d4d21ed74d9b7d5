import { JobPhase, JobStatus, JobKind } from '@zhuiyuan/contract/jobs/job-enums';
import type { importTaskApi, ImportProgress } from '@zhuiyuan/contract/jobs/import-task';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { containing } from '../kit/db/filters.ts';
import { asJobRows, matchingJobs, type FileJobs } from './find-jobs.ts';

/** Imports a list is about. */
export const matchingImports = (
  db: Db,
  filters: Partial<Omit<InputOf<typeof importTaskApi.list>, 'page' | 'limit'>> & { id?: number },
): FileJobs => {
  const query = matchingJobs(db, filters).where('fileJob.kind', '=', JobKind.import);
  if (!filters.keywords) return query;
  const pattern = containing(filters.keywords);
  return query.where((row) =>
    row.or([row('fileJob.taskNo', 'ilike', pattern), row('fileJob.fileName', 'ilike', pattern)]),
  );
};

/** Adds what a row of the list shows, newest first. */
export const asImportRows = (query: FileJobs) =>
  asJobRows(query).select([
    'fileJob.fileName',
    sql<number>`case when file_job.status = ${sql.lit(JobStatus.unfinished)} and file_job.file <> '' then file_job.total - file_job.cursor_row else 0 end`.as(
      'leftCnt',
    ),
    sql<number>`extract(epoch from coalesce(file_job.finished_at, now()) - file_job.started_at)::int`.as('cost'),
  ]);

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
    const isSaid =
      row.status === JobStatus.running && row.phase === JobPhase.running && inRun > 0 && row.total >= tried;
    return { ...row, eta: isSaid ? Math.ceil((seconds / inRun) * (row.total - tried)) : null };
  });
};
