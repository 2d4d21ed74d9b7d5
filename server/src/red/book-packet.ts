import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import { Delivery, PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { endPart } from '../fund/end-reservation.ts';
import type { Db } from '../kit/db/database.ts';
import { closePayout } from '../payout/payout-acts.ts';
import type { PayoutTurned } from '../payout/record-outcome.ts';

/**
 * Books what became of a red packet: received it leaves the reserved (支出), given up it is free again (释放). What came back stays reserved, so
 * that it can go out again, until its activity has ended: then it is given up, as is at once what staff had sent by hand.
 */
export const bookPacket = async (db: Db, turned: PayoutTurned): Promise<void> => {
  const { firmId, source, sourceId, status, isClosed, redInfoId, amount } = turned;
  // Nobody asks again for what staff sent: what came back is given up, and its money is free for another.
  if ((source === PaySource.hand || source === PaySource.upload) && status === Delivery.REFUND && !isClosed)
    return closePayout(db, redInfoId);
  if (source !== PaySource.code) return;
  const isReceived = status === Delivery.RECEIVED;
  if (status === Delivery.REFUND && !isClosed && (await isOver(db, firmId, redInfoId)))
    return closePayout(db, redInfoId);
  if (!isReceived && !isClosed) return;
  const { batchId, redActiveId } = await db
    .selectFrom('redBar')
    .innerJoin('redBatch', 'redBatch.id', 'redBar.batchId')
    .where('redBar.id', '=', sourceId)
    .where('redBar.firmId', '=', firmId)
    .select(['redBar.batchId', 'redBatch.redActiveId'])
    .executeTakeFirstOrThrow();
  await endPart(db, isReceived ? LedgerType.pay : LedgerType.release, {
    firmId,
    activityId: redActiveId,
    whole: { refKind: 'redBatch', refId: batchId },
    refKind: 'redCode',
    refId: sourceId,
    amount,
  });
};

const isOver = async (db: Db, firmId: number, redInfoId: number): Promise<boolean> =>
  (await db
    .selectFrom('redInfo')
    .innerJoin('redActive', 'redActive.id', 'redInfo.redActiveId')
    .where('redInfo.id', '=', redInfoId)
    .where('redInfo.firmId', '=', firmId)
    .where('redActive.endedAt', 'is not', null)
    .select('redInfo.id')
    .executeTakeFirst()) !== undefined;
