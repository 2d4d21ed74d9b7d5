import { GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import { VerStatus } from '@zhuiyuan/contract/redeem/redeem-states';
import type { Verified } from '@zhuiyuan/contract/redeem/shop-redeem';
import { sql } from 'kysely';
import { toDrawNo } from '../campaign/draw-no.ts';
import { fulfilClaim } from '../campaign/turn-claim.ts';
import type { Db } from '../kit/db/database.ts';
import { emit } from '../kit/db/events.ts';
import { creditVerification, holdShopAccount } from '../parties/deductible/credit-shop.ts';
import { findClaim, judgeClaim, requireShop } from './judge-claim.ts';
import { sealVerification } from './seal-verification.ts';

/** A prize was handed out at a counter. */
export interface PrizeVerified {
  firmId: number;
  verId: number;
}

declare module '../kit/db/events.ts' {
  interface Events {
    'prize.verified': PrizeVerified;
  }
}

interface Verifying {
  /** In order, see `isVerCode`. */
  verCode: string;
  shopId: number;
  /** Who stands at the counter. */
  accountId: number | null;
  lng: number | null;
  lat: number | null;
}

/**
 * Hands a prize out at a shop: closes its claim, and credits the shop, in the transaction of `db`. Holds the shop's account, then
 * the claim, so that of two shops at once one does and the other reads that it is used (62306). The same shop again within ten
 * minutes gets its first number and books nothing.
 */
export const verifyPrize = async (
  db: Db,
  masterKey: Buffer,
  { verCode, accountId, ...asked }: Verifying,
): Promise<Verified> => {
  const shop = await requireShop(db, asked.shopId, { holds: true });
  await findClaim(db, verCode);
  await holdShopAccount(db, shop);
  const claim = await findClaim(db, verCode, { holds: true });
  const given = await judgeClaim(db, claim, shop);
  if (given) return { verNo: given.verNo, deductAmount: given.deductAmount, repeat: true, verAt: given.verAt };
  const { rows } = await sql<{ id: number; day: string }>`
    select nextval('prize_ver_number')::bigint as id, to_char(clock_timestamp() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`.execute(
    db,
  );
  const { id, day } = rows[0]!;
  const { drawId, activityId, tierId, prizeId, uid, deductAmount } = claim;
  const isPlaced = asked.lng !== null && asked.lat !== null;
  const { firmId, shopId, agentId, salesmanId } = shop;
  const handedOut = { id, firmId, drawId, uid, shopId, agentId, salesmanId, accountId, deductAmount };
  const { verNo, verAt } = await db
    .insertInto('prizeVer')
    .values({
      ...handedOut,
      seal: sealVerification(masterKey, handedOut),
      verNo: toDrawNo(day, id).replace('D', 'V'),
      activityId,
      tierId,
      prizeId,
      lng: isPlaced ? asked.lng : null,
      lat: isPlaced ? asked.lat : null,
      geoSource: isPlaced ? GeoSource.gps : GeoSource.none,
      status: VerStatus.done,
    })
    .returning(['verNo', 'verAt'])
    .executeTakeFirstOrThrow();
  await fulfilClaim(db, drawId);
  await creditVerification(db, shop, { verId: id, amount: deductAmount, activityId, prizeId });
  await emit(db, 'prize.verified', { firmId: shop.firmId, verId: id });
  return { verNo, deductAmount, repeat: false, verAt };
};
