import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../kit/db/database.ts';

/** Adds scans to the counters of their segments; `scans` reads `seg` and `n`. */
export const countSegmentScans = async (db: Db, scans: RawBuilder<unknown>): Promise<void> => {
  await sql`update segment s set scan_cnt = s.scan_cnt + n.n from (${scans}) n where s.seg = n.seg`.execute(db);
};
