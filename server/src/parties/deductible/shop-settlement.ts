import { exportRefusals } from '@zhuiyuan/contract/kit/export';
import { shopSettlementApi, type ShopDeductibleRow } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import { computedRows, mountExporter, offerExport, type Exporter } from '../../jobs/exporter.ts';
import { fenToYuan } from '@zhuiyuan/contract/kit/decimal';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { DedKind, DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { expressionBuilder, sql } from 'kysely';
import type { DB } from '../../kit/db/database-types.gen.ts';
import type { Db } from '../../kit/db/database.ts';
import { at, contains, eq, filtered, within } from '../../kit/db/filtered.ts';
import { firmName } from '../../kit/db/selectors.ts';
import { agentSubtree, subtreeGiven } from '../agent-subtree.ts';
import { presentLinks } from '../present-links.ts';
import type { App } from '../../kit/http/app-context.ts';
import { findComputedPage } from '../../kit/db/paging.ts';
import { notFound, refuse } from '../../kit/refusal.ts';
import { serve } from '../../kit/http/serve.ts';
import { clearShop } from './clear-shop.ts';

type Input<K extends 'dedList' | 'verifyList'> = Omit<InputOf<(typeof shopSettlementApi)[K]>, 'page' | 'limit'>;
type DedFilters = Input<'dedList'>;

const emptyPage = ({ page, limit }: { page: number; limit: number }) => ({
  list: [],
  total: 0,
  page,
  limit,
  totalPage: 0,
});

/** What shops verified and are owed. Verifications and activities belong to draws: without draws there are none. */
export const mountShopSettlement = (app: App): void => {
  mountExporter(app, exporter);
  serve(app, shopSettlementApi, {
    verifyList: async ({ input, db }) => {
      const matching = matchingVerified(db, input);
      const [page, sum] = await Promise.all([
        findComputedPage(db, input, matching, asVerifiedRows),
        sumVerified(matching),
      ]);
      return { ...page, sum };
    },

    verLogList: ({ input }) => ({ ...emptyPage(input), sum: { dedAmount: 0 } }),

    verLogExport: () => {
      throw refuse(exportRefusals.nothing);
    },

    clear: ({ input, db, operator }) => clearShop(db, input, operator.id),

    dedList: async ({ input, db }) => {
      const matching = matchingDeductible(db, input);
      const [page, sum] = await Promise.all([
        findComputedPage(db, input, matching, asDeductibleRows),
        sumDeductible(matching),
      ]);
      return { ...page, sum };
    },

    dedExport: ({ input, db, operator }) => offerExport(app, { db, operator }, exporter, input),

    bindActList: ({ input }) => emptyPage(input),

    bindActRemove: () => {
      throw notFound();
    },
  });
};

/** Ids of the shops that belong to an agent or to somebody below him now, as a subquery. */
const shopsBelow = (agentId: number) =>
  presentLinks(ShopLinkKind.agent)
    .select('shopAss.shopId')
    .where('shopAss.targetId', 'in', agentSubtree(...subtreeGiven(agentId)));

/** The name of the agent a shop belongs to now. */
const agentName = sql<string>`coalesce((${presentLinks(ShopLinkKind.agent)
  .innerJoin('agent', 'agent.id', 'shopAss.targetId')
  .select('agent.name')
  .where('shopAss.shopId', '=', sql.ref<number>('shop.id'))}), '')`.as('agentName');

/** Shops with a deductible, with the sums of what they are owed by every agent they ever had. */
const matchingDeductible = (db: Db, filters: DedFilters) => {
  const accounts = db
    .selectFrom('dedAccount')
    .where('ownerKind', '=', DeductibleOwner.shop)
    .select([
      'ownerId as shopId',
      sql<number>`sum(balance)::bigint`.as('balance'),
      sql<number>`sum(total_in)::bigint`.as('totalIn'),
      sql<number>`sum(total_out)::bigint`.as('totalOut'),
      sql<number>`sum(qty_in)::bigint`.as('qty'),
    ])
    .groupBy('ownerId');
  const owed = db.selectFrom(accounts.as('owed')).innerJoin('shop', 'shop.id', 'owed.shopId');
  return filtered(owed, 'shop', filters, {
    firmId: (id, row) => row('shop.firmId', '=', id),
    agentId: (id, row) => row('shop.id', 'in', shopsBelow(id)),
    shopId: (id, row) => row('shop.id', '=', id),
    minAmount: (fen, row) => row('owed.balance', '>=', fen),
  });
};

const asDeductibleRows = (query: ReturnType<typeof matchingDeductible>) =>
  query
    .select((row) => [
      'owed.shopId',
      'shop.firmId',
      firmName('shop'),
      'shop.name as shopName',
      agentName,
      'owed.balance',
      'owed.totalIn',
      'owed.totalOut',
      'owed.qty',
      row
        .selectFrom('dedLog')
        .select(sql<string | null>`max(at)`.as('at'))
        .where('ownerKind', '=', DeductibleOwner.shop)
        .whereRef('ownerId', '=', 'owed.shopId')
        .as('lastAt'),
    ])
    .orderBy('owed.balance', 'desc')
    .orderBy('owed.shopId', 'desc');

/** What all shops of a deductible list are owed together. */
const sumDeductible = (query: ReturnType<typeof matchingDeductible>) =>
  query
    .select([
      sql<number>`coalesce(sum(owed.total_in), 0)::bigint`.as('totalIn'),
      sql<number>`coalesce(sum(owed.total_out), 0)::bigint`.as('totalOut'),
      sql<number>`coalesce(sum(owed.balance), 0)::bigint`.as('balance'),
    ])
    .executeTakeFirstOrThrow();

/** Shops with verifications within the filters, counted from the entries that credit them. */
const matchingVerified = (db: Db, { activityId, dateLimit, ...filters }: Input<'verifyList'>) => {
  const credited = db
    .selectFrom('dedLog')
    .where('ownerKind', '=', DeductibleOwner.shop)
    .where('kind', 'in', [DedKind.verify, DedKind.reverse]);
  const entries = filtered(
    credited,
    'dedLog',
    { activityId, dateLimit },
    { activityId: eq, dateLimit: at(within, 'at') },
  )
    .select([
      'ownerId as shopId',
      sql<number>`count(*) filter (where kind = ${sql.lit(DedKind.verify)})`.as('verCnt'),
      sql<number>`coalesce(sum(amount) filter (where kind = ${sql.lit(DedKind.verify)}), 0)::bigint`.as('verAmount'),
      sql<number>`count(*) filter (where kind = ${sql.lit(DedKind.verify)} and at >= current_date)`.as('todayCount'),
      sql<number>`count(*) filter (where kind = ${sql.lit(DedKind.reverse)})`.as('reversedCount'),
      sql<string | null>`max(at) filter (where kind = ${sql.lit(DedKind.verify)})`.as('lastVerAt'),
    ])
    .groupBy('ownerId');
  const done = db.selectFrom(entries.as('done')).innerJoin('shop', 'shop.id', 'done.shopId');
  return filtered(done, 'shop', filters, {
    firmId: (id, row) => row('shop.firmId', '=', id),
    agentId: (id, row) => row('shop.id', 'in', shopsBelow(id)),
    keywords: (words, row) =>
      row.or(['shop.name', 'shop.shopNo'].map((column) => contains.holds(column, ...contains.given(words)!))),
  });
};

/** What a shop is owed now. */
const unsettled = sql<number>`coalesce((${expressionBuilder<DB>()
  .selectFrom('dedAccount')
  .select(sql`sum(balance)::bigint`.as('sum'))
  .where('ownerKind', '=', DeductibleOwner.shop)
  .where('ownerId', '=', sql.ref<number>('done.shopId'))}), 0)`;

const asVerifiedRows = (query: ReturnType<typeof matchingVerified>) =>
  query
    .select([
      'done.shopId',
      'shop.firmId',
      firmName('shop'),
      'shop.name as shopName',
      agentName,
      'done.verCnt',
      'done.verAmount',
      'done.todayCount',
      'done.reversedCount',
      unsettled.as('unsettledAmount'),
      'done.lastVerAt',
    ])
    .orderBy('done.lastVerAt', 'desc')
    .orderBy('done.shopId', 'desc');

const sumVerified = (query: ReturnType<typeof matchingVerified>) =>
  query
    .select([
      sql<number>`coalesce(sum(done.ver_cnt), 0)::bigint`.as('verCnt'),
      sql<number>`coalesce(sum(done.ver_amount), 0)::bigint`.as('verAmount'),
      sql<number>`coalesce(sum(${unsettled}), 0)::bigint`.as('unsettledAmount'),
    ])
    .executeTakeFirstOrThrow();

const exporter: Exporter<ShopDeductibleRow, DedFilters> = {
  biz: 'shopDed',
  title: '门店抵扣',
  may: shopSettlementApi.dedExport.may,
  columns: [
    { title: '门店', width: 36, cell: (row) => row.shopName },
    { title: '经销商', width: 30, cell: (row) => row.agentName },
    { title: '当前余额（元）', cell: (row) => fenToYuan(row.balance) },
    { title: '累计产生（元）', cell: (row) => fenToYuan(row.totalIn) },
    { title: '累计清零（元）', cell: (row) => fenToYuan(row.totalOut) },
    { title: '核销件数', cell: (row) => row.qty },
    { title: '最近变动', width: 20, cell: (row) => row.lastAt },
    { title: '所属企业', width: 36, cell: (row) => row.firmName },
  ],
  filters: shopSettlementApi.dedExport.input,
  page: (db, filters, after, limit) =>
    asDeductibleRows(matchingDeductible(db, filters))
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(owed.balance, owed.shop_id) < (${after!.balance}, ${after!.shopId})`),
      )
      .limit(limit)
      .execute(),
  pageRows: computedRows,
};
