import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { askedDraws } from '../counters.ts';

/**
 * The number of the next draw this person asks for with points: what its number is computed from besides the seed, so that no two
 * tickets of his bring the same. Counted on its own; a ticket that is not drawn leaves a gap.
 */
export const takeSeq = async (
  db: Db,
  { firmId, activityId, uid }: { firmId: number; activityId: number; uid: number },
): Promise<number> => {
  const { cnt } = await db
    .insertInto('drawCounter')
    .values({ firmId, activityId, uid, period: askedDraws, cnt: 1 })
    .onConflict((key) =>
      key.columns(['activityId', 'uid', 'period']).doUpdateSet({ cnt: sql<number>`draw_counter.cnt + 1` }),
    )
    .returning('cnt')
    .executeTakeFirstOrThrow();
  return cnt;
};
