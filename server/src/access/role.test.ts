import type { MenuChoice } from '@zhuiyuan/contract/access/menu-choice';
import { roleApi } from '@zhuiyuan/contract/access/role';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeFirmStaff, makeStaff, openRoot } from '../../test/factories/access.ts';

/** Seeded nodes: 企业管理 with its 新增 and 编辑, 产品管理, 角色管理 (reserved), 登录管理 (public). */
const firmScreen = 511;
const firmSave = 51101;
const productScreen = 519;
const roleScreen = 136;
const publicGroup = 280;
/** 抽奖营销, 互动活动 with its 新增, and 文章管理's 新增 of a part to come. */
const lotteryDirectory = 700;
const gameScreen = 751;
const gameSave = 75101;
const articleSave = 6001;

const editorOf = [
  'admin:system:role:list',
  'admin:system:role:save',
  'admin:system:role:update',
  'admin:system:role:info',
  'admin:system:role:delete',
  'admin:system:role:update:status',
  'admin:system:menu:cache:tree',
];

let app: TestApp;
let root: string;
let editor: string;

beforeAll(async () => {
  app = await openTestApp();
  root = await openRoot(app);
  editor = (
    await makeStaff(app, { permissions: [...editorOf, 'admin:identity:firm:list', 'admin:identity:firm:save'] })
  ).token;
});
afterAll(() => app.close());

const roleNamed = async (roleName: string) => (await app.data(root, roleApi.list, { roleName })).list[0]!;
const made = async (roleName: string, rules: number[], token = root) => {
  expect(await app.call(token, roleApi.save, { roleName, rules })).toMatchObject({ code: 200 });
  return roleNamed(roleName);
};
const find = (tree: MenuChoice[], id: number): MenuChoice | undefined =>
  tree.flatMap((node) => [node.id === id ? node : find(node.childList, id)]).find(Boolean);

