import { sql } from 'kysely';
import { asRows } from '../../../codes/state/pieces.ts';
import type { Run } from '../../../codes/state/ranges.ts';
import { withChildren } from '../../../codes/state/with-children.ts';
import type { Db } from '../../../kit/db/database.ts';

/** Whether a shopper's query of anything in some goods was counted. */
export const wasQueried = async (db: Db, firmId: number, runs: readonly Run[]): Promise<boolean> => {
  const all = await withChildren(db, firmId, runs);
  const { rows } = await sql`
    select from (${asRows(all)}) r join segment s on s.seg = r.seg and s.firm_id = ${firmId}
    where exists (select from unit_scan u where u.seg = r.seg and u.serial between r.a and r.b and u.cnt > 0) limit 1`.execute(
    db,
  );
  return rows.length > 0;
};
