import { sql, type Selectable } from 'kysely';
import type { DB } from '../kit/db/database-types.gen.ts';
import type { Db } from '../kit/db/database.ts';
import { live } from '../kit/db/live.ts';
import { lockRow } from '../kit/db/rows.ts';
import { notFound } from '../kit/refusal.ts';

/** Class of the advisory locks that stand for activities. */
const activityLocks = sql.lit('activity');

/**
 * Shuts an activity's draws out until this transaction ends: those under way are waited for, so that none commits under what is
 * about to change. Taken before any row of the activity.
 */
export const shutActivity = async (db: Db, activityId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock(hashtextextended(${activityLocks}, ${activityId}))`.execute(db);
};

/** Draws of an activity that go on side by side with other draws, and never with a change of the activity. */
export const enterActivity = async (db: Db, activityId: number): Promise<void> => {
  await sql`select pg_advisory_xact_lock_shared(hashtextextended(${activityLocks}, ${activityId}))`.execute(db);
};

/** One at a time in a firm: two activities that overlap never pass the look for overlaps side by side. */
export const publishAlone = async (db: Db, id: number): Promise<void> => {
  const activity = await live(db, 'activity').where('id', '=', id).select('firmId').executeTakeFirst();
  if (!activity) throw notFound();
  await sql`select pg_advisory_xact_lock(hashtext('activity.publish'), hashint8(${activity.firmId}))`.execute(db);
};

type Column = keyof Selectable<DB['activity']> & string;

/**
 * An activity that is about to change: its draws shut out first, then its row locked. In this order alone: a draw holds the first and
 * refers to the second. 404 where there is none, 409 when `version` is another one.
 */
export const holdActivity = async <C extends Column>(
  db: Db,
  id: number,
  columns: readonly C[],
  version?: number,
): Promise<Pick<Selectable<DB['activity']>, C>> => {
  const known = await live(db, 'activity').where('id', '=', id).select('id').executeTakeFirst();
  if (!known) throw notFound();
  await shutActivity(db, id);
  return lockRow(db, 'activity', id, columns, version);
};