describe('role', () => {
  it('is made, read back with its tree, changed and deleted', async () => {
    const role = await made('仓管', [firmScreen, firmSave]);
    expect(role).toMatchObject({ rules: `${firmScreen},${firmSave}`, status: true, isAdmin: false, version: 0 });
    const { menuList } = await app.data(root, roleApi.info, { id: role.id });
    expect(find(menuList, firmSave)).toMatchObject({ checked: true, locked: false });
    expect(find(menuList, productScreen)).toMatchObject({ checked: false, locked: false });
    expect(find(menuList, publicGroup)).toMatchObject({ checked: true, locked: true });

    await app.data(root, roleApi.update, {
      id: role.id,
      version: 0,
      roleName: '仓库管理',
      rules: `${productScreen}`,
      status: '0',
    });
    expect(await roleNamed('仓库管理')).toMatchObject({
      id: role.id,
      rules: `${productScreen}`,
      status: false,
      version: 1,
    });
    await app.data(root, roleApi.remove, { id: role.id });
    expect(await app.call(root, roleApi.info, { id: role.id })).toMatchObject({ code: 404, message: '角色不存在' });
  });

  it('refuses a name twice, no permissions, an old version and a role that is held', async () => {
    const role = await made('客服', [firmScreen]);
    expect(await app.call(root, roleApi.save, { roleName: '客服', rules: '511' })).toMatchObject({
      code: 63621,
      message: '角色名称重复',
    });
    expect(await app.call(root, roleApi.save, { roleName: '空', rules: '' })).toMatchObject({
      code: 400,
      message: '权限不能为空',
    });
    const stale = { id: role.id, version: 7, roleName: '客服', rules: '511' };
    expect(await app.call(root, roleApi.update, stale)).toMatchObject({ code: 409 });
    const holder = await makeStaff(app);
    await app.db.insertInto('adminRole').values({ adminId: holder.id, roleId: role.id }).execute();
    expect(await app.call(root, roleApi.remove, { id: role.id })).toMatchObject({
      code: 63622,
      message: '角色已被管理员使用，不能删除',
    });
  });

  it('answers form errors with their field', async () => {
    const answer = await app.call(root, roleApi.save, { roleName: '名'.repeat(33), rules: '511' });
    expect(answer).toMatchObject({
      code: 400,
      data: { fields: [{ field: 'roleName', message: '角色名称不能超过32个字符' }] },
    });
  });

  it('needs a token and the permission', async () => {
    const { token } = await makeStaff(app, { permissions: ['admin:system:role:list'] });
    expect(await app.call('', roleApi.list)).toMatchObject({ code: 401 });
    expect(await app.call(token, roleApi.save, { roleName: '无权', rules: '511' })).toMatchObject({ code: 403 });
    expect(await app.call(token, roleApi.list)).toMatchObject({ code: 200 });
  });

  it('takes its parameters from the query alone', async () => {
    const answer = await app.fastify.inject({
      method: 'POST',
      url: `/admin/system/role/save?roleName=${encodeURIComponent('仅查询参数')}&rules=511,51101&status=1`,
      headers: { 'authori-zation': root },
    });
    expect(answer.json()).toMatchObject({ code: 200, data: null });
  });

  it('refuses by name what a role cannot keep, and changes nothing of it', async () => {
    const role = await made('运营专员', [gameScreen, gameSave]);
    const change = (rules: number[]) =>
      app.call(root, roleApi.update, { id: role.id, roleName: '改过', rules, status: true });
    expect(await change([gameScreen, articleSave])).toMatchObject({
      code: 63628,
      message: '“文章管理 / 新增”的功能尚未开放，不能授予',
    });
    expect(await change([gameScreen, 999_999])).toMatchObject({
      code: 63629,
      message: '权限菜单 999999 不存在，请刷新后重新勾选',
    });
    expect(await app.call(root, roleApi.save, { roleName: '新建', rules: [gameScreen, articleSave] })).toMatchObject({
      code: 63628,
    });
    expect(await app.call(editor, roleApi.save, { roleName: '新建', rules: [gameSave] })).toMatchObject({
      code: 63625,
      message: '您没有“互动活动 / 新增”的权限，不能授予或收回',
    });
    expect(await roleNamed('运营专员')).toEqual(role);
    expect((await app.data(root, roleApi.list, { roleName: '新建' })).list).toEqual([]);
  });

  it('takes the whole tree back as a client sends it: what is ticked, with directories and what everybody has', async () => {
    const role = await made('回传', [gameScreen, gameSave]);
    await app.db.insertInto('roleMenu').values({ roleId: role.id, menuId: articleSave }).execute();
    const { menuList } = await app.data(root, roleApi.info, { id: role.id });
    const all = (tree: MenuChoice[]): MenuChoice[] => tree.flatMap((node) => [node, ...all(node.childList)]);
    const isTicked = (node: MenuChoice): boolean => node.checked || node.childList.some(isTicked);
    const sent = all(menuList).filter(isTicked);
    const rules = sent.map(({ id }) => id).join();
    expect(sent.map(({ name }) => name)).toEqual(expect.arrayContaining(['抽奖营销', '互动活动', '登录管理', '主页']));
    await app.data(root, roleApi.update, { id: role.id, roleName: '回传', rules, status: '1' });
    const kept = (await roleNamed('回传')).rules.split(',').map(Number);
    expect(kept).toEqual(expect.arrayContaining([gameScreen, gameSave, articleSave, lotteryDirectory]));
    expect(kept).not.toContain(publicGroup);
  });

  it('takes effect for its holders at their next call', async () => {
    const role = await made('即时', [firmScreen]);
    const holder = await makeStaff(app, { permissions: ['admin:system:role:update:status'] });
    expect(await app.call(holder.token, roleApi.list)).toMatchObject({ code: 403 });
    await app.db.insertInto('adminRole').values({ adminId: holder.id, roleId: role.id }).execute();
    await app.data(root, roleApi.update, { id: role.id, roleName: '即时', rules: [firmScreen, roleScreen] });
    await expect.poll(async () => (await app.call(holder.token, roleApi.list)).code).toBe(200);
    await app.data(root, roleApi.updateStatus, { id: role.id, status: 0 });
    await expect.poll(async () => (await app.call(holder.token, roleApi.list)).code).toBe(403);
  });
});

