import { accountApi } from '@zhuiyuan/contract/account/account';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import type { App } from '../kit/http/app-context.ts';
import { serve } from '../kit/http/serve.ts';
import { retried } from '../kit/http/serve.ts';
import { findAccount, openAccount, requireAccount } from './account-session.ts';
import { bindRole, readBindToken } from './binding.ts';
import { findParties, toHeldRole } from './role.ts';

/** The sign-in of people on the phone. */
export const mountAccount = (app: App): void => {
  const { shopperDb } = app;
  serve(app, accountApi, {
    bindInfo: async ({ input }) => toHeldRole(await readBindToken(shopperDb, input.bindToken)),

    bind: async ({ input, request }) => {
      const known = await findAccount(shopperDb, request);
      return retried(() =>
        shopperDb.transaction().execute(async (transaction) => {
          const db = transaction as Db;
          let account = known;
          const party = await bindRole(db, input.bindToken, async () => (account ??= await openAccount(db)).accountId);
          return { token: account!.token, role: toHeldRole(party) };
        }),
      );
    },

    list: async ({ request }) =>
      (await findParties(shopperDb, await requireAccount(shopperDb, request))).map(toHeldRole),
  });
  app.jobs.work(
    'cleanAccounts',
    async () => {
      await cleanAccounts(app.background.db);
    },
    { cron: '20 3 * * *', expireInSeconds: 3600 },
  );
};

/** Forgets sessions and QR codes that are over. */
const cleanAccounts = async (db: Db): Promise<void> => {
  const now = sql<string>`now()`;
  await db.deleteFrom('accountSession').where('expiresAt', '<', now).execute();
  await db
    .deleteFrom('bindToken')
    .where('expiresAt', '<', sql<string>`now() - interval '7 days'`)
    .execute();
};
