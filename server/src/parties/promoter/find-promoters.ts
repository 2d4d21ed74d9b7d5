import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import type { promoterApi } from '@zhuiyuan/contract/parties/promoter/promoter';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { containing, within } from '../../kit/db/filters.ts';
import { agentSubtree } from '../agent-subtree.ts';

export type PromoterFilters = Omit<InputOf<typeof promoterApi.list>, 'page' | 'limit'> & { ids?: number[] };

type Promoters = SelectQueryBuilder<DB, 'spread', object>;

/** The promoters a list or an export is about, without columns and order. */
export const matchingPromoters = (db: Db, filters: PromoterFilters): Promoters => {
  let query = db.selectFrom('spread').where('spread.isDel', '=', 0);
  if (filters.ids) query = query.where('spread.id', 'in', filters.ids);
  if (filters.firmId) query = query.where('spread.firmId', '=', filters.firmId);
  if (filters.agentId) query = query.where('spread.agentId', 'in', agentSubtree(filters.agentId));
  if (filters.shopId) query = query.where('spread.shopId', '=', filters.shopId);
  if (filters.status !== undefined) query = query.where('spread.status', '=', filters.status);
  if (filters.keywords) {
    const pattern = containing(filters.keywords);
    query = query.where((row) =>
      row.or([
        row('spread.name', 'ilike', pattern),
        row('spread.phone', 'like', pattern),
        row('spread.spreadNo', 'ilike', pattern),
      ]),
    );
  }
  return query.where(within('spread.createdAt', filters.dateLimit));
};

/** Adds what a row of the list shows, newest first; the phone is whole here. */
export const asPromoterRows = (query: Promoters) =>
  query
    .leftJoin('spread as above', 'above.id', 'spread.pid')
    .leftJoin('agent', 'agent.id', 'spread.agentId')
    .leftJoin('shop', 'shop.id', 'spread.shopId')
    .select((row) => [
      'spread.id',
      'spread.firmId',
      row
        .selectFrom('firm')
        .select('firm.name')
        .whereRef('firm.id', '=', 'spread.firmId')
        .$asScalar()
        .$notNull()
        .as('firmName'),
      'spread.avatar',
      'spread.name',
      'spread.spreadNo',
      'spread.phone',
      'spread.pid',
      row.fn.coalesce('above.name', sql<string>`''`).as('parentName'),
      'spread.agentId',
      row.fn.coalesce('agent.name', sql<string>`''`).as('agentName'),
      'spread.shopId',
      row.fn.coalesce('shop.name', sql<string>`''`).as('shopName'),
      'spread.rateBp',
      'spread.scanCnt',
      'spread.userCnt',
      'spread.orderCnt',
      'spread.rewardAmount',
      'spread.remark',
      'spread.status',
      'spread.version',
      'spread.createdAt as createTime',
      'spread.updatedAt as updateTime',
    ])
    .orderBy('spread.id', 'desc');
