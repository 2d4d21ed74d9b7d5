import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';

/** Notes the terms of an activity of red packets, where they are others than before, in the transaction that makes or changes it. */
export const noteRedActive = async (
  db: Db,
  { firmId, id, operatorId, at }: { firmId: number; id: number; operatorId: number; at?: string },
): Promise<void> => {
  await sql`
    insert into red_active_note (firm_id, red_active_id, digest, changed_by, at)
    select a.firm_id, a.id, digest_red_active(a), ${operatorId}::bigint, coalesce(${at ?? null}::timestamptz, clock_timestamp())
    from red_active a left join lateral (
      select digest from red_active_note n where n.firm_id = a.firm_id and n.red_active_id = a.id order by n.id desc limit 1
    ) noted on true
    where a.firm_id = ${firmId} and a.id = ${id} and noted.digest is distinct from digest_red_active(a)`.execute(db);
};
