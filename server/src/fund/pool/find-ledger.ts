import { fundRefusals } from '@zhuiyuan/contract/fund/fund-refusals';
import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import type { poolApi } from '@zhuiyuan/contract/fund/pool/pool';
import { readDateLimit } from '@zhuiyuan/contract/kit/date-limit';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { toMs } from '@zhuiyuan/contract/kit/clock';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { among, at, eq, matchingBy, within, type Matching } from '../../kit/db/filtered.ts';
import { findComputedPage } from '../../kit/db/paging.ts';
import { refuse } from '../../kit/refusal.ts';
import { staffName } from '../../kit/db/selectors.ts';

type Input = InputOf<typeof poolApi.ledger>;
export type LedgerFilters = Partial<Omit<Input, 'page' | 'limit' | 'groupBy'>> & { ids?: readonly number[] };

/** The movements that filters mean, without columns and order. */
export const matchingLedger: Matching<'fundLedger', LedgerFilters> = matchingBy(
  'fundLedger',
  (db) => db.selectFrom('fundLedger'),
  { firmId: eq, poolId: eq, type: eq, activityId: eq, dateLimit: at(within, 'at'), ids: at(among, 'id') },
);

const system = '系统';
/** A red packet activity has its number out of those of activities, and so has what a pool pays to shops and dealers: that is no activity. */
const ownerOf = (row: string) => [
  sql<string>`coalesce(activity.act_name, red_active.name,
    case when ${sql.ref(`${row}.activityId`)} = of_pool.remit_budget_id then '门店与经销商打款' end, '')`.as('actName'),
  sql<number | null>`nullif(${sql.ref(`${row}.activityId`)}, of_pool.remit_budget_id)`.as('activityId'),
  sql<boolean>`red_active.id is not null`.as('isRed'),
];

/** Adds what a single movement shows, newest first. */
export const asLedgerRows = (query: SelectQueryBuilder<DB, 'fundLedger', object>) =>
  query
    .innerJoin('pool as ofPool', (join) => join.onRef('ofPool.id', '=', 'fundLedger.poolId'))
    .leftJoin('activity', 'activity.id', 'fundLedger.activityId')
    .leftJoin('redActive', 'redActive.id', 'fundLedger.activityId')
    .leftJoin('fundRequest', (join) =>
      join
        .onRef('fundRequest.id', '=', 'fundLedger.refId')
        .on('fundLedger.type', 'in', [sql.lit(LedgerType.recharge), sql.lit(LedgerType.adjust)]),
    )
    .select([
      'fundLedger.id',
      'fundLedger.firmId',
      'fundLedger.poolId',
      'ofPool.name as poolName',
      'fundLedger.type',
      sql<string>`fund_ledger.at::date`.as('day'),
      'fundLedger.at',
      sql<number>`1`.as('count'),
      sql<number>`(fund_ledger.activity_id is not null)::int`.as('activityCount'),
      ...ownerOf('fundLedger'),
      sql<number>`coalesce(cardinality(fund_request.vouchers), 0)`.as('voucherCount'),
      'fundLedger.pool',
      'fundLedger.avail',
      'fundLedger.reserved',
      'fundLedger.outside',
      'fundLedger.balanceAfter',
      'fundLedger.remark',
      sql<string>`coalesce(nullif(${staffName('fundLedger.operatorId')}, ''), ${sql.lit(system)})`.as('operatorName'),
      sql<number>`1`.as('operatorCount'),
      staffName('fundRequest.reviewedBy').as('reviewerName'),
    ])
    .orderBy('fundLedger.id', 'desc');

/** The most days that are summed at once. */
const mostDays = 92;
const dayMs = 86_400_000;

/** Days to sum: at most {@link mostDays}, today where nobody says. */
const boundDays = ({ dateLimit = 'today' }: LedgerFilters): string => {
  const range = readDateLimit(dateLimit);
  if (!range) return 'today';
  if (toMs(range.end) - toMs(range.start) > mostDays * dayMs) throw refuse(fundRefusals.tooManyDays, { n: mostDays });
  return dateLimit;
};

