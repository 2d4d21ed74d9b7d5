import { BillState, PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import type { PayoutAttempt, PayoutEvent, RedInfo } from '@zhuiyuan/contract/payout/red-info';
import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import { sql, type ExpressionBuilder } from 'kysely';
import { drawNoText } from '../../campaign/draw-no.ts';
import { maskedMchid } from '../../fund/mask-mchid.ts';
import type { Db } from '../../kit/db/database.ts';
import type { DB } from '../../kit/db/database-types.gen.ts';
import { staffName } from '../../kit/db/selectors.ts';
import { notFound } from '../../kit/refusal.ts';
import { refKinds } from '../book-payout.ts';
import { isTerminal } from '../next-state.ts';
import { asPayoutRows, matchingPayouts, toPayoutRow } from './find-payouts.ts';

/** All that is known of a payout: its attempts with what was heard of them, and its money. Throws 404. */
export const readPayout = async (db: Db, id: number): Promise<RedInfo> => {
  const row = await asPayoutRows(matchingPayouts(db, { ids: [id] }))
    .innerJoin('merchant', 'merchant.id', 'redInfo.mchConfId')
    .select([
      'redInfo.sourceId',
      'redInfo.prizeName',
      'redInfo.remark',
      'merchant.name as mchName',
      maskedMchid('merchant.mchid').as('mchid'),
      staffName('redInfo.createdBy').as('createName'),
      'redInfo.mchConfId',
      'redInfo.openid as receiver',
      staffName('redInfo.reviewedBy').as('reviewName'),
      'redInfo.reviewedAt',
      'redInfo.reviewRemark',
      'redInfo.closedAt',
      sql<
        string | null
      >`case when last.state = ${sql.lit(BillState.wait)} then last.posted_at + interval '24 hours' end`.as(
        'confirmBefore',
      ),
    ])
    .executeTakeFirst();
  if (!row) throw notFound();
  const { sourceId, receiver, mchConfId, reviewName, reviewedAt, reviewRemark, ...record } = toPayoutRow(row);
  const of = { source: record.source, sourceId };
  return {
    ...record,
    send: (await readSend(db, of)) ?? null,
    before: await readBefore(db, { id, mchConfId, openid: receiver }),
    review:
      reviewedAt === null
        ? null
        : { name: reviewName, at: reviewedAt, isPassed: record.attemptNo > 0, remark: reviewRemark },
    attempts: await readAttempts(db, id),
    ledger: await readLedger(db, of),
    draw: (await readDraw(db, of)) ?? null,
  };
};

interface Of {
  source: number;
  sourceId: number;
}

/** Attempts, the newest first, each with its events, the oldest first. */
const readAttempts = async (db: Db, redInfoId: number): Promise<PayoutAttempt[]> => {
  const attempts = await db
    .selectFrom('payout')
    .select([
      'id',
      'attemptNo',
      'outBillNo',
      'providerNo',
      sql<PayoutAttempt['state']>`state`.as('state'),
      'errCode',
      'errMsg',
      'createdAt as createTime',
      'postedAt',
      'finishedAt',
      'askedAt',
      'tries',
      sql<string | null>`nullif(next_run_at, 'infinity')`.as('nextRunAt'),
      sql<boolean>`next_run_at = 'infinity'`.as('isLeft'),
    ])
    .where('redInfoId', '=', redInfoId)
    .orderBy('attemptNo', 'desc')
    .execute();
  if (attempts.length === 0) return [];
  const events = await db
    .selectFrom('payoutEvent')
    .select([
      'id',
      'payoutId',
      sql<PayoutEvent['source']>`source`.as('source'),
      sql<PayoutEvent['fromState']>`from_state`.as('fromState'),
      sql<PayoutEvent['toState']>`to_state`.as('toState'),
      sql<boolean>`level > 0`.as('disagrees'),
      'raw',
      'at',
    ])
    .where(
      'payoutId',
      'in',
      attempts.map((attempt) => attempt.id),
    )
    .orderBy('id')
    .execute();
  return attempts.map(({ isLeft, nextRunAt, ...attempt }) => ({
    ...attempt,
    nextRunAt: isTerminal(attempt.state) ? null : nextRunAt,
    isUnclear: isLeft && !isTerminal(attempt.state),
    events: events
      .filter(({ payoutId }) => payoutId === attempt.id)
      .map(({ payoutId: _of, raw, ...event }) => ({ ...event, raw: written(raw) })),
  }));
};

/** Numbers that are shown by their ends alone. */
const masked: ReadonlySet<string> = new Set(['openid', 'mchid']);

/** What was heard, as JSON to read. */
const written = (raw: unknown): string =>
  JSON.stringify(
    raw,
    (key, value: unknown) =>
      masked.has(key.toLowerCase()) && typeof value === 'string' ? `****${value.slice(-6)}` : value,
    2,
  );

/** What the part of a batch's money is called that went out to one of its codes, or is free again. */
const codeRef = 'redCode';

const readLedger = async (db: Db, { source, sourceId }: Of): Promise<RedInfo['ledger']> => {
  const refKind = source === PaySource.code ? codeRef : refKinds[source];
  if (refKind === undefined) return [];
  return db
    .selectFrom('fundLedger')
    .select([
      'id',
      'at',
      sql<RedInfo['ledger'][number]['type']>`type`.as('type'),
      'pool',
      'avail',
      'reserved',
      'outside',
    ])
    .where('type', 'in', [sql.lit(LedgerType.reserve), sql.lit(LedgerType.pay), sql.lit(LedgerType.release)])
    .where('refKind', '=', refKind)
    .where('refId', '=', sourceId)
    .orderBy('id')
    .execute();
};

const readDraw = async (db: Db, { source, sourceId }: Of): Promise<RedInfo['draw'] | undefined> =>
  refKinds[source] !== 'draw'
    ? undefined
    : db
        .selectFrom('draw')
        .innerJoin('tier', 'tier.id', 'draw.tierId')
        .select([drawNoText('draw').as('drawNo'), 'draw.activityId', 'tier.tierName', 'draw.drawnAt'])
        .where('draw.id', '=', sourceId)
        .executeTakeFirst();

/** The order of packets sent by hand that a payout is of. */
const readSend = async (db: Db, { source, sourceId }: Of): Promise<RedInfo['send'] | undefined> =>
  refKinds[source] !== 'redSend'
    ? undefined
    : db
        .selectFrom('redSendLine')
        .innerJoin('redSend', 'redSend.id', 'redSendLine.sendId')
        .where('redSendLine.id', '=', sourceId)
        .select([
          'redSend.sendNo',
          'redSend.totalNum as count',
          'redSend.totalAmount as amount',
          sql<string>`coalesce(red_send.file_name, '')`.as('fileName'),
          'redSend.remark',
          'redSend.createdAt as at',
          (row) =>
            heldOf(row)
              .select(({ fn }) => fn.countAll<number>().as('count'))
              .as('heldCount'),
          (row) =>
            heldOf(row)
              .select(sql<number>`coalesce(sum(mate.amount), 0)::bigint`.as('amount'))
              .as('heldAmount'),
        ])
        .executeTakeFirst()
        .then((send) => send && { ...send, heldCount: send.heldCount ?? 0, heldAmount: send.heldAmount ?? 0 });

/** What of an order is still held. */
const heldOf = (row: ExpressionBuilder<DB, 'redSend'>) =>
  row
    .selectFrom('redSendLine as other')
    .innerJoin('redInfo as mate', (join) =>
      join
        .onRef('mate.sourceId', '=', 'other.id')
        .onRef('mate.firmId', '=', 'other.firmId')
        .on('mate.source', 'in', [sql.lit(PaySource.hand), sql.lit(PaySource.upload)]),
    )
    .whereRef('other.sendId', '=', 'redSend.id')
    .where('mate.hold', '=', true);

/** What a receiver was paid by a merchant in other payouts. */
const readBefore = (db: Db, { id, mchConfId, openid }: { id: number; mchConfId: number; openid: string }) =>
  db
    .selectFrom('payout')
    .where('mchConfId', '=', mchConfId)
    .where('openid', '=', openid)
    .where('state', '=', BillState.success)
    .where('redInfoId', '<>', id)
    .select(({ fn }) => [
      fn.countAll<number>().as('count'),
      sql<number>`coalesce(sum(amount), 0)::bigint`.as('amount'),
      fn.max('finishedAt').as('lastAt'),
    ])
    .executeTakeFirstOrThrow();
