import type { remitApi, RemitRow } from '@zhuiyuan/contract/settlement/remit';
import {
  type PayeeKind,
  RemitRef,
  type RemitSource,
  type RemitStatus,
} from '@zhuiyuan/contract/settlement/settlement-enums';
import { PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { RewardKind } from '@zhuiyuan/contract/parties/deductible/shop-reward';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../kit/db/database-types.gen.ts';
import type { Db } from '../kit/db/database.ts';
import { agentSubtree, subtreeGiven } from '../parties/agent-subtree.ts';
import { among, at, by, contains, eq, matchingBy, within, type Matching } from '../kit/db/filtered.ts';
import { firmName, staffName, times } from '../kit/db/selectors.ts';
import { isPayable } from './payee.ts';

export type RemitFilters = Omit<InputOf<typeof remitApi.list>, 'page' | 'limit'> & {
  ids?: number[] | undefined;
  /** Who reads. */
  reader?: number | undefined;
};

type Remits = SelectQueryBuilder<DB, 'remit', object>;
const { lit } = sql;
const one = <T>(value: T) => [value] as const;

/** The remittances that filters mean, without columns and order. */
export const matchingRemits: Matching<'remit', Omit<RemitFilters, 'reader'>> = matchingBy(
  'remit',
  (db) => db.selectFrom('remit'),
  {
    payeeKind: eq,
    ids: at(among, 'id'),
    firmId: eq,
    remitNo: contains,
    shopId: eq,
    agentId: by(subtreeGiven, (row, ...given) => row('remit.agentId', 'in', agentSubtree(...given))),
    channel: eq,
    status: eq,
    audited: by(one<boolean>, (_row, asked) => sql<boolean>`(remit.audit_at is not null) = ${asked}`),
    source: eq,
    minAmount: by(one<number>, (row, fen) => row('remit.amount', '>=', fen)),
    maxAmount: by(one<number>, (row, fen) => row('remit.amount', '<=', fen)),
    dateLimit: at(within, 'createdAt'),
  },
);

/** Adds what a row of the list shows, newest first; `reader` is told which of them he passed himself. */
export const asRemitRows =
  (reader?: number) =>
  (query: Remits): SelectQueryBuilder<DB, 'remit', RemitRow> =>
    query
      .leftJoin('shop', 'shop.id', 'remit.shopId')
      .leftJoin('agent', 'agent.id', 'remit.agentId')
      .innerJoinLateral(
        (row) =>
          row
            .selectFrom('remitItem')
            .leftJoin('prizeVer', (join) =>
              join.onRef('prizeVer.id', '=', 'remitItem.refId').on('remitItem.refKind', '=', lit(RemitRef.ver)),
            )
            .whereRef('remitItem.remitId', '=', 'remit.id')
            .select([
              sql<number>`count(*)::int`.as('itemCnt'),
              sql<number>`count(prize_ver.id)::int`.as('verCnt'),
              sql<number>`count(distinct prize_ver.shop_id)::int`.as('shopCnt'),
            ])
            .as('counted'),
        (join) => join.onTrue(),
      )
      .select((row) => [
        'remit.id',
        'remit.firmId',
        firmName('remit'),
        'remit.remitNo',
        sql<PayeeKind>`remit.payee_kind`.as('payeeKind'),
        'remit.payeeId',
        row.fn.coalesce('shop.name', sql<string>`''`).as('shopName'),
        row.fn.coalesce('agent.name', sql<string>`''`).as('agentName'),
        sql<number>`coalesce(agent.level, 0)::int`.as('level'),
        'remit.amount',
        'remit.fee',
        'counted.itemCnt',
        'counted.shopCnt',
        'counted.verCnt',
        'remit.ductAmount',
        'remit.offsetAmount as offset',
        'remit.rewardAmount',
        sql<RemitSource>`remit.source`.as('source'),
        'remit.channel',
        'remit.account',
        'remit.accountName',
        'remit.periodFrom',
        'remit.periodTo',
        sql<RemitStatus>`remit.status`.as('status'),
        'remit.payState',
        sql<boolean>`remit.pay_state is null and exists (
          select from red_info r where r.firm_id = remit.firm_id and r.source = ${lit(PaySource.remit)} and r.source_id = remit.id)`.as(
          'gaveUp',
        ),
        staffName('remit.auditBy').as('auditName'),
        'remit.auditAt',
        sql<boolean>`coalesce(remit.audit_by = ${reader ?? null}::bigint, false)`.as('isOwnAudit'),
        staffName('remit.rejectBy').as('rejectName'),
        'remit.rejectReason',
        'remit.failReason',
        'remit.bankFileAt',
        staffName('remit.paidBy').as('paidName'),
        'remit.paidAt',
        'remit.voucher',
        isPayable('remit', { channel: 'channel', account: 'account', name: 'accountName' }).as('isPayable'),
        'remit.version',
        ...times('remit'),
      ])
      .orderBy('remit.id', 'desc') as unknown as SelectQueryBuilder<DB, 'remit', RemitRow>;

/** The lines of a remittance, without columns and order. */
export const matchingItems = (db: Db, remitId: number) =>
  db.selectFrom('remitItem').where('remitItem.remitId', '=', remitId);

/** Adds what a line shows, in the order they were settled. */
export const asItemRows = (query: SelectQueryBuilder<DB, 'remitItem', object>) =>
  query
    .leftJoin('prizeVer', (join) =>
      join.onRef('prizeVer.id', '=', 'remitItem.refId').on('remitItem.refKind', '=', lit(RemitRef.ver)),
    )
    .leftJoin('tier', 'tier.id', 'prizeVer.tierId')
    .leftJoin('activity', 'activity.id', 'prizeVer.activityId')
    .leftJoin('shopReward', (join) =>
      join.onRef('shopReward.id', '=', 'remitItem.refId').on('remitItem.refKind', '=', lit(RemitRef.reward)),
    )
    .leftJoin('dedLog', (join) =>
      join.onRef('dedLog.id', '=', 'remitItem.refId').on('remitItem.refKind', '=', lit(RemitRef.offset)),
    )
    .leftJoin('shop', (join) => join.on('shop.id', '=', sql<number>`coalesce(prize_ver.shop_id, shop_reward.shop_id)`))
    .select([
      'remitItem.id',
      sql<RemitRef>`remit_item.ref_kind`.as('refKind'),
      sql<string>`coalesce(prize_ver.ver_no, (
        select order_no from need_pay join need_order on need_order.id = need_pay.order_id
        where need_pay.firm_id = ded_log.firm_id and need_pay.id = ded_log.ref_id and ded_log.ref_kind = 'need_pay'), '')`.as(
        'refText',
      ),
      sql<string>`coalesce(shop.name, '')`.as('shopName'),
      sql<string>`coalesce(tier.prize_name || ' · ' || activity.act_name,
        concat_ws(' · ', case shop_reward.kind ${sql.join(
          RewardKind.options.map(({ value, label }) => sql`when ${lit(value)} then ${lit(label)}`),
          sql` `,
        )} end, nullif(shop_reward.remark, ''), nullif(ded_log.remark, '')))`.as('detail'),
      'remitItem.amount',
      sql<string | null>`coalesce(prize_ver.ver_at, shop_reward.created_at, ded_log.at)`.as('at'),
    ])
    .orderBy('remitItem.id');
