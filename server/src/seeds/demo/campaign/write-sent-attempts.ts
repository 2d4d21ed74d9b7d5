import { BillState, PaySource, type Delivery } from '@zhuiyuan/contract/payout/payout-enums';
import type { Db } from '../../../kit/db/database.ts';
import { bodyOf } from '../../../payout/claim-due.ts';
import { failureText } from '../../../payout/failure-texts.ts';
import { orderNumber } from '../../../payout/wechat-pay/order-number.ts';
import { timeAt, toEventRow, type Sent } from './demo-fates.ts';
import { openidOf } from './write-demo-payouts.ts';

/** A packet that staff sent by hand, and how often WeChat Pay was asked to pay it. */
export interface SentPacket {
  lineId: number;
  uid: number;
  /** Fen. */
  amount: number;
  remark: string;
  /** When it was sent or, where it was held, let go. */
  begunAt: string;
  attempts: Sent['attempts'];
  status: (typeof Delivery.options)[number]['value'];
}

interface Of {
  firmId: number;
  mchConfId: number;
  appId: string;
  sceneId: string;
  actName: string;
  prizeName: string;
}

/** The attempts of packets and what was heard of each, as WeChat Pay would have told it. */
export const writeSentAttempts = async (
  db: Db,
  { firmId, mchConfId, appId, sceneId, actName, prizeName }: Of,
  packets: readonly (SentPacket & { redInfoId: number })[],
): Promise<void> => {
  const merchant = { id: mchConfId, appId, sceneId, notifyUrl: 'https://localhost/public/pay/wechat/notify' };
  for (const { redInfoId, uid, amount, remark, begunAt, attempts } of packets)
    for (const [nth, { state, code = '', from, end, events }] of attempts.entries()) {
      const outBillNo = orderNumber(redInfoId, mchConfId, nth + 1);
      const providerNo = `1330${String(redInfoId).padStart(12, '0')}${nth + 1}`;
      const openid = openidOf(uid);
      const told = { outBillNo, openid, amount, source: PaySource.hand, actName, prizeName, remark };
      const { id: payoutId } = await db
        .insertInto('payout')
        .values({
          firmId,
          redInfoId,
          attemptNo: nth + 1,
          mchConfId,
          outBillNo,
          providerNo,
          openid,
          amount,
          body: bodyOf(merchant, told),
          state,
          packageInfo: state === BillState.wait ? `demo-${outBillNo}` : '',
          errCode: code,
          errMsg: failureText(code),
          postedAt: timeAt(begunAt, from),
          lastPostAt: timeAt(begunAt, from),
          finishedAt: end === undefined ? null : timeAt(begunAt, end),
          createdAt: timeAt(begunAt, from),
        })
        .returning('id')
        .executeTakeFirstOrThrow();
      await db
        .insertInto('payoutEvent')
        .values(
          events.map((event) =>
            toEventRow({ firmId, payoutId, outBillNo, providerNo, amount, openid, code, begunAt }, event),
          ),
        )
        .execute();
    }
};
