import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { Review } from '@zhuiyuan/contract/kit/review';
import { shopApi, type ShopRow } from '@zhuiyuan/contract/parties/shop/shop';
import { shopRefusals } from '@zhuiyuan/contract/parties/shop/shop-refusals';
import { sql } from 'kysely';
import { firmHost } from '../../kit/firm-host.ts';
import { below, mountExporter, offerExport, type Exporter, type FoundBy } from '../../jobs/exporter.ts';
import { mountImporter } from '../../jobs/importer.ts';
import { startImport } from '../../jobs/start-import.ts';
import type { App } from '../../kit/http/app-context.ts';
import { requireFirmId } from '../../kit/operator.ts';
import { findPage } from '../../kit/db/paging.ts';
import { notFound, refuse, refuseOn } from '../../kit/refusal.ts';
import { eachRow } from '../../kit/each-row.ts';
import { changeRow, lockRow, switchRow } from '../../kit/db/rows.ts';
import { serve } from '../../kit/http/serve.ts';
import { regionNames } from '../../settings/region-names.ts';
import { asShopRows, matchingShops, type ShopFilters } from './find-shops.ts';
import { shopImporter } from './shop-import.ts';
import { removeShop } from './remove-shop.ts';
import { insertShop, storedShop, updateShop, shopConstraints } from './shop-writes.ts';
import { shopColumns } from './shop-columns.ts';
import { listedParties } from '../listed-parties.ts';

const exporter: Exporter<ShopRow, ShopFilters, FoundBy<typeof asShopRows>> = {
  biz: 'shop',
  title: '门店列表',
  may: shopApi.export.may,
  columns: shopColumns,
  filters: shopApi.export.input,
  page: (db, filters, after, limit) =>
    asShopRows(matchingShops(db, filters)).where('shop.id', '<', below(after)).limit(limit).execute(),
  complete: listedParties,
};

/** Shops: where goods are sold, each belonging to a dealer. */
export const mountShop = (app: App): void => {
  refuseOn(app, shopConstraints);
  mountImporter(app, shopImporter);
  mountExporter(app, exporter);
  serve(app, shopApi, {
    list: async ({ input, db }) => {
      const page = await findPage(db, input, matchingShops(db, input), asShopRows);
      return { ...page, list: await listedParties(db, page.list) };
    },

    listAll: ({ db }) =>
      db
        .selectFrom('shop')
        .leftJoin('shopAss', (join) =>
          join
            .onRef('shopAss.shopId', '=', 'shop.id')
            .on('shopAss.kind', '=', ShopLinkKind.agent)
            .on('shopAss.unbindAt', 'is', null),
        )
        .select(['shop.id', 'shop.name', 'shopAss.targetId as agentId', 'shop.firmId'])
        .where('shop.isDel', '=', 0)
        .orderBy('shop.id', 'desc')
        .execute(),

    info: async ({ input, db }) => {
      const shop = await asShopRows(matchingShops(db, { ids: [input.id] }))
        .select((row) => [
          'shop.lng',
          'shop.lat',
          'shop.licenseNo',
          'shop.licenseImage',
          'shop.source',
          'shop.auditAt',
          row.fn
            .coalesce(
              row.selectFrom('admin').select('admin.realName').whereRef('admin.id', '=', 'shop.auditBy').$asScalar(),
              sql<string>`''`,
            )
            .as('auditName'),
          'shop.remark',
        ])
        .executeTakeFirst();
      if (!shop) throw notFound();
      const regions = await regionNames(db, [shop.regionCode]);
      return { ...shop, regionName: regions.get(shop.regionCode) ?? '' };
    },

    save: ({ input, db, operator }) =>
      insertShop(db, input, { firmId: requireFirmId(operator, input.firmId), operatorId: operator.id }),

    update: {
      stored: ({ row, db }) => storedShop(db, row),
      change: ({ input: { id, version, ...draft }, db, operator }) => updateShop(db, id, draft, version, operator.id),
    },

    remove: async ({ input, db, operator }) => {
      await removeShop(db, input.id, operator.id);
      return null;
    },

    removeMany: ({ input, db, operator }) => eachRow(input.ids, (id) => removeShop(db, id, operator.id)),

    updateStatus: ({ input, db }) => switchRow(db, 'shop', input),

    review: async ({ input, db, operator }) => {
      const shop = await lockRow(db, 'shop', input.id, ['audit']);
      if (shop.audit !== Review.waiting) throw refuse(shopRefusals.reviewOver);
      await changeRow(db, 'shop', input.id, {
        audit: input.audit,
        auditRemark: input.audit === Review.rejected ? input.remark : '',
        auditBy: operator.id,
        auditAt: sql<string>`now()`,
      });
      return null;
    },

    qrcode: async ({ input, db }) => {
      const shop = await db
        .selectFrom('shop')
        .innerJoin('firm', 'firm.id', 'shop.firmId')
        .select(['shop.id', 'shop.name', 'shop.shopNo', 'firm.name as firmName', 'firm.domain'])
        .where('shop.id', '=', input.id)
        .where('shop.isDel', '=', 0)
        .executeTakeFirst();
      if (!shop) throw notFound();
      const host = firmHost(shop.domain) || app.config.publicUrl;
      return { ...shop, url: `${host}/trace?shop=${shop.id}` };
    },

    import: { before: ({ input, db, operator }) => startImport(app, { db, operator }, 'shop', input) },

    export: ({ input, db, operator }) => offerExport(app, { db, operator }, exporter, input),
  });
};
