import { Delivery, PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { returnBudget } from '../fund/budget.ts';
import { releaseReserved, settleReserved } from '../fund/end-reservation.ts';
import type { Db } from '../kit/db/database.ts';
import type { PayoutTurned } from '../payout/record-outcome.ts';
import { changeRemit, closePaid, lockRemit } from './remit-acts.ts';

/** What money of remittances is reserved for, by the name it stands under in the ledger. */
export const remitMoney = 'remit';

/**
 * Has a remittance follow its payout: received it is paid and its money leaves the reserved (支出); given up its money is the pool's again, and
 * it can be paid by hand or rejected. What failed or came back stays reserved until one or the other.
 */
export const bookRemit = async (db: Db, turned: PayoutTurned): Promise<void> => {
  const { firmId, source, sourceId: id, status, isClosed, reason } = turned;
  if (source !== PaySource.remit) return;
  const remit = await lockRemit(db, id);
  const of = { firmId, refKind: remitMoney, refIds: [id] };
  if (status === Delivery.RECEIVED) {
    await settleReserved(db, of);
    await closePaid(db, remit, { payState: status });
    return;
  }
  if (isClosed) {
    const ended = await releaseReserved(db, of);
    for (const { activityId, amount } of ended)
      await returnBudget(db, { firmId, activityId, amount, remark: `放弃打款 ${remit.remitNo}` }, null);
    await changeRemit(db, id, { payState: null, redInfoId: null, paidBy: null });
    return;
  }
  const isBack = status === Delivery.FAILED || status === Delivery.REFUND;
  await changeRemit(db, id, { payState: status, failReason: isBack ? reason.slice(0, 100) : '' });
};
