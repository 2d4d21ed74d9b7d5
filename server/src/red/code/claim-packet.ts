import { ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { claimRefusals } from '@zhuiyuan/contract/campaign/draw/claim-refusals';
import { drawRefusals } from '@zhuiyuan/contract/campaign/draw/draw-refusals';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { Delivery, PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { payoutRefusals } from '@zhuiyuan/contract/payout/payout-refusals';
import type { PacketPay } from '@zhuiyuan/contract/red/public-packet';
import { RedBatchState, RedCodeState } from '@zhuiyuan/contract/red/red-enums';
import { redRefusals } from '@zhuiyuan/contract/red/red-refusals';
import { sql } from 'kysely';
import type { Logger } from 'pino';
import { findOpenId, keepOpenId } from '../../account/open-id.ts';
import { readIdentity } from '../../campaign/draw/wechat-identity.ts';
import { takeForPacket } from '../../campaign/use-code.ts';
import { judgeCode } from '../../campaign/visit/judge-shopper.ts';
import { readUnit } from '../../codes/state/read-unit.ts';
import { holdStops } from '../../codes/state/takings.ts';
import type { Db } from '../../kit/db/database.ts';
import { retried } from '../../kit/http/serve.ts';
import { refuse } from '../../kit/refusal.ts';
import { findMember } from '../../member/ensure-member.ts';
import { findBans } from '../../risk/bans.ts';
import { noteReceivers } from '../../payout/note-receiver.ts';
import { beginAttempt, lockPayout, openPayouts } from '../../payout/open-payouts.ts';
import type { Merchants } from '../../payout/pay-merchants.ts';
import { findConfirmation } from '../../payout/payout-acts.ts';
import { openSecrets } from './batch-secrets.ts';
import { openAmount } from './deal.ts';
import { findPacket, judgePacket, type Packet } from './offer-packet.ts';
import { sealTaking } from './seal-taking.ts';

/** What a packet is received with. */
export interface PacketParts {
  db: Db;
  masterKey: Buffer;
  log: Pick<Logger, 'warn'>;
  merchants: Merchants;
}

/** As often the money of a packet goes out at its receiver's own asking. */
const mostAttempts = 5;

interface Asking {
  firmId: number;
  seg: number;
  serial: number;
  accountId: number;
}

/** The payout of a packet that was received; nothing before. */
const findPayout = (db: Db, { firmId, id }: Packet) =>
  db
    .selectFrom('redInfo')
    .where('firmId', '=', firmId)
    .where('source', '=', PaySource.code)
    .where('sourceId', '=', id)
    .select(['id', 'status', 'reason', 'attemptNo', 'amount', sql<boolean>`closed_at is not null`.as('isGivenUp')])
    .executeTakeFirst();

const isOnItsWay = (status: string): boolean => status !== Delivery.FAILED && status !== Delivery.REFUND;

/** How a packet stands for an account; 62460 where the code carries none. */
export const readPacketPay = async (parts: PacketParts, { accountId, ...at }: Asking): Promise<PacketPay> => {
  const { db } = parts;
  const packet = await findPacket(db, at);
  if (!packet) throw refuse(redRefusals.noPacket);
  const claimNo = `R${packet.id}`;
  if (packet.ownerId !== accountId) {
    const refusal = judgePacket(packet);
    if (refusal) throw refuse(refusal);
    return { claimNo, status: ClaimStatus.open, delivery: null, reason: '', canClaim: true, pay: null, amount: null };
  }
  const payout = (await findPayout(db, packet))!;
  const { status, attemptNo, isGivenUp, amount } = payout;
  const isReceived = status === Delivery.RECEIVED;
  return {
    claimNo,
    status: isReceived ? ClaimStatus.claimed : isGivenUp ? ClaimStatus.closed : ClaimStatus.open,
    delivery: status as PacketPay['delivery'],
    reason: isOnItsWay(status) ? '' : payout.reason,
    canClaim: !isOnItsWay(status) && !isGivenUp && !packet.isEnded && attemptNo < mostAttempts,
    pay: (!isReceived && (await findConfirmation(parts, payout.id))) || null,
    amount,
  };
};

/** Who is to receive a packet, at the app that pays: as it knows his account, or as WeChat names him now. */
const findReceiver = async (
  parts: PacketParts,
  { firmId, redActiveId }: Packet,
  accountId: number,
  authCode: string,
) => {
  const { db } = parts;
  const merchant = await db
    .selectFrom('redActive')
    .innerJoin('merchant', 'merchant.id', 'redActive.mchConfId')
    .where('redActive.id', '=', redActiveId)
    .where('redActive.firmId', '=', firmId)
    .select(['merchant.id as mchConfId', 'merchant.appid as appId', 'redActive.payKind', 'redActive.limitUserDay'])
    .executeTakeFirstOrThrow();
  if (merchant.appId === '') throw refuse(payoutRefusals.merchantIncomplete);
  const known = await findOpenId(db, merchant.appId, accountId);
  if (known !== undefined) return { ...merchant, openid: known };
  const named = await readIdentity(parts, { firmId, activityId: redActiveId }, authCode);
  if (!named) throw refuse(authCode === '' ? claimRefusals.outsideWechat : claimRefusals.notAuthorized);
  await keepOpenId(db, accountId, named);
  return { ...merchant, openid: named.openId };
};

/**
 * Receives the packet of a code for an account: the first of all who ask at once has it, and it is paid once. Asked again by him, it is
 * sent anew after it failed or came back, five times at most, while its activity lasts. Who is on the firm's list gets none (62232).
 */
export const claimPacket = async (
  parts: PacketParts,
  { authCode, ip, device, ...asking }: Asking & { authCode: string; ip: string; device: string },
): Promise<PacketPay> => {
  const { db } = parts;
  const { accountId, ...at } = asking;
  const packet = await findPacket(db, at);
  if (!packet) throw refuse(redRefusals.noPacket);
  if (packet.ownerId === accountId) await sendAgain(db, packet);
  else {
    const refusal = judgePacket(packet);
    if (refusal) throw refuse(refusal);
    const member = await findMember(db, packet.firmId, accountId);
    if (!member || member.needsConsent) throw refuse(drawRefusals.noConsent);
    if (member.status !== Enabled.on) throw refuse(drawRefusals.banned);
    const listed = await findBans(db, { firmId: packet.firmId, uid: member.id, ip, device });
    if (listed.isBanned || listed.isUnpaid) throw refuse(drawRefusals.banned);
    const receiver = await findReceiver(parts, packet, accountId, authCode);
    await retried(() =>
      db
        .transaction()
        .execute((transaction) => take(transaction as Db, parts.masterKey, { packet, uid: member.id, receiver })),
    );
  }
  return readPacketPay(parts, asking);
};

const sendAgain = async (db: Db, packet: Packet): Promise<void> => {
  const payout = (await findPayout(db, packet))!;
  if (isOnItsWay(payout.status)) return;
  if (payout.isGivenUp || packet.isEnded) throw refuse(claimRefusals.closed);
  await retried(() =>
    db.transaction().execute(async (transaction) => {
      const locked = await lockPayout(transaction as Db, payout.id);
      // Another call of his may have begun it meanwhile.
      if (isOnItsWay(locked.record.status)) return;
      if (locked.record.attemptNo >= mostAttempts) throw refuse(claimRefusals.tooOften);
      await beginAttempt(transaction as Db, locked);
    }),
  );
};

interface Taking {
  packet: Packet;
  uid: number;
  receiver: Awaited<ReturnType<typeof findReceiver>>;
}

/**
 * Turns a code to 已领取 and opens its payout. Locked in this order: stops of the code, the receiver, as the app knows him and as the firm does, so that his
 * packets of a day are counted one after the other, whatever account he comes with; the activity and the batch, which nobody ends or freezes meanwhile; the code.
 */
const take = async (db: Db, masterKey: Buffer, { packet, uid, receiver }: Taking): Promise<void> => {
  const { firmId, redActiveId, batchId, seg, serial } = packet;
  await holdStops(db, [seg]);
  const stopped = judgeCode(await readUnit(db, seg, serial));
  if (stopped) throw refuse(stopped);
  await sql`select pg_advisory_xact_lock(hashtext('red.receiver'), hashtext(${`${receiver.appId} ${receiver.openid}`}))`.execute(
    db,
  );
  await db.selectFrom('member').where('id', '=', uid).where('firmId', '=', firmId).select('id').forUpdate().execute();
  const live = await db
    .selectFrom('redActive')
    .where('id', '=', redActiveId)
    .where('firmId', '=', firmId)
    .where('endedAt', 'is', null)
    .where('status', '=', Enabled.on)
    .where('isDel', '=', 0)
    .where('endAt', '>', sql<string>`clock_timestamp()`)
    .select('id')
    .forShare()
    .executeTakeFirst();
  const batch = await db
    .selectFrom('redBatch')
    .where('id', '=', batchId)
    .where('firmId', '=', firmId)
    .where('state', '=', RedBatchState.ready)
    .select(['seedSealed', 'keySealed'])
    .forShare()
    .executeTakeFirst();
  if (!live || !batch) throw refuse(redRefusals.paused);
  const bar = await db
    .selectFrom('redBar')
    .where('id', '=', packet.id)
    .where('firmId', '=', firmId)
    .select(['state', 'uid', 'amountSealed'])
    .forUpdate()
    .executeTakeFirstOrThrow();
  // Another call of his own was before this one: he has it.
  if (bar.state === RedCodeState.used && bar.uid === uid) return;
  if (bar.state !== RedCodeState.unused)
    throw refuse(
      bar.state === RedCodeState.used
        ? redRefusals.taken
        : bar.state === RedCodeState.void
          ? redRefusals.voidCode
          : redRefusals.frozenCode,
    );
  const { count } = await db
    .selectFrom('redInfo')
    .where('firmId', '=', firmId)
    .where('redActiveId', '=', redActiveId)
    .where((row) =>
      row.or([row('uid', '=', uid), row.and([row('openid', '=', receiver.openid), row('appId', '=', receiver.appId)])]),
    )
    .where(
      sql<boolean>`created_at >= date_trunc('day', now() at time zone 'Asia/Shanghai') at time zone 'Asia/Shanghai'`,
    )
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  if (count >= receiver.limitUserDay) throw refuse(redRefusals.userDay);
  if (!(await takeForPacket(db, { firmId, redActiveId, uid, seg, serial }))) throw refuse(redRefusals.drawn);
  const { key } = openSecrets(masterKey, batch);
  const amount = openAmount(key, { seg, serial }, bar.amountSealed!);
  const seal = sealTaking(key, { id: packet.id, seg, serial, uid });
  await db
    .updateTable('redBar')
    .set({ state: RedCodeState.used, uid, amount, seal, usedAt: sql<string>`clock_timestamp()` })
    .where('id', '=', packet.id)
    .where('firmId', '=', firmId)
    .execute();
  const opened = await openPayouts(db, [
    {
      firmId,
      source: PaySource.code,
      sourceId: packet.id,
      redActiveId,
      uid,
      amount,
      mchConfId: receiver.mchConfId,
      appId: receiver.appId,
      openid: receiver.openid,
      payKind: receiver.payKind as 1 | 2,
      actName: packet.name,
      prizeName: packet.wishing,
    },
  ]);
  await noteReceivers(db, firmId, opened);
};