/** What moved, one row for each day, type and pool, with the sum of them all; of the latest day those of most movements first. */
export const findLedgerDays = async (db: Db, { page, limit, groupBy: _day, ...filters }: Input) => {
  const moved = matchingLedger(db, { ...filters, dateLimit: boundDays(filters) });
  const groups = moved
    .select([
      sql<string>`fund_ledger.at::date`.as('day'),
      'fundLedger.type',
      'fundLedger.poolId',
      sql<number>`min(fund_ledger.firm_id)`.as('firmId'),
      sql<string>`max(fund_ledger.at)`.as('at'),
      sql<number>`count(*)`.as('count'),
      sql<number>`count(distinct fund_ledger.activity_id)`.as('activityCount'),
      sql<
        number | null
      >`case when count(distinct fund_ledger.activity_id) = 1 then min(fund_ledger.activity_id) end`.as('activityId'),
      sql<number>`sum(fund_ledger.pool)::bigint`.as('pool'),
      sql<number>`sum(avail)::bigint`.as('avail'),
      sql<number>`sum(reserved)::bigint`.as('reserved'),
      sql<number>`sum(outside)::bigint`.as('outside'),
      sql<number | null>`case when count(*) = 1 then min(balance_after) end`.as('balanceAfter'),
      sql<string>`case when count(*) = 1 then min(fund_ledger.remark) else '' end`.as('remark'),
      sql<number | null>`min(operator_id)`.as('operatorId'),
      sql<number>`greatest(count(distinct operator_id), 1)`.as('operatorCount'),
      sql<number | null>`case when count(*) = 1 then min(ref_id) end`.as('refId'),
    ])
    .groupBy([sql`fund_ledger.at::date`, 'fundLedger.type', 'fundLedger.poolId']);
  const answer = await findComputedPage(db, { page, limit }, db.selectFrom(groups.as('g')), (query) =>
    query
      .innerJoin('pool as ofPool', (join) => join.onRef('ofPool.id', '=', 'g.poolId'))
      .leftJoin('activity', 'activity.id', 'g.activityId')
      .leftJoin('redActive', 'redActive.id', 'g.activityId')
      .leftJoin('fundRequest', (join) =>
        join
          .onRef('fundRequest.id', '=', 'g.refId')
          .on('g.type', 'in', [sql.lit(LedgerType.recharge), sql.lit(LedgerType.adjust)]),
      )
      .select([
        sql<number>`row_number() over (order by g.day desc, g.count desc, g.type, g.pool_id)`.as('id'),
        'g.firmId',
        'g.poolId',
        'ofPool.name as poolName',
        'g.type',
        'g.day',
        'g.at',
        'g.count',
        'g.activityCount',
        ...ownerOf('g'),
        sql<number>`coalesce(cardinality(fund_request.vouchers), 0)`.as('voucherCount'),
        'g.pool',
        'g.avail',
        'g.reserved',
        'g.outside',
        'g.balanceAfter',
        'g.remark',
        sql<string>`coalesce(nullif(${staffName('g.operatorId')}, ''), ${sql.lit(system)})`.as('operatorName'),
        'g.operatorCount',
        staffName('fundRequest.reviewedBy').as('reviewerName'),
      ])
      .orderBy('g.day', 'desc')
      .orderBy('g.count', 'desc')
      .orderBy('g.type')
      .orderBy('g.poolId'),
  );
  const sum = await moved
    .select([
      sql<number>`count(*)`.as('count'),
      ...(['pool', 'avail', 'reserved', 'outside'] as const).map((column) =>
        sql<number>`coalesce(sum(${sql.ref(`fundLedger.${column}`)}), 0)::bigint`.as(column),
      ),
    ])
    .executeTakeFirstOrThrow();
  return { ...answer, sum: sum as Record<'count' | 'pool' | 'avail' | 'reserved' | 'outside', number> };
};
