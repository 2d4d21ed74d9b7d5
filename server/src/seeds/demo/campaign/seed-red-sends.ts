import { rootAccount } from '@zhuiyuan/contract/access/fixed-rows';
import { AmountMode, RedPayKind } from '@zhuiyuan/contract/campaign/prize-terms';
import { RedScene } from '@zhuiyuan/contract/campaign/red-type/red-type';
import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import { addDays, shanghaiNow, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { LogKind } from '@zhuiyuan/contract/kit/endpoint';
import { Delivery, PayChannel, PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { RedActiveDraft } from '@zhuiyuan/contract/red/active/red-active';
import { redSendApi } from '@zhuiyuan/contract/red/send/red-send';
import type { Db } from '../../../kit/db/database.ts';
import { live } from '../../../kit/db/live.ts';
import { failureText } from '../../../payout/failure-texts.ts';
import { noteRedActive } from '../../../red/active/note-red-active.ts';
import { noteSend } from '../../../red/send/note-send.ts';
import { readSendRules } from '../../../red/send/send-rules.ts';
import type { Allotment, SeededPool } from '../seed-fund.ts';
import { attemptsOf, deliveries, timeAt } from './demo-fates.ts';
import { demoSends, type DemoSend } from './demo-red-sends.ts';
import { inParts } from './write-demo-draws.ts';
import { openidOf } from './write-demo-payouts.ts';
import { writeSentAttempts, type SentPacket } from './write-sent-attempts.ts';

const budgetAmount = 800_000;
const fundedDaysAgo = 9;
const name = '会员关怀红包';

/**
 * A red packet activity of each firm of the demonstration that staff sent packets of by hand: with who could be paid, the orders, what became
 * of each packet, and its money. Answers what their pools gave for it.
 */
export const seedRedSends = async (db: Db, pools: readonly SeededPool[]): Promise<Allotment[]> => {
  const root = await db.selectFrom('admin').select('id').where('account', '=', rootAccount).executeTakeFirstOrThrow();
  const allotments: Allotment[] = [];
  for (const [at, firmId] of [...new Set(pools.map((pool) => pool.firmId))].entries()) {
    const pool = pools.find((one) => one.firmId === firmId)!;
    const active = await makeActive(db, pool);
    const people = await makeKnown(db, firmId, active.appId);
    const ledger: Entry[] = [];
    let from = 0;
    for (const send of demoSends[at]!) {
      const some = people.slice(from, from + send.packets.length);
      if (some.length < send.packets.length) break;
      from += send.packets.length;
      ledger.push(...(await writeSend(db, { ...active, reviewerId: root.id }, send, some)));
    }
    await writeMoney(db, active, ledger);
    allotments.push({ poolId: pool.poolId, activityId: active.id, amount: budgetAmount, at: fundedAt() });
  }
  return allotments;
};

const fundedAt = (): string => `${addDays(shanghaiToday(), -fundedDaysAgo)} 09:40:00`;

type Active = Awaited<ReturnType<typeof makeActive>>;

const makeActive = async (db: Db, { firmId, poolId, createdBy }: SeededPool) => {
  const { mchConfId, merchant, appid, sceneId } = await db
    .selectFrom('pool')
    .innerJoin('merchant', 'merchant.id', 'pool.mchConfId')
    .where('pool.id', '=', poolId)
    .select([
      'merchant.id as mchConfId',
      'merchant.name as merchant',
      'merchant.appid',
      'merchant.transferSceneId as sceneId',
    ])
    .executeTakeFirstOrThrow();
  const type = await live(db, 'redType')
    .where('firmId', '=', firmId)
    .where('scene', '=', RedScene.PRODUCT_1)
    .orderBy('id')
    .select('id')
    .executeTakeFirstOrThrow();
  const {
    firmId: _firm,
    amountMax,
    ...terms
  } = RedActiveDraft.parse({
    name,
    redTypeId: type.id,
    channel: PayChannel.API,
    scene: RedScene.PRODUCT_1,
    payKind: RedPayKind.balance,
    mchConfId,
    sendName: merchant,
    wishing: '感谢您一直以来的支持',
    amountMode: AmountMode.random,
    amountMin: 100,
    amountMax: 20_000,
    budgetAmount,
    limitUserDay: 2,
    startAt: `${addDays(shanghaiToday(), -fundedDaysAgo)} 00:00:00`,
    endAt: `${addDays(shanghaiToday(), 90)} 23:59:59`,
  });
  const at = fundedAt();
  const { id } = await db
    .insertInto('redActive')
    .values({ ...terms, amountMax: amountMax!, firmId, createdBy, createdAt: at, updatedAt: at })
    .returning('id')
    .executeTakeFirstOrThrow();
  await noteRedActive(db, { firmId, id, operatorId: createdBy, at });
  const { payKind, wishing } = terms;
  return { id, firmId, poolId, mchConfId, sceneId, appId: appid, operatorId: createdBy, payKind, wishing };
};

/** The shoppers of a firm, known at the app of its merchant, the newest first. */
const makeKnown = async (db: Db, firmId: number, appId: string): Promise<number[]> => {
  const members = await db
    .selectFrom('member')
    .where('firmId', '=', firmId)
    .orderBy('id', 'desc')
    .select(['id', 'accountId', 'createdAt'])
    .execute();
  await inParts(members, (part) =>
    db
      .insertInto('accountOpenId')
      .values(part.map(({ id, accountId, createdAt }) => ({ appId, openId: openidOf(id), accountId, createdAt })))
      .execute(),
  );
  return members.map(({ id }) => id);
};

/** A move of money that was reserved; fen. */
interface Entry {
  type: typeof LedgerType.reserve | typeof LedgerType.pay | typeof LedgerType.release;
  amount: number;
  lineId: number;
  operatorId: number | null;
  at: string;
}

/** One order with its packets, attempts and events; answers how its money moved. */
const writeSend = async (
  db: Db,
  active: Active & { reviewerId: number },
  { hoursAgo, remark, fileName, packets, review }: DemoSend,
  people: readonly number[],
): Promise<Entry[]> => {
  const { firmId, id: redActiveId, operatorId } = active;
  const ago = (hours: number): string => timeAt(shanghaiNow(), -hours * 3600);
  const createdAt = ago(hoursAgo);
  const totalAmount = packets.reduce((sum, { amount }) => sum + amount, 0);
  const { reviewAbove } = await readSendRules(db);
  const needsReview = totalAmount > reviewAbove;
  const reviewedAt = review && ago(review.hoursAgo);
  const begunAt = needsReview ? (review?.isPassed ? reviewedAt : undefined) : createdAt;
  const isRejected = review?.isPassed === false;
  const { id: sendId, sendNo } = await db
    .insertInto('redSend')
    .values({
      firmId,
      redActiveId,
      totalNum: packets.length,
      totalAmount,
      remark,
      fileName: fileName ?? null,
      needsReview,
      reviewAbove,
      idemKey: `demo ${redActiveId} ${hoursAgo}`,
      createdBy: operatorId,
      createdAt,
    })
    .returning(['id', 'sendNo'])
    .executeTakeFirstOrThrow();
  await writeCall(db, active, {
    createdAt,
    asked: { redActiveId, remark },
    answered: { id: sendId, sendNo, count: packets.length, totalAmount, isHeld: needsReview },
  });
  const lines = await db
    .insertInto('redSendLine')
    .values(
      packets.map(({ amount }, nth) => {
        const uid = people[nth]!;
        return { firmId, sendId, lineNo: nth + 1, openid: openidOf(uid), uid, amount, isHeld: needsReview };
      }),
    )
    .returning(['id', 'lineNo'])
    .execute();
  await noteSend(db, { id: sendId, firmId });
  const sent = packets.map((packet, nth): SentPacket & { isClosed: boolean; overAt: string | undefined } => {
    const attempts = begunAt === undefined ? [] : attemptsOf(packet.fate, 35 + 47 * nth);
    const end = begunAt === undefined ? undefined : attempts.at(-1)!.end;
    return {
      lineId: lines.find(({ lineNo }) => lineNo === nth + 1)!.id,
      uid: people[nth]!,
      amount: packet.amount,
      remark: packet.remark ?? remark,
      begunAt: begunAt ?? createdAt,
      attempts,
      status: isRejected ? Delivery.FAILED : begunAt === undefined ? Delivery.SENDING : deliveries[packet.fate],
      // What nobody confirmed is given up as soon as it has come back.
      isClosed: isRejected || (begunAt !== undefined && packet.fate === 'returned'),
      overAt: isRejected ? reviewedAt : end === undefined ? undefined : timeAt(begunAt!, end),
    };
  });
  const ids = await db
    .insertInto('redInfo')
    .values(
      sent.map(({ lineId, uid, amount, remark: why, attempts, status, isClosed, overAt, begunAt: from }) => ({
        firmId,
        source: fileName === undefined ? PaySource.hand : PaySource.upload,
        sourceId: lineId,
        redActiveId,
        uid,
        mchConfId: active.mchConfId,
        appId: active.appId,
        openid: openidOf(uid),
        amount,
        payKind: active.payKind,
        channel: PayChannel.API,
        actName: name,
        prizeName: active.wishing,
        remark: why,
        status,
        reason: isRejected
          ? review!.remark
          : status === Delivery.FAILED || status === Delivery.REFUND
            ? failureText(attempts.at(-1)!.code ?? '')
            : '',
        hold: needsReview && !review,
        attemptNo: attempts.length,
        ...(review ? { reviewedBy: active.reviewerId, reviewedAt: reviewedAt!, reviewRemark: review.remark } : {}),
        sentAt: attempts.length > 0 ? timeAt(from, 1) : null,
        receivedAt: status === Delivery.RECEIVED ? overAt! : null,
        refundAt: status === Delivery.REFUND ? overAt! : null,
        closedAt: isClosed ? overAt! : null,
        createdBy: operatorId,
        createdAt,
        updatedAt: overAt ?? reviewedAt ?? createdAt,
      })),
    )
    .returning(['id', 'sourceId'])
    .execute();
  const idOf = new Map(ids.map(({ id, sourceId }) => [sourceId, id]));
  await writeSentAttempts(
    db,
    { ...active, actName: name, prizeName: active.wishing },
    sent.map((packet) => ({ ...packet, redInfoId: idOf.get(packet.lineId)! })),
  );
  return sent.flatMap(({ lineId, amount, status, isClosed, overAt }): Entry[] => [
    { type: LedgerType.reserve, amount, lineId, operatorId, at: createdAt },
    ...(status === Delivery.RECEIVED
      ? [{ type: LedgerType.pay, amount, lineId, operatorId: null, at: overAt! }]
      : isClosed
        ? [{ type: LedgerType.release, amount, lineId, operatorId: null, at: overAt! }]
        : []),
  ]);
};

/** The call that sent an order, as the log of calls tells it. */
const writeCall = async (
  db: Db,
  { firmId, operatorId }: Active,
  { createdAt, asked, answered }: { createdAt: string; asked: object; answered: object },
): Promise<void> => {
  const { account } = await db
    .selectFrom('admin')
    .where('id', '=', operatorId)
    .select('account')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('auditLog')
    .values({
      firmId,
      adminId: operatorId,
      title: redSendApi.save.title,
      businessType: LogKind.insert,
      requestMethod: redSendApi.save.method,
      operName: account,
      operUrl: `/api${redSendApi.save.path}`,
      operIp: '127.0.0.1',
      operLocation: '内网',
      operParam: JSON.stringify(asked),
      jsonResult: JSON.stringify(answered),
      operTime: createdAt,
    })
    .execute();
};

/** The budget with what was reserved of it, received and let go, in the order in which it was. */
const writeMoney = async (db: Db, { id, firmId, poolId }: Active, entries: readonly Entry[]): Promise<void> => {
  const sumOf = (type: number): number =>
    entries.reduce((sum, entry) => sum + (entry.type === type ? entry.amount : 0), 0);
  const [taken, paid, released] = [sumOf(LedgerType.reserve), sumOf(LedgerType.pay), sumOf(LedgerType.release)];
  await db
    .insertInto('activityBudget')
    .values({
      activityId: id,
      firmId,
      poolId,
      budget: budgetAmount,
      remain: budgetAmount - taken + released,
      reserved: taken - paid - released,
      paid,
    })
    .execute();
  await db
    .insertInto('fundLedger')
    .values(
      entries
        .toSorted((one, other) => (one.at < other.at ? -1 : one.at > other.at ? 1 : 0))
        .map(({ type, amount, lineId, operatorId, at }) => ({
          firmId,
          poolId,
          activityId: id,
          type,
          avail: type === LedgerType.reserve ? -amount : type === LedgerType.release ? amount : 0,
          reserved: type === LedgerType.reserve ? amount : -amount,
          outside: type === LedgerType.pay ? amount : 0,
          refKind: 'redSend',
          refId: lineId,
          operatorId,
          at,
        })),
    )
    .execute();
};
