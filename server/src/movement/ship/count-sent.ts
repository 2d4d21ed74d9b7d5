import { BizType, DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import type { Db } from '../../kit/db/database.ts';
import type { GoodsSent } from '../../parties/salesman/goods-sent.ts';

/** How many items were sent to each of some agents or shops since a time, without what was cancelled or sent back. */
export const countSent = async (db: Db, { kind, holderIds, since }: GoodsSent): Promise<Map<number, number>> => {
  if (holderIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('deliver')
    .where('toKind', '=', kind)
    .where('toId', 'in', holderIds)
    .where('status', 'in', [DeliverStatus.shipped, DeliverStatus.signed])
    .where('bizType', 'in', [BizType.ship, BizType.transfer])
    .where('shipAt', '>=', since)
    .groupBy('toId')
    .select(['toId', ({ fn }) => fn.sum<number>('itemQty').as('items')])
    .execute();
  return new Map(rows.map(({ toId, items }) => [toId, Number(items)]));
};