describe('a role editor who is not the account admin', () => {
  it('grants what it has, and nothing else', async () => {
    const role = await made('代管', [firmScreen, firmSave], editor);
    const beyond = await app.call(editor, roleApi.update, {
      id: role.id,
      roleName: '代管',
      rules: [firmScreen, productScreen],
    });
    expect(beyond).toMatchObject({ code: 63625, message: '您没有“产品管理”的权限，不能授予或收回' });
    expect((await roleNamed('代管')).rules).toBe(`${firmScreen},${firmSave}`);
  });

  it('does not take away what it does not have either', async () => {
    const role = await made('产品', [productScreen, firmScreen]);
    expect(
      await app.call(editor, roleApi.update, { id: role.id, roleName: '产品', rules: [firmScreen] }),
    ).toMatchObject({ code: 63625 });
    expect(
      await app.call(editor, roleApi.update, { id: role.id, roleName: '产品经理', rules: [productScreen, firmSave] }),
    ).toMatchObject({ code: 200 });
  });

  it('never touches the reserved nodes, even those it holds', async () => {
    const { menuList } = await app.data(editor, roleApi.info, { id: 2 });
    expect(find(menuList, roleScreen)).toMatchObject({ locked: true });
    const answer = await app.call(editor, roleApi.save, { roleName: '越权', rules: [roleScreen] });
    expect(answer).toMatchObject({ code: 63624, message: '“角色管理”只有账号 admin 可以授予或收回' });
  });

  it('neither marks a 管理员角色 nor works on a role above its own', async () => {
    expect(await app.call(editor, roleApi.save, { roleName: '标记', rules: '511', isAdmin: true })).toMatchObject({
      code: 63626,
    });
    expect(await app.call(editor, roleApi.updateStatus, { id: 2, status: 0 })).toMatchObject({ code: 63627 });
    expect(await app.call(editor, roleApi.remove, { id: 2 })).toMatchObject({ code: 63627 });
    const sleeping = await made('沉睡', [productScreen]);
    await app.data(root, roleApi.updateStatus, { id: sleeping.id, status: 0 });
    const woken = await app.call(editor, roleApi.update, {
      id: sleeping.id,
      roleName: '沉睡',
      rules: [productScreen],
      status: true,
    });
    expect(woken).toMatchObject({ code: 63627 });
  });

  it('does not know role 1', async () => {
    expect((await app.data(editor, roleApi.list, { limit: 9999 })).list.map(({ id }) => id)).not.toContain(1);
    expect(await app.call(editor, roleApi.info, { id: 1 })).toMatchObject({ code: 404 });
    expect(await app.call(editor, roleApi.update, { id: 1, roleName: '超级', rules: '511' })).toMatchObject({
      code: 404,
    });
    expect(await app.call(root, roleApi.update, { id: 1, roleName: '超级', rules: '511' })).toMatchObject({
      code: 63623,
    });
    expect(await app.call(root, roleApi.updateStatus, { id: 1, status: 0 })).toMatchObject({ code: 63623 });
  });
});

describe('firm staff', () => {
  it('sees only roles it could hand out, and writes none', async () => {
    const { token } = await makeFirmStaff(app, [...editorOf, 'admin:identity:firm:list']);
    const below = await made('企业可用', [firmScreen]);
    const above = await made('企业不可用', [productScreen]);
    const seen = (await app.data(token, roleApi.list, { limit: 9999 })).list.map(({ id }) => id);
    expect(seen).toContain(below.id);
    expect(seen).not.toContain(above.id);
    expect(await app.call(token, roleApi.info, { id: above.id })).toMatchObject({ code: 404 });
    expect(await app.call(token, roleApi.save, { roleName: '企业自建', rules: '511' })).toMatchObject({ code: 403 });
    expect(await app.call(token, roleApi.update, { id: below.id, roleName: '企业改名', rules: '511' })).toMatchObject({
      code: 403,
    });
    expect(await app.call(token, roleApi.remove, { id: below.id })).toMatchObject({ code: 403 });
  });
});
