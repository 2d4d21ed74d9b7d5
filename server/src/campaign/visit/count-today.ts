import { Audience } from '@zhuiyuan/contract/campaign/campaign-states';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';

const midnight = sql`date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`;

/** How often people drew in activities of a firm since midnight; who did not is not in the answer. */
export const countDraws = async (db: Db, firmId: number, uids: readonly number[]): Promise<Map<number, number>> => {
  const { rows } = await sql<{ uid: number; count: number }>`
    select uid, count(*)::int as count from draw
    where firm_id = ${firmId} and uid = any(${[...new Set(uids)]}::bigint[]) and drawn_at >= ${midnight} and audience = ${sql.lit(Audience.consumer)}
    group by uid`.execute(db);
  return new Map(rows.map(({ uid, count }) => [uid, count]));
};

/** How often somebody asked about codes of a firm since midnight, while he was signed in; counted as far as `most` and one more. */
export const countScans = async (db: Db, firmId: number, uid: number, most: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from (
      select from scan_log where firm_id = ${firmId} and uid = ${uid} and at >= ${midnight} limit ${most + 1}) scanned`.execute(
    db,
  );
  return rows[0]!.count;
};
