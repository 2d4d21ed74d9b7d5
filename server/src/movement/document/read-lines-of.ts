import { sql } from 'kysely';
import type { Run } from '../../codes/state/ranges.ts';
import type { Db } from '../../kit/db/database.ts';

/** A line as far as it says which codes it is of and how they stand. */
export interface LineOf extends Run {
  id: number;
  status: number;
}

/** All lines of a document. */
export const readLinesOf = async (db: Db, firmId: number, deliverId: number): Promise<LineOf[]> => {
  const { rows } = await sql<LineOf>`
    select id, status, seg, lower(span) as "from", upper(span) - 1 as "to" from deliver_line
    where firm_id = ${firmId} and deliver_id = ${deliverId}`.execute(db);
  return rows;
};
