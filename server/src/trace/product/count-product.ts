import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../kit/db/database.ts';

/** Adds scans to the counters of their products; `scans` reads `product_id` and `n`. */
export const countProductScans = async (db: Db, scans: RawBuilder<unknown>): Promise<void> => {
  await sql`update product p set scan_cnt = p.scan_cnt + n.n from (${scans}) n where p.id = n.product_id`.execute(db);
};

/** Adds to the activated codes of a product. */
export const countProductCodes = async (db: Db, id: number, count: number): Promise<void> => {
  await db
    .updateTable('product')
    .set((row) => ({ activeCnt: row('activeCnt', '+', count) }))
    .where('id', '=', id)
    .execute();
};
