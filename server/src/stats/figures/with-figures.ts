import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';

/** Held alone by whoever moves rows of the log between its partitions (`keep_scan_months`). */
const movingRows = 7104;

/** Alone among those that write figures, over one state of the database. `upto`: facts before it are in the figures; null before the first round. */
export const withFigures = <T>(db: Db, work: (db: Db, upto: string | null) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      // Locking a table takes no snapshot, so what is seen below includes what the former holder did.
      await sql`lock table stat_cursor in share row exclusive mode`.execute(transaction);
      await sql`select pg_advisory_xact_lock_shared(${sql.lit(movingRows)})`.execute(transaction);
      const { rows } = await sql<{ upto: string }>`select upto::text from stat_cursor`.execute(transaction);
      return work(transaction as Db, rows[0]?.upto ?? null);
    });
