import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import type { FieldShopRow, NearShop } from '@zhuiyuan/contract/fieldwork/field-shops';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { Review } from '@zhuiyuan/contract/kit/review';
import { DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { sql } from 'kysely';
import type { Role } from '../account/require-role.ts';
import type { Db } from '../kit/db/database.ts';
import { containing } from '../kit/db/filters.ts';
import { live } from '../kit/db/live.ts';
import { findPage } from '../kit/db/paging.ts';
import { presentLinks } from '../parties/present-links.ts';
import { regionNames } from '../settings/region-names.ts';

/** Shops that belong to a dealer, or that a salesman looks after. */
export const shopsOf = (db: Db, role: Role) =>
  live(db, 'shop').where(
    'shop.id',
    'in',
    presentLinks(role.kind === RoleKind.agent ? ShopLinkKind.agent : ShopLinkKind.salesman)
      .where('shopAss.targetId', '=', role.id)
      .select('shopAss.shopId'),
  );

/** When a shop was last sent goods that were not taken back: by the dealer himself, or for a salesman by anybody. */
const lastSupplyAt = ({ kind, id }: Role) => sql<string | null>`(
    select max(deliver.ship_at) from deliver
    where deliver.firm_id = shop.firm_id and deliver.to_kind = ${sql.lit(Holder.shop)} and deliver.to_id = shop.id
      and deliver.status <> ${sql.lit(DeliverStatus.cancelled)}
      and (${kind === RoleKind.salesman} or deliver.from_kind = ${sql.lit(Holder.agent)} and deliver.from_id = ${id}))`;

/** How many shops a role has, how many of them wait for review, and how many were sent goods this week. */
export const countShops = async (db: Db, role: Role) => {
  const counts = await shopsOf(db, role)
    .select([
      sql<number>`count(*)::int`.as('count'),
      sql<number>`(count(*) filter (where shop.audit = ${sql.lit(Review.waiting)}))::int`.as('waiting'),
      sql<number>`(count(*) filter (where ${lastSupplyAt(role)} >= date_trunc('week', now())))::int`.as(
        'suppliedThisWeek',
      ),
    ])
    .executeTakeFirstOrThrow();
  return counts;
};

/** The shops of a dealer or salesman, by name. */
export const readShops = async (
  db: Db,
  role: Role,
  { keywords, ...input }: { keywords?: string; page: number; limit: number },
) => {
  const shops = shopsOf(db, role);
  const matching = keywords
    ? shops.where((row) =>
        row.or(
          (['shop.name', 'shop.shopNo', 'shop.phone'] as const).map((column) =>
            row(column, 'ilike', containing(keywords)),
          ),
        ),
      )
    : shops;
  const page = await findPage(db, input, matching, (query) =>
    query
      .select((row) => [
        'shop.id',
        'shop.shopNo',
        'shop.name',
        'shop.doorImage',
        'shop.contact',
        'shop.phone',
        'shop.regionCode',
        'shop.address',
        'shop.audit',
        'shop.auditRemark',
        'shop.status',
        row.fn
          .coalesce(
            presentLinks(ShopLinkKind.agent)
              .innerJoin('agent', (join) => join.onRef('agent.id', '=', 'shopAss.targetId'))
              .where('shopAss.shopId', '=', sql.ref<number>('shop.id'))
              .select('agent.name')
              .limit(1)
              .$asScalar(),
            sql<string>`''`,
          )
          .as('agentName'),
        sql<string | null>`to_char(${lastSupplyAt(role)}, 'YYYY-MM-DD HH24:MI:SS')`.as('lastSupplyAt'),
      ])
      .orderBy('shop.name')
      .orderBy('shop.id'),
  );
  const names = await regionNames(
    db,
    page.list.map(({ regionCode }) => regionCode),
  );
  const list = page.list.map(({ regionCode, ...row }) => ({ ...row, regionName: names.get(regionCode) ?? '' }));
  return { ...page, list: list as FieldShopRow[] };
};

/** How far around somebody shops are offered. */
const nearMetres = 500;
const metresOfDegree = 111_195;

/** Shops of the firm within 500 metres of a place, the nearest first, ten at most. */
export const findNearShops = async (
  db: Db,
  firmId: number,
  { lng, lat }: { lng: number; lat: number },
): Promise<NearShop[]> => {
  const north = nearMetres / metresOfDegree;
  const east = north / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  const { rows } = await sql<NearShop>`
    select near.id, near.name, near.address, round(near.metres)::int as metres, coalesce((
      select agent.name from shop_ass join agent on agent.id = shop_ass.target_id and agent.firm_id = ${firmId}
      where shop_ass.firm_id = ${firmId} and shop_ass.shop_id = near.id and shop_ass.kind = ${sql.lit(ShopLinkKind.agent)} and shop_ass.unbind_at is null
    ), '') as agent_name
    from (
      select id, name, address, 2 * 6371000 * asin(least(1, sqrt(
        power(sin(radians(lat - ${lat}) / 2), 2) + cos(radians(${lat})) * cos(radians(lat)) * power(sin(radians(lng - ${lng}) / 2), 2)))) as metres
      from shop
      where firm_id = ${firmId} and is_del = 0 and status = ${sql.lit(Enabled.on)}
        and lat between ${lat - north}::float8 and ${lat + north}::float8 and lng between ${lng - east}::float8 and ${lng + east}::float8
    ) near
    where near.metres <= ${nearMetres}
    order by near.metres limit 10`.execute(db);
  return rows;
};
