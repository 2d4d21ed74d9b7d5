import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { isBound } from '../../account/is-bound.ts';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { Review } from '@zhuiyuan/contract/kit/review';
import type { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import { by, among, at, contains, eq, within, when, matchingBy, type Matching } from '../../kit/db/filtered.ts';
import type { Owned } from '../../kit/owned-by.ts';
import { live } from '../../kit/db/live.ts';
import { firmName, staffName, times } from '../../kit/db/selectors.ts';
import type { Db } from '../../kit/db/database.ts';
import { notFound } from '../../kit/refusal.ts';
import { regionNames } from '../../settings/region-names.ts';
import { agentSubtree, subtreeGiven } from '../agent-subtree.ts';
import { presentLinks } from '../present-links.ts';
import { withinRegion } from '../within-region.ts';
import { boundActs, dedBalance, verCount } from './shop-figures.ts';

export type ShopFilters = Owned<Omit<InputOf<typeof shopApi.list>, 'page' | 'limit'>> & { ids?: number[] };

type Shops = SelectQueryBuilder<DB, 'shop', object>;

const itself = (id: number) => [id] as const;

/** The shops a list or an export is about. An agent or region finds everything below it. */
export const matchingShops: Matching<'shop', ShopFilters> = matchingBy('shop', (db) => live(db, 'shop'), {
  ids: at(among, 'id'),
  firmId: eq,
  keywords: at(contains, 'name', 'shopNo', 'phone'),
  agentId: by(subtreeGiven, (row, ...given) =>
    row('shop.id', 'in', linkedTo(ShopLinkKind.agent).where('targetId', 'in', agentSubtree(...given))),
  ),
  salesmanId: by(itself, (row, id) => row('shop.id', 'in', linkedTo(ShopLinkKind.salesman).where('targetId', '=', id))),
  channelId: by(itself, (row, id) => row('shop.id', 'in', linkedTo(ShopLinkKind.channel).where('targetId', '=', id))),
  shopType: eq,
  grade: eq,
  regionCode: by(
    (code: string) => [withinRegion(code)],
    (row, pattern) => row('shop.regionCode', 'like', pattern),
  ),
  audit: eq,
  status: eq,
  dateLimit: at(within, 'createdAt'),
  mine: at(eq, 'createdBy'),
  waiting: when((row) => row('shop.audit', '=', sql.lit(Review.waiting))),
});

const linkedTo = (kind: ShopLinkKind) => presentLinks(kind).select('shopAss.shopId');

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
      firmName('shop'),
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
      boundActs.as('actCount'),
      verCount.as('verCnt'),
      dedBalance.as('dedBalance'),
      'shop.audit',
      'shop.auditRemark',
      'shop.status',
      'shop.lastActiveAt',
      isBound(RoleKind.shop, 'shop').as('isBound'),
      'shop.version',
      ...times('shop'),
    ])
    .orderBy('shop.id', 'desc');

/** A shop in full, its phone whole; 404 where there is none. */
export const readShop = async (db: Db, id: number) => {
  const shop = await asShopRows(matchingShops(db, { ids: [id] }))
    .select([
      'shop.lng',
      'shop.lat',
      'shop.licenseNo',
      'shop.licenseImage',
      sql<string | null>`nullif(shop.pay_channel, '')`.as('payChannel'),
      'shop.payAccount',
      'shop.payName',
      'shop.source',
      'shop.auditAt',
      staffName('shop.auditBy').as('auditName'),
      'shop.remark',
    ])
    .executeTakeFirst();
  if (!shop) throw notFound();
  const regions = await regionNames(db, [shop.regionCode]);
  return { ...shop, regionName: regions.get(shop.regionCode) ?? '' };
};
