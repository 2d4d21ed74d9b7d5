import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { Audience } from '@zhuiyuan/contract/campaign/campaign-states';
import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { readDateLimit } from '@zhuiyuan/contract/kit/date-limit';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { RewardStatus } from '@zhuiyuan/contract/parties/deductible/shop-reward';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import type { storeApi, StoreRow } from '@zhuiyuan/contract/settlement/store/store';
import { sql, type RawBuilder, type SelectQueryBuilder } from 'kysely';
import { isBound } from '../../account/is-bound.ts';
import type { DB } from '../../kit/db/database-types.gen.ts';
import { among, at, by, contains, eq, matchingBy, type Matching } from '../../kit/db/filtered.ts';
import { live } from '../../kit/db/live.ts';
import { firmName, times } from '../../kit/db/selectors.ts';
import { agentSubtree, subtreeGiven } from '../../parties/agent-subtree.ts';
import { presentLinks } from '../../parties/present-links.ts';
import { boundActs, dedBalance, verCount } from '../../parties/shop/shop-figures.ts';
import { withinRegion } from '../../parties/within-region.ts';

const { lit } = sql;

export type StoreFilters = Omit<InputOf<typeof storeApi.list>, 'page' | 'limit'> & { ids?: number[] | undefined };

const itself = (id: number) => [id] as const;
const linked = (kind: ShopLinkKind) => presentLinks(kind).select('shopAss.shopId');

/** Shops that signed for goods, handed a prize out, or opened a box in a time. */
export const activeShops = (from: RawBuilder<unknown>, to: RawBuilder<unknown> = sql`is not null`) => sql`
  select deliver.to_id from deliver where deliver.firm_id = shop.firm_id and deliver.to_kind = ${lit(Holder.shop)} and deliver.to_id = shop.id
    and deliver.sign_at ${from} and deliver.sign_at ${to}
  union all
  select prize_ver.shop_id from prize_ver where prize_ver.firm_id = shop.firm_id and prize_ver.shop_id = shop.id
    and prize_ver.ver_at ${from} and prize_ver.ver_at ${to}
  union all
  select draw.shop_id from draw where draw.firm_id = shop.firm_id and draw.shop_id = shop.id and draw.audience = ${lit(Audience.shop)}
    and draw.drawn_at ${from} and draw.drawn_at ${to}`;

/** When a shop last signed for goods, handed a prize out, or opened a box. */
const lastActiveAt = sql<string | null>`greatest(
  (select max(deliver.sign_at) from deliver where deliver.firm_id = shop.firm_id and deliver.to_kind = ${lit(Holder.shop)} and deliver.to_id = shop.id),
  (select max(prize_ver.ver_at) from prize_ver where prize_ver.firm_id = shop.firm_id and prize_ver.shop_id = shop.id),
  (select max(draw.drawn_at) from draw where draw.firm_id = shop.firm_id and draw.shop_id = shop.id and draw.audience = ${lit(Audience.shop)}))`;

/** The shops that filters mean, without columns and order. */
export const matchingStores: Matching<'shop', StoreFilters> = matchingBy('shop', (db) => live(db, 'shop'), {
  ids: at(among, 'id'),
  firmId: eq,
  keywords: at(contains, 'name', 'shopNo', 'phone'),
  agentId: by(subtreeGiven, (row, ...given) =>
    row('shop.id', 'in', linked(ShopLinkKind.agent).where('targetId', 'in', agentSubtree(...given))),
  ),
  salesmanId: by(itself, (row, id) => row('shop.id', 'in', linked(ShopLinkKind.salesman).where('targetId', '=', id))),
  regionCode: by(
    (code: string) => [withinRegion(code)],
    (row, pattern) => row('shop.regionCode', 'like', pattern),
  ),
  audit: eq,
  status: eq,
  activityId: by(itself, (row, id) =>
    row('shop.id', 'in', row.selectFrom('bindAct').select('bindAct.shopId').where('bindAct.activityId', '=', id)),
  ),
  dateLimit: by(
    (limit: string) => {
      const range = readDateLimit(limit);
      return range ? ([range.start, range.end] as const) : undefined;
    },
    (_row, start, end) =>
      sql<boolean>`shop.id in (${activeShops(sql`>= ${start}::timestamptz`, sql`< ${end}::timestamptz + interval '1 second'`)})`,
  ),
});

/** Boxes a shop opened. */
export const unpackCnt = sql<number>`(
  select count(*)::int from draw where draw.firm_id = shop.firm_id and draw.shop_id = shop.id and draw.audience = ${lit(Audience.shop)})`.as(
  'unpackCnt',
);

/** Rewards of a shop that no remittance has paid, fen. */
export const rewardWait = sql<number>`(
  select coalesce(sum(w.amount), 0)::bigint from shop_reward w
  where w.firm_id = shop.firm_id and w.shop_id = shop.id and w.status = ${lit(RewardStatus.open)})`.as('rewardWait');

const nameOf = (kind: ShopLinkKind, table: 'agent' | 'salesman', column: string) => sql<string>`coalesce((
  select of.${sql.id(column)} from shop_ass join ${sql.id(table)} of on of.id = shop_ass.target_id and of.firm_id = shop.firm_id
  where shop_ass.firm_id = shop.firm_id and shop_ass.shop_id = shop.id and shop_ass.kind = ${lit(kind)} and shop_ass.unbind_at is null), '')`;

/** Adds what a row shows, newest first; phone and region are as they are stored. */
export const asStoreRows = (query: SelectQueryBuilder<DB, 'shop', object>) =>
  query
    .select([
      'shop.id',
      'shop.firmId',
      firmName('shop'),
      'shop.shopNo',
      'shop.name',
      'shop.doorImage',
      'shop.contact',
      'shop.phone',
      'shop.regionCode',
      'shop.address',
      nameOf(ShopLinkKind.agent, 'agent', 'name').as('agentName'),
      nameOf(ShopLinkKind.salesman, 'salesman', 'pic_name').as('picName'),
      boundActs.as('bindActs'),
      verCount.as('verCnt'),
      unpackCnt,
      rewardWait,
      dedBalance.as('ductBalance'),
      'shop.payChannel',
      sql<StoreRow['audit']>`shop.audit`.as('audit'),
      sql<StoreRow['status']>`shop.status`.as('status'),
      lastActiveAt.as('lastActiveAt'),
      isBound(RoleKind.shop, 'shop').as('isBound'),
      'shop.version',
      ...times('shop'),
    ])
    .orderBy('shop.id', 'desc');
