import type { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';

/** Lets people of one firm draw, or no more; answers those it knows. */
export const switchMembers = async (
  db: Db,
  ids: readonly number[],
  status: (typeof Enabled.options)[number]['value'],
): Promise<Set<number>> => {
  const rows = await db
    .updateTable('member')
    .set({ status, updatedAt: sql<string>`now()` })
    .where('id', 'in', [...ids])
    .returning('id')
    .execute();
  return new Set(rows.map(({ id }) => id));
};
