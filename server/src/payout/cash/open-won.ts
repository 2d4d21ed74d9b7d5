import { Audience, ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { claimRefusals } from '@zhuiyuan/contract/campaign/draw/claim-refusals';
import { Delivery, PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { sql } from 'kysely';
import { holdForPay } from '../../campaign/draw/claim-writes.ts';
import type { WonCash } from '../../campaign/draw/write-draws.ts';
import type { Db } from '../../kit/db/database.ts';
import { refuse } from '../../kit/refusal.ts';
import { openPayouts, type NewPayout } from '../open-payouts.ts';

/** Prizes by their draws; `openid` is that of a winner who has just proven it, which may be another account's. */
export interface CashOf {
  firmId: number;
  drawIds: readonly number[];
  openid?: string;
}

/** The payouts of open cash prizes whose winners are known to the app that pays. */
const toPayouts = async (db: Db, { firmId, drawIds, openid }: CashOf): Promise<NewPayout[]> => {
  const rows = await db
    .selectFrom('claim')
    .innerJoin('activity', 'activity.id', 'claim.activityId')
    .innerJoin('activityBudget', 'activityBudget.activityId', 'claim.activityId')
    .innerJoin('pool', 'pool.id', 'activityBudget.poolId')
    .innerJoin('merchant', 'merchant.id', 'pool.mchConfId')
    .innerJoin('member', 'member.id', 'claim.uid')
    .innerJoin('draw', 'draw.id', 'claim.drawId')
    .innerJoin('tier', 'tier.id', 'claim.tierId')
    .innerJoin('prize', 'prize.id', 'claim.prizeId')
    .leftJoin('accountOpenId', (join) =>
      join
        .onRef('accountOpenId.accountId', '=', 'member.accountId')
        .onRef('accountOpenId.appId', '=', 'merchant.appid'),
    )
    .where('claim.firmId', '=', firmId)
    .where('claim.drawId', 'in', [...drawIds])
    .where('claim.amount', '>', 0)
    .where('claim.status', '=', ClaimStatus.open)
    .where('claim.hold', '=', false)
    .orderBy('claim.drawId')
    .select([
      'claim.drawId',
      'claim.activityId',
      'claim.uid',
      'claim.amount',
      'draw.audience',
      'activity.actName',
      'tier.prizeName',
      'merchant.id as mchConfId',
      'merchant.appid',
      'accountOpenId.openId',
      sql<1 | 2>`coalesce(prize.pay_kind, 1)`.as('payKind'),
    ])
    .execute();
  return rows.flatMap(({ drawId, appid, openId, audience, ...row }) => {
    const source = audience === Audience.shop ? PaySource.unpack : PaySource.draw;
    const receiver = openid ?? openId;
    return receiver === null ? [] : [{ ...row, firmId, source, sourceId: drawId, appId: appid, openid: receiver }];
  });
};

/**
 * Opens the payouts of cash that was won, and marks their claims, in the caller's transaction. A winner the paying app does not know yet
 * keeps his claim open, and takes it up himself. Answers the numbers of the payouts by their draws.
 */
export const openCash = async (db: Db, of: CashOf): Promise<ReadonlyMap<number, number>> => {
  const { firmId } = of;
  const rows = await toPayouts(db, of);
  if (rows.length === 0) return new Map();
  const ids = await openPayouts(db, rows);
  // One that somebody else opened meanwhile may have come to an end already: records are locked before claims.
  const alive = await db
    .selectFrom('redInfo')
    .where('firmId', '=', firmId)
    .where('id', 'in', ids)
    .where('status', 'in', [Delivery.SENDING, Delivery.SENT, Delivery.RFUND_ING])
    .orderBy('id')
    .select('sourceId')
    .forUpdate()
    .execute();
  const held = await holdForPay(
    db,
    firmId,
    alive.map(({ sourceId }) => sourceId),
  );
  if (!held) throw refuse(claimRefusals.closed);
  return new Map(rows.map(({ sourceId }, index) => [sourceId, ids[index]!]));
};

/** Cash that is sent without being asked for: all of one firm, as its draws were of one activity. */
export const openWon = async (db: Db, won: readonly WonCash[]): Promise<void> => {
  const [first] = won;
  if (!first) return;
  await openCash(db, { firmId: first.firmId, drawIds: won.map(({ drawId }) => drawId) });
};
