import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { ShopLinkValid, type shopLinkApi } from '@zhuiyuan/contract/parties/shop/shop-link';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';

export type ShopLinkFilters = Omit<InputOf<typeof shopLinkApi.list>, 'page' | 'limit'> & { id?: number };

type ShopLinks = SelectQueryBuilder<DB, 'shopAss', object>;

/** The links a list is about, ended ones included unless the filters say otherwise. */
export const matchingShopLinks = (db: Db, filters: ShopLinkFilters): ShopLinks => {
  let query: ShopLinks = db.selectFrom('shopAss');
  if (filters.id) query = query.where('shopAss.id', '=', filters.id);
  if (filters.firmId) query = query.where('shopAss.firmId', '=', filters.firmId);
  if (filters.kind) query = query.where('shopAss.kind', '=', filters.kind);
  if (filters.targetId) query = query.where('shopAss.targetId', '=', filters.targetId);
  if (filters.shopId) query = query.where('shopAss.shopId', '=', filters.shopId);
  if (filters.valid !== undefined)
    query = query.where('shopAss.unbindAt', filters.valid === ShopLinkValid.current ? 'is' : 'is not', null);
  return query;
};

/** Adds what a row of the list shows, newest first. */
export const asShopLinkRows = (query: ShopLinks) =>
  query
    .innerJoin('shop', 'shop.id', 'shopAss.shopId')
    .leftJoin('agent', (join) =>
      join.onRef('agent.id', '=', 'shopAss.targetId').on('shopAss.kind', '=', ShopLinkKind.agent),
    )
    .leftJoin('salesman', (join) =>
      join.onRef('salesman.id', '=', 'shopAss.targetId').on('shopAss.kind', '=', ShopLinkKind.salesman),
    )
    .leftJoin('channel', (join) =>
      join.onRef('channel.id', '=', 'shopAss.targetId').on('shopAss.kind', '=', ShopLinkKind.channel),
    )
    .select((row) => [
      'shopAss.id',
      'shopAss.firmId',
      row
        .selectFrom('firm')
        .select('firm.name')
        .whereRef('firm.id', '=', 'shopAss.firmId')
        .$asScalar()
        .$notNull()
        .as('firmName'),
      'shopAss.shopId',
      'shop.shopNo',
      'shop.name as shopName',
      'shopAss.kind',
      'shopAss.targetId',
      row.fn.coalesce('agent.name', 'salesman.picName', 'channel.name', sql<string>`''`).as('targetName'),
      'shopAss.bindAt',
      'shopAss.unbindAt',
      'shopAss.bindSource',
      row.fn
        .coalesce(
          row.selectFrom('admin').select('admin.realName').whereRef('admin.id', '=', 'shopAss.createdBy').$asScalar(),
          sql<string>`''`,
        )
        .as('operatorName'),
      'shopAss.reason',
      'shopAss.endReason',
      'shopAss.createdAt as createTime',
      sql<string>`coalesce(shop_ass.unbind_at, shop_ass.created_at)`.as('updateTime'),
    ])
    .orderBy('shopAss.id', 'desc');
