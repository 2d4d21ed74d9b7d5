import { everything } from '@zhuiyuan/contract/access/permission';
import { ownAccountApi } from '@zhuiyuan/contract/access/own-account';
import { sessionApi, type MenuNode } from '@zhuiyuan/contract/access/session';
import sharp from 'sharp';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { makeFirm, makeStaff, openTestApp, type TestApp } from '../../test/app.ts';
import { openRoot, tokenFor } from '../../test/root.ts';
import { hashPassword } from './password.ts';
import { resetRootPassword } from './set-password.ts';

let app: TestApp;
let root: string;
let passwordHash: string;

beforeAll(async () => {
  app = await openTestApp({ env: { CAPTCHA: 'on' } });
  root = await openRoot(app, 'root-secret-1');
  passwordHash = await hashPassword('right-one');
});
afterAll(() => app.close());

/** A captcha as a person sees it: the key, and the characters read from the table. */
const captcha = async () => {
  const { key } = await app.data('', sessionApi.captcha, {});
  const { answer } = await app.db.selectFrom('captcha').select('answer').where('key', '=', key).executeTakeFirstOrThrow();
  return { key, code: answer };
};
/** Each try from an address of its own, so that the limit per address stays out of the way. */
let addresses = 0;
const elsewhere = () => ({ 'x-forwarded-for': `198.51.100.${(addresses += 1)}` });
const attempt = async (account: string, pwd: string) => app.call('', sessionApi.login, { account, pwd, ...(await captcha()) }, elsewhere());
const person = async (firmId = 0) => {
  const staff = await makeStaff(app, { firmId });
  await app.db.updateTable('admin').set({ passwordHash }).where('id', '=', staff.id).execute();
  return staff;
};

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
    expect(await app.call('', sessionApi.login, { ...draft, code: shown.code.toUpperCase() })).toMatchObject({ code: 200 });
    expect(await app.call('', sessionApi.login, { ...draft, code: shown.code })).toMatchObject({ code: 63002, message: '验证码错误' });
    const other = await captcha();
    expect(await app.call('', sessionApi.login, { ...draft, key: other.key, code: '????' })).toMatchObject({ code: 63001, message: '验证码不正确' });
    expect(await app.call('', sessionApi.login, { ...draft, key: other.key, code: other.code })).toMatchObject({ code: 63002 });
  });

  it('is over after five minutes, and cannot be left out', async () => {
    const { account } = await person();
    const shown = await captcha();
    await app.db.updateTable('captcha').set({ expiresAt: sql<string>`now() - interval '1 second'` }).where('key', '=', shown.key).execute();
    expect(await app.call('', sessionApi.login, { account, pwd: 'right-one', ...shown })).toMatchObject({ code: 63002 });
    expect(await app.call('', sessionApi.login, { account, pwd: 'right-one' })).toMatchObject({ code: 63002 });
  });
});

describe('signing in', () => {
  it('answers who it is, and the token works in all three headers', async () => {
    const { id, account } = await person();
    const { data } = await attempt(account.toUpperCase(), 'right-one');
    expect(data).toMatchObject({ id, account, realName: '测试', isSms: false });
    const sent: Record<string, string>[] = [{ 'authori-zation': data.token }, { 'x-token': data.token }, { authorization: `Bearer ${data.token}` }];
    for (const headers of sent)
      expect(await app.call('', sessionApi.admin, {}, headers)).toMatchObject({ code: 200, data: { id, token: data.token, loginCount: 1 } });
    expect(await app.call('wrong', sessionApi.admin, {}, { 'x-token': data.token })).toMatchObject({ code: 401 });
  });

  it('does not tell a wrong password from an unknown account', async () => {
    const { account } = await person();
    const wrong = await attempt(account, 'wrong-one');
    expect(wrong).toMatchObject({ code: 63003, message: '用户不存在或密码错误' });
    expect(await attempt('nobody-here', 'wrong-one')).toMatchObject({ code: wrong.code, message: wrong.message });
  });

  it('checks the form first', async () => {
    expect(await app.call('', sessionApi.login, { account: 'x'.repeat(33), pwd: '123456' })).toMatchObject({ code: 400 });
    expect(await app.call('', sessionApi.login, { account: 'x', pwd: '12345' })).toMatchObject({ code: 400, message: '密码长度在6-30个字符' });
  });

  it('says so only to the owner when an account or its firm is disabled', async () => {
    const firmId = await makeFirm(app);
    const { account } = await person(firmId);
    await app.db.updateTable('firm').set({ status: 1 }).where('id', '=', firmId).execute();
    expect(await attempt(account, 'wrong-one')).toMatchObject({ code: 63003 });
    expect(await attempt(account, 'right-one')).toMatchObject({ code: 63004, message: '账号已被禁用' });
  });

  it('writes the login log and the audit log, without the password', async () => {
    const { account, token } = await person();
    await attempt(account, 'wrong-one');
    await attempt(account, 'right-one');
    expect((await app.data(token, ownAccountApi.loginLog)).list.map(({ outcome }) => outcome)).toEqual([0, 1]);
    const rows = await app.db.selectFrom('auditLog').selectAll().where('operName', '=', account).orderBy('id').execute();
    expect(rows.map(({ status, businessType }) => ({ status, businessType }))).toEqual([{ status: 1, businessType: 8 }, { status: 0, businessType: 8 }]);
    expect(JSON.stringify(rows)).not.toMatch(/right-one|wrong-one/);
  });

  it('renews a hash of weaker parameters', async () => {
    const { id, account } = await person();
    const { hash } = await import('@node-rs/argon2');
    await app.db.updateTable('admin').set({ passwordHash: await hash('right-one', { memoryCost: 8192, timeCost: 1 }) }).where('id', '=', id).execute();
    expect(await attempt(account, 'right-one')).toMatchObject({ code: 200 });
    const { passwordHash: renewed } = await app.db.selectFrom('admin').select('passwordHash').where('id', '=', id).executeTakeFirstOrThrow();
    expect(renewed).toContain('m=19456,t=2,p=1');
    expect(await attempt(account, 'right-one')).toMatchObject({ code: 200 });
  });
});

