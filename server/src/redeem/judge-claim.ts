import { ClaimBusy, ClaimStatus, CloseReason } from '@zhuiyuan/contract/campaign/campaign-states';
import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import { ClaimMode, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { redeemRefusals } from '@zhuiyuan/contract/redeem/redeem-refusals';
import { VerStatus } from '@zhuiyuan/contract/redeem/redeem-states';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { live } from '../kit/db/live.ts';
import { refuse } from '../kit/refusal.ts';
import { presentLinks } from '../parties/present-links.ts';
import { isKeptFromPrizes } from '../risk/bans.ts';

/** A shop that asks for no more than this again gets its own answer. */
const repeatMinutes = 10;

/** A shop at whose counter a prize is asked for: its dealer and salesman of this moment. Stopped ones are refused (62309). */
export const requireShop = async (db: Db, shopId: number, { holds = false } = {}) => {
  const shop = await live(db, 'shop')
    .where('id', '=', shopId)
    .select(['id', 'firmId', 'name', 'status'])
    .$if(holds, (query) => query.forShare())
    .executeTakeFirst();
  if (!shop || shop.status !== Enabled.on) throw refuse(redeemRefusals.shopStopped);
  const linked = async (kind: ShopLinkKind): Promise<number | null> =>
    (await presentLinks(kind, db).where('shopAss.shopId', '=', shopId).select('shopAss.targetId').executeTakeFirst())
      ?.targetId ?? null;
  return {
    shopId: shop.id,
    firmId: shop.firmId,
    name: shop.name,
    agentId: await linked(ShopLinkKind.agent),
    salesmanId: await linked(ShopLinkKind.salesman),
  };
};
export type CounterShop = Awaited<ReturnType<typeof requireShop>>;

/** The claim of a code, in the firm that asks; 62305 where there is none. `holds` locks it. */
export const findClaim = async (db: Db, verCode: string, { holds = false } = {}) => {
  const claim = await db
    .selectFrom('claim')
    .where('verCode', '=', verCode)
    .select([
      'drawId',
      'firmId',
      'activityId',
      'tierId',
      'prizeId',
      'prizeType',
      'claimMode',
      'uid',
      'status',
      'busy',
      'hold',
      'deductAmount',
      'closeReason',
      'expireAt',
      sql<boolean>`expire_at <= clock_timestamp()`.as('isOver'),
    ])
    .$if(holds, (query) => query.forUpdate())
    .executeTakeFirst();
  if (!claim || claim.prizeType !== PrizeType.goods) throw refuse(redeemRefusals.noCode);
  return claim;
};
export type FoundClaim = Awaited<ReturnType<typeof findClaim>>;

/** How a claim was handed out: the valid verification of it, with the shop it was in. */
const findVerification = (db: Db, drawId: number) =>
  db
    .selectFrom('prizeVer')
    .innerJoin('shop', 'shop.id', 'prizeVer.shopId')
    .where('prizeVer.drawId', '=', drawId)
    .where('prizeVer.status', '=', VerStatus.done)
    .select([
      'prizeVer.verNo',
      'prizeVer.shopId',
      'prizeVer.deductAmount',
      'prizeVer.verAt',
      'shop.name as shopName',
      sql<boolean>`prize_ver.ver_at > clock_timestamp() - make_interval(mins => ${sql.lit(repeatMinutes)})`.as(
        'isRecent',
      ),
    ])
    .executeTakeFirst();

/** Whether prizes of an activity are handed out in a shop: every one of the firm's, or those that are bound to it. */
const takesPart = async (db: Db, activityId: number, shopId: number): Promise<boolean> =>
  (await db
    .selectFrom('activity')
    .where('id', '=', activityId)
    .where((row) =>
      row.or([
        row('verifyAll', '=', true),
        row.exists(
          row
            .selectFrom('bindAct')
            .select('bindAct.id')
            .where('bindAct.activityId', '=', activityId)
            .where('bindAct.shopId', '=', shopId),
        ),
      ]),
    )
    .select('id')
    .executeTakeFirst()) !== undefined;

/**
 * Whether a prize may be handed out in a shop now; refuses with the first reason against it. Answers what this shop itself
 * handed out within the last ten minutes, where that is the reason. A refusal of a used code brings along where and when.
 */
export const judgeClaim = async (db: Db, claim: FoundClaim, { shopId }: Pick<CounterShop, 'shopId'>) => {
  if (claim.busy === ClaimBusy.posting || claim.claimMode === ClaimMode.post) throw refuse(redeemRefusals.posted);
  if (claim.status === ClaimStatus.claimed) {
    const given = await findVerification(db, claim.drawId);
    if (given?.shopId === shopId && given.isRecent) return given;
    throw refuse(redeemRefusals.used, {}, given ? { shopName: given.shopName, verAt: given.verAt } : null);
  }
  if (claim.status === ClaimStatus.closed)
    throw refuse(claim.closeReason === CloseReason.expired ? redeemRefusals.expired : redeemRefusals.closed);
  if (claim.isOver) throw refuse(redeemRefusals.expired);
  if (await isKeptFromPrizes(db, { firmId: claim.firmId, uid: claim.uid, ip: null })) throw refuse(drawRefusals.banned);
  if (claim.hold) throw refuse(redeemRefusals.onHold);
  if (!(await takesPart(db, claim.activityId, shopId))) throw refuse(redeemRefusals.notBound);
  return undefined;
};
