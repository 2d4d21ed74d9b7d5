import { JobKind, JobStatus } from '@zhuiyuan/contract/jobs/job-enums';
import { sql } from 'kysely';
import { randomBytes } from 'node:crypto';
import type { Db } from '../kit/db/database.ts';

/** A run that says nothing for this long is dead, and another process goes on. */
export const leaseSeconds = 20;
const renewEveryMs = 5_000;
/** A job that is left this often by a process that died, without having moved, is the reason why. */
export const mostClaims = 3;
/** Jobs of one operator that run at the same time, in all processes together. */
const jobsAtOnce = 2;

/** Name of the lease of one run; begins with the installation's, so that a restarted process knows its own. */
export const leaseName = (instance: string): string => `${instance}:${randomBytes(6).toString('hex')}`;

/**
 * Jobs that may begin now, the next one first. An operator's begin in their order and at most two run at a time; among
 * operators, whoever has fewer under way comes first. Imports of one firm and business begin one after the other, because
 * their rows may depend on each other.
 */
const startable = async (db: Db): Promise<{ id: number; kind: number }[]> => {
  const { rows } = await sql<{ id: number; kind: number }>`
    with under_way as (
      select id, kind, firm_id, biz, operator_id from file_job where status = ${sql.lit(JobStatus.running)} and lease_owner <> '' and lease_until > now()
    ), waiting as (
      select job.id, job.kind, busy.count + row_number() over (partition by job.operator_id order by job.id) as place
      from file_job job, lateral (select count(*) from under_way where operator_id = job.operator_id) busy
      where job.status = ${sql.lit(JobStatus.running)} and (job.lease_until is null or job.lease_until <= now())
        and (job.kind <> ${sql.lit(JobKind.import)} or not exists (
          select 1 from under_way where kind = ${sql.lit(JobKind.import)} and firm_id = job.firm_id and biz = job.biz
        ))
    )
    select id, kind from waiting where place <= ${jobsAtOnce} order by place, id`.execute(db);
  return rows;
};

/** Kinds of which a job may begin now. */
export const startableKinds = async (db: Db): Promise<number[]> => [
  ...new Set((await startable(db)).map(({ kind }) => kind)),
];

/**
 * Takes the next job of a kind for this process; nothing when none may begin now. The claim counts from now on until the
 * job moves or is given back: `claims` are those before that neither did.
 */
export const claimJob = async (db: Db, kind: number, owner: string) =>
  db.transaction().execute(async (transaction) => {
    await sql`select pg_advisory_xact_lock(hashtext('file job'))`.execute(transaction);
    const next = (await startable(transaction)).find((job) => job.kind === kind);
    if (!next) return undefined;
    const job = await transaction
      .selectFrom('fileJob')
      .selectAll()
      .where('id', '=', next.id)
      .where('status', '=', JobStatus.running)
      // Its run may have moved it while this waited for the row.
      .where((row) => row.or([row('leaseUntil', 'is', null), row('leaseUntil', '<=', sql<string>`now()`)]))
      .forUpdate()
      .executeTakeFirst();
    if (!job) return undefined;
    // an export begins anew each time, and rows that are tried again do not move the cursor
    const moved = job.kind === JobKind.export ? 0 : job.cursorRow + job.okCnt + job.skipCnt;
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
      .where('id', '=', job.id)
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

/**
 * Gives a job back, so that any process may go on with it: at once, or after a rest of some seconds. Its claim goes on to
 * count when it has to begin again.
 */
export const releaseJob = async (
  db: Db,
  id: number,
  owner: string,
  { restSeconds = 0, isCounted = false }: { restSeconds?: number; isCounted?: boolean } = {},
): Promise<void> => {
  await db
    .updateTable('fileJob')
    .set((row) => ({
      leaseOwner: '',
      leaseUntil: restSeconds > 0 ? sql<string>`now() + make_interval(secs => ${restSeconds})` : null,
      claimCnt: isCounted ? row.ref('claimCnt') : 0,
    }))
    .where('id', '=', id)
    .where('leaseOwner', '=', owner)
    .execute();
};