describe('the lock', () => {
  const age = (account: string, minutes: number) =>
    sql`update login_log set at = at - make_interval(mins => ${minutes}) where account = ${account}`.execute(app.db);

  it('closes after five wrong tries and opens ten minutes later', async () => {
    const { account } = await person();
    for (let at = 0; at < 5; at += 1) expect((await attempt(account, 'wrong-one')).code).toBe(63003);
    expect(await attempt(account, 'right-one')).toMatchObject({ code: 429, message: '登录失败次数过多，请10分钟后再试' });
    await age(account, 9);
    expect(await attempt(account, 'right-one')).toMatchObject({ code: 429 });
    await age(account, 1);
    expect(await attempt(account, 'right-one')).toMatchObject({ code: 200 });
  });

  it('lets none of many parallel tries past the fifth', async () => {
    const { account } = await person();
    const shown = await Promise.all(Array.from({ length: 14 }, captcha));
    const answers = await Promise.all(shown.map((one) => app.call('', sessionApi.login, { account, pwd: 'wrong-one', ...one }, elsewhere())));
    expect(answers.filter(({ code }) => code === 63003)).toHaveLength(5);
    expect(answers.filter(({ code }) => code === 429)).toHaveLength(9);
  });

  it('counts an unknown account the same way', async () => {
    for (let at = 0; at < 5; at += 1) await attempt('ghost', 'wrong-one');
    expect(await attempt('Ghost', 'wrong-one')).toMatchObject({ code: 429 });
  });

  it('begins anew after a success, and when the tries lie far apart', async () => {
    const { account } = await person();
    for (let at = 0; at < 4; at += 1) await attempt(account, 'wrong-one');
    await attempt(account, 'right-one');
    for (let at = 0; at < 4; at += 1) await attempt(account, 'wrong-one');
    await age(account, 11);
    expect(await attempt(account, 'wrong-one')).toMatchObject({ code: 63003 });
    expect(await attempt(account, 'right-one')).toMatchObject({ code: 200 });
  });
});

