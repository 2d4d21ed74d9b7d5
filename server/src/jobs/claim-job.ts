import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import type { Db } from '../kit/database.ts';

/** A run that says nothing for this long is dead, and another process goes on. */
export const leaseSeconds = 60;
const renewEveryMs = 15_000;
/** A job that is left this often by a process that died, without having moved, is the reason why. */
export const mostClaims = 3;

/** Name of the lease of one run; begins with the installation's, so that a restarted process knows its own. */
export const leaseName = (instance: string): string => `${instance}:${randomBytes(6).toString('hex')}`;

/**
 * Takes a running job for this process: nothing when it is over, another run holds it, or (for imports) one of the same
 * firm and business runs, because its rows may depend on each other. The claim counts from now on until the job moves or
 * is given back: `claims` are those before that neither did.
 */
export const claimJob = async (db: Db, id: number, owner: string) =>
  db.transaction().execute(async (transaction) => {
    const job = await transaction
      .selectFrom('fileJob')
      .selectAll()
      .where('id', '=', id)
      .where('status', '=', 1)
      .forUpdate()
      .executeTakeFirst();
    if (!job) return undefined;
    await sql`select pg_advisory_xact_lock(hashtext(${`${job.kind} ${job.biz}`}), ${job.firmId}::int)`.execute(
      transaction,
    );
    const { rows } = await sql<{ isFree: boolean }>`
      select not exists (
        select 1 from file_job other
        where other.status = 1 and other.lease_until > now()
          and (other.id = ${id} or (${job.kind} = 2 and other.kind = 2 and other.firm_id = ${job.firmId} and other.biz = ${job.biz}))
      ) as is_free`.execute(transaction);
    if (!rows[0]!.isFree) return undefined;
    // an export begins anew each time, and rows that are tried again do not move the cursor
    const moved = job.kind === 1 ? 0 : job.cursorRow + job.okCnt + job.skipCnt;
    const claims = job.claimRow === moved ? job.claimCnt : 0;
    await transaction
      .updateTable('fileJob')
      .set((row) => ({
        leaseOwner: owner,
        leaseUntil: sql<string>`now() + make_interval(secs => ${leaseSeconds})`,
        startedAt: sql<string>`coalesce(started_at, now())`,
        runAt: sql<string>`now()`,
        runDone: sql<number>`${row.ref('okCnt')} + ${row.ref('failCnt')} + ${row.ref('skipCnt')}`,
        claimCnt: claims + 1,
        claimRow: moved,
        updatedAt: sql<string>`now()`,
      }))
      .where('id', '=', id)
      .execute();
    return { ...job, claims };
  });

export type ClaimedJob = NonNullable<Awaited<ReturnType<typeof claimJob>>>;

/** Keeps a lease alive until the returned function is called. */
export const keepLease = (db: Db, id: number, owner: string): (() => void) => {
  const timer = setInterval(() => {
    void db
      .updateTable('fileJob')
      .set({ leaseUntil: sql<string>`now() + make_interval(secs => ${leaseSeconds})` })
      .where('id', '=', id)
      .where('leaseOwner', '=', owner)
      .execute()
      .catch(() => undefined);
  }, renewEveryMs);
  timer.unref();
  return () => clearInterval(timer);
};

/** Gives a job back, so that any process may go on with it at once. */
export const releaseJob = async (db: Db, id: number, owner: string): Promise<void> => {
  await db
    .updateTable('fileJob')
    .set({ leaseOwner: '', leaseUntil: null, claimCnt: 0 })
    .where('id', '=', id)
    .where('leaseOwner', '=', owner)
    .execute();
};
