import { ownAccountApi } from '@zhuiyuan/contract/access/own-account';
import { everything } from '@zhuiyuan/contract/access/permission';
import { sessionApi, type MenuNode } from '@zhuiyuan/contract/access/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makePerson, makeStaff, openRoot, tokenFor, tryToSignIn } from '../../test/factories/access.ts';
import { makeFirm } from '../../test/factories/parties.ts';

let app: TestApp;
let root: string;

beforeAll(async () => {
  app = await openTestApp({ env: { CAPTCHA: 'on' } });
  root = await openRoot(app);
});
afterAll(() => app.close());

describe('the signed-in person', () => {
  const paths = (menus: MenuNode[]): string[] => menus.flatMap((menu) => [menu.component, ...paths(menu.childList)]);
  const depth = (menus: MenuNode[]): number =>
    menus.length === 0 ? 0 : 1 + Math.max(...menus.map(({ childList }) => depth(childList)));

  it('is told roles, permissions and firm', async () => {
    expect(await app.data(root, sessionApi.admin, {})).toMatchObject({
      account: 'admin',
      roles: ['admin'],
      permissionsList: [everything],
      firmId: null,
    });
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
    expect(all.map(({ name }) => name)).toEqual([
      '运营',
      '标识溯源',
      '抽奖营销',
      '商品',
      '订单',
      '用户',
      '内容',
      '应用',
      '营销',
      '设备接入',
      '设置',
      '维护',
      '监控',
      '移动端管理',
    ]);
    expect(paths(all)).not.toContain('/maintain/systemLog');
    const { token, id } = await makeStaff(app);
    await app.db.insertInto('adminRole').values({ adminId: id, roleId: 6 }).execute();
    const few = await app.data(token, sessionApi.menus, {});
    expect(paths(few)).toEqual(
      expect.arrayContaining([
        '/dashboard',
        '/identity',
        '/identity/pack',
        '/identity/packManager/alone',
        '/identity/deliverManager',
      ]),
    );
    expect(paths(few)).not.toContain('/identity/taskManager');
  });

  it('leaves: the token is worth nothing afterwards', async () => {
    const { token } = await makeStaff(app);
    expect(await app.call(token, sessionApi.logout, {})).toMatchObject({ code: 200, data: null });
    await expect.poll(async () => (await app.call(token, sessionApi.menus, {})).code).toBe(401);
  });

  it('keeps how the console shall look, for that person alone', async () => {
    const { token, account } = await makePerson(app);
    const layout = {
      appearance: 'dark' as const,
      theme: '#11A983',
      sideTheme: 'light' as const,
      topNav: false,
      tagsView: true,
      fixedHeader: true,
      sidebarLogo: false,
      dynamicTitle: true,
      navIcon: false,
    };
    expect(await app.data(token, sessionApi.admin, {})).toMatchObject({ layout: null });
    await app.data(token, sessionApi.saveLayout, { layout });
    expect(await app.data(await tokenFor(app, account), sessionApi.admin, {})).toMatchObject({ layout });
    expect(await app.data((await makePerson(app)).token, sessionApi.admin, {})).toMatchObject({ layout: null });
    expect(await app.call(token, sessionApi.saveLayout, { layout: { ...layout, theme: 'url(x)' } })).toMatchObject({
      code: 400,
      message: '主题颜色不正确',
    });
    await app.data(token, sessionApi.saveLayout, {});
    expect(await app.data(token, sessionApi.admin, {})).toMatchObject({ layout: null });
  });

  it('changes profile and password, and is signed out everywhere by the latter', async () => {
    const { id, account, token } = await makePerson(app);
    const other = await tokenFor(app, account);
    expect(await app.call(token, ownAccountApi.update, { realName: '新名', phone: '123' })).toMatchObject({
      code: 400,
      message: '手机号格式不正确!',
    });
    await app.data(token, ownAccountApi.update, { realName: '新名', phone: '13800001234' });
    expect(await app.data(token, sessionApi.admin, {})).toMatchObject({ realName: '新名', phone: '13800001234' });
    const draft = { oldPassword: 'right-one', password: 'brand-new-1', confirmPassword: 'brand-new-1' };
    expect(await app.call(token, ownAccountApi.updatePassword, { ...draft, oldPassword: 'no-idea' })).toMatchObject({
      code: 63635,
      message: '原密码不正确',
    });
    expect(await app.call(token, ownAccountApi.updatePassword, { ...draft, confirmPassword: 'x' })).toMatchObject({
      code: 400,
      message: '两次输入密码不一致!',
    });
    expect(await app.call(token, ownAccountApi.updatePassword, draft)).toMatchObject({ code: 200 });
    await expect.poll(async () => (await app.call(other, sessionApi.menus, {})).code).toBe(401);
    await expect.poll(async () => (await app.call(token, sessionApi.menus, {})).code).toBe(401);
    expect(await tryToSignIn(app, account, 'brand-new-1')).toMatchObject({ code: 200, data: { id } });
  });
});

describe('before signing in', () => {
  it('answers the pictures of the page, the site and the chat script', async () => {
    expect(await app.data('', sessionApi.loginPicture, {})).toMatchObject({ banner: expect.any(Array) });
    expect(await app.data('', sessionApi.siteConfig, {})).toMatchObject({
      siteName: '一物一码管理平台',
      hasChat: false,
    });
    const script = await app.fastify.inject({ url: '/public/jsconfig/getchatconfig' });
    expect(script.headers['content-type']).toContain('application/javascript');
    expect(script.body).toBe('');
  });

  it('asks a stranger who calls too often to wait', async () => {
    const codes = [];
    for (let at = 0; at < 70; at += 1)
      codes.push(
        (
          await app.fastify.inject({
            method: 'POST',
            url: '/admin/login',
            remoteAddress: '203.0.113.9',
            payload: { account: '', pwd: '' },
          })
        ).json<{ code: number }>().code,
      );
    expect(codes.filter((code) => code === 429).length).toBe(10);
  });
});
