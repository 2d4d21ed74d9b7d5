import { JobKind, JobStatus } from '@zhuiyuan/contract/jobs/job-enums';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import type { Waiting } from '../kit/http/metrics.ts';

/** Imports and exports people see that are not done, as the figures of the server count them. */
export const readWaitingFiles = async (db: Db): Promise<Waiting[]> => {
  const { rows } = await sql<Waiting>`
    select case kind when ${sql.lit(JobKind.export)} then 'export' else 'import' end as name,
      case when lease_until > now() then 'active' else 'created' end as state,
      count(*)::int as jobs, extract(epoch from now() - min(created_at))::float8 as oldest
    from file_job where status = ${sql.lit(JobStatus.running)} and is_del = 0 group by kind, 2`.execute(db);
  return rows;
};
