import { DeductibleOwner, DedKind } from '@zhuiyuan/contract/parties/deductible/deductible';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import type { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { containing, within } from '../../kit/db/filters.ts';
import { agentSubtree } from '../agent-subtree.ts';

export type ShopFilters = Omit<InputOf<typeof shopApi.list>, 'page' | 'limit'> & { ids?: number[] };

type Shops = SelectQueryBuilder<DB, 'shop', object>;

/** The shops a list or an export is about, without columns and order. A dealer or region finds everything below it. */
export const matchingShops = (db: Db, filters: ShopFilters): Shops => {
  let query = db.selectFrom('shop').where('shop.isDel', '=', 0);
  const { ids, firmId, agentId, salesmanId, channelId } = filters;
  if (ids) query = query.where('shop.id', 'in', ids);
  if (firmId) query = query.where('shop.firmId', '=', firmId);
  if (agentId)
    query = query.where('shop.id', 'in', (row) =>
      row
        .selectFrom('shopAss')
        .select('shopAss.shopId')
        .where('shopAss.kind', '=', ShopLinkKind.agent)
        .where('shopAss.unbindAt', 'is', null)
        .where('shopAss.targetId', 'in', agentSubtree(agentId)),
    );
  for (const [kind, targetId] of [
    [2, salesmanId],
    [3, channelId],
  ] as const)
    if (targetId)
      query = query.where('shop.id', 'in', (row) =>
        row
          .selectFrom('shopAss')
          .select('shopAss.shopId')
          .where('shopAss.kind', '=', kind)
          .where('shopAss.unbindAt', 'is', null)
          .where('shopAss.targetId', '=', targetId),
      );
  if (filters.shopType !== undefined) query = query.where('shop.shopType', '=', filters.shopType);
  if (filters.grade) query = query.where('shop.grade', '=', filters.grade);
  if (filters.audit !== undefined) query = query.where('shop.audit', '=', filters.audit);
  if (filters.status !== undefined) query = query.where('shop.status', '=', filters.status);
  if (filters.regionCode)
    query = query.where('shop.regionCode', 'like', `${filters.regionCode.replace(/(?:00){1,2}$/, '')}%`);
  if (filters.keywords) {
    const pattern = containing(filters.keywords);
    query = query.where((row) =>
      row.or([
        row('shop.name', 'ilike', pattern),
        row('shop.shopNo', 'ilike', pattern),
        row('shop.phone', 'like', pattern),
      ]),
    );
  }
  return query.where(within('shop.createdAt', filters.dateLimit));
};

/** Adds whom each shop belongs to now, as `ofAgent`, `ofSalesman` and `ofChannel` with their names. */
const withLinks = (query: Shops) =>
  query
    .leftJoin('shopAss as ofAgent', (join) =>
      join
        .onRef('ofAgent.shopId', '=', 'shop.id')
        .on('ofAgent.kind', '=', ShopLinkKind.agent)
        .on('ofAgent.unbindAt', 'is', null),
    )
    .leftJoin('agent', 'agent.id', 'ofAgent.targetId')
    .leftJoin('shopAss as ofSalesman', (join) =>
      join
        .onRef('ofSalesman.shopId', '=', 'shop.id')
        .on('ofSalesman.kind', '=', ShopLinkKind.salesman)
        .on('ofSalesman.unbindAt', 'is', null),
    )
    .leftJoin('salesman', 'salesman.id', 'ofSalesman.targetId')
    .leftJoin('shopAss as ofChannel', (join) =>
      join
        .onRef('ofChannel.shopId', '=', 'shop.id')
        .on('ofChannel.kind', '=', ShopLinkKind.channel)
        .on('ofChannel.unbindAt', 'is', null),
    )
    .leftJoin('channel', 'channel.id', 'ofChannel.targetId');

/** Adds what a row of the list shows, newest first; the phone is whole here. */
export const asShopRows = (query: Shops) =>
  withLinks(query)
    .select((row) => [
      'shop.id',
      'shop.firmId',
      row
        .selectFrom('firm')
        .select('firm.name')
        .whereRef('firm.id', '=', 'shop.firmId')
        .$asScalar()
        .$notNull()
        .as('firmName'),
      'shop.doorImage',
      'shop.shopNo',
      'shop.name',
      'shop.shopType',
      row.fn.coalesce('shop.grade', sql<string>`''`).as('grade'),
      'ofAgent.targetId as agentId',
      row.fn.coalesce('agent.name', sql<string>`''`).as('agentName'),
      'ofSalesman.targetId as salesmanId',
      row.fn.coalesce('salesman.picName', sql<string>`''`).as('picName'),
      'ofChannel.targetId as channelId',
      row.fn.coalesce('channel.name', sql<string>`''`).as('channelName'),
      'shop.contact',
      'shop.phone',
      'shop.regionCode',
      'shop.address',
      // Activities bind shops once there are any.
      sql<number>`0`.as('actCount'),
      row
        .selectFrom('dedLog')
        .select(sql<number>`count(*)`.as('n'))
        .whereRef('dedLog.shopId', '=', 'shop.id')
        .where('dedLog.ownerKind', '=', DeductibleOwner.shop)
        .where('dedLog.kind', '=', DedKind.verify)
        .$asScalar()
        .$notNull()
        .as('verCnt'),
      row
        .selectFrom('dedAccount')
        .select(sql<number>`coalesce(sum(balance), 0)::bigint`.as('balance'))
        .where('dedAccount.ownerKind', '=', DeductibleOwner.shop)
        .whereRef('dedAccount.ownerId', '=', 'shop.id')
        .$asScalar()
        .$notNull()
        .as('dedBalance'),
      'shop.audit',
      'shop.auditRemark',
      'shop.status',
      'shop.lastActiveAt',
      'shop.version',
      'shop.createdAt as createTime',
      'shop.updatedAt as updateTime',
    ])
    .orderBy('shop.id', 'desc');
