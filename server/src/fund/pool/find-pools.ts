import { RequestStatus } from '@zhuiyuan/contract/fund/ledger-enums';
import type { poolApi } from '@zhuiyuan/contract/fund/pool/pool';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { sql, type ExpressionBuilder, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import { contains, eq, matchingBy, type Matching } from '../../kit/db/filtered.ts';
import { live } from '../../kit/db/live.ts';
import { firmName, times } from '../../kit/db/selectors.ts';
import { maskedMchid } from '../mask-mchid.ts';

type Pools = SelectQueryBuilder<DB, 'pool', object>;

/** The pools that filters mean, without columns and order. */
export const matchingPools: Matching<'pool', Partial<InputOf<typeof poolApi.list>>> = matchingBy(
  'pool',
  (db) => live(db, 'pool'),
  { firmId: eq, name: contains, mchConfId: eq, status: eq },
);

/** A sum over the budgets of activities that were given money of a pool. */
const ofBudgets = (row: ExpressionBuilder<DB, 'pool'>, sum: 'remain + reserved' | 'reserved' | 'paid') =>
  row
    .selectFrom('activityBudget')
    .select(sql<number>`coalesce(sum(${sql.raw(sum)}), 0)::bigint`.as('sum'))
    .whereRef('activityBudget.poolId', '=', 'pool.id')
    .$asScalar()
    .$notNull();

/** Enabled, and less is free than somebody wants to be told of. */
export const isLow = sql<boolean>`pool.status = ${sql.lit(Enabled.on)} and pool.balance < pool.warn_amount`;

/** Adds what a row of the list shows, newest first. */
export const asPoolRows = (query: Pools) =>
  query
    .innerJoin('merchant', (join) => join.onRef('merchant.id', '=', 'pool.mchConfId'))
    .select((row) => [
      'pool.id',
      'pool.firmId',
      firmName('pool'),
      'pool.name',
      'pool.mchConfId',
      'merchant.name as mchName',
      maskedMchid('merchant.mchid').as('mchid'),
      'pool.balance',
      ofBudgets(row as never, 'remain + reserved').as('allocated'),
      ofBudgets(row as never, 'reserved').as('reserved'),
      ofBudgets(row as never, 'paid').as('paidTotal'),
      'pool.warnAmount',
      isLow.as('isLow'),
      row
        .selectFrom('fundRequest')
        .select(({ fn }) => fn.countAll<number>().as('n'))
        .whereRef('fundRequest.poolId', '=', 'pool.id')
        .where('fundRequest.status', '=', sql.lit(RequestStatus.waiting))
        .$asScalar()
        .$notNull()
        .as('waitingCount'),
      'pool.status',
      'pool.version',
      ...times('pool'),
    ])
    .orderBy('pool.id');
