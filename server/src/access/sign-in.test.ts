import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { adminApi } from '@zhuiyuan/contract/access/admin';
import { ownAccountApi } from '@zhuiyuan/contract/access/own-account';
import { sessionApi } from '@zhuiyuan/contract/access/session';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { openTestDatabase } from '../../test/database.ts';
import { elsewhere, makePerson, makeShownCaptcha, openRoot, tryToSignIn } from '../../test/factories/access.ts';
import { makeFirm } from '../../test/factories/parties.ts';
import { openDatabase } from '../kit/db/database.ts';
import { resetRootPassword } from './set-password.ts';
import { signIn } from './sign-in.ts';
import sharp from '../../test/sharp.ts';

let app: TestApp;
let root: string;

beforeAll(async () => {
  app = await openTestApp({ env: { CAPTCHA: 'on' } });
  root = await openRoot(app, 'root-secret-1');
});
afterAll(() => app.close());

const captcha = () => makeShownCaptcha(app);
const attempt = (account: string, pwd: string) => tryToSignIn(app, account, pwd);
const person = (firmId?: number) => makePerson(app, firmId);

describe('captcha', () => {
  it('is a picture of 130 × 40', async () => {
    const { code } = await app.data('', sessionApi.captcha, {});
    const picture = await sharp(Buffer.from(code.replace('data:image/png;base64,', ''), 'base64')).metadata();
    expect(picture).toMatchObject({ format: 'png', width: 130, height: 40 });
  });

  it('is good once, whatever came of it, and in either case', async () => {
    const { account } = await person();
    const shown = await captcha();
    const draft = { account, pwd: 'right-one', key: shown.key };
    expect(await app.call('', sessionApi.login, { ...draft, code: shown.code.toUpperCase() })).toMatchObject({
      code: 200,
    });
    expect(await app.call('', sessionApi.login, { ...draft, code: shown.code })).toMatchObject({
      code: 63002,
      message: '验证码错误',
    });
    const other = await captcha();
    expect(await app.call('', sessionApi.login, { ...draft, key: other.key, code: '????' })).toMatchObject({
      code: 63001,
      message: '验证码不正确',
    });
    expect(await app.call('', sessionApi.login, { ...draft, key: other.key, code: other.code })).toMatchObject({
      code: 63002,
    });
  });

  it('is over after five minutes, and cannot be left out', async () => {
    const { account } = await person();
    const shown = await captcha();
    await app.db
      .updateTable('captcha')
      .set({ expiresAt: sql<string>`now() - interval '1 second'` })
      .where('key', '=', shown.key)
      .execute();
    expect(await app.call('', sessionApi.login, { account, pwd: 'right-one', ...shown })).toMatchObject({
      code: 63002,
    });
    expect(await app.call('', sessionApi.login, { account, pwd: 'right-one' })).toMatchObject({ code: 63002 });
  });
});