describe('the signed-in person', () => {
  const paths = (menus: MenuNode[]): string[] => menus.flatMap((menu) => [menu.component, ...paths(menu.childList)]);
  const depth = (menus: MenuNode[]): number => (menus.length === 0 ? 0 : 1 + Math.max(...menus.map(({ childList }) => depth(childList))));

  it('is told roles, permissions and firm', async () => {
    expect(await app.data(root, sessionApi.admin, {})).toMatchObject({ account: 'admin', roles: ['admin'], permissionsList: [everything], firmId: null });
    const firmId = await makeFirm(app, '甲企业');
    const { token } = await makeStaff(app, { firmId, isAdminRole: true, permissions: ['admin:a:b'] });
    const admin = await app.data(token, sessionApi.admin, {});
    expect(admin).toMatchObject({ firmId, firmName: '甲企业', status: true });
    expect(admin.roles).toEqual(['admin', expect.stringMatching(/^role_\d+$/)]);
    expect(admin.permissionsList).toEqual(expect.arrayContaining(['admin:a:b', 'admin:info', 'admin:category:save']));
  });

  it('gets the menus of the role, with the directories above them, at most four levels deep', async () => {
    const all = await app.data(root, sessionApi.menus, {});
    expect(depth(all)).toBe(4);
    expect(all.map(({ name }) => name)).toEqual(['运营', '标识溯源', '抽奖营销', '商品', '订单', '用户', '内容', '应用', '营销', '设备接入', '设置', '维护', '监控', '移动端管理']);
    expect(paths(all)).not.toContain('/maintain/systemLog');
    const { token, id } = await makeStaff(app);
    await app.db.insertInto('adminRole').values({ adminId: id, roleId: 6 }).execute();
    const few = await app.data(token, sessionApi.menus, {});
    expect(paths(few)).toEqual(expect.arrayContaining(['/dashboard', '/identity', '/identity/pack', '/identity/packManager/alone', '/identity/deliverManager']));
    expect(paths(few)).not.toContain('/identity/taskManager');
  });

  it('leaves: the token is worth nothing afterwards', async () => {
    const { token } = await makeStaff(app);
    expect(await app.call(token, sessionApi.logout, {})).toMatchObject({ code: 200, data: null });
    await expect.poll(async () => (await app.call(token, sessionApi.menus, {})).code, { timeout: 1000 }).toBe(401);
  });

  it('changes profile and password, and is signed out everywhere by the latter', async () => {
    const { id, account, token } = await person();
    const other = await tokenFor(app, account);
    expect(await app.call(token, ownAccountApi.update, { realName: '新名', phone: '123' })).toMatchObject({ code: 400, message: '手机号格式不正确!' });
    await app.data(token, ownAccountApi.update, { realName: '新名', phone: '13800001234' });
    expect(await app.data(token, sessionApi.admin, {})).toMatchObject({ realName: '新名', phone: '13800001234' });
    const draft = { oldPassword: 'right-one', password: 'brand-new-1', confirmPassword: 'brand-new-1' };
    expect(await app.call(token, ownAccountApi.updatePassword, { ...draft, oldPassword: 'no-idea' })).toMatchObject({ code: 63635, message: '原密码不正确' });
    expect(await app.call(token, ownAccountApi.updatePassword, { ...draft, confirmPassword: 'x' })).toMatchObject({ code: 400, message: '两次输入密码不一致!' });
    expect(await app.call(token, ownAccountApi.updatePassword, draft)).toMatchObject({ code: 200 });
    await expect.poll(async () => (await app.call(other, sessionApi.menus, {})).code, { timeout: 1000 }).toBe(401);
    await expect.poll(async () => (await app.call(token, sessionApi.menus, {})).code, { timeout: 1000 }).toBe(401);
    expect(await attempt(account, 'brand-new-1')).toMatchObject({ code: 200, data: { id } });
  });
});

describe('before signing in', () => {
  it('answers the pictures of the page, the site and the chat script', async () => {
    expect(await app.data('', sessionApi.loginPicture, {})).toMatchObject({ banner: expect.any(Array) });
    expect(await app.data('', sessionApi.siteConfig, {})).toMatchObject({ siteName: '一物一码管理平台', hasChat: false });
    const script = await app.fastify.inject({ url: '/public/jsconfig/getchatconfig' });
    expect(script.headers['content-type']).toContain('application/javascript');
    expect(script.body).toBe('');
  });

  it('asks a stranger who calls too often to wait', async () => {
    const codes = [];
    for (let at = 0; at < 70; at += 1)
      codes.push((await app.fastify.inject({ method: 'POST', url: '/admin/login', remoteAddress: '203.0.113.9', payload: { account: '', pwd: '' } })).json<{ code: number }>().code);
    expect(codes.filter((code) => code === 429).length).toBe(10);
  });
});

describe('the way back in', () => {
  it('gives the account admin a new password, opens the lock and ends its sessions', async () => {
    for (let at = 0; at < 5; at += 1) await attempt('admin', 'wrong-one');
    await app.db.updateTable('admin').set({ status: false }).where('account', '=', 'admin').execute();
    const password = await resetRootPassword(app.db);
    expect(password).toMatch(/^[A-Za-z2-9]{12}$/);
    await expect.poll(async () => (await app.call(root, sessionApi.menus, {})).code, { timeout: 1000 }).toBe(401);
    expect(await attempt('admin', 'root-secret-1')).toMatchObject({ code: 63003 });
    expect(await attempt('admin', password!)).toMatchObject({ code: 200 });
  });
});
