import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { shopRedeemApi } from '@zhuiyuan/contract/redeem/shop-redeem';
import { requireAccount } from '../account/account-session.ts';
import { lookAs } from '../account/require-role.ts';
import { writeAs } from '../fieldwork/write-as.ts';
import type { App } from '../kit/http/app-context.ts';
import { serve } from '../kit/http/serve.ts';
import { countingMisses } from './count-misses.ts';
import { listShopDucts, listShopVers, previewPrize } from './read-shop.ts';
import { verifyPrize } from './verify-prize.ts';

const shops = [RoleKind.shop];

/** Prizes that are handed out at a shop's counter, on the phone. */
export const mountFieldRedeem = (app: App): void => {
  serve(app, shopRedeemApi, {
    preview: ({ input, request }) =>
      lookAs(app, request, shops, (db, { id, accountId }) =>
        countingMisses(db, accountId, () => previewPrize(db, { verCode: input.verCode, shopId: id })),
      ),
    // A stopped shop reads 62309 as everywhere about prizes.
    confirm: async ({ input, request }) =>
      countingMisses(app.shopperDb, await requireAccount(app.shopperDb, request), () =>
        writeAs(app, request, { kinds: shops, input, mayBeStopped: true }, (db, { id, accountId }) =>
          verifyPrize(db, app.config.masterKey, { ...input, shopId: id, accountId }),
        ),
      ),
    list: ({ input, request }) => lookAs(app, request, shops, (db, { id }) => listShopVers(db, id, input)),
    ducts: ({ input, request }) => lookAs(app, request, shops, (db, { id }) => listShopDucts(db, id, input)),
  });
};
