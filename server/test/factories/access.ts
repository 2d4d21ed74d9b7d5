import { rootAccount } from '@zhuiyuan/contract/access/fixed-rows';
import { sessionApi } from '@zhuiyuan/contract/access/session';
import { sql } from 'kysely';
import { hashPassword } from '../../src/access/hash-password.ts';
import type { App } from '../../src/kit/http/app-context.ts';
import { hashToken, newToken } from '../../src/kit/http/session.ts';
import { seedAccess } from '../../src/seeds/first/seed-access.ts';
import { openTestApp, type TestApp } from '../app.ts';
import { makeFirm } from './parties.ts';

let serial = 0;
const next = () => `${Date.now().toString(36)}${(serial += 1)}`;

/** A signed-in member of staff with exactly these permissions, or those of the role named; without a firm it is platform staff. */
export const makeStaff = async (
  { db }: App,
  {
    permissions = [],
    firmId = 0,
    isAdminRole = false,
    account = `u${next()}`,
    roleId,
  }: { permissions?: string[]; firmId?: number; isAdminRole?: boolean; account?: string; roleId?: number } = {},
): Promise<{ id: number; token: string; account: string }> => {
  const role = roleId
    ? { id: roleId }
    : await db
        .insertInto('role')
        .values({ roleName: `角色${next()}`, isAdmin: isAdminRole })
        .returning('id')
        .executeTakeFirstOrThrow();
  for (const perms of permissions) {
    const menu = await db
      .insertInto('menu')
      .values({ name: perms, perms, menuType: 'A' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await db.insertInto('roleMenu').values({ roleId: role.id, menuId: menu.id }).execute();
  }
  const admin = await db
    .insertInto('admin')
    // On the staff for long: what tests date back was done by it then.
    .values({
      account,
      passwordHash: '-',
      realName: '测试',
      firmId,
      createdAt: sql<string>`now() - interval '60 days'`,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('adminRole').values({ adminId: admin.id, roleId: role.id }).execute();
  const token = newToken();
  await db
    .insertInto('session')
    .values({
      tokenHash: hashToken(token),
      adminId: admin.id,
      expiresAt: sql<string>`now() + interval '1 hour'`,
    })
    .execute();
  return { id: admin.id, token, account };
};

/** A firm of its own with a signed-in member of staff who has exactly these permissions. */
export const makeFirmStaff = async (app: App, permissions: string[] = []) => {
  const firmId = await makeFirm(app);
  const { id: staffId, token } = await makeStaff(app, { firmId, permissions });
  return { firmId, staffId, token };
};

/** A server of its own, opened as {@link openTestApp} does, with a firm and its member of staff. */
export const firmWorld = async (permissions: string[], options?: Parameters<typeof openTestApp>[0]) => {
  const app = await openTestApp(options);
  return { app, ...(await makeFirmStaff(app, permissions)) };
};

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

/** Answers a token of an account, a new one only when what was done with it before has signed the account out. */
export const livingToken = (app: App, account: string): (() => Promise<string>) => {
  let token = '';
  return async () => {
    if (!token || !(await app.sessions.findOperator(token))) token = await tokenFor(app, account);
    return token;
  };
};

/** Seeds menus, roles and the account `admin`, and signs that account in. Its password is `password`. */
export const openRoot = async (app: App, password = 'root-secret-1'): Promise<string> => {
  await seedAccess({ config: { adminPassword: password, masterKey: app.config.masterKey }, db: app.db });
  return tokenFor(app, rootAccount);
};

/** Password of everybody made by {@link makePerson}. */
export const rightPassword = 'right-one';
let passwordHash: Promise<string> | undefined;

/** A signed-in member of staff who can sign in with {@link rightPassword} too. */
export const makePerson = async (app: TestApp, firmId = 0) => {
  passwordHash ??= hashPassword(rightPassword);
  const staff = await makeStaff(app, { firmId });
  await app.db
    .updateTable('admin')
    .set({ passwordHash: await passwordHash })
    .where('id', '=', staff.id)
    .execute();
  return staff;
};

let addresses = 0;
/** Headers of an address of its own, so that the limit per address stays out of the way. */
export const elsewhere = () => {
  addresses += 1;
  return { 'x-forwarded-for': `198.18.${Math.floor(addresses / 250)}.${addresses % 250}` };
};

/** A captcha as a person sees it: the key, and the characters read from the table. */
export const makeShownCaptcha = async (app: TestApp) => {
  const { key } = (await app.call('', sessionApi.captcha, {}, elsewhere())).data;
  const { answer } = await app.db
    .selectFrom('captcha')
    .select('answer')
    .where('key', '=', key)
    .executeTakeFirstOrThrow();
  return { key, code: answer };
};

/** Tries to sign in with a right captcha, from an address of its own unless headers name another. */
export const tryToSignIn = async (
  app: TestApp,
  account: string,
  pwd: string,
  headers: Record<string, string> = elsewhere(),
) => app.call('', sessionApi.login, { account, pwd, ...(await makeShownCaptcha(app)) }, headers);
