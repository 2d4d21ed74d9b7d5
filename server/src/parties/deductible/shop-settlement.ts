import { shopSettlementApi, type ShopDeductibleRow } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import { computedRows, mountExporter, offerExport, type Exporter } from '../../jobs/exporter.ts';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { filtered } from '../../kit/db/filtered.ts';
import { firmName } from '../../kit/db/selectors.ts';
import { agentOfShop, shopsBelow } from '../shops-below.ts';
import type { App } from '../../kit/http/app-context.ts';
import { findComputedPage } from '../../kit/db/paging.ts';
import { serve } from '../../kit/http/serve.ts';
import { clearShop } from './clear-shop.ts';

type DedFilters = Omit<InputOf<typeof shopSettlementApi.dedList>, 'page' | 'limit'>;

/** What shops are owed, and clearing it. */
export const mountShopSettlement = (app: App): void => {
  mountExporter(app, exporter);
  serve(app, shopSettlementApi, {
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
  });
};

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
      agentOfShop('shop.id').as('agentName'),
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

const exporter: Exporter<ShopDeductibleRow, DedFilters> = {
  biz: 'shopDed',
  title: '门店抵扣',
  may: shopSettlementApi.dedExport.may,
  columns: [
    { title: '门店', width: 36, cell: (row) => row.shopName },
    { title: '经销商', width: 30, cell: (row) => row.agentName },
    { title: '当前余额（元）', fen: true, cell: (row) => row.balance },
    { title: '累计产生（元）', fen: true, cell: (row) => row.totalIn },
    { title: '累计清零（元）', fen: true, cell: (row) => row.totalOut },
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
