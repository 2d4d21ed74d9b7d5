import type { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import type { StockMove } from '@zhuiyuan/contract/campaign/activity/activity-facts';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { at, eq, matchingBy, within, type Matching } from '../../kit/db/filtered.ts';
import { findPage } from '../../kit/db/paging.ts';
import { staffName } from '../../kit/db/selectors.ts';

type Input = InputOf<typeof activityApi.stockMoves>;

const matching: Matching<'stockMove', Omit<Input, 'page' | 'limit' | 'id'> & { activityId: number }> = matchingBy(
  'stockMove',
  (db) => db.selectFrom('stockMove'),
  { activityId: eq, tierId: eq, kind: eq, dateLimit: at(within, 'at') },
);

const asRows = (query: SelectQueryBuilder<DB, 'stockMove', object>) =>
  query
    .innerJoin('tier', 'tier.id', 'stockMove.tierId')
    .select([
      'stockMove.id',
      'stockMove.at',
      'stockMove.tierId',
      'tier.tierName',
      'tier.prizeName',
      sql<StockMove['kind']>`stock_move.kind`.as('kind'),
      'stockMove.delta',
      'stockMove.remark',
      sql<string>`case when stock_move.operator_id is null then '系统' else ${staffName('stockMove.operatorId')} end`.as(
        'operatorName',
      ),
    ])
    .orderBy('stockMove.id', 'desc');

/** A page of how the stock of an activity's tiers changed, newest first. */
export const listStockMoves = (db: Db, { id, page, limit, ...filters }: Input) =>
  findPage(db, { page, limit }, matching(db, { ...filters, activityId: id }), asRows);
