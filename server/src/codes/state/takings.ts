import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';

/** Locks of segments, shared by who gives something for one of their codes, apart from those of operations, which never wait for a draw. */
const takingLocks = 6102;

const lockEach = async (db: Db, segs: readonly number[], lock: string) => {
  const sorted = [...new Set(segs)].sort((a, b) => a - b);
  if (sorted.length === 0) return;
  await sql`select ${sql.ref(lock)}(${takingLocks}::int, seg)
    from (select seg from unnest(${sorted}::int[]) with ordinality asked(seg, nth) order by nth offset 0) asked`.execute(
    db,
  );
};

/**
 * Holds back 作废, 冻结 and 召回 of codes until the transaction ends: whoever gives a prize or a packet for a code does so before any other lock,
 * and asks how the code stands behind it.
 */
export const holdStops = (db: Db, segs: readonly number[]): Promise<void> =>
  lockEach(db, segs, 'pg_advisory_xact_lock_shared');

/** Waits until nobody gives anything for codes of these segments, and lets nobody until the transaction ends: nothing is given after a stop was told as done. */
export const awaitTakings = (db: Db, segs: readonly number[]): Promise<void> =>
  lockEach(db, segs, 'pg_advisory_xact_lock');
