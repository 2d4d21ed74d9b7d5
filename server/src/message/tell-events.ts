import { fenToYuan } from '@zhuiyuan/contract/kit/decimal';
import { MessageEvent } from '@zhuiyuan/contract/message/message-states';
import { Delivery, PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import type { RedemptionTurned } from '../claim/redemption-writes.ts';
import type { Db } from '../kit/db/database.ts';
import type { PayoutTurned } from '../payout/record-outcome.ts';
import type { PrizeVerified } from '../redeem/verify-prize.ts';
import { dayText, momentText, nowText, tell } from './outbox.ts';

const eventOf: Partial<Record<string, MessageEvent>> = {
  [Delivery.SENT]: MessageEvent.PAY_SENT,
  [Delivery.RECEIVED]: MessageEvent.PAY_RECEIVED,
  [Delivery.FAILED]: MessageEvent.PAY_FAILED,
};

/** 红包已发放, 已到账, 发放失败: of each attempt once, to shoppers. What is given up was told of when it failed. */
export const tellPayout = async (
  db: Db,
  { firmId, redInfoId, source, status, isClosed }: PayoutTurned,
): Promise<void> => {
  const event = eventOf[status];
  if (!event || isClosed || source === PaySource.remit || source === PaySource.unpack) return;
  const row = await db
    .selectFrom('redInfo')
    .innerJoin('member', 'member.id', 'redInfo.uid')
    .where('redInfo.firmId', '=', firmId)
    .where('redInfo.id', '=', redInfoId)
    .select([
      'member.id as uid',
      'member.nickName',
      'redInfo.attemptNo',
      'redInfo.amount',
      'redInfo.actName',
      'redInfo.reason',
      nowText.as('now'),
    ])
    .executeTakeFirst();
  if (!row) return;
  const values = {
    nick: row.nickName,
    act: row.actName,
    amount: fenToYuan(row.amount),
    reason: row.reason,
    time: row.now,
  };
  await tell(db, firmId, event, [{ uid: row.uid, ref: `${redInfoId}:${row.attemptNo}`, values }]);
};

/** 奖品已核销. */
export const tellVerified = async (db: Db, { firmId, verId }: PrizeVerified): Promise<void> => {
  const row = await db
    .selectFrom('prizeVer')
    .innerJoin('member', 'member.id', 'prizeVer.uid')
    .innerJoin('activity', 'activity.id', 'prizeVer.activityId')
    .innerJoin('tier', 'tier.id', 'prizeVer.tierId')
    .innerJoin('shop', 'shop.id', 'prizeVer.shopId')
    .where('prizeVer.firmId', '=', firmId)
    .where('prizeVer.id', '=', verId)
    .select([
      'member.id as uid',
      'member.nickName',
      'activity.actName',
      'tier.prizeName',
      'shop.name as shopName',
      dayText('prizeVer.verAt').as('day'),
      momentText('prizeVer.verAt').as('at'),
    ])
    .executeTakeFirst();
  if (!row) return;
  const values = {
    nick: row.nickName,
    act: row.actName,
    prize: row.prizeName,
    shop: row.shopName,
    date: row.day,
    time: row.at,
  };
  await tell(db, firmId, MessageEvent.VERIFIED, [{ uid: row.uid, ref: String(verId), values }]);
};

const turns = {
  passed: MessageEvent.REDEEM_APPROVED,
  rejected: MessageEvent.REDEEM_REJECTED,
  shipped: MessageEvent.REDEEM_SHIPPED,
} as const;

/** 兑换已通过, 未通过, 奖品已发货; another number of the parcel is told of too. */
export const tellRedemption = async (db: Db, { id, turn }: RedemptionTurned): Promise<void> => {
  const row = await db
    .selectFrom('redemption')
    .innerJoin('member', 'member.id', 'redemption.uid')
    .innerJoin('activity', 'activity.id', 'redemption.activityId')
    .innerJoin('tier', 'tier.id', 'redemption.tierId')
    .where('redemption.id', '=', id)
    .select([
      'redemption.firmId',
      'member.id as uid',
      'member.nickName',
      'activity.actName',
      'tier.prizeName',
      'redemption.auditRemark',
      'redemption.shipCompany',
      'redemption.shipNo',
      'redemption.version',
      nowText.as('now'),
    ])
    .executeTakeFirst();
  if (!row) return;
  const values = {
    nick: row.nickName,
    act: row.actName,
    prize: row.prizeName,
    reason: row.auditRemark,
    company: row.shipCompany,
    no: row.shipNo,
    time: row.now,
  };
  // A number that comes back after another one is news again.
  const ref = turn === 'shipped' ? `${id}:${row.version}` : String(id);
  await tell(db, row.firmId, turns[turn], [{ uid: row.uid, ref, values }]);
};
