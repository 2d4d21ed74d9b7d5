import { BoxState } from '@zhuiyuan/contract/codes/state/code-enums';
import { sql } from 'kysely';
import { asRows } from '../../../codes/state/pieces.ts';
import { merged, type Run } from '../../../codes/state/ranges.ts';
import type { Db } from '../../../kit/db/database.ts';

/** Boxes of some runs that hold something and are neither full nor sealed. */
export const findOpenBoxes = async (db: Db, firmId: number, boxes: readonly Run[]): Promise<Run[]> => {
  if (boxes.length === 0) return [];
  const { rows } = await sql<Run>`
    select b.seg, b.serial as "from", b.serial as "to" from (${asRows(boxes)}) r
    join box b on b.firm_id = ${firmId} and b.seg = r.seg and b.serial between r.a and r.b
    where b.box_state = ${sql.lit(BoxState.packing)}`.execute(db);
  return merged(rows);
};
