import { Delivery, PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { releaseReserved, settleReserved } from '../fund/end-reservation.ts';
import type { Db } from '../kit/db/database.ts';
import type { PayoutTurned } from './record-outcome.ts';

/** What the money of each source was reserved for, by the name it stands under in the ledger. */
export const refKinds: Partial<Record<number, string>> = {
  [PaySource.draw]: 'draw',
  [PaySource.unpack]: 'draw',
  [PaySource.hand]: 'redSend',
  [PaySource.upload]: 'redSend',
};

/**
 * Books what became of money: what was received leaves the reserved (支出), what was given up is free again (释放). What failed or came
 * back stays reserved, so that it can go out again.
 */
export const bookPayout = async (
  db: Db,
  { firmId, source, sourceId, status, isClosed }: PayoutTurned,
): Promise<void> => {
  const refKind = refKinds[source];
  if (refKind === undefined) return;
  const of = { firmId, refKind, refIds: [sourceId] };
  if (status === Delivery.RECEIVED) await settleReserved(db, of);
  else if (isClosed) await releaseReserved(db, of);
};
