import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';

/**
 * Notes what an activity asks for beside its odds and terms, where it is another than before, in the transaction that publishes or changes
 * it; `at` is another moment than this one.
 */
export const noteActivity = async (
  db: Db,
  { firmId, activityId, operatorId, at }: { firmId: number; activityId: number; operatorId: number; at?: string },
): Promise<void> => {
  await sql`
    insert into activity_note (firm_id, activity_id, digest, changed_by, at)
    select a.firm_id, a.id, digest_activity(a), ${operatorId}::bigint, coalesce(${at ?? null}::timestamptz, clock_timestamp())
    from activity a left join lateral (
      select digest from activity_note n where n.firm_id = a.firm_id and n.activity_id = a.id order by n.id desc limit 1
    ) noted on true
    where a.firm_id = ${firmId} and a.id = ${activityId} and noted.digest is distinct from digest_activity(a)`.execute(
    db,
  );
};
