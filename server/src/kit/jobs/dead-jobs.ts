import { sql } from 'kysely';
import PgBoss from 'pg-boss';
import type { Db } from '../db/database.ts';
import { deadLetter, executeIn } from './jobs.ts';

export interface DeadJob {
  id: string;
  queue: string;
  /** When its last try failed. */
  diedAt: string;
  tries: number;
  why: string;
}

/**
 * What lies in the dead letter queue, oldest first, each with the job it is a copy of: both were written at one moment. Copies that are alike
 * in all are shared out among alike jobs.
 */
const dead = sql<DeadJob & { data: object; source: string | null }>`
  with died as (
    select id, name, data, output, completed_on as at, retry_count + 1 as tries,
      row_number() over (partition by completed_on, data, output order by name, id) as place
    from (
      select name, id, data, output, completed_on, retry_count, state from pgboss.job
      union all select name, id, data, output, completed_on, retry_count, state from pgboss.archive) job
    where state = 'failed' and name <> ${deadLetter}
  ), letter as (
    select id, data, output, created_on as at, row_number() over (partition by created_on, data, output order by id) as place
    from pgboss.job where name = ${deadLetter} and state < 'completed'
  )
  select letter.id, letter.data, died.id as source, coalesce(died.name, '') as queue, letter.at as "diedAt", coalesce(died.tries, 0)::int as tries,
    coalesce(letter.output ->> 'message', letter.output -> 'value' ->> 'message', '') as why
  from letter left join died on died.at = letter.at and died.place = letter.place
    and died.data is not distinct from letter.data and died.output is not distinct from letter.output
  order by letter.at, letter.id`;

/** Jobs that failed at their last try and lie in the dead letter queue, oldest first. */
export const listDeadJobs = async (db: Db): Promise<DeadJob[]> =>
  (await dead.execute(db)).rows.map(({ id, queue, diedAt, tries, why }) => ({ id, queue, diedAt, tries, why }));

const forget = `
  with archived as (delete from pgboss.archive where name = any ($1) and id = any ($2::uuid[]))
  delete from pgboss.job where name = any ($1) and id = any ($2::uuid[])`;

/** Takes a dead job and what it is a copy of away, so that those that are alike stay as many; refuses one that is not there. */
const takeDead = async (db: Db, id: string) => {
  await sql`select pg_advisory_xact_lock(hashtext('dead jobs'))`.execute(db);
  const job = (await dead.execute(db)).rows.find((one) => one.id === id);
  if (!job) throw new Error(`没有这个任务 ${id} / there is no such dead job`);
  await executeIn(db, forget, [
    [deadLetter, job.queue],
    [id, job.source],
  ]);
  return job;
};

/** Throws a dead job away; refuses one that is not there. */
export const dropDeadJob = (db: Db, id: string): Promise<void> =>
  db.transaction().execute(async (transaction) => void (await takeDead(transaction as Db, id)));

/** Puts a dead job back into its queue with all tries before it; refuses one that is not there, or whose queue nobody knows any more. */
export const retryDeadJob = (db: Db, id: string): Promise<{ queue: string }> =>
  db.transaction().execute(async (transaction) => {
    const { queue, data } = await takeDead(transaction as Db, id);
    if (!queue)
      throw new Error(`不知道任务 ${id} 属于哪个队列，只能丢弃 / its queue is not known, it can only be dropped`);
    const inIt = { executeSql: (text: string, values: unknown[]) => executeIn(transaction as Db, text, values) };
    const boss = new PgBoss({ db: inIt, supervise: false, schedule: false, migrate: false });
    if (!(await boss.send(queue, data, { db: inIt } as PgBoss.SendOptions)))
      throw new Error(`队列 ${queue} 已不存在，任务 ${id} 只能丢弃 / its queue is gone, it can only be dropped`);
    return { queue };
  });
