import { Delivery, PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { followMoney, type MoneyMove } from '../../campaign/draw/claim-writes.ts';
import type { Db } from '../../kit/db/database.ts';
import type { DeliveryStatus } from '../next-state.ts';
import { closePayout } from '../payout-acts.ts';
import type { PayoutTurned } from '../record-outcome.ts';

const moves: Record<DeliveryStatus, MoneyMove> = {
  [Delivery.SENDING]: 'begun',
  [Delivery.SENT]: 'moving',
  [Delivery.RFUND_ING]: 'moving',
  [Delivery.RECEIVED]: 'received',
  [Delivery.FAILED]: 'failed',
  [Delivery.REFUND]: 'returned',
};

/**
 * Has the claim of a prize follow its payout. Where the activity closes what came back the payout is closed with it, and that is told
 * in turn: its money is let go.
 */
export const tellClaim = async (db: Db, turned: PayoutTurned): Promise<void> => {
  if (turned.source !== PaySource.draw && turned.source !== PaySource.unpack) return;
  const { isOver } = await followMoney(db, {
    firmId: turned.firmId,
    drawId: turned.sourceId,
    move: turned.isClosed ? 'over' : moves[turned.status],
  });
  if (isOver) await closePayout(db, turned.redInfoId);
};
