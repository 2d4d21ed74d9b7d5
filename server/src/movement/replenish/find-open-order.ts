import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { OrderStatus } from '@zhuiyuan/contract/movement/replenish/need-enums';
import type { Db } from '../../kit/db/database.ts';

export interface OpenOrder {
  id: number;
  orderNo: string;
  /** Who is to ship: the firm (0, number 0) or a dealer. */
  supplierKind: number;
  supplierId: number;
}

/**
 * An order that goods may still be shipped for, locked: one of this receiver that is neither cancelled, wholly signed nor closed.
 * Everything shipped already does not close it: more ships, once somebody has confirmed it.
 */
export const findOpenOrder = (
  db: Db,
  { firmId, orderId, toKind, toId }: { firmId: number; orderId: number; toKind: number; toId: number },
): Promise<OpenOrder | undefined> =>
  toKind === Holder.agent
    ? db
        .selectFrom('needOrder')
        .select(['id', 'orderNo', 'supplierKind', 'supplierId'])
        .where('id', '=', orderId)
        .where('firmId', '=', firmId)
        .where('agentId', '=', toId)
        .where('status', 'in', [OrderStatus.none, OrderStatus.shipped])
        .where('closedAt', 'is', null)
        .forNoKeyUpdate()
        .executeTakeFirst()
    : Promise.resolve(undefined);
