import { exportRefusals } from '@zhuiyuan/contract/kit/export';
import { shopSettlementApi, type DedRow } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import { computedRows, mountExporter, offerExport, type Exporter } from '../../jobs/exporter.ts';
import { sql } from 'kysely';
import type { App } from '../../kit/http/app-context.ts';
import { findPage } from '../../kit/db/paging.ts';
import { notFound, refuse } from '../../kit/refusal.ts';
import { serve } from '../../kit/http/serve.ts';
import { clearShop } from './clear-shop.ts';
import {
  asDeductibleRows,
  asVerifiedRows,
  matchingDeductible,
  matchingVerified,
  sumDeductible,
  sumVerified,
  type DedFilters,
} from './find-deductible.ts';
import { dedColumns } from './ded-columns.ts';

const exporter: Exporter<DedRow, DedFilters> = {
  biz: 'shopDed',
  title: '门店抵扣',
  may: shopSettlementApi.dedExport.may,
  columns: dedColumns,
  filters: shopSettlementApi.dedExport.input,
  page: (db, filters, after, limit) =>
    asDeductibleRows(db)(matchingDeductible(db, filters))
      .$if(after !== undefined, (query) =>
        query.where(sql<boolean>`(owed.balance, owed.shop_id) < (${after!.balance}, ${after!.shopId})`),
      )
      .limit(limit)
      .execute(),
  pageRows: computedRows,
};

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
        findPage(db, input, matching, asVerifiedRows(db)),
        sumVerified(db, matching),
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
        findPage(db, input, matching, asDeductibleRows(db)),
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
