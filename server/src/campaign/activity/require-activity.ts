import type { Db } from '../../kit/db/database.ts';
import { live } from '../../kit/db/live.ts';
import { notFound } from '../../kit/refusal.ts';

/** Refuses an activity that is not there, or another firm's (404). */
export const requireActivity = async (db: Db, id: number): Promise<void> => {
  if (!(await live(db, 'activity').where('id', '=', id).select('id').executeTakeFirst())) throw notFound();
};
