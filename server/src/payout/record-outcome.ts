import { BillState, Delivery, type PayEventSource } from '@zhuiyuan/contract/payout/payout-enums';
import { sql } from 'kysely';
import { emit } from '../kit/db/events.ts';
import type { Db } from '../kit/db/database.ts';
import { failureText } from './failure-texts.ts';
import { deliveryOf, isTerminal, judgeMove, type DeliveryStatus } from './next-state.ts';

/** A payout came to another status. Told in the transaction that writes it, record and attempt locked. */
export interface PayoutTurned {
  firmId: number;
  redInfoId: number;
  source: number;
  sourceId: number;
  activityId: number | null;
  amount: number;
  was: DeliveryStatus;
  status: DeliveryStatus;
  /** Given up: nothing is sent of it any more. */
  isClosed: boolean;
  reason: string;
}

declare module '../kit/db/events.ts' {
  interface Events {
    'payout.turned': PayoutTurned;
  }
}

/** What was heard of one attempt. */
export interface Heard {
  source: (typeof PayEventSource.options)[number]['value'];
  /** The state it was said to be in; absent where nothing was said. */
  to?: number;
  providerNo?: string;
  packageInfo?: string;
  /** Why it failed, or the code of what went wrong. */
  code?: string;
  message?: string;
  /** Milliseconds until the next step; null: a person's turn. Absent: as it was. */
  wait?: number | null;
  /** The next step posts the same again. */
  repost?: boolean;
  /** Of a callback. */
  notifyId?: string;
  /** Said something that is not ours: other money, another receiver. Nothing is moved by it. */
  disagrees?: boolean;
  raw?: unknown;
}

/** What became of what was heard. */
export type Recorded = 'moved' | 'stayed' | 'contradicted' | 'repeated' | 'lost';

/**
 * Writes what was heard of an attempt: its event, its state if that goes on, and what it makes of the payout, told as `payout.turned`.
 * Locks the record, then the attempt. Under a `lease` it writes nothing once that is another's (`lost`); a callback
 * that was heard before is `repeated`.
 */
export const recordOutcome = (
  db: Db,
  { payoutId, redInfoId, lease }: { payoutId: number; redInfoId: number; lease?: string },
  heard: Heard,
): Promise<Recorded> =>
  db.transaction().execute(async (transaction) => {
    const where = transaction as Db;
    const record = await where
      .selectFrom('redInfo')
      .selectAll()
      .where('id', '=', redInfoId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    const attempt = await where
      .selectFrom('payout')
      .select(['id', 'firmId', 'attemptNo', 'state', 'leaseBy', 'packageInfo', 'tries'])
      .where('id', '=', payoutId)
      .forUpdate()
      .executeTakeFirstOrThrow();
    if (lease !== undefined && attempt.leaseBy !== lease) return 'lost';

    const move = heard.to === undefined || heard.disagrees ? 'stays' : judgeMove(attempt.state, heard.to);
    const isNews = move !== 'stays' || heard.disagrees || heard.notifyId !== undefined || heard.source !== 'QUERY';
    if (isNews) {
      const written = await where
        .insertInto('payoutEvent')
        .values({
          firmId: attempt.firmId,
          payoutId,
          fromState: attempt.state,
          toState: heard.to ?? null,
          source: heard.source,
          level: heard.disagrees || move === 'contradicts' ? 3 : 0,
          notifyId: heard.notifyId ?? null,
          raw: JSON.stringify(heard.raw ?? { code: heard.code, message: heard.message }),
        })
        .onConflict((conflict) => conflict.column('notifyId').doNothing())
        .returning('id')
        .executeTakeFirst();
      if (!written) return 'repeated';
    }

    const state = move === 'moves' ? heard.to! : attempt.state;
    const isEnded = isTerminal(state);
    await where
      .updateTable('payout')
      .set({
        state,
        ...(lease !== undefined || isEnded ? { leaseBy: null, leaseUntil: null } : {}),
        ...(heard.source === 'QUERY' ? { askedAt: sql<string>`clock_timestamp()` } : {}),
        ...(heard.providerNo ? { providerNo: heard.providerNo } : {}),
        ...(heard.packageInfo && !isEnded ? { packageInfo: heard.packageInfo } : {}),
        ...(move === 'moves' || (!isEnded && heard.code !== undefined)
          ? { errCode: (heard.code ?? '').slice(0, 64), errMsg: (heard.message ?? '').slice(0, 300) }
          : {}),
        ...(move === 'moves' && isEnded ? { finishedAt: sql<string>`clock_timestamp()`, packageInfo: '' } : {}),
        ...(heard.wait === undefined
          ? {}
          : {
              nextRunAt:
                heard.wait === null
                  ? 'infinity'
                  : sql<string>`clock_timestamp() + ${heard.wait} * interval '1 millisecond'`,
            }),
        repost: heard.repost ?? false,
        tries: move === 'moves' && heard.to !== BillState.unknown ? 0 : attempt.tries + 1,
      })
      .where('id', '=', payoutId)
      .execute();

    if (move === 'moves' && attempt.attemptNo === record.attemptNo)
      await turnPayout(where, record, deliveryOf(state, heard.code ?? ''), heard.code ?? '');
    return move === 'moves' ? 'moved' : move === 'contradicts' ? 'contradicted' : 'stayed';
  });

/** Brings a payout, whose record is locked, to another status and tells of it; its own status again is nothing. */
export const turnPayout = async (
  db: Db,
  record: {
    id: number;
    firmId: number;
    source: number;
    sourceId: number;
    activityId: number | null;
    amount: number;
    status: string;
  },
  status: DeliveryStatus,
  code: string,
  isClosed = false,
): Promise<void> => {
  if (record.status === status && !isClosed) return;
  // Giving up what failed or came back leaves standing why it did.
  const reason = isClosed && code === '' ? undefined : failureText(code).slice(0, 200);
  await db
    .updateTable('redInfo')
    .set((row) => ({
      status,
      ...(reason === undefined ? {} : { reason }),
      updatedAt: sql<string>`now()`,
      ...(status === Delivery.SENT || status === Delivery.RECEIVED
        ? { sentAt: row.fn.coalesce('sentAt', sql<string>`clock_timestamp()`) }
        : {}),
      ...(status === Delivery.RECEIVED ? { receivedAt: sql<string>`clock_timestamp()` } : {}),
      ...(status === Delivery.REFUND ? { refundAt: sql<string>`clock_timestamp()` } : {}),
      ...(isClosed ? { closedAt: sql<string>`clock_timestamp()` } : {}),
    }))
    .where('id', '=', record.id)
    .execute();
  await emit(db, 'payout.turned', {
    firmId: record.firmId,
    redInfoId: record.id,
    source: record.source,
    sourceId: record.sourceId,
    activityId: record.activityId,
    amount: record.amount,
    was: record.status as DeliveryStatus,
    status,
    isClosed,
    reason: reason ?? '',
  });
};
