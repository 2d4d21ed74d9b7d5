import { BillState, Delivery, PaySource, ReconDiffType } from '@zhuiyuan/contract/payout/payout-enums';
import type { TestApp } from './app.ts';

/** A payout that failed, with its attempt, and a difference of a bill, all named with `mark`. */
export const makeForeignPayout = async (
  { db }: TestApp,
  { firmId, mchConfId, activityId }: { firmId: number; mchConfId: number; activityId: number },
  mark: string,
) => {
  const { id: redInfoId } = await db
    .insertInto('redInfo')
    .values({
      firmId,
      source: PaySource.hand,
      // As no other row's.
      sourceId: 900_000_000 + activityId,
      activityId,
      mchConfId,
      appId: mark,
      openid: mark,
      amount: 88,
      actName: mark,
      prizeName: mark,
      remark: mark,
      status: Delivery.FAILED,
      reason: mark,
      attemptNo: 1,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  const { id: payoutId } = await db
    .insertInto('payout')
    .values({
      firmId,
      redInfoId,
      attemptNo: 1,
      mchConfId,
      outBillNo: mark,
      openid: mark,
      amount: 88,
      state: BillState.fail,
      errMsg: mark,
      finishedAt: '2026-11-05 08:00:00',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('payoutEvent')
    .values({ firmId, payoutId, fromState: BillState.new, toState: BillState.fail, source: 'OP' })
    .execute();
  await db.insertInto('reconDay').values({ firmId, mchConfId, billDate: '2026-11-05', lines: 1 }).execute();
  const { id: reconDiffId } = await db
    .insertInto('reconDiff')
    .values({
      firmId,
      mchConfId,
      billDate: '2026-11-05',
      outBillNo: mark,
      diffType: ReconDiffType.theirsMore,
      ourAmount: 0,
      billAmount: 88,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return { redInfoId, reconDiffId };
};
