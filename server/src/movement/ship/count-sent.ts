import type { Db } from '../../kit/db/database.ts';
import type { GoodsSent } from '../../parties/salesman/goods-sent.ts';

/** How many items were sent to each of some agents or shops since a day, without what was cancelled or sent back. */
export const countSent = async (db: Db, { kind, holderIds, since }: GoodsSent): Promise<Map<number, number>> => {
  if (holderIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('moveDay')
    .where('holderKind', '=', kind)
    .where('holderId', 'in', holderIds)
    .where('day', '>=', since)
    .groupBy('holderId')
    .select(['holderId', ({ fn }) => fn.sum<number>('shipQty').as('items')])
    .execute();
  return new Map(rows.map(({ holderId, items }) => [holderId, Number(items)]));
};
