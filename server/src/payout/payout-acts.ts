import { BillState, Delivery } from '@zhuiyuan/contract/payout/payout-enums';
import { payoutRefusals } from '@zhuiyuan/contract/payout/payout-refusals';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import type { Db } from '../kit/db/database.ts';
import { notFound, refuse, Refusal } from '../kit/refusal.ts';
import { failureText } from './failure-texts.ts';
import { fromProvider, isTerminal, type DeliveryStatus } from './next-state.ts';
import { beginAttempt, lockPayout } from './open-payouts.ts';
import type { Merchants } from './pay-merchants.ts';
import { recordOutcome, turnPayout } from './record-outcome.ts';

export interface Parts {
  db: Db;
  log: Pick<Logger, 'error' | 'warn'>;
  merchants: Merchants;
}

/** Sends what failed once more, under a new number (重发). Refuses as `beginAttempt` does, and what came back by itself. */
export const resendPayout = async (db: Db, redInfoId: number): Promise<void> => {
  const locked = await lockPayout(db, redInfoId);
  if (locked.record.status !== Delivery.FAILED) throw refuse(payoutRefusals.notFailed);
  await beginAttempt(db, locked);
};

/** Gives up what failed or came back (关闭): its money is let go, nothing is sent of it any more. */
export const closePayout = async (db: Db, redInfoId: number): Promise<void> => {
  const { record } = await lockPayout(db, redInfoId);
  const isOver = record.status === Delivery.FAILED || record.status === Delivery.REFUND;
  if (!isOver || record.closedAt !== null) throw refuse(payoutRefusals.notClosable);
  await turnPayout(db, record, record.status as 'FAILED', '', true);
};

/**
 * Withdraws a payout that nobody received (撤销). One that was not begun ends here; one that WeChat Pay has is withdrawn there, and the
 * answer is only that it was asked. Refuses what was received (62403), and what may or may not be on its way (62418).
 */
export const cancelPayout = async ({ db, log, merchants }: Parts, redInfoId: number): Promise<void> => {
  const begun = await db.transaction().execute(async (transaction) => {
    const where = transaction as Db;
    const { record, attempt } = await lockPayout(where, redInfoId);
    if (record.status === Delivery.RECEIVED) throw refuse(payoutRefusals.received);
    if (!attempt || isTerminal(attempt.state)) throw refuse(payoutRefusals.notCancellable);
    if (attempt.state === BillState.new && !attempt.isLeased) {
      await where
        .updateTable('payout')
        .set({ state: BillState.cancelled, finishedAt: sql<string>`clock_timestamp()` })
        .where('id', '=', attempt.id)
        .execute();
      await where
        .insertInto('payoutEvent')
        .values({
          firmId: record.firmId,
          payoutId: attempt.id,
          fromState: BillState.new,
          toState: BillState.cancelled,
          source: 'OP',
        })
        .execute();
      await turnPayout(where, record, Delivery.REFUND, 'MCH_CANCEL');
      return undefined;
    }
    if (attempt.state === BillState.paying) throw refuse(payoutRefusals.received);
    if (
      attempt.state !== BillState.accepted &&
      attempt.state !== BillState.wait &&
      attempt.state !== BillState.canceling
    )
      throw refuse(payoutRefusals.stillUnknown);
    return attempt;
  });
  if (!begun || begun.state === BillState.canceling) return;
  const merchant = await merchants(db, begun.mchConfId);
  if (!merchant) throw refuse(payoutRefusals.merchantIncomplete);
  const cancelled = await merchant.pay.cancel(begun.outBillNo);
  if (cancelled.kind !== 'done') {
    log.warn({ outBillNo: begun.outBillNo, ...cancelled }, 'payout: a withdrawal was not taken');
    await syncPayout({ db, log, merchants }, redInfoId).catch((error: unknown) => {
      if (!(error instanceof Refusal)) throw error;
    });
    throw refuse(cancelled.kind === 'refused' ? payoutRefusals.received : payoutRefusals.stillUnknown);
  }
  await recordOutcome(
    db,
    { payoutId: begun.id, redInfoId },
    { source: 'CANCEL', to: fromProvider(cancelled.state), wait: 5_000, raw: cancelled },
  );
};

/**
 * Asks WeChat Pay about the last attempt now (查询状态), without waiting for the worker's turn. Answers the payout's status; refuses where
 * WeChat Pay said nothing that could be believed (62440).
 */
export const syncPayout = async ({ db, log, merchants }: Parts, redInfoId: number): Promise<DeliveryStatus> => {
  const attempt = await db
    .selectFrom('payout')
    .innerJoin('redInfo', (join) =>
      join.onRef('redInfo.id', '=', 'payout.redInfoId').onRef('redInfo.attemptNo', '=', 'payout.attemptNo'),
    )
    .select(['payout.id', 'payout.outBillNo', 'payout.state', 'payout.amount', 'payout.openid', 'payout.mchConfId'])
    .where('redInfo.id', '=', redInfoId)
    .executeTakeFirst();
  if (attempt && attempt.state !== BillState.new && !isTerminal(attempt.state)) {
    const merchant = await merchants(db, attempt.mchConfId);
    if (!merchant) throw refuse(payoutRefusals.merchantIncomplete);
    const found = await merchant.pay.query(attempt.outBillNo);
    const of = { payoutId: attempt.id, redInfoId };
    if (found.kind === 'not-found') await recordOutcome(db, of, { source: 'QUERY' });
    else if (found.kind !== 'done')
      throw refuse(payoutRefusals.notAnswered, { reason: failureText(found.code) || found.code });
    else {
      const { bill } = found;
      const disagrees = bill.amount !== attempt.amount || bill.openid !== attempt.openid;
      if (disagrees) log.error({ bill, level: 3 }, 'payout: what WeChat Pay says does not agree');
      await recordOutcome(db, of, {
        source: 'QUERY',
        to: fromProvider(bill.state),
        disagrees,
        providerNo: bill.transferBillNo,
        code: bill.failReason ?? '',
        message: failureText(bill.failReason ?? ''),
        raw: bill,
      });
    }
  }
  const record = await db.selectFrom('redInfo').select('status').where('id', '=', redInfoId).executeTakeFirst();
  if (!record) throw notFound();
  return record.status as DeliveryStatus;
};

/**
 * What the page of a receiver needs to confirm (requestMerchantTransfer): nothing while there is nothing to confirm. `isOver`: it was
 * not confirmed within a day and is on its way back.
 */
export const findConfirmation = async (
  { db, merchants }: Pick<Parts, 'db' | 'merchants'>,
  redInfoId: number,
): Promise<{ mchId: string; appId: string; package: string; isOver: boolean } | undefined> => {
  const attempt = await db
    .selectFrom('payout')
    .select(['mchConfId', 'packageInfo', 'state', sql<boolean>`posted_at < now() - interval '24 hours'`.as('isOver')])
    .where('redInfoId', '=', redInfoId)
    .orderBy('attemptNo', 'desc')
    .limit(1)
    .executeTakeFirst();
  if (!attempt || attempt.state !== BillState.wait || attempt.packageInfo === '') return undefined;
  const merchant = await merchants(db, attempt.mchConfId);
  if (!merchant) return undefined;
  const { mchId, appId } = merchant.merchant;
  return { mchId, appId, package: attempt.packageInfo, isOver: attempt.isOver };
};
