import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';

/**
 * Those of the fixed ids that this database was never given; they count as given from now on.
 * So a later version adds its new rows, and a seeded row that somebody deleted stays deleted.
 */
export const claimSeeds = async (db: Db, what: string, ids: number[]): Promise<Set<number>> => {
  const { rows } = await sql<{ rowId: number }>`
    insert into seeded (what, row_id) select ${what}, unnest(${ids}::bigint[]) on conflict do nothing returning row_id`.execute(
    db,
  );
  return new Set(rows.map((row) => row.rowId));
};

/** Lets ids made by hand begin behind the fixed ones. */
export const startIdsAfter = async (db: Db, table: string, last: number): Promise<void> => {
  await sql`
    select setval(pg_get_serial_sequence(${table}, 'id'), greatest(${last}::bigint, (select max(id) from ${sql.table(table)})))`.execute(
    db,
  );
};
