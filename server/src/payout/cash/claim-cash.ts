import { ClaimBusy, ClaimStatus, CloseReason } from '@zhuiyuan/contract/campaign/campaign-states';
import type { Collected } from '@zhuiyuan/contract/campaign/draw/collect';
import { claimRefusals } from '@zhuiyuan/contract/campaign/draw/claim-refusals';
import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import { ClaimMode, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import type { RefusalText } from '@zhuiyuan/contract/kit/codes';
import { Delivery, PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { payoutRefusals } from '@zhuiyuan/contract/payout/payout-refusals';
import type { ClaimPay } from '@zhuiyuan/contract/payout/public-claim';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { findOpenId, keepOpenId } from '../../account/open-id.ts';
import { keepCollected, requireCollected, type AskedFields } from '../../campaign/draw/collect-claim.ts';
import { readIdentity } from '../../campaign/draw/wechat-identity.ts';
import { findPayApp } from '../../fund/merchant/pay-app.ts';
import type { Db } from '../../kit/db/database.ts';
import { retried } from '../../kit/http/serve.ts';
import { notFound, refuse } from '../../kit/refusal.ts';
import { isKeptFromPrizes } from '../../risk/bans.ts';
import { noteReceivers } from '../note-receiver.ts';
import { beginAttempt, lockPayout } from '../open-payouts.ts';
import type { Merchants } from '../pay-merchants.ts';
import { findConfirmation } from '../payout-acts.ts';
import { openCash } from './open-won.ts';

/** What a claim is worked on with. */
export interface CashParts {
  db: Db;
  masterKey: Buffer;
  log: Pick<Logger, 'warn'>;
  merchants: Merchants;
}

/** A prize of an account, that asks from an address. */
export interface ClaimOf {
  accountId: number;
  claimNo: string;
  ip: string;
}

/** As often the money of a prize goes out at its winner's own asking. */
const mostAttempts = 5;

/** A claim of this account with what was paid for it; 404 for anybody else's. */
const readClaim = async (db: Db, { accountId, claimNo, ip }: ClaimOf) => {
  const row = await db
    .selectFrom('claim')
    .innerJoin('member', 'member.id', 'claim.uid')
    .innerJoin('activity', 'activity.id', 'claim.activityId')
    .leftJoin('redInfo', (join) =>
      join
        .onRef('redInfo.firmId', '=', 'claim.firmId')
        .onRef('redInfo.sourceId', '=', 'claim.drawId')
        .on('redInfo.source', 'in', [PaySource.draw, PaySource.unpack]),
    )
    .where('claim.claimNo', '=', claimNo)
    .where('member.accountId', '=', accountId)
    .select([
      'claim.drawId',
      'claim.firmId',
      'claim.uid',
      'claim.activityId',
      'claim.claimNo',
      'claim.status',
      'claim.busy',
      'claim.hold',
      'claim.prizeType',
      'claim.claimMode',
      'claim.collected',
      'activity.collectFields',
      'claim.closeReason',
      sql<boolean>`claim.expire_at < now()`.as('isExpired'),
      'redInfo.id as redInfoId',
      'redInfo.status as delivery',
      'redInfo.reason',
      'redInfo.attemptNo',
      sql<boolean>`red_info.closed_at is not null`.as('isGivenUp'),
    ])
    .executeTakeFirst();
  if (!row) throw notFound();
  const isKept =
    row.status === ClaimStatus.open && (await isKeptFromPrizes(db, { firmId: row.firmId, uid: row.uid, ip }));
  return { ...row, isKept };
};
type Claim = Awaited<ReturnType<typeof readClaim>>;

/** Why nothing is begun for a claim; nothing where it may be. */
const judge = (claim: Claim): RefusalText | undefined => {
  if (claim.prizeType !== PrizeType.cash)
    return claim.claimMode === ClaimMode.post && claim.status === ClaimStatus.open && claim.busy === ClaimBusy.free
      ? claimRefusals.noAddress
      : claimRefusals.notCash;
  if (claim.status === ClaimStatus.claimed) return claimRefusals.claimed;
  if (claim.status === ClaimStatus.closed)
    return claim.closeReason === CloseReason.expired
      ? claimRefusals.expired
      : claim.closeReason === CloseReason.void
        ? claimRefusals.void
        : claimRefusals.closed;
  if (claim.isKept) return drawRefusals.banned;
  if (claim.hold) return claimRefusals.held;
  if (claim.isExpired) return claimRefusals.expired;
  if (claim.isGivenUp) return claimRefusals.closed;
  return (claim.attemptNo ?? 0) >= mostAttempts ? claimRefusals.tooOften : undefined;
};

/** How a cash prize stands, and what its winner needs to confirm. */
export const readClaimPay = async (parts: CashParts, of: ClaimOf): Promise<ClaimPay> => {
  const claim = await readClaim(parts.db, of);
  if (claim.prizeType !== PrizeType.cash) throw refuse(claimRefusals.notCash);
  const isPaying = claim.busy === ClaimBusy.paying;
  return {
    claimNo: claim.claimNo,
    status: claim.status as ClaimPay['status'],
    delivery: claim.delivery as ClaimPay['delivery'],
    reason: claim.delivery === Delivery.FAILED || claim.delivery === Delivery.REFUND ? (claim.reason ?? '') : '',
    canClaim: !isPaying && judge(claim) === undefined,
    pay: (isPaying && claim.redInfoId !== null && (await findConfirmation(parts, claim.redInfoId))) || null,
  };
};

/** Who is to receive a prize: as the paying app knows his account, or as WeChat names him now. */
const findReceiver = async (
  parts: CashParts,
  { firmId, activityId }: Claim,
  accountId: number,
  authCode: string,
): Promise<string> => {
  const { db, masterKey } = parts;
  const app = await findPayApp(db, masterKey, { firmId, activityId });
  if (!app) throw refuse(payoutRefusals.merchantIncomplete);
  const known = await findOpenId(db, app.appId, accountId);
  if (known !== undefined) return known;
  const named = await readIdentity(parts, { firmId, activityId }, authCode);
  if (!named) throw refuse(authCode === '' ? claimRefusals.outsideWechat : claimRefusals.notAuthorized);
  // One that another account has stays that account's: it is he who receives all the same.
  await keepOpenId(db, accountId, named);
  return named.openId;
};

/**
 * Has the money of a prize sent to its winner: for the first time, or once more after it failed or came back, five times at most. While it is
 * on its way nothing is begun, however often he asks.
 */
export const claimCash = async (
  parts: CashParts,
  { authCode, collect, ...of }: ClaimOf & { authCode: string; collect?: Collected | undefined },
): Promise<ClaimPay> => {
  const { db, masterKey } = parts;
  if (collect)
    await retried(() => db.transaction().execute((where) => keepCollected(where as Db, masterKey, { ...of, collect })));
  const claim = await readClaim(db, of);
  if (collect && claim.prizeType !== PrizeType.cash)
    return {
      claimNo: claim.claimNo,
      status: claim.status as ClaimPay['status'],
      delivery: null,
      reason: '',
      canClaim: false,
      pay: null,
    };
  if (claim.busy === ClaimBusy.paying) return readClaimPay(parts, of);
  const refusal = judge(claim);
  if (refusal) throw refuse(refusal);
  requireCollected(masterKey, claim.collectFields as unknown as AskedFields, claim);
  const openid = claim.redInfoId === null ? await findReceiver(parts, claim, of.accountId, authCode) : undefined;
  await retried(() =>
    db.transaction().execute(async (transaction) => {
      const where = transaction as Db;
      const opened =
        openid === undefined
          ? undefined
          : await openCash(where, { firmId: claim.firmId, drawIds: [claim.drawId], openid });
      await noteReceivers(where, claim.firmId, [...(opened?.values() ?? [])]);
      const redInfoId = claim.redInfoId ?? opened?.get(claim.drawId);
      if (redInfoId === undefined) throw refuse(claimRefusals.closed);
      const locked = await lockPayout(where, redInfoId);
      const { status, attemptNo } = locked.record;
      // Another call of his may have begun it meanwhile.
      if (status !== Delivery.FAILED && status !== Delivery.REFUND) return;
      if (attemptNo >= mostAttempts) throw refuse(claimRefusals.tooOften);
      await beginAttempt(where, locked);
    }),
  );
  return readClaimPay(parts, of);
};
