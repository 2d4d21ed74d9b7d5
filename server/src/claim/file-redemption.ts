import { ClaimBusy, ClaimStatus, CloseReason } from '@zhuiyuan/contract/campaign/campaign-states';
import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import { claimRefusals } from '@zhuiyuan/contract/campaign/draw/claim-refusals';
import { ClaimMode, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { claimListRefusals } from '@zhuiyuan/contract/claim/claim-list-refusals';
import type { Receiving } from '@zhuiyuan/contract/claim/public-redeem';
import { RedemptionStatus } from '@zhuiyuan/contract/claim/redemption-states';
import type { RefusalText } from '@zhuiyuan/contract/kit/codes';
import { sql } from 'kysely';
import type { z } from 'zod';
import { requireCollected, type AskedFields } from '../campaign/draw/collect-claim.ts';
import { holdForPost } from '../campaign/draw/post-claim.ts';
import { toDrawNo } from '../campaign/draw-no.ts';
import type { Db } from '../kit/db/database.ts';
import { invalid, notFound, refuse } from '../kit/refusal.ts';
import { keepPhone } from '../member/keep-phone.ts';
import { isKeptFromPrizes } from '../risk/bans.ts';
import { regionName } from '../settings/region-names.ts';
import { notePlaces } from './note-places.ts';

/** As often the posting of one prize is asked for. */
const mostOrders = 5;

/** A prize of an account, with what decides whether it can be posted; 404 for anybody else's. `holds` locks it. */
export const findOwnClaim = async (
  db: Db,
  { accountId, claimNo }: { accountId: number; claimNo: string },
  { holds = false } = {},
) => {
  const claim = await db
    .selectFrom('claim')
    .innerJoin('member', 'member.id', 'claim.uid')
    .innerJoin('tier', 'tier.id', 'claim.tierId')
    .innerJoin('activity', 'activity.id', 'claim.activityId')
    .where('claim.claimNo', '=', claimNo)
    .where('member.accountId', '=', accountId)
    .select([
      'claim.drawId',
      'claim.firmId',
      'claim.activityId',
      'claim.tierId',
      'claim.prizeId',
      'claim.prizeType',
      'claim.claimMode',
      'claim.claimNo',
      'claim.uid',
      'claim.status',
      'claim.busy',
      'claim.hold',
      'claim.closeReason',
      'claim.collected',
      'tier.alsoPost',
      'activity.collectFields',
      sql<boolean>`claim.expire_at <= clock_timestamp()`.as('isOver'),
    ])
    .$if(holds, (query) => query.forUpdate(['claim']))
    .executeTakeFirst();
  if (!claim) throw notFound();
  return claim;
};
export type OwnClaim = Awaited<ReturnType<typeof findOwnClaim>>;

/** Why a prize is not sent by post now; nothing where it may be. */
export const refusalOfPost = (claim: OwnClaim): RefusalText | undefined => {
  const isPosted = claim.claimMode === ClaimMode.post || (claim.claimMode === ClaimMode.shop && claim.alsoPost);
  if (claim.prizeType !== PrizeType.goods || !isPosted) return claimListRefusals.notByPost;
  if (claim.status === ClaimStatus.claimed) return claimRefusals.claimed;
  if (claim.status === ClaimStatus.closed)
    return claim.closeReason === CloseReason.expired ? claimRefusals.expired : claimRefusals.closed;
  if (claim.hold) return claimRefusals.held;
  if (claim.busy !== ClaimBusy.free) return claimListRefusals.filed;
  return claim.isOver ? claimRefusals.expired : undefined;
};

const receivingColumns = ['receiver', 'phone', 'regionCode', 'address'] as const;

/**
 * Asks for a prize by post, in the transaction of `db`: its claim is locked, so that a shop that hands the prize out at the same moment
 * is first or reads that it is posted. The same words again answer the order under way.
 */
export const fileRedemption = async (
  db: Db,
  masterKey: Buffer,
  {
    accountId,
    claimNo,
    ip,
    ...receiving
  }: { accountId: number; claimNo: string; ip: string | null } & Pick<
    z.output<typeof Receiving>,
    (typeof receivingColumns)[number]
  >,
): Promise<{ redeemNo: string; status: RedemptionStatus }> => {
  if ((await regionName(db, receiving.regionCode)) === '') throw invalid('regionCode', '请选择所在地区');
  const claim = await findOwnClaim(db, { accountId, claimNo }, { holds: true });
  if (await isKeptFromPrizes(db, { firmId: claim.firmId, uid: claim.uid, ip })) throw refuse(drawRefusals.banned);
  const orders = await db
    .selectFrom('redemption')
    .where('drawId', '=', claim.drawId)
    .orderBy('id', 'desc')
    .select(['redeemNo', 'status', ...receivingColumns])
    .execute();
  const [last] = orders;
  const isUnderWay =
    last !== undefined && (last.status === RedemptionStatus.waiting || last.status === RedemptionStatus.passed);
  if (isUnderWay && receivingColumns.every((name) => last[name] === receiving[name]))
    return { redeemNo: last.redeemNo, status: last.status as RedemptionStatus };
  const refusal = refusalOfPost(claim);
  if (refusal) throw refuse(refusal);
  if (orders.length >= mostOrders) throw refuse(claimRefusals.tooOften);
  requireCollected(masterKey, claim.collectFields as unknown as AskedFields, claim);
  const { rows } = await sql<{ id: number; day: string }>`
    select nextval('redemption_number')::bigint as id, to_char(clock_timestamp() at time zone 'Asia/Shanghai', 'YYYY-MM-DD') as day`.execute(
    db,
  );
  const { id, day } = rows[0]!;
  const { drawId, firmId, activityId, tierId, prizeId, uid } = claim;
  const redeemNo = toDrawNo(day, id).replace('D', 'R');
  await db
    .insertInto('redemption')
    .values({
      id,
      firmId,
      redeemNo,
      drawId,
      activityId,
      tierId,
      prizeId,
      uid,
      status: RedemptionStatus.waiting,
      ...receiving,
    })
    .execute();
  await notePlaces(db, firmId, [redeemNo]);
  await keepPhone(db, masterKey, { firmId, uid, phone: receiving.phone });
  await holdForPost(db, drawId);
  return { redeemNo, status: RedemptionStatus.waiting };
};
