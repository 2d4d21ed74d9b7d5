import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';

/** Notes what a firm gives from now on (or from `at`) for scans and shares, where it is another than before, in the transaction that says so. */
export const notePointRule = async (
  db: Db,
  { firmId, firstPoints, sharePoints, at }: { firmId: number; firstPoints: number; sharePoints: number; at?: string },
): Promise<void> => {
  await sql`
    insert into point_rule (firm_id, first_points, share_points, at)
    select ${firmId}::bigint, ${firstPoints}::int, ${sharePoints}::int, coalesce(${at ?? null}::timestamptz, clock_timestamp())
    where (${firstPoints}::int, ${sharePoints}::int) <> (
      select coalesce(max(first_points), 0), coalesce(max(share_points), 0) from (
        select first_points, share_points from point_rule where firm_id = ${firmId} order by id desc limit 1
      ) last)`.execute(db);
};
