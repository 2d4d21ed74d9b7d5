import { menuApi } from '@zhuiyuan/contract/access/menu';
import { roleApi } from '@zhuiyuan/contract/access/role';
import { sessionApi, type MenuNode } from '@zhuiyuan/contract/access/session';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff, openRoot } from '../../test/factories/access.ts';

let app: TestApp;
let root: string;

beforeAll(async () => {
  app = await openTestApp();
  root = await openRoot(app);
});
afterAll(() => app.close());

const directory = { menuType: 'M' as const, sort: 10 };
const made = async (draft: object) => {
  const values = { ...directory, ...draft } as Parameters<typeof app.call<typeof menuApi.add>>[2] & { name: string };
  await app.data(root, menuApi.add, values);
  return (await app.data(root, menuApi.list, { name: values.name }))[0]!;
};
const find = (menus: MenuNode[], id: number): MenuNode | undefined =>
  menus.flatMap((menu) => [menu.id === id ? menu : find(menu.childList, id)]).find(Boolean);

describe('a menu', () => {
  it('is added, shown at once, hidden, changed and deleted with all below it', async () => {
    const top = await made({ name: '试用', icon: 's-goods' });
    const screen = await made({
      name: '试用页',
      menuType: 'C',
      pid: top.id,
      component: '/try/page',
      perms: 'admin:try:list',
    });
    const button = await made({ name: '试用钮', menuType: 'A', pid: screen.id, perms: 'admin:try:save' });
    expect(top.id).toBeGreaterThan(1_000_000);
    expect(find(await app.data(root, sessionApi.menus, {}), screen.id)).toMatchObject({ name: '试用页', pid: top.id });

    await app.data(root, menuApi.updateShowStatus, { id: screen.id });
    expect(find(await app.data(root, sessionApi.menus, {}), top.id)).toBeUndefined();

    const change = { ...screen, name: '试用页二', perms: 'admin:try:all' };
    await app.data(root, menuApi.update, { ...change, version: 1 });
    expect(await app.call(root, menuApi.update, { ...change, version: 1 })).toMatchObject({ code: 409 });
    expect(await app.data(root, menuApi.info, { id: screen.id })).toMatchObject({
      name: '试用页二',
      perms: 'admin:try:all',
      version: 2,
    });

    await app.data(root, menuApi.remove, { id: top.id });
    for (const { id } of [top, screen, button])
      expect(await app.call(root, menuApi.info, { id })).toMatchObject({ code: 404, message: '系统菜单不存在' });
  });

  it('is listed flat, filtered by name and type', async () => {
    const all = await app.data(root, menuApi.list, {});
    expect(all.length).toBeGreaterThan(600);
    const found = await app.data(root, menuApi.list, { name: '角色', menuType: 'C' });
    expect(found.map(({ id, pid }) => ({ id, pid }))).toEqual([{ id: 136, pid: 123 }]);
  });

  it('needs a name, an order, a screen its address, a button its permission', async () => {
    const texts = async (draft: object) =>
      (await app.call(root, menuApi.add, { ...directory, name: '无名', ...draft } as never)).message;
    expect(await texts({ name: '' })).toBe('菜单名称不能为空');
    expect(await texts({ sort: '' })).toBe('菜单顺序不能为空');
    expect(await texts({ menuType: 'C' })).toBe('菜单类型的组件路径不能为空');
    expect(await texts({ menuType: 'A' })).toBe('按钮类型的权限表示不能为空');
    expect(await texts({ perms: '*:*:*' })).toBe('权限字符只能包含字母、数字、冒号和逗号');
    expect(await texts({ menuType: 'C', component: '/dashboard' })).toBe('组件路径已存在');
  });

  it('stands four levels deep at most, never below a button or itself', async () => {
    const second = await made({ name: '二级', pid: (await made({ name: '一级' })).id });
    const third = await made({ name: '三级', pid: second.id });
    await made({ name: '四级', pid: third.id });
    const fourth = (await app.data(root, menuApi.list, { name: '四级' }))[0]!;
    const add = (draft: object) => app.call(root, menuApi.add, { ...directory, name: '五级', ...draft });
    expect(await add({ pid: fourth.id })).toMatchObject({ code: 63642, message: '菜单最多四级' });
    expect(await add({ pid: fourth.id, menuType: 'A', perms: 'admin:try:deep' })).toMatchObject({ code: 200 });
    const button = (await app.data(root, menuApi.list, { name: '五级' }))[0]!;
    expect(await add({ pid: button.id })).toMatchObject({ code: 63644 });
    expect(await app.call(root, menuApi.update, { ...second, pid: fourth.id })).toMatchObject({ code: 63643 });
    expect(await app.call(root, menuApi.update, { ...second, pid: 510 })).toMatchObject({ code: 63642 });
    expect(await add({ pid: 987_654 })).toMatchObject({ code: 404 });
  });

  it('that locks hang on keeps its place, its permission and its existence', async () => {
    const { version: _, createTime: __, ...roles } = await app.data(root, menuApi.info, { id: 136 });
    expect(await app.call(root, menuApi.update, { ...roles, pid: 12 })).toMatchObject({ code: 63645 });
    expect(await app.call(root, menuApi.update, { ...roles, name: '角色管理', sort: 99 })).toMatchObject({ code: 200 });
    for (const id of [12, 123, 280, 344])
      expect(await app.call(root, menuApi.remove, { id })).toMatchObject({ code: 63645 });
  });

  it('is written by the account admin alone, whatever others were granted', async () => {
    const permissions = ['list', 'add', 'update', 'delete', 'info', 'show:status'].map(
      (action) => `admin:system:menu:${action}`,
    );
    const { token } = await makeStaff(app, { permissions, isAdminRole: true });
    expect(await app.call(token, menuApi.list, {})).toMatchObject({ code: 200 });
    for (const answer of [
      await app.call(token, menuApi.add, { ...directory, name: '越权' }),
      await app.call(token, menuApi.update, { ...directory, id: 15, name: '越权' }),
      await app.call(token, menuApi.remove, { id: 15 }),
      await app.call(token, menuApi.updateShowStatus, { id: 15 }),
    ])
      expect(answer).toMatchObject({ code: 63641, message: '菜单只有账号 admin 可以修改' });
    const { token: reader } = await makeStaff(app, { permissions: ['admin:system:menu:list'] });
    expect(await app.call(reader, menuApi.add, { ...directory, name: '无权' })).toMatchObject({ code: 403 });
  });

  it('changes what roles may do at once', async () => {
    const page = await made({ name: '换权页', menuType: 'C', component: '/try/swap', perms: 'admin:try:swap' });
    const holder = await makeStaff(app);
    const { id: roleId } = await app.db
      .insertInto('role')
      .values({ roleName: '换权' })
      .returning('id')
      .executeTakeFirstOrThrow();
    await app.db.insertInto('roleMenu').values({ roleId, menuId: page.id }).execute();
    await app.db.insertInto('adminRole').values({ adminId: holder.id, roleId }).execute();
    expect(await app.call(holder.token, roleApi.list)).toMatchObject({ code: 403 });
    await app.data(root, menuApi.update, { ...page, perms: 'admin:system:role:list' });
    await expect.poll(async () => (await app.call(holder.token, roleApi.list)).code).toBe(200);
  });
});
