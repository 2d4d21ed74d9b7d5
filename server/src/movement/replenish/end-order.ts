import { OrderStatus, PayKind } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { moveRefusals } from '@zhuiyuan/contract/movement/move-refusals';
import type { Saved } from '@zhuiyuan/contract/kit/standard';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { refuse } from '../../kit/refusal.ts';
import { restoreOffset } from '../../parties/deductible/offset-balance.ts';
import { changeOrder, lockOrder } from './order-writes.ts';
import { dealerAccount } from './pay-order.ts';
import { settleOrder } from './move-order.ts';

/** Cancels an order of which nothing is shipped (else 61132). What was set off against it is the dealer's again. */
export const cancelOrder = async (db: Db, id: number, reason: string, operatorId: number): Promise<Saved> => {
  const order = await lockOrder(db, id, ['firmId', 'agentId', 'orderNo', 'status', 'deductAmount']);
  if (order.status === OrderStatus.cancelled) throw refuse(moveRefusals.orderState);
  if (order.status !== OrderStatus.none) throw refuse(moveRefusals.orderShipped);
  if (order.deductAmount > 0) {
    const amount = order.deductAmount;
    const remark = `取消要货订单${order.orderNo}`;
    const pay = await db
      .insertInto('needPay')
      .values({ firmId: order.firmId, orderId: id, kind: PayKind.restore, amount, remark, operatorId })
      .returning('id')
      .executeTakeFirstOrThrow();
    await restoreOffset(db, dealerAccount(order), { amount, refKind: 'need_pay', refId: pay.id, remark, operatorId });
  }
  return changeOrder(db, id, {
    status: OrderStatus.cancelled,
    deductAmount: 0,
    cancelAt: sql<string>`now()`,
    cancelBy: operatorId,
    cancelReason: reason,
  });
};

/** 完结: what was not shipped of an order will not be. Only while some of it is shipped and it is not wholly signed. */
export const closeOrder = async (db: Db, id: number, operatorId: number): Promise<Saved> => {
  const order = await lockOrder(db, id, ['status', 'closedAt']);
  if (order.status !== OrderStatus.shipped || order.closedAt) throw refuse(moveRefusals.orderState);
  await db
    .updateTable('needOrder')
    .set({ closedAt: sql<string>`now()`, closedBy: operatorId })
    .where('id', '=', id)
    .execute();
  await settleOrder(db, id);
  return db.selectFrom('needOrder').where('id', '=', id).select(['id', 'version']).executeTakeFirstOrThrow();
};
