import { ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { BillState, Delivery, PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import type { MyPacket, MyPacketDetail } from '@zhuiyuan/contract/red/send/my-packets';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { by, eq, matchingBy, type Matching } from '../../kit/db/filtered.ts';
import { findPage } from '../../kit/db/paging.ts';
import { notFound } from '../../kit/refusal.ts';
import type { Merchants } from '../../payout/pay-merchants.ts';
import { findConfirmation } from '../../payout/payout-acts.ts';

const byHand = [PaySource.hand, PaySource.upload];

/** Packets that staff sent to the OpenIDs of an account, each at the app that pays it; those that wait for another person are not sent yet. */
const matching: Matching<'redInfo', { accountId: number; id?: number }> = matchingBy(
  'redInfo',
  (db) => db.selectFrom('redInfo').where('redInfo.source', 'in', byHand).where('redInfo.attemptNo', '>', 0),
  {
    accountId: by(
      (id: number) => [id],
      (row, id) =>
        row.exists(
          row
            .selectFrom('accountOpenId')
            .select('accountOpenId.openId')
            .whereRef('accountOpenId.appId', '=', 'redInfo.appId')
            .whereRef('accountOpenId.openId', '=', 'redInfo.openid')
            .where('accountOpenId.accountId', '=', id),
        ),
    ),
    id: eq,
  },
);

const asRows = (query: SelectQueryBuilder<DB, 'redInfo', object>) =>
  query
    .innerJoin('firm', 'firm.id', 'redInfo.firmId')
    .innerJoin('redActive', 'redActive.id', 'redInfo.redActiveId')
    .innerJoin('payout', (join) =>
      join.onRef('payout.redInfoId', '=', 'redInfo.id').onRef('payout.attemptNo', '=', 'redInfo.attemptNo'),
    )
    .select([
      'redInfo.id',
      'firm.name as firmName',
      'redActive.sendName',
      'redInfo.prizeName as wishing',
      'redInfo.amount',
      'redInfo.status',
      'redInfo.reason',
      'redInfo.receivedAt',
      sql<string>`coalesce(red_info.reviewed_at, red_info.created_at)`.as('sentAt'),
      sql<boolean>`red_info.closed_at is not null`.as('isGivenUp'),
      sql<boolean>`payout.state = ${sql.lit(BillState.wait)} and payout.package_info <> ''
        and payout.posted_at >= now() - interval '24 hours'`.as('isWaiting'),
    ])
    .orderBy('redInfo.id', 'desc');

type Row = Awaited<ReturnType<ReturnType<typeof asRows>['execute']>>[number];

const toPacket = ({ status, reason: _reason, isGivenUp: _isGivenUp, ...row }: Row): MyPacket => ({
  ...row,
  delivery: status as MyPacket['delivery'],
});

/** A page of what staff sent to an account, newest first. */
export const listMyPackets = async (db: Db, input: { accountId: number; page: number; limit: number }) => {
  const page = await findPage(db, input, matching(db, input), asRows, { id: 'bigint' });
  return { ...page, list: page.list.map(toPacket) };
};

/** One packet of an account, with what its receiver needs to confirm it; 404 for anybody else's. It begins nothing. */
export const readMyPacket = async (
  { db, merchants }: { db: Db; merchants: Merchants },
  of: { accountId: number; id: number },
): Promise<MyPacketDetail> => {
  const row = await asRows(matching(db, of)).executeTakeFirst();
  if (!row) throw notFound();
  const isReceived = row.status === Delivery.RECEIVED;
  const isOver = row.status === Delivery.FAILED || row.status === Delivery.REFUND;
  return {
    ...toPacket(row),
    pay: {
      claimNo: String(row.id),
      status: isReceived ? ClaimStatus.claimed : row.isGivenUp ? ClaimStatus.closed : ClaimStatus.open,
      delivery: row.status as MyPacket['delivery'],
      reason: isOver ? row.reason : '',
      canClaim: false,
      pay: (!isReceived && (await findConfirmation({ db, merchants }, row.id))) || null,
    },
  };
};

/** Of whom it is asked whether packets wait for him that his account does not show. */
interface Asker {
  accountId: number | undefined;
  /** The firm of the code he scanned. */
  firmId: number | undefined;
  /** The activity he was sent to. */
  redActiveId: number | undefined;
}

/**
 * The newest activity with packets under way to somebody at an app that does not know the account: the one asked for, or of the firm asked for,
 * or of a firm whose member he is. Nothing where there is none.
 */
export const findAskingApp = async (db: Db, { accountId, firmId, redActiveId }: Asker): Promise<number | undefined> => {
  const found = await db
    .selectFrom('redInfo')
    .innerJoin('merchant', 'merchant.id', 'redInfo.mchConfId')
    .where('redInfo.source', 'in', byHand)
    .where('redInfo.attemptNo', '>', 0)
    .where('redInfo.redActiveId', 'is not', null)
    .whereRef('merchant.appid', '=', 'redInfo.appId')
    .where('merchant.appSecretSealed', 'is not', null)
    .$if(redActiveId !== undefined, (query) => query.where('redInfo.redActiveId', '=', redActiveId!))
    .$if(redActiveId === undefined, (query) =>
      query.where('redInfo.status', 'in', [Delivery.SENDING, Delivery.SENT]).where((row) =>
        firmId === undefined
          ? row(
              'redInfo.firmId',
              'in',
              row
                .selectFrom('member')
                .select('member.firmId')
                .where('member.accountId', '=', accountId ?? 0),
            )
          : row('redInfo.firmId', '=', firmId),
      ),
    )
    .$if(accountId !== undefined, (query) =>
      query.where((row) =>
        row.not(
          row.exists(
            row
              .selectFrom('accountOpenId')
              .select('accountOpenId.openId')
              .whereRef('accountOpenId.appId', '=', 'redInfo.appId')
              .where('accountOpenId.accountId', '=', accountId!),
          ),
        ),
      ),
    )
    .orderBy('redInfo.id', 'desc')
    .limit(1)
    .select('redInfo.redActiveId')
    .executeTakeFirst();
  return found?.redActiveId ?? undefined;
};
