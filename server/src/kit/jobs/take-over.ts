import type PgBoss from 'pg-boss';
import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery } from 'kysely';
import type { Db } from '../db/database.ts';
import { placeLocks } from './worker-place.ts';

/** What the queue knows of a run besides its beginning; the outcome takes its place. */
const mark = `
  update pgboss.job set output = jsonb_build_object('worker', $3::int) where name = $1 and id = $2 and state = 'active'`;
const isOurs = `
  select from pgboss.job where name = $1 and id = $2 and state = 'active' and coalesce((output ->> 'worker')::int, $3) = $3 for update`;
/** Jobs of workers that have no place; those that an earlier release began have no worker, and expire. */
const orphans = `
  select name, id, (output ->> 'worker')::int as worker from pgboss.job
  where state = 'active' and output ? 'worker' and not exists (
    select from pg_locks where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())
      and classid = ${placeLocks} and objid = (output ->> 'worker')::int::oid and objsubid = 2 and granted)`;

interface Orphan {
  name: string;
  id: string;
  worker: number;
}

const run = async <T>(db: Db, text: string, values: unknown[] = []) =>
  (await db.executeQuery<T>(CompiledQuery.raw(text, values))).rows;

/** Writes down which worker runs a job. */
export const markRun = async (db: Db, { name, id, worker }: Orphan): Promise<void> =>
  void (await run(db, mark, [name, id, worker]));

/** Ends a job in the given way while this worker's run of it is the one that counts. */
export const endRun = (db: Db, job: Orphan, end: (db: PgBoss.Db) => Promise<unknown>): Promise<void> =>
  db.transaction().execute(async (transaction) => {
    const found = await run(transaction as Db, isOurs, [job.name, job.id, job.worker]);
    if (found.length > 0)
      await end({ executeSql: async (text, values) => ({ rows: await run(transaction as Db, text, values) }) });
  });

/** Puts the jobs of workers that died back into their queues, until the signal: long before they expire. */
export const takeOver = async ({
  db,
  boss,
  signal,
  report,
  lookEveryMs,
  goneMs,
}: {
  db: Db;
  boss: PgBoss;
  signal: AbortSignal;
  report: (error?: unknown) => void;
  lookEveryMs: number;
  /** How long a worker has to be gone: it has ended its runs by then. */
  goneMs: number;
}): Promise<void> => {
  let missed = new Map<string, number>();
  const look = async (): Promise<void> => {
    const now = performance.now();
    const found = await run<Orphan>(db, orphans);
    missed = new Map(found.map(({ id, worker }) => [`${id} ${worker}`, missed.get(`${id} ${worker}`) ?? now]));
    for (const job of found)
      if (now - missed.get(`${job.id} ${job.worker}`)! >= goneMs)
        await endRun(db, job, (inIt) => boss.fail(job.name, job.id, { message: 'its worker is gone' }, { db: inIt }));
  };
  while (!signal.aborted) {
    await look().catch((error: unknown) => {
      // A database that was away had no places either: whoever lives takes his again.
      missed.clear();
      report(error);
    });
    await sleep(lookEveryMs, undefined, { signal }).catch(() => undefined);
  }
};