describe('signing in', () => {
  it('answers who it is, and the token works in all three headers', async () => {
    const { id, account } = await person();
    const { data } = await attempt(account.toUpperCase(), 'right-one');
    expect(data).toMatchObject({ id, account, realName: '测试', isSms: false });
    const sent: Record<string, string>[] = [
      { 'authori-zation': data.token },
      { 'x-token': data.token },
      { authorization: `Bearer ${data.token}` },
    ];
    for (const headers of sent)
      expect(await app.call('', sessionApi.admin, {}, headers)).toMatchObject({
        code: 200,
        data: { id, token: data.token, loginCount: 1 },
      });
    expect(await app.call('wrong', sessionApi.admin, {}, { 'x-token': data.token })).toMatchObject({ code: 401 });
  });

  it('does not tell a wrong password from an unknown account', async () => {
    const { account } = await person();
    const wrong = await attempt(account, 'wrong-one');
    expect(wrong).toMatchObject({ code: 63003, message: '用户不存在或密码错误' });
    expect(await attempt('nobody-here', 'wrong-one')).toMatchObject({ code: wrong.code, message: wrong.message });
  });

  it('checks the form first', async () => {
    expect(await app.call('', sessionApi.login, { account: 'x'.repeat(33), pwd: '123456' })).toMatchObject({
      code: 400,
    });
    expect(await app.call('', sessionApi.login, { account: 'x', pwd: '12345' })).toMatchObject({
      code: 400,
      message: '密码长度在6-30个字符',
    });
  });

  it('says so only to the owner when an account or its firm is disabled', async () => {
    const firmId = await makeFirm(app);
    const { account } = await person(firmId);
    await app.db.updateTable('firm').set({ status: Enabled.off }).where('id', '=', firmId).execute();
    expect(await attempt(account, 'wrong-one')).toMatchObject({ code: 63003 });
    expect(await attempt(account, 'right-one')).toMatchObject({ code: 63004, message: '账号已被禁用' });
  });

  it('writes the login log and the audit log, without the password', async () => {
    const { account, token } = await person();
    await attempt(account, 'wrong-one');
    await attempt(account, 'right-one');
    expect((await app.data(token, ownAccountApi.loginLog)).list.map(({ outcome }) => outcome)).toEqual([0, 1]);
    const rows = await app.db
      .selectFrom('auditLog')
      .selectAll()
      .where('operName', '=', account)
      .orderBy('id')
      .execute();
    expect(rows.map(({ status, businessType }) => ({ status, businessType }))).toEqual([
      { status: 1, businessType: 8 },
      { status: 0, businessType: 8 },
    ]);
    expect(JSON.stringify(rows)).not.toMatch(/right-one|wrong-one/);
  });

  it('renews a hash of weaker parameters', async () => {
    const { id, account } = await person();
    const { hash } = await import('@node-rs/argon2');
    await app.db
      .updateTable('admin')
      .set({ passwordHash: await hash('right-one', { memoryCost: 8192, timeCost: 1 }) })
      .where('id', '=', id)
      .execute();
    expect(await attempt(account, 'right-one')).toMatchObject({ code: 200 });
    const { passwordHash: renewed } = await app.db
      .selectFrom('admin')
      .select('passwordHash')
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(renewed).toContain('m=19456,t=2,p=1');
    expect(await attempt(account, 'right-one')).toMatchObject({ code: 200 });
  });
});

describe('the tokens of one browser', () => {
  const isSignedIn = async (token: string) => (await app.call(token, sessionApi.menus, {})).code === 200;
  const isOver = async (token: string) => {
    await expect.poll(() => isSignedIn(token)).toBe(false);
  };

  it.each([
    ['header', (token: string) => ({ 'authori-zation': token })],
    ['cookie', (token: string) => ({ cookie: `sidebarStatus=1; Authori-zation=${token}` })],
    ['cookie for https', (token: string) => ({ cookie: `a=b;__Secure-Authori-zation=${token}; JavaInfo=x` })],
  ])('end when it signs in again, told by a %s', async (_by, headers) => {
    const { account, token: elsewhereToken } = await person();
    const first = (await attempt(account, 'right-one')).data.token;
    expect(await isSignedIn(first)).toBe(true);
    const second = (await tryToSignIn(app, account, 'right-one', { ...elsewhere(), ...headers(first) })).data.token;
    await isOver(first);
    expect(await isSignedIn(second)).toBe(true);
    expect(await isSignedIn(elsewhereToken)).toBe(true);
  });

  it('end when somebody else signs in there, but not when that fails', async () => {
    const [one, other] = [await person(), await person()];
    const first = (await attempt(one.account, 'right-one')).data.token;
    const held = { cookie: `Authori-zation=${first}` };
    expect(await tryToSignIn(app, other.account, 'wrong-one', { ...elsewhere(), ...held })).toMatchObject({
      code: 63003,
    });
    expect(await isSignedIn(first)).toBe(true);
    expect(await tryToSignIn(app, other.account, 'right-one', { ...elsewhere(), ...held })).toMatchObject({
      code: 200,
    });
    await isOver(first);
  });

  it('sign nobody in from a cookie', async () => {
    const { token } = await person();
    const cookie = `Authori-zation=${token}; __Secure-Authori-zation=${token}`;
    expect(await app.call('', sessionApi.menus, {}, { cookie })).toMatchObject({ code: 401 });
  });
});

