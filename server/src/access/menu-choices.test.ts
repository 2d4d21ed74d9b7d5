import type { MenuChoice } from '@zhuiyuan/contract/access/menu-choice';
import { roleApi } from '@zhuiyuan/contract/access/role';
import { everybodyMay } from '@zhuiyuan/contract/access/public-permission';
import { permissionsOf } from '@zhuiyuan/contract/kit/endpoint';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { openRoot } from '../../test/factories/access.ts';
import { toPermissions } from './menu-choices.ts';

let app: TestApp;
let root: string;
beforeAll(async () => {
  app = await openTestApp();
  root = await openRoot(app);
});
afterAll(() => app.close());

const flat = (tree: readonly MenuChoice[]): MenuChoice[] => tree.flatMap((node) => [node, ...flat(node.childList)]);
const shown = async () => flat(await app.data(root, roleApi.menuTree, {}));
const idsOf = async (...perms: string[]) =>
  (await app.db.selectFrom('menu').select('id').where('perms', 'in', perms).orderBy('id').execute()).map(
    ({ id }) => id,
  );

it('shows no node of a part that does not exist, and those that do with what they need', async () => {
  const nodes = await shown();
  const names = nodes.map(({ name }) => name);
  for (const name of ['设备接入', '商品规格', '文章管理', '账户信息', '城市数据']) expect(names).not.toContain(name);
  for (const name of [
    '主页',
    '商品分类',
    '生码任务',
    '包装',
    '发货管理',
    '发货日志',
    '互动营销',
    '互动活动',
    '系统日志',
    '素材管理',
    '强制执行',
    '查看全部人员',
  ])
    expect(names).toContain(name);
  const admins = nodes.filter(({ needsAdmin }) => needsAdmin).map(({ name }) => name);
  expect(admins).toEqual(expect.arrayContaining(['批量启用', '渠道管理', '角色管理']));
  expect(admins).not.toContain('生码任务');
});

it('shows every permission that opens a call, or that a handler asks for besides', async () => {
  const asked = new Set(app.endpoints.flatMap(({ may, furtherMay = [] }) => [...permissionsOf(may), ...furtherMay]));
  const sources = [join(import.meta.dirname, '..'), join(import.meta.dirname, '../../../contract/src')];
  for (const folder of sources)
    for (const file of await readdir(folder, { recursive: true })) {
      if (!file.endsWith('.ts') || file.endsWith('.test.ts') || file.startsWith('seeds')) continue;
      for (const [, one] of (await readFile(join(folder, file), 'utf8')).matchAll(/'((?:admin|monitor):[\w:]+)'/g))
        asked.add(one!);
    }
  const everybodys = new Set<string>(everybodyMay);
  const menus = new Map((await app.db.selectFrom('menu').selectAll().execute()).map((menu) => [menu.id, menu.perms]));
  const tickable = new Set(
    (await shown()).filter(({ locked }) => !locked).flatMap(({ id }) => toPermissions(menus.get(id)!)),
  );
  // `admin:lottery:prize` is what permissions begin with, none itself.
  const isBeginning = (one: string) => [...asked].some((other) => other.startsWith(`${one}:`));
  const missing = [...asked].filter((one) => !everybodys.has(one) && !isBeginning(one) && !tickable.has(one));
  expect(missing).toEqual([]);
});

it('says of a permission that only a 管理员角色 can use what it needs', async () => {
  const nodes = await shown();
  const [adjust, recharge] = await Promise.all(
    ['adjust', 'recharge'].map((one) => idsOf(`admin:lottery:redBag:${one}`)),
  );
  expect(nodes.find(({ id }) => id === adjust![0])).toMatchObject({ name: '调整', needsAdmin: true });
  expect(nodes.find(({ id }) => id === recharge![0])).toMatchObject({ needsAdmin: false });
});

it('gives a role everything about shipping, which the warehouse has from the first', async () => {
  const acts = ['list', 'return', 'logistics', 'export', 'print', 'alone', 'box', 'batch', 'sign', 'cancel', 'log'];
  const perms = acts.map((act) => `admin:identity:deliver:${act}`);
  const ids = new Set((await shown()).map(({ id }) => id));
  for (const one of perms) expect([one, (await idsOf(one)).some((id) => ids.has(id))]).toEqual([one, true]);
  const warehouse = await app.db
    .selectFrom('roleMenu')
    .innerJoin('role', 'role.id', 'roleMenu.roleId')
    .innerJoin('menu', 'menu.id', 'roleMenu.menuId')
    .where('role.roleName', '=', '仓库专员')
    .select('menu.perms')
    .execute();
  expect(warehouse.map((row) => row.perms)).toEqual(expect.arrayContaining(perms));
});

it('keeps what a role was given of a part to come when the rest of it changes', async () => {
  const [toCome] = await idsOf('admin:article:list');
  const [home] = await idsOf('admin:identity:identityHome:list');
  const [tasks] = await idsOf('admin:identity:task:list');
  await app.data(root, roleApi.save, { roleName: '活动专员', status: true, rules: String(tasks) } as never);
  const { id } = await app.db
    .selectFrom('role')
    .select('id')
    .where('roleName', '=', '活动专员')
    .executeTakeFirstOrThrow();
  await app.db.insertInto('roleMenu').values({ roleId: id, menuId: toCome! }).execute();
  const held = async () =>
    (await app.db.selectFrom('roleMenu').select('menuId').where('roleId', '=', id).execute()).map(
      ({ menuId }) => menuId,
    );
  await app.data(root, roleApi.update, { id, roleName: '活动专员', status: true, rules: String(home) } as never);
  expect((await held()).toSorted((a, b) => a - b)).toEqual([home, toCome].toSorted((a, b) => a! - b!));
  await app.data(root, roleApi.update, { id, roleName: '活动专员', status: true, rules: `${tasks}` } as never);
  expect((await held()).toSorted((a, b) => a - b)).toEqual([tasks, toCome].toSorted((a, b) => a! - b!));
});
