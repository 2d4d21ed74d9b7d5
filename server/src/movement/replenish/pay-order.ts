import { moneyText } from '@zhuiyuan/contract/kit/decimal';
import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { OrderStatus, PayKind } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { moveRefusals } from '@zhuiyuan/contract/movement/move-refusals';
import { DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import type { Db } from '../../kit/db/database.ts';
import { invalid, refuse } from '../../kit/refusal.ts';
import type { DedOwner } from '../../parties/deductible/deductible-account.ts';
import { offsetBalance } from '../../parties/deductible/offset-balance.ts';
import { changeOrder, lockOrder } from './order-writes.ts';

/** What a dealer is owed by his firm, and by nobody else. */
export const dealerAccount = ({ firmId, agentId }: { firmId: number; agentId: number }): DedOwner => ({
  firmId,
  ownerKind: DeductibleOwner.agent,
  ownerId: agentId,
  peerKind: DeductibleOwner.firm,
  peerId: firmId,
});

const lockPaid = async (db: Db, id: number) => {
  const order = await lockOrder(db, id, [
    'firmId',
    'agentId',
    'orderNo',
    'status',
    'supplierKind',
    'totalAmount',
    'payAmount',
    'deductAmount',
  ]);
  if (order.status === OrderStatus.cancelled) throw refuse(moveRefusals.orderState);
  return { ...order, unpaid: order.totalAmount - order.payAmount - order.deductAmount };
};

const notAbove = (label: string, amount: number, unpaid: number, field = 'amount'): void => {
  if (amount > unpaid) throw invalid(field, `${label}不能大于未付金额${moneyText(unpaid)}元`);
};

const settled = async (db: Db, id: number) => {
  const { payState, totalAmount, payAmount, deductAmount } = await db
    .selectFrom('needOrder')
    .where('id', '=', id)
    .select(['payState', 'totalAmount', 'payAmount', 'deductAmount'])
    .executeTakeFirstOrThrow();
  return { id, payState, unpaid: totalAmount - payAmount - deductAmount };
};

/** Writes down a payment, fen, of at most what is unpaid. */
export const payOrder = async (
  db: Db,
  id: number,
  paid: { amount: number; voucher: string; remark: string },
  operatorId: number,
) => {
  const order = await lockPaid(db, id);
  notAbove('付款金额', paid.amount, order.unpaid);
  await db
    .insertInto('needPay')
    .values({ ...paid, firmId: order.firmId, orderId: id, kind: PayKind.pay, operatorId })
    .execute();
  await changeOrder(db, id, { payAmount: order.payAmount + paid.amount });
  return settled(db, id);
};

/**
 * Sets what the firm owes the dealer off against an order of his: at most the balance, and what is unpaid. 61146 where another dealer
 * supplies, for the firm's debt is not his. A refusal is told at `field`.
 */
export const deductOrder = async (
  db: Db,
  id: number,
  { amount, remark, field = 'amount' }: { amount: number; remark: string; field?: string },
  operatorId: number,
) => {
  const order = await lockPaid(db, id);
  if (order.supplierKind !== Holder.firm) throw refuse(moveRefusals.orderDealer);
  notAbove('抵扣金额', amount, order.unpaid, field);
  const pay = await db
    .insertInto('needPay')
    .values({ firmId: order.firmId, orderId: id, kind: PayKind.deduct, amount, remark, operatorId })
    .returning('id')
    .executeTakeFirstOrThrow();
  const balance = await offsetBalance(db, dealerAccount(order), {
    amount,
    field,
    refKind: 'need_pay',
    refId: pay.id,
    remark: remark || `要货订单${order.orderNo}`,
    operatorId,
  });
  await changeOrder(db, id, { deductAmount: order.deductAmount + amount });
  return { ...(await settled(db, id)), balance };
};