describe('the lock', () => {
  const age = (account: string, minutes: number) =>
    sql`update login_log set at = at - make_interval(mins => ${minutes}) where account = ${account}`.execute(app.db);
  const from = (address: string) => ({ 'x-forwarded-for': address });
  /** As many wrong passwords as the lock of one address allows; answers the codes. */
  const guess = async (account: string, address: string, times = 5) => {
    const codes = [];
    for (let at = 0; at < times; at += 1)
      codes.push((await tryToSignIn(app, account, 'wrong-one', from(address))).code);
    return codes;
  };

  it('closes for an address after five wrong tries from there, and opens ten minutes later', async () => {
    const { account } = await person();
    const here = from('203.0.113.1');
    expect(await guess(account, '203.0.113.1')).toEqual([63003, 63003, 63003, 63003, 63003]);
    expect(await tryToSignIn(app, account, 'right-one', here)).toMatchObject({
      code: 429,
      message: '登录失败次数过多，请10分钟后再试',
    });
    await age(account, 9);
    expect(await tryToSignIn(app, account, 'right-one', here)).toMatchObject({ code: 429 });
    await age(account, 1);
    expect(await tryToSignIn(app, account, 'right-one', here)).toMatchObject({ code: 200 });
  });

  it('keeps out nobody at another address', async () => {
    const { account } = await person();
    await guess(account, '203.0.113.1', 20);
    expect(await attempt(account, 'right-one')).toMatchObject({ code: 200 });
    expect(await tryToSignIn(app, account, 'right-one', from('203.0.113.1'))).toMatchObject({ code: 429 });
  });

  it('takes 64 bits of IPv6 for one address', async () => {
    const { account } = await person();
    for (const end of ['::1', '::2', ':a:b:c:d', '::', ':ffff::9'])
      expect(await guess(account, `2001:db8:0:7${end}`, 1)).toEqual([63003]);
    expect(await tryToSignIn(app, account, 'right-one', from('2001:db8:0:7:5::5'))).toMatchObject({ code: 429 });
    expect(await tryToSignIn(app, account, 'right-one', from('2001:db8:0:8::1'))).toMatchObject({ code: 200 });
  });

  it('closes for all addresses after fifty wrong tries, and a new password opens both', async () => {
    const { id, account } = await person();
    for (let at = 1; at <= 9; at += 1) await guess(account, `203.0.113.${at}`);
    await guess(account, '203.0.113.10', 4);
    expect(await attempt(account, 'right-one')).toMatchObject({ code: 200 });
    expect(await guess(account, '203.0.113.11', 1)).toEqual([63003]);
    expect(await attempt(account, 'right-one')).toMatchObject({ code: 429 });
    await app.data(root, adminApi.update, { id, realName: '测试', pwd: 'brand-new-1' });
    expect(await attempt(account, 'brand-new-1')).toMatchObject({ code: 200 });
    expect(await tryToSignIn(app, account, 'brand-new-1', from('203.0.113.1'))).toMatchObject({ code: 200 });
  });

  it('opens for all addresses ten minutes after the fiftieth', async () => {
    const { account } = await person();
    for (let at = 1; at <= 10; at += 1) await guess(account, `203.0.113.${at}`);
    await age(account, 9);
    expect(await attempt(account, 'right-one')).toMatchObject({ code: 429 });
    await age(account, 1);
    expect(await attempt(account, 'right-one')).toMatchObject({ code: 200 });
  });

  it('stays open, after fifty wrong tries of strangers, for the address it was signed in from', async () => {
    const { account } = await person();
    const home = from('203.0.113.77');
    expect(await tryToSignIn(app, account, 'right-one', home)).toMatchObject({ code: 200 });
    for (let at = 1; at <= 10; at += 1) await guess(account, `203.0.113.${at}`);
    expect(await tryToSignIn(app, account, 'right-one', from('203.0.113.78'))).toMatchObject({ code: 429 });
    expect(await tryToSignIn(app, account, 'right-one', home)).toMatchObject({ code: 200 });
    await guess(account, '203.0.113.77');
    expect(await tryToSignIn(app, account, 'right-one', home)).toMatchObject({ code: 429 });
  });

  it('lets none of many parallel tries past the fifth', async () => {
    const { account } = await person();
    const shown = await Promise.all(Array.from({ length: 14 }, captcha));
    const answers = await Promise.all(
      shown.map((one) => app.call('', sessionApi.login, { account, pwd: 'wrong-one', ...one }, from('203.0.113.2'))),
    );
    expect(answers.filter(({ code }) => code === 63003)).toHaveLength(5);
    expect(answers.filter(({ code }) => code === 429)).toHaveLength(9);
  });

  it('lets none of many parallel tries past the fiftieth, through whatever connections they come', async () => {
    const { account } = await person();
    const others = await Promise.all([1, 2].map(() => openDatabase(app.database.pool.options.connectionString!)));
    const tries = Array.from({ length: 60 }, (_, at) =>
      signIn(others[at % 2]!.db, account, 'wrong-one', {
        ip: `203.0.113.${Math.floor(at / 4)}`,
        userAgent: '',
        formerTokens: [],
      }),
    );
    const outcomes = (await Promise.all(tries)).map(({ outcome }) => outcome);
    await Promise.all(others.map((other) => other.close()));
    expect(outcomes.filter((outcome) => outcome === 'wrong')).toHaveLength(50);
    expect(outcomes.filter((outcome) => outcome === 'locked')).toHaveLength(10);
  });

  it('counts an unknown account the same way', async () => {
    await guess('ghost', '203.0.113.3');
    expect(await guess('Ghost', '203.0.113.3', 1)).toEqual([429]);
  });

  it('begins anew after a success from there, and when the tries lie far apart', async () => {
    const { account } = await person();
    const here = from('203.0.113.4');
    await guess(account, '203.0.113.4', 4);
    await attempt(account, 'right-one');
    expect(await guess(account, '203.0.113.4', 2)).toEqual([63003, 429]);
    await age(account, 10);
    await guess(account, '203.0.113.4', 4);
    expect(await tryToSignIn(app, account, 'right-one', here)).toMatchObject({ code: 200 });
    await guess(account, '203.0.113.4', 4);
    await age(account, 11);
    expect(await guess(account, '203.0.113.4', 1)).toEqual([63003]);
    expect(await tryToSignIn(app, account, 'right-one', here)).toMatchObject({ code: 200 });
  });
});

describe('the way back in', () => {
  let own: TestApp;
  beforeAll(async () => {
    own = await openTestApp({ database: await openTestDatabase('own'), env: { CAPTCHA: 'on' } });
  });
  afterAll(() => own.close());

  it('gives the account admin a new password, opens its locks and ends its sessions', async () => {
    const token = await openRoot(own, 'root-secret-1');
    const tryAdmin = (pwd: string) => tryToSignIn(own, 'admin', pwd);
    for (let at = 0; at < 50; at += 1) await tryAdmin('wrong-one');
    expect(await tryAdmin('root-secret-1')).toMatchObject({ code: 429 });
    await own.db.updateTable('admin').set({ status: false }).where('account', '=', 'admin').execute();
    const password = await resetRootPassword(own.db);
    expect(password).toMatch(/^[A-Za-z2-9]{12}$/);
    await expect.poll(async () => (await own.call(token, sessionApi.menus, {})).code).toBe(401);
    expect(await tryAdmin('root-secret-1')).toMatchObject({ code: 63003 });
    expect(await tryAdmin(password!)).toMatchObject({ code: 200 });
  });
});
