import { claimRefusals } from '@zhuiyuan/contract/campaign/draw/claim-refusals';
import { myPacketsApi } from '@zhuiyuan/contract/red/send/my-packets';
import { findAccount, requireAccount } from '../../account/account-session.ts';
import { signInByOpenId } from '../../account/open-id.ts';
import { readScanned } from '../../campaign/visit/read-scanned.ts';
import { readIdentity } from '../../campaign/draw/wechat-identity.ts';
import { openKeyring } from '../../codes/cipher/keyring.ts';
import type { Db } from '../../kit/db/database.ts';
import type { App } from '../../kit/http/app-context.ts';
import { retried, serve } from '../../kit/http/serve.ts';
import { notFound, refuse } from '../../kit/refusal.ts';
import { findMerchants } from '../../payout/find-merchant.ts';
import { firmOfSent } from '../../payout/firm-of-sent.ts';
import { openMerchants } from '../../payout/pay-merchants.ts';
import { findAskingApp, listMyPackets, readMyPacket } from './my-packets.ts';

/** A shopper's own page of the red packets that staff sent him. */
export const mountMyPackets = (app: App): void => {
  const { shopperDb: db, config, log } = app;
  const { masterKey } = config;
  const keyring = openKeyring(app);
  const parts = { db, merchants: openMerchants(findMerchants(config)) };

  serve(app, myPacketsApi, {
    list: async ({ input, request }) => listMyPackets(db, { ...input, accountId: await requireAccount(db, request) }),

    info: async ({ input, request }) =>
      readMyPacket(parts, { id: input.id, accountId: await requireAccount(db, request) }),

    async ask({ input: { token, redActiveId }, request }) {
      const account = await findAccount(db, request);
      const scan = token === '' ? undefined : await readScanned(db, keyring, masterKey, token);
      const asked = { accountId: account?.accountId, firmId: scan?.unit?.firmId, redActiveId };
      return { redActiveId: (await findAskingApp(db, asked)) ?? null };
    },

    async login({ input: { redActiveId, authCode }, request }) {
      const firmId = await firmOfSent(db, redActiveId);
      if (firmId === undefined) throw notFound();
      const named = await readIdentity({ db, masterKey, log }, { firmId, activityId: redActiveId }, authCode);
      if (!named) throw refuse(claimRefusals.notAuthorized);
      const onPhone = await findAccount(db, request);
      const { token } = await retried(() =>
        db.transaction().execute((where) => signInByOpenId(where as Db, named, onPhone)),
      );
      return { token };
    },
  });
};
