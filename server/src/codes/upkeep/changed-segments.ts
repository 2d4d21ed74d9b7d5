import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';

/** Segments whose codes were touched in the last two days, with their firms; a night that was missed is made up for. */
export const changedSegments = async (db: Db): Promise<{ seg: number; firmId: number }[]> => {
  const { rows } = await sql<{ seg: number; firmId: number }>`
    select distinct s.seg, s.firm_id from code_op o
    join code_op_item i on i.firm_id = o.firm_id and i.op_id = o.id join segment s on s.firm_id = i.firm_id and s.seg = i.seg
    where o.firm_id is not null and greatest(o.created_at, o.finished_at, o.updated_at) > now() - interval '2 days'
    order by s.seg`.execute(db);
  return rows;
};
