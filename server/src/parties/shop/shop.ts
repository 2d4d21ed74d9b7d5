import { RoleKind, toRoleKey } from '@zhuiyuan/contract/account/role-kind';
import { offerBindCode, unbindRole } from '../../account/binding.ts';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { shopApi, type ShopRow } from '@zhuiyuan/contract/parties/shop/shop';
import { z } from 'zod';
import { ownedBy } from '../../kit/owned-by.ts';
import { live } from '../../kit/db/live.ts';
import { below, mountExporter, offerExport, type Exporter, type FoundBy } from '../../jobs/exporter.ts';
import { mountImporter } from '../../jobs/importer.ts';
import { startImport } from '../../jobs/start-import.ts';
import type { App } from '../../kit/http/app-context.ts';
import { requireFirmId } from '../../kit/operator.ts';
import { findPage } from '../../kit/db/paging.ts';
import { pickRows } from '../../kit/db/pick-rows.ts';
import { notFound, refuseOn } from '../../kit/refusal.ts';
import { eachRow } from '../../kit/each-row.ts';
import { lockRow, switchRow } from '../../kit/db/rows.ts';
import { serve } from '../../kit/http/serve.ts';
import { asShopRows, matchingShops, readShop, type ShopFilters } from './find-shops.ts';
import { reviewShop } from './review-shop.ts';
import { shopColumns, shopImporter } from './shop-import.ts';
import { insertShop, removeShop, shopConstraints, storedShop, updateShop } from './shop-writes.ts';
import { listedParties } from '../listed-parties.ts';

/** Shops: where goods are sold, each belonging to an agent. */
export const mountShop = (app: App): void => {
  refuseOn(app, shopConstraints);
  mountImporter(app, shopImporter);
  mountExporter(app, exporter);
  serve(app, shopApi, {
    list: async ({ input, db, operator }) => {
      const page = await findPage(db, input, matchingShops(db, ownedBy(input, operator)), asShopRows);
      return { ...page, list: await listedParties(db, page.list) };
    },

    listAll: ({ input, db }) =>
      pickRows(
        live(db, 'shop')
          .leftJoin('shopAss', (join) =>
            join
              .onRef('shopAss.shopId', '=', 'shop.id')
              .on('shopAss.kind', '=', ShopLinkKind.agent)
              .on('shopAss.unbindAt', 'is', null),
          )
          .select(['shop.id', 'shop.name', 'shopAss.targetId as agentId', 'shop.firmId']),
        { id: 'shop.id', words: ['shop.name', 'shop.shopNo'] },
        input,
      ),

    info: ({ input, db }) => readShop(db, input.id),

    save: ({ input, db, operator }) =>
      insertShop(db, input, {
        firmId: requireFirmId(operator, input.firmId),
        operatorId: operator.id,
        masterKey: app.config.masterKey,
      }),

    update: {
      stored: ({ row, db }) => storedShop(db, row),
      change: ({ input: { id, version, ...draft }, db, operator }) =>
        updateShop(db, id, draft, version, { operatorId: operator.id, masterKey: app.config.masterKey }),
    },

    qrcode: async ({ input, db }) => {
      const shop = await live(db, 'shop')
        .innerJoin('firm', 'firm.id', 'shop.firmId')
        .select(['shop.id', 'shop.name', 'shop.shopNo', 'firm.name as firmName'])
        .where('shop.id', '=', input.id)
        .executeTakeFirst();
      if (!shop) throw notFound();
      const key = toRoleKey({ kind: RoleKind.shop, id: shop.id });
      return { ...shop, url: `${app.config.publicUrl}/r/ship?to=${key}` };
    },

    bindQrcode: async ({ input, db, operator }) => {
      const { firmId } = await lockRow(db, 'shop', input.id, ['firmId']);
      return offerBindCode(db, app.config, { kind: RoleKind.shop, id: input.id, firmId, operatorId: operator.id });
    },

    unbind: async ({ input, db, operator }) => {
      await lockRow(db, 'shop', input.id);
      return unbindRole(db, { kind: RoleKind.shop, id: input.id, operatorId: operator.id });
    },

    remove: async ({ input, db, operator }) => {
      await removeShop(db, input.id, operator.id);
      return null;
    },

    removeMany: ({ input, db, operator }) => eachRow(input.ids, (id) => removeShop(db, id, operator.id)),

    updateStatus: ({ input, db }) => switchRow(db, 'shop', input),

    review: async ({ input, db, operator }) => {
      await reviewShop(db, input, operator.id);
      return null;
    },

    import: { before: ({ input, db, operator }) => startImport(app, { db, operator }, 'shop', input) },

    export: ({ input, db, operator }) => offerExport(app, { db, operator }, exporter, ownedBy(input, operator)),
  });
};

const exporter: Exporter<ShopRow, ShopFilters, FoundBy<typeof asShopRows>> = {
  biz: 'shop',
  title: '门店列表',
  may: shopApi.export.may,
  columns: shopColumns,
  filters: shopApi.export.input.extend({ mine: z.number().optional() }),
  page: (db, filters, after, limit) =>
    asShopRows(matchingShops(db, filters)).where('shop.id', '<', below(after)).limit(limit).execute(),
  complete: listedParties,
};
