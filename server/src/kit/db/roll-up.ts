import { sql, type RawBuilder } from 'kysely';
import type { Db } from './database.ts';

/** Rows younger than this may still be inside an open transaction; they are added with the next round. */
const settledSeconds = 30;

/** Held alone by whoever moves rows of a log between its partitions (`keep_scan_months`). */
const movingRows = 7104;

/**
 * Adds what a log gained since the last round to counters kept apart from it, each row exactly once, also when rounds
 * run at the same time. `apply` gets the condition on the log's column `at`; rows are let lie for `settled` seconds first.
 */
export const rollUp = async (
  db: Db,
  name: string,
  apply: (transaction: Db, isFresh: RawBuilder<boolean>) => Promise<void>,
  settled: number = settledSeconds,
): Promise<void> => {
  await db.transaction().execute(async (transaction) => {
    // A statement planned while a partition is being attached does not see the rows that have moved there.
    await sql`select pg_advisory_xact_lock_shared(${sql.lit(movingRows)})`.execute(transaction);
    await sql`insert into rollup_cursor (name, upto) values (${name}, '-infinity') on conflict do nothing`.execute(
      transaction,
    );
    const { rows } = await sql<{ since: string; upto: string }>`
      select upto::text as since, (now() - make_interval(secs => ${settled}))::text as upto
      from rollup_cursor where name = ${name} for update`.execute(transaction);
    const { since, upto } = rows[0]!;
    await apply(transaction as Db, sql<boolean>`at >= ${since}::timestamptz and at < ${upto}::timestamptz`);
    await sql`update rollup_cursor set upto = ${upto}::timestamptz where name = ${name}`.execute(transaction);
  });
};

/** Lets every counter begin at the first row of its log again: rows have come whose times the rounds have passed. Nothing of them may be counted yet. */
export const beginRollUpsAnew = async (db: Db): Promise<void> => {
  await db.deleteFrom('rollupCursor').execute();
};
