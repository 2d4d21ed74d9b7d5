import { rootAccount } from '@zhuiyuan/contract/access/fixed-rows';
import type { App } from '../src/kit/http/app-context.ts';
import { hashToken, newToken } from '../src/kit/http/session.ts';
import { seedAccess } from '../src/seeds/first/seed-access.ts';

/** A token of an account, as if it had signed in. */
export const tokenFor = async ({ db }: App, account: string): Promise<string> => {
  const admin = await db.selectFrom('admin').select('id').where('account', '=', account).executeTakeFirstOrThrow();
  const token = newToken();
  const expiresAt = new Date(Date.now() + 3_600_000).toISOString();
  await db
    .insertInto('session')
    .values({ tokenHash: hashToken(token), adminId: admin.id, expiresAt })
    .execute();
  return token;
};

/** Seeds menus, roles and the account `admin`, and signs that account in. Its password is `password`. */
export const openRoot = async (app: App, password = 'root-secret-1'): Promise<string> => {
  await seedAccess({ config: { adminPassword: password }, db: app.db });
  return tokenFor(app, rootAccount);
};
