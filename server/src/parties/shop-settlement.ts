import { exportLimit, exportRefusals } from '@zhuiyuan/contract/kit/export';
import { shopSettlementApi } from '@zhuiyuan/contract/parties/shop-settlement';
import type { App } from '../kit/app-context.ts';
import { offerXlsx } from '../kit/offer-xlsx.ts';
import { pageOf } from '../kit/paging.ts';
import { notFound, refuse } from '../kit/refusal.ts';
import { serve } from '../kit/serve.ts';
import { clearShop } from './clear-shop.ts';
import {
  asDeductibleRows,
  asVerifiedRows,
  matchingDeductible,
  matchingVerified,
  sumDeductible,
  sumVerified,
} from './find-deductible.ts';
import { dedColumns } from './ded-columns.ts';

const emptyPage = ({ page, limit }: { page: number; limit: number }) => ({
  list: [],
  total: 0,
  page,
  limit,
  totalPage: 0,
});

/** What shops verified and are owed. Verifications and activities belong to draws: without draws there are none. */
export const mountShopSettlement = (app: App): void =>
  serve(app, shopSettlementApi, {
    verifyList: async ({ input, db }) => {
      const matching = matchingVerified(db, input);
      const [page, sum] = await Promise.all([
        pageOf(db, input, matching, asVerifiedRows(db)),
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
        pageOf(db, input, matching, asDeductibleRows(db)),
        sumDeductible(matching),
      ]);
      return { ...page, sum };
    },

    dedExport: async ({ input, db, operator }) => {
      const rows = await asDeductibleRows(db)(matchingDeductible(db, input))
        .limit(exportLimit + 1)
        .execute();
      return { fileName: await offerXlsx(app, db, operator, { name: '门店抵扣', columns: dedColumns, rows }) };
    },

    bindActList: ({ input }) => emptyPage(input),

    bindActRemove: () => {
      throw notFound();
    },
  });
