import { shopApplyApi, type ApplyRow, type ShopTwin } from '@zhuiyuan/contract/parties/shop/shop-apply';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { at, by, contains, eq, matchingBy, within, type Matching } from '../../kit/db/filtered.ts';
import { live } from '../../kit/db/live.ts';
import { findPage } from '../../kit/db/paging.ts';
import { firmName, staffName } from '../../kit/db/selectors.ts';
import { eachRow } from '../../kit/each-row.ts';
import type { App } from '../../kit/http/app-context.ts';
import { serve } from '../../kit/http/serve.ts';
import { notFound } from '../../kit/refusal.ts';
import { regionNames } from '../../settings/region-names.ts';
import { agentSubtree, subtreeGiven } from '../agent-subtree.ts';
import { listedParties } from '../listed-parties.ts';
import { presentLinks } from '../present-links.ts';
import { withinRegion } from '../within-region.ts';
import { reviewShop } from './review-shop.ts';

type Filters = Omit<InputOf<typeof shopApplyApi.list>, 'page' | 'limit'> & { id?: number };

/** 门店审核: shops as they wait to be passed, and what came of it. */
export const mountShopApply = (app: App): void => {
  serve(app, shopApplyApi, {
    list: async ({ input, db }) => {
      const page = await findPage(db, input, matching(db, input), asRows);
      return { ...page, list: await listedParties(db, page.list) };
    },

    counts: ({ input, db }) =>
      matching(db, input)
        .select((row) => [sql<ApplyRow['audit']>`shop.audit`.as('audit'), row.fn.countAll<number>().as('count')])
        .groupBy('shop.audit')
        .execute(),

    info: async ({ input, db }) => {
      const shop = await asRows(matching(db, { id: input.id }))
        .select(['shop.shopType', 'shop.lng', 'shop.lat', 'shop.remark', nameOf(ShopLinkKind.salesman).as('picName')])
        .executeTakeFirst();
      if (!shop) throw notFound();
      const regions = await regionNames(db, [shop.regionCode]);
      return { ...shop, regionName: regions.get(shop.regionCode) ?? '', twins: await findTwins(db, shop) };
    },

    audit: ({ input: { ids, ...review }, db, operator }) =>
      eachRow(
        ids.toSorted((one, other) => one - other),
        (id) => reviewShop(db, { id, ...review }, operator.id),
      ),
  });
};

const matching: Matching<'shop', Filters> = matchingBy('shop', (db) => live(db, 'shop'), {
  id: eq,
  firmId: eq,
  keywords: at(contains, 'name', 'shopNo', 'phone'),
  agentId: by(subtreeGiven, (row, ...given) =>
    row(
      'shop.id',
      'in',
      presentLinks(ShopLinkKind.agent)
        .where('targetId', 'in', agentSubtree(...given))
        .select('shopAss.shopId'),
    ),
  ),
  regionCode: by(
    (code: string) => [withinRegion(code)],
    (row, pattern) => row('shop.regionCode', 'like', pattern),
  ),
  audit: eq,
  dateLimit: at(within, 'submittedAt'),
});

/** The name of the agent, or of the salesman, that a shop belongs to now; '' without one. */
const nameOf = (kind: typeof ShopLinkKind.agent | typeof ShopLinkKind.salesman) =>
  kind === ShopLinkKind.agent
    ? sql<string>`coalesce((select agent.name from shop_ass join agent on agent.id = shop_ass.target_id and agent.firm_id = shop.firm_id
        where shop_ass.firm_id = shop.firm_id and shop_ass.shop_id = shop.id and shop_ass.kind = ${sql.lit(kind)} and shop_ass.unbind_at is null), '')`
    : sql<string>`coalesce((select salesman.pic_name from shop_ass join salesman on salesman.id = shop_ass.target_id and salesman.firm_id = shop.firm_id
        where shop_ass.firm_id = shop.firm_id and shop_ass.shop_id = shop.id and shop_ass.kind = ${sql.lit(kind)} and shop_ass.unbind_at is null), '')`;

/** Adds what a row shows, what was put forward last first; phone and region are as they are stored. */
const asRows = (query: SelectQueryBuilder<DB, 'shop', object>) =>
  query
    .select([
      'shop.id',
      'shop.firmId',
      firmName('shop'),
      'shop.shopNo',
      'shop.name as shopName',
      sql<string>`coalesce(nullif(${staffName('shop.createdBy')}, ''), nullif(${nameOf(ShopLinkKind.salesman)}, ''), shop.contact)`.as(
        'applicant',
      ),
      sql<ApplyRow['source']>`shop.source`.as('source'),
      'shop.contact',
      'shop.phone',
      nameOf(ShopLinkKind.agent).as('agentName'),
      'shop.regionCode',
      'shop.address',
      'shop.licenseNo',
      'shop.licenseImage',
      'shop.doorImage',
      'shop.submittedAt as submitAt',
      sql<number>`round(extract(epoch from greatest(coalesce(case when shop.audit_at >= shop.submitted_at then shop.audit_at end, now()) - shop.submitted_at, interval '0')) / 3600, 1)::float8`.as(
        'waitHours',
      ),
      sql<ApplyRow['audit']>`shop.audit`.as('audit'),
      staffName('shop.auditBy').as('auditName'),
      'shop.auditAt',
      'shop.auditRemark',
    ])
    .orderBy('shop.submittedAt', 'desc')
    .orderBy('shop.id', 'desc');

/** Shops nearer than this may be the same. */
const nearMetres = 50;
const metresOfDegree = 111_195;

/** Shops of the firm with the same phone or licence, or within fifty metres; the likeliest first, twenty at most. */
const findTwins = async (
  db: Db,
  {
    id,
    firmId,
    phone,
    licenseNo,
    lng,
    lat,
  }: { id: number; firmId: number; phone: string; licenseNo: string; lng: number | null; lat: number | null },
): Promise<ShopTwin[]> => {
  const north = nearMetres / metresOfDegree;
  const east = lat === null ? 0 : north / Math.max(0.01, Math.cos((lat * Math.PI) / 180));
  const near =
    lng === null || lat === null
      ? sql`null::float8`
      : sql`case when shop.lat between ${lat - north}::float8 and ${lat + north}::float8 and shop.lng between ${lng - east}::float8 and ${lng + east}::float8
          then 2 * 6371000 * asin(least(1, sqrt(power(sin(radians(shop.lat - ${lat}::float8) / 2), 2)
            + cos(radians(${lat}::float8)) * cos(radians(shop.lat)) * power(sin(radians(shop.lng - ${lng}::float8) / 2), 2)))) end`;
  const { rows } = await sql<ShopTwin>`
    select id, shop_no, name, address, same_phone, same_license, round(metres)::int as metres, audit, agent_name from (
      select shop.id, shop.shop_no, shop.name, shop.address, shop.audit, shop.phone = ${phone} as same_phone,
        ${licenseNo} <> '' and shop.license_no = ${licenseNo} as same_license, ${near} as metres, ${nameOf(ShopLinkKind.agent)} as agent_name
      from shop where shop.firm_id = ${firmId} and shop.id <> ${id} and shop.is_del = 0
    ) as other
    where same_phone or same_license or metres <= ${nearMetres}
    order by same_license desc, same_phone desc, metres nulls last, id limit 20`.execute(db);
  return rows;
};
