import { PayoutTime, type RedInfoRow, type redInfoApi } from '@zhuiyuan/contract/payout/red-info';
import { Delivery, PayoutStatus } from '@zhuiyuan/contract/payout/payout-enums';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import { among, at, by, eq, matchingBy, within, type Matching, type Test } from '../../kit/db/filtered.ts';
import { firmName } from '../../kit/db/selectors.ts';
import { maskConsumer } from '../../member/mask-consumer.ts';

type Asked = Omit<InputOf<typeof redInfoApi.list>, 'page' | 'limit'>;
const timeOf = {
  [PayoutTime.create]: 'createdIn',
  [PayoutTime.sent]: 'sentIn',
  [PayoutTime.received]: 'receivedIn',
  [PayoutTime.refund]: 'refundIn',
} as const;

/** Filters as statements take them: the one range of dates lies under the time it is asked of. */
export type PayoutFilters = Omit<Asked, 'dateType' | 'dateLimit'> &
  Partial<Record<(typeof timeOf)[keyof typeof timeOf], string>> & { ids?: number[] };

export const toPayoutFilters = ({
  dateType = PayoutTime.create,
  dateLimit,
  ...filters
}: Asked & { ids?: number[] }): PayoutFilters => ({
  ...filters,
  ...(dateLimit ? { [timeOf[dateType]]: dateLimit } : {}),
});

const atLeast: Test<number> = {
  given: (value) => [value],
  holds: (column, value) => sql`${sql.ref(column)} >= ${value}`,
};
const atMost: Test<number> = {
  given: (value) => [value],
  holds: (column, value) => sql`${sql.ref(column)} <= ${value}`,
};

/** More are never made. */
const mostAttempts = 99;

/** What staff read of a payout: one that failed without an attempt was held, and taken back by a person. */
export const payoutStatus = sql<PayoutStatus>`case when red_info.status = ${sql.lit(Delivery.FAILED)} and red_info.attempt_no = 0
  then ${sql.lit(PayoutStatus.REJECTED)} else red_info.status end`;

/** The payouts that filters mean, without columns and order. */
export const matchingPayouts: Matching<'redInfo', PayoutFilters> = matchingBy(
  'redInfo',
  (db) => db.selectFrom('redInfo'),
  {
    ids: at(among, 'id'),
    firmId: eq,
    status: by(
      (asked: readonly PayoutStatus[]) => {
        const [failed, rejected] = [Delivery.FAILED, PayoutStatus.REJECTED].map((one) => asked.includes(one));
        return [
          [...asked.filter((one) => one !== PayoutStatus.REJECTED), ...(rejected ? [Delivery.FAILED] : [])],
          rejected ? 0 : 1,
          failed ? mostAttempts : 0,
        ] as const;
      },
      (_row, statuses, least, most) =>
        sql<boolean>`(red_info.status = any(${statuses}::text[]) and (red_info.status <> ${sql.lit(Delivery.FAILED)}
          or red_info.attempt_no between ${least}::int and ${most}::int))`,
    ),
    keywords: by(
      (text: string) => [text.replaceAll(/\s/g, '').toUpperCase()],
      (row, number) =>
        row(
          'redInfo.id',
          'in',
          row
            .selectFrom('payout as named')
            .select('named.redInfoId as id')
            .where('named.outBillNo', '=', number)
            .unionAll(row.selectFrom('redInfo as of').select('of.id').where('of.billNo', '=', number)),
        ),
    ),
    source: eq,
    activityId: eq,
    redActiveId: eq,
    mchConfId: eq,
    uid: eq,
    minAmount: at(atLeast, 'amount'),
    maxAmount: at(atMost, 'amount'),
    hold: eq,
    createdIn: at(within, 'createdAt'),
    sentIn: at(within, 'sentAt'),
    receivedIn: at(within, 'receivedAt'),
    refundIn: at(within, 'refundAt'),
  },
);

/** Adds what a row of the list shows, newest first. */
export const asPayoutRows = (query: SelectQueryBuilder<DB, 'redInfo', object>) =>
  query
    .leftJoin('payout as last', (join) =>
      join.onRef('last.redInfoId', '=', 'redInfo.id').onRef('last.attemptNo', '=', 'redInfo.attemptNo'),
    )
    .leftJoin('redActive as ofRed', 'ofRed.id', 'redInfo.redActiveId')
    .leftJoin('member', 'member.id', 'redInfo.uid')
    .select([
      'redInfo.id',
      'redInfo.firmId',
      firmName('redInfo'),
      'redInfo.billNo',
      sql<string>`coalesce(last.out_bill_no, '')`.as('outBillNo'),
      sql<RedInfoRow['source']>`red_info.source`.as('source'),
      'redInfo.activityId',
      'redInfo.actName',
      'redInfo.redActiveId',
      sql<string>`coalesce(of_red.name, '')`.as('redActiveName'),
      'redInfo.uid',
      'member.nickName',
      sql<string>`right(red_info.openid, 6)`.as('openid'),
      sql<RedInfoRow['payKind']>`red_info.pay_kind`.as('payKind'),
      sql<RedInfoRow['channel']>`red_info.channel`.as('channel'),
      'redInfo.amount',
      payoutStatus.as('status'),
      'redInfo.reason',
      'redInfo.attemptNo',
      'redInfo.hold',
      'redInfo.createdBy',
      sql<boolean>`red_info.closed_at is not null`.as('isClosed'),
      sql<RedInfoRow['billState']>`last.state`.as('billState'),
      'redInfo.createdAt as createTime',
      'redInfo.sentAt',
      'redInfo.receivedAt',
      'redInfo.refundAt',
      sql<number>`case when red_info.status = ${sql.lit(Delivery.REFUND)} then red_info.amount else 0 end`.as(
        'refundAmount',
      ),
    ])
    .orderBy('redInfo.id', 'desc');

/** A row as lists, files and pages show it, its receiver masked; '' where he is no member. */
export const toPayoutRow = <R extends { uid: number | null; nickName: string | null }>({ nickName, ...row }: R) => ({
  ...row,
  consumer: row.uid === null ? '' : maskConsumer({ nickName: nickName ?? '', uid: row.uid }),
});
