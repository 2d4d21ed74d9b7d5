import type { poolApi } from '@zhuiyuan/contract/fund/pool/pool';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import type { SelectQueryBuilder } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import { at, eq, matchingBy, within, type Matching } from '../../kit/db/filtered.ts';
import { firmName, staffName } from '../../kit/db/selectors.ts';

/** The recharges and adjustments that filters mean, without columns and order. */
export const matchingRequests: Matching<'fundRequest', Partial<InputOf<typeof poolApi.requests>>> = matchingBy(
  'fundRequest',
  (db) => db.selectFrom('fundRequest'),
  { firmId: eq, poolId: eq, kind: eq, status: eq, dateLimit: at(within, 'createdAt') },
);

/** Adds what a row of the list shows, newest first. */
export const asRequestRows = (query: SelectQueryBuilder<DB, 'fundRequest', object>) =>
  query
    .innerJoin('pool', (join) => join.onRef('pool.id', '=', 'fundRequest.poolId'))
    .select([
      'fundRequest.id',
      'fundRequest.firmId',
      firmName('fundRequest'),
      'fundRequest.poolId',
      'pool.name as poolName',
      'fundRequest.kind',
      'fundRequest.amount',
      'fundRequest.vouchers',
      'fundRequest.remark',
      'fundRequest.status',
      'fundRequest.createdBy',
      staffName('fundRequest.createdBy').as('operatorName'),
      'fundRequest.createdAt as createTime',
      staffName('fundRequest.reviewedBy').as('reviewerName'),
      'fundRequest.reviewedAt',
      'fundRequest.reviewRemark',
    ])
    .orderBy('fundRequest.id', 'desc');
