import { shopJoinApi } from '@zhuiyuan/contract/fieldwork/shop-join';
import { RoleKind, toRoleKey } from '@zhuiyuan/contract/account/role-kind';
import { createHash } from 'node:crypto';
import { findAccount, openAccount, requireAccount } from '../account/account-session.ts';
import { findHeld } from '../account/binding.ts';
import { addressGroup } from '../kit/address.ts';
import type { Db } from '../kit/db/database.ts';
import type { App } from '../kit/http/app-context.ts';
import { retried, serve } from '../kit/http/serve.ts';
import { once } from '../movement/once.ts';
import { findApplication, putForward } from '../parties/shop/shop-application.ts';
import { readInvite, requireOpen } from '../parties/shop/invites.ts';
import { checkPictures } from '../scan/query/check-pictures.ts';
import { readApplyOf, sentPictures } from './apply-shop.ts';
import { toSender } from './inspect.ts';

/** 门店入驻 by a link: whoever opens it puts his own shop forward to the link's firm, and sees what came of it. */
export const mountShopJoin = (app: App): void => {
  const { shopperDb } = app;
  serve(app, shopJoinApi, {
    info: async ({ input, request }) => {
      const invite = await readInvite(shopperDb, input.code);
      const { firmId } = invite;
      const db = app.shopperDbOfFirm(firmId);
      const account = await findAccount(shopperDb, request);
      const of = account && { accountId: account.accountId, firmId };
      const mine = of && (await findApplication(db, of));
      const held = of && (await findHeld(db, { ...of, kind: RoleKind.shop }));
      if (!mine && held === undefined) requireOpen(invite);
      return {
        ...invite,
        mine: mine ? await readApplyOf(db, mine.id) : null,
        role: held === undefined ? '' : toRoleKey({ kind: RoleKind.shop, id: held }),
      };
    },

    begin: async ({ input, request }) => {
      requireOpen(await readInvite(shopperDb, input.code));
      const account = await findAccount(shopperDb, request);
      return { token: (account ?? (await openAccount(shopperDb))).token };
    },

    apply: async ({ input, request }) => {
      const { code, idemKey, ...words } = input;
      const accountId = await requireAccount(shopperDb, request);
      const invite = await readInvite(shopperDb, code);
      const asked = {
        firmId: invite.firmId,
        idemKey: idemKey && createHash('sha256').update(`${accountId} ${idemKey}`).digest('hex'),
        request: [shopJoinApi.apply.path, words],
      };
      return retried(() =>
        app
          .shopperDbOfFirm(invite.firmId)
          .transaction()
          .execute((transaction) => {
            const db = transaction as Db;
            return once(db, asked, () =>
              putForward(db, {
                accountId,
                invite,
                words,
                source: addressGroup(request.address),
                masterKey: app.config.masterKey,
                checkWords: (stored) => checkPictures(db, sentPictures(words, stored), toSender({ accountId })),
              }),
            );
          }),
      );
    },
  });
};
