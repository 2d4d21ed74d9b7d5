import { fundRefusals } from '@zhuiyuan/contract/fund/fund-refusals';
import { BillState, Delivery, type PayChannel, type PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { payoutRefusals } from '@zhuiyuan/contract/payout/payout-refusals';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { notFound, refuse } from '../kit/refusal.ts';
import { turnPayout } from './record-outcome.ts';
import { orderNumber } from './wechat-pay/order-number.ts';

type ValueOf<E extends { options: readonly { value: string | number }[] }> = E['options'][number]['value'];

/** So many rows go into one statement: each has some twenty values, and a statement takes 65,535. */
const rowsAtOnce = 1000;

/** Money that is to go out. Amount in fen. */
export interface NewPayout {
  firmId: number;
  source: ValueOf<typeof PaySource>;
  /** What of that source: a draw, a code, a row. It is paid once. */
  sourceId: number;
  mchConfId: number;
  appId: string;
  openid: string;
  amount: number;
  payKind?: 1 | 2;
  channel?: ValueOf<typeof PayChannel>;
  activityId?: number | null;
  redActiveId?: number | null;
  uid?: number | null;
  /** What the receiver reads: the campaign, and what he won. */
  actName: string;
  prizeName: string;
  remark?: string;
  /** Nothing is sent before a person let it go. */
  hold?: boolean;
  createdBy?: number | null;
}

/**
 * Records money that is to go out, each with its first attempt unless it is held, in the caller's transaction. What was opened for the
 * same source before is left as it is: answers the numbers of all, in the order of `rows`. Nothing is sent here: the worker
 * finds what is committed.
 */
export const openPayouts = async (db: Db, rows: readonly NewPayout[]): Promise<number[]> => {
  if (rows.length === 0) return [];
  if (rows.length > rowsAtOnce)
    return [...(await openPayouts(db, rows.slice(0, rowsAtOnce))), ...(await openPayouts(db, rows.slice(rowsAtOnce)))];
  const opened = await db
    .insertInto('redInfo')
    .values(
      rows.map(({ payKind = 1, channel = 'ACTIVITY', hold = false, ...row }) => ({
        ...row,
        payKind,
        channel,
        hold,
        attemptNo: hold ? 0 : 1,
        actName: row.actName.slice(0, 60),
        prizeName: row.prizeName.slice(0, 60),
      })),
    )
    .onConflict((conflict) => conflict.columns(['source', 'sourceId']).doNothing())
    .returning(['id', 'firmId', 'mchConfId', 'openid', 'amount', 'hold', 'source', 'sourceId'])
    .execute();
  const sent = opened.filter(({ hold }) => !hold);
  if (sent.length > 0)
    await db
      .insertInto('payout')
      .values(sent.map((row) => toAttempt({ ...row, redInfoId: row.id, attemptNo: 1 })))
      .execute();
  const found = await db
    .selectFrom('redInfo')
    .select(['id', 'source', 'sourceId'])
    .where(
      sql<boolean>`(source, source_id) in (
        select * from unnest(${rows.map(({ source }) => source)}::smallint[], ${rows.map(({ sourceId }) => sourceId)}::bigint[]))`,
    )
    .execute();
  const ids = new Map(found.map(({ id, source, sourceId }) => [`${source} ${sourceId}`, id]));
  return rows.map(({ source, sourceId }) => ids.get(`${source} ${sourceId}`)!);
};

interface Attempt {
  firmId: number;
  redInfoId: number;
  mchConfId: number;
  openid: string;
  amount: number;
  attemptNo: number;
}

/** An attempt that nobody has begun, under its number. */
const toAttempt = ({ firmId, redInfoId, mchConfId, openid, amount, attemptNo }: Attempt) => ({
  firmId,
  redInfoId,
  mchConfId,
  openid,
  amount,
  attemptNo,
  outBillNo: orderNumber(redInfoId, mchConfId, attemptNo),
});

/** A payout with its last attempt, both locked in this order until the transaction ends; 404 where there is none. */
export const lockPayout = async (db: Db, redInfoId: number) => {
  const record = await db.selectFrom('redInfo').selectAll().where('id', '=', redInfoId).forUpdate().executeTakeFirst();
  if (!record) throw notFound();
  const attempt = await db
    .selectFrom('payout')
    .selectAll()
    .select(sql<boolean>`lease_until is not null and lease_until >= now()`.as('isLeased'))
    .where('redInfoId', '=', redInfoId)
    .where('attemptNo', '=', record.attemptNo)
    .forUpdate()
    .executeTakeFirst();
  return { record, attempt };
};

/**
 * Begins a further attempt of what failed or came back, under a new number, in the caller's transaction. Refuses while the one before is
 * undecided (62401), and anything that neither failed nor came back or was closed (62402).
 */
export const beginAttempt = async (
  db: Db,
  { record, attempt }: Awaited<ReturnType<typeof lockPayout>>,
): Promise<void> => {
  if (record.status !== Delivery.FAILED && record.status !== Delivery.REFUND) throw refuse(payoutRefusals.notFailed);
  if (record.closedAt !== null || record.hold) throw refuse(payoutRefusals.notFailed);
  if (attempt && attempt.state !== BillState.fail && attempt.state !== BillState.cancelled)
    throw refuse(payoutRefusals.undecided);
  const attemptNo = record.attemptNo + 1;
  await db
    .insertInto('payout')
    .values(toAttempt({ ...record, redInfoId: record.id, attemptNo }))
    .execute();
  await db.updateTable('redInfo').set({ attemptNo, refundAt: null }).where('id', '=', record.id).execute();
  await turnPayout(db, record, Delivery.SENDING, '');
};

/** Who decides about payouts that are held, and what he says to it. */
export interface Review {
  by: number;
  remark: string;
}

/** Held payouts, locked in the order of their numbers; refuses one that is not held (62436), and his own (62419). */
const lockHeld = async (db: Db, ids: readonly number[], { by }: Review) => {
  const records = await db
    .selectFrom('redInfo')
    .selectAll()
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute();
  if (records.length < ids.length) throw notFound();
  if (records.some(({ createdBy }) => createdBy === by)) throw refuse(fundRefusals.ownReview);
  if (records.some(({ hold, closedAt }) => !hold || closedAt !== null)) throw refuse(payoutRefusals.notHeld);
  return records;
};

const noteReview = async (db: Db, ids: readonly number[], { by, remark }: Review, more: object): Promise<void> => {
  await db
    .updateTable('redInfo')
    .set({
      ...more,
      hold: false,
      reviewedBy: by,
      reviewedAt: sql<string>`clock_timestamp()`,
      reviewRemark: remark,
      updatedAt: sql<string>`now()`,
    })
    .where(sql<boolean>`id = any(${ids}::bigint[])`)
    .execute();
};

/** Lets held payouts go (解冻): the first attempt of each, in the caller's transaction. Never by who asked for them. */
export const beginHeld = async (db: Db, ids: readonly number[], review: Review): Promise<void> => {
  const records = await lockHeld(db, ids, review);
  await noteReview(db, ids, review, { attemptNo: 1 });
  for (let from = 0; from < records.length; from += rowsAtOnce)
    await db
      .insertInto('payout')
      .values(
        records
          .slice(from, from + rowsAtOnce)
          .map((record) => toAttempt({ ...record, redInfoId: record.id, attemptNo: 1 })),
      )
      .execute();
};

/** Takes held payouts back (驳回): nothing of them was ever sent, nothing will be, and their money is let go. Never by who asked for them. */
export const rejectHeld = async (db: Db, ids: readonly number[], review: Review): Promise<void> => {
  const records = await lockHeld(db, ids, review);
  await noteReview(db, ids, review, { reason: review.remark });
  for (const record of records) await turnPayout(db, record, Delivery.FAILED, '', true);
};
