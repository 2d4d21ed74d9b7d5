import { JobStatus } from '@zhuiyuan/contract/jobs/job-enums';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { leaseSeconds } from './claim-job.ts';
import type { RowError } from './row-error.ts';

/** The lease was lost: another run may be at this file already, and what this one was doing is undone. */
export class LeaseLost extends Error {}

/** Writes refused rows, however many: as columns, since a statement has no more than 65,535 values. */
const insertFaults = async (
  db: Db,
  at: { jobId: number; firmId: number; attempt: number },
  faults: readonly RowError[],
  onConflict = sql``,
): Promise<void> => {
  if (faults.length === 0) return;
  await sql`
    insert into file_job_error (job_id, firm_id, attempt, row_no, raw, faults, field, err_code, err_msg)
    select ${at.jobId}::bigint, ${at.firmId}::bigint, ${at.attempt}::int, f.* from unnest(
      ${faults.map((fault) => fault.rowNo)}::int[], ${faults.map((fault) => JSON.stringify(fault.raw))}::jsonb[],
      ${faults.map((fault) => (fault.faults ? JSON.stringify([...fault.faults]) : null))}::jsonb[],
      ${faults.map((fault) => fault.field.slice(0, 60))}::text[], ${faults.map((fault) => fault.code)}::int[],
      ${faults.map((fault) => fault.message)}::text[]) f ${onConflict}`.execute(db);
};

/** Keeps refused rows, from which the error file is made; of a row refused twice the first reason stays. */
export const keepFaults = (
  db: Db,
  at: { jobId: number; firmId: number; attempt: number },
  faults: readonly RowError[],
): Promise<void> => insertFaults(db, at, faults, sql`on conflict (job_id, row_no) do nothing`);

/** Takes away the next rows that were refused before this attempt, to try them again. */
export const takeFaults = (
  db: Db,
  job: { id: number; attempt: number },
  limit: number,
): Promise<{ rowNo: number; raw: unknown; faults: unknown }[]> =>
  db
    .deleteFrom('fileJobError')
    .where('jobId', '=', job.id)
    .where('rowNo', 'in', (query) =>
      query
        .selectFrom('fileJobError')
        .where('jobId', '=', job.id)
        .where('attempt', '<', job.attempt)
        .select('rowNo')
        .orderBy('rowNo')
        .limit(limit),
    )
    .returning(['rowNo', 'raw', 'faults'])
    .execute();

/** What one transaction did with rows. */
export interface Step {
  done: number;
  skip: number;
  errors: RowError[];
  /** The last data row it was about; absent while failed rows are tried again. */
  cursor?: number;
  /** Failed rows of a former try that are over now, and which try this is. */
  retried?: number[];
  attempt: number;
}

/**
 * Writes into the rows' own transaction that they are done, so that a row and the cursor behind it can only be there
 * together. Answers whether somebody asked to stop. Losing the last moments when the database itself breaks loses the
 * rows with them, therefore this need not wait for the disk.
 */
export const moveCursor = async (
  db: Db,
  job: { id: number; firmId: number; owner: string },
  step: Step,
): Promise<boolean> => {
  const { errors, retried } = step;
  const fail = errors.length - (retried?.length ?? 0);
  if (retried)
    await sql`delete from file_job_error where firm_id = ${job.firmId} and job_id = ${job.id} and row_no = any(${retried}::int[])`.execute(
      db,
    );
  await insertFaults(db, { jobId: job.id, firmId: job.firmId, attempt: step.attempt }, errors);
  const { rows } = await sql<{ isCancelled: boolean }>`
    update file_job set
      ok_cnt = ok_cnt + ${step.done}, skip_cnt = skip_cnt + ${step.skip}, fail_cnt = fail_cnt + ${fail},
      cursor_row = coalesce(${step.cursor ?? null}::bigint, cursor_row),
      lease_until = now() + make_interval(secs => ${leaseSeconds}), updated_at = now()
    from (select set_config('synchronous_commit', 'off', true)) unwaited
    where id = ${job.id} and firm_id = ${job.firmId} and lease_owner = ${job.owner} and status = ${sql.lit(JobStatus.running)}
    returning is_cancelled`.execute(db);
  if (!rows[0]) throw new LeaseLost();
  return rows[0].isCancelled;
};

/**
 * Adds what a step of an import did to its counts, in the transaction of the rows themselves; the cursor follows the counts.
 * Answers whether somebody asked to stop.
 */
export const moveJob = async (
  db: Db,
  job: { id: number; firmId: number; owner: string },
  done: { ok: number; skipped: number; fail: number; total: number; phase: number },
): Promise<boolean> => {
  const { ok, skipped, fail, total, phase } = done;
  const { rows } = await sql<{ isCancelled: boolean }>`
    update file_job set ok_cnt = ok_cnt + ${ok}, skip_cnt = skip_cnt + ${skipped}, fail_cnt = fail_cnt + ${fail},
      total = total + ${total}, cursor_row = ok_cnt + skip_cnt + fail_cnt + ${ok + skipped + fail},
      phase = ${phase}, lease_until = now() + make_interval(secs => ${leaseSeconds}), updated_at = now()
    where id = ${job.id} and firm_id = ${job.firmId} and lease_owner = ${job.owner} and status = ${sql.lit(JobStatus.running)}
    returning is_cancelled`.execute(db);
  if (!rows[0]) throw new LeaseLost();
  return rows[0].isCancelled;
};
