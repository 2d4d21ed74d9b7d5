import { sessionApi } from '@zhuiyuan/contract/access/session';
import { hashPassword } from '../src/access/password.ts';
import { makeStaff, type TestApp } from './app.ts';

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
