import { RoleKind, toRoleKey } from '@zhuiyuan/contract/account/role-kind';
import { offerBindCode, unbindRole } from '../../account/binding.ts';
import { isBound } from '../../account/is-bound.ts';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { Review } from '@zhuiyuan/contract/kit/review';
import { shopApi, type ShopRow } from '@zhuiyuan/contract/parties/shop/shop';
import { shopRefusals } from '@zhuiyuan/contract/parties/shop/shop-refusals';
import { DedKind, DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { sql, type SelectQueryBuilder } from 'kysely';
import { z } from 'zod';
import type { DB } from '../../kit/db/database-types.gen.ts';
import { by, among, at, contains, eq, within, when, matchingBy, type Matching } from '../../kit/db/filtered.ts';
import { ownedBy, type Owned } from '../../kit/owned-by.ts';
import { live } from '../../kit/db/live.ts';
import { firmName, times } from '../../kit/db/selectors.ts';
import { agentSubtree, subtreeGiven } from '../agent-subtree.ts';
import { presentLinks } from '../present-links.ts';
import { withinRegion } from '../within-region.ts';
import { below, mountExporter, offerExport, type Exporter, type FoundBy } from '../../jobs/exporter.ts';
import { mountImporter } from '../../jobs/importer.ts';
import { startImport } from '../../jobs/start-import.ts';
import type { App } from '../../kit/http/app-context.ts';
import { requireFirmId } from '../../kit/operator.ts';
import { findPage } from '../../kit/db/paging.ts';
import { pickRows } from '../../kit/db/pick-rows.ts';
import { notFound, refuse, refuseOn } from '../../kit/refusal.ts';
import { eachRow } from '../../kit/each-row.ts';
import { changeRow, lockRow, switchRow } from '../../kit/db/rows.ts';
import { serve } from '../../kit/http/serve.ts';
import { regionNames } from '../../settings/region-names.ts';
import { shopColumns, shopImporter } from './shop-import.ts';
import { insertShop, removeShop, shopConstraints, storedShop, updateShop } from './shop-writes.ts';
import { listedParties } from '../listed-parties.ts';

type ShopFilters = Owned<Omit<InputOf<typeof shopApi.list>, 'page' | 'limit'>> & { ids?: number[] };

/** Shops: where goods are sold, each belonging to an agent. */
export const mountShop = (app: App): void => {
  refuseOn(app, shopConstraints);
  mountImporter(app, shopImporter);
  mountExporter(app, exporter);
  serve(app, shopApi, {
    list: async ({ input, db, operator }) => {
      const page = await findPage(db, input, matching(db, ownedBy(input, operator)), asRows);
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

    info: async ({ input, db }) => {
      const shop = await asRows(matching(db, { ids: [input.id] }))
        .select((row) => [
          'shop.lng',
          'shop.lat',
          'shop.licenseNo',
          'shop.licenseImage',
          sql<string | null>`nullif(shop.pay_channel, '')`.as('payChannel'),
          'shop.payAccount',
          'shop.payName',
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

    import: { before: ({ input, db, operator }) => startImport(app, { db, operator }, 'shop', input) },

    export: ({ input, db, operator }) => offerExport(app, { db, operator }, exporter, ownedBy(input, operator)),
  });
};

type Shops = SelectQueryBuilder<DB, 'shop', object>;

const itself = (id: number) => [id] as const;

/** The shops a list or an export is about. An agent or region finds everything below it. */
const matching: Matching<'shop', ShopFilters> = matchingBy('shop', (db) => live(db, 'shop'), {
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
const asRows = (query: Shops) =>
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
      row
        .selectFrom('bindAct')
        .innerJoin('activity', 'activity.id', 'bindAct.activityId')
        .select(sql<number>`count(*)`.as('n'))
        .whereRef('bindAct.shopId', '=', 'shop.id')
        .where('activity.isDel', '=', 0)
        .$asScalar()
        .$notNull()
        .as('actCount'),
      // What was taken back counts no more.
      row
        .selectFrom('dedLog')
        .select(sql<number>`coalesce(sum(qty), 0)`.as('n'))
        .whereRef('dedLog.shopId', '=', 'shop.id')
        .where('dedLog.ownerKind', '=', DeductibleOwner.shop)
        .where('dedLog.kind', 'in', [DedKind.verify, DedKind.reverse])
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
      isBound(RoleKind.shop, 'shop').as('isBound'),
      'shop.version',
      ...times('shop'),
    ])
    .orderBy('shop.id', 'desc');

const exporter: Exporter<ShopRow, ShopFilters, FoundBy<typeof asRows>> = {
  biz: 'shop',
  title: '门店列表',
  may: shopApi.export.may,
  columns: shopColumns,
  filters: shopApi.export.input.extend({ mine: z.number().optional() }),
  page: (db, filters, after, limit) =>
    asRows(matching(db, filters)).where('shop.id', '<', below(after)).limit(limit).execute(),
  complete: listedParties,
};
