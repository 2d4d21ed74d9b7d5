import { sql } from 'kysely';
import type { Db } from '../src/kit/db/database.ts';

/** How many connections to the database of a test wait for what another one holds. */
export const waiting = async (db: Db): Promise<number> => {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from pg_stat_activity
    where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows[0]!.n;
};
