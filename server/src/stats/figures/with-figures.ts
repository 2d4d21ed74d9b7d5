import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';

/** Alone among those that write figures, over one state of the database. `upto`: facts before it are in the figures; null before the first round. */
export const withFigures = <T>(db: Db, work: (db: Db, upto: string | null) => Promise<T>): Promise<T> =>
  db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (transaction) => {
      // Locking a table takes no snapshot, so what is seen below includes what the former holder did. Whoever moves rows of the log to another
      // partition (`make_scan_month`) takes the same lock: waited for by a query, they would be seen in neither.
      await sql`lock table stat_cursor in share row exclusive mode`.execute(transaction);
      const { rows } = await sql<{ upto: string }>`select upto::text from stat_cursor`.execute(transaction);
      return work(transaction as Db, rows[0]?.upto ?? null);
    });
