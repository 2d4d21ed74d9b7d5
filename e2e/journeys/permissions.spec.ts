import type { Page } from '@playwright/test';
import { axeProblems } from '../watch.ts';
import { callAs, choose, expect, ownName, signInByCall, test, typeSignIn } from '../world.ts';

const givenPassword = 'first-password';
const password = 'second-password';

interface Node {
  name: string;
  childList: Node[];
}
const leavesOf = (nodes: Node[]): string[] =>
  nodes.flatMap(({ name, childList }) => (childList.length > 0 ? leavesOf(childList) : [name]));

const makeRole = async (page: Page, roleName: string): Promise<void> => {
  await page.goto('/operation/roleManager/identityManager');
  await page.getByRole('button', { name: '添加角色' }).click();
  const drawer = page.getByRole('dialog', { name: '创建角色' });
  await expect(drawer.getByLabel('角色名称')).toBeFocused();
  await drawer.getByLabel('角色名称').fill(roleName);
  await drawer.getByLabel('搜索权限').fill('产品管理');
  const node = (name: string) =>
    drawer.locator('.ant-tree-treenode').filter({ has: page.getByText(name, { exact: true }) });
  await node('导出').locator('.ant-tree-checkbox').click();
  await node('查看批次').locator('.ant-tree-checkbox').click();
  expect(await axeProblems(page)).toEqual([]);
  await drawer.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('创建角色成功')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: roleName })).toBeVisible();
};

const makeAdministrator = async (page: Page, account: string, roleName: string): Promise<void> => {
  await page.goto('/operation/roleManager/adminList');
  await page.getByRole('button', { name: '添加管理员' }).click();
  const drawer = page.getByRole('dialog', { name: '创建管理员' });
  await expect(drawer.getByLabel('管理员账号')).toBeFocused();
  await drawer.getByLabel('管理员账号').fill(account);
  await drawer.getByLabel('管理员姓名').fill('权限测试');
  await drawer.getByLabel('管理员密码').fill(givenPassword);
  await drawer.getByLabel('确认密码').fill(givenPassword);
  await drawer.getByLabel('手机号').fill('13900000000');
  await choose(drawer, '角色', roleName);
  await choose(drawer, '所属企业', '云岭');
  expect(await axeProblems(page)).toEqual([]);
  await drawer.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('创建管理员成功')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: account })).toContainText(roleName);
};

/** Somebody else set the password: nothing of the console is there before the person has set another. */
const changeGivenPassword = async (page: Page): Promise<void> => {
  const heading = page.getByRole('heading', { name: '设置新密码' });
  for (const address of ['/identity/productManager', '/setting/uploadPicture', '/']) {
    await page.goto(address);
    await expect(heading).toBeVisible();
    await expect(page.getByRole('navigation')).toHaveCount(0);
  }
  await expect(page.getByLabel('原始密码')).toBeFocused();
  const fill = async (old: string, fresh: string, again = fresh) => {
    // A press soon after another one does nothing.
    await expect(page.getByRole('button', { name: '保存并继续' })).toBeVisible();
    await page.getByLabel('原始密码').fill(old);
    await page.getByLabel('新密码', { exact: true }).fill(fresh);
    await page.getByLabel('确认新密码').fill(again);
    await page.getByLabel('确认新密码').press('Enter');
  };
  await fill(givenPassword, password, 'another-password');
  await expect(page.getByText('两次输入密码不一致!')).toBeVisible();
  await fill(givenPassword, givenPassword);
  await expect(page.getByText('新密码不能与原密码相同')).toBeVisible();
  await fill(givenPassword, 'woaini1314');
  await expect(page.getByText('密码太常见，容易被猜到，请换一个')).toBeVisible();
  await fill('no-idea-at-all', password);
  await expect(page.getByText('原密码不正确')).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await fill(givenPassword, password);
  await expect(heading).toHaveCount(0);
};

test('a role with two ticks and a firm: menu, buttons, addresses and rows are no more than that', async ({
  adminPage,
  browser,
  request,
}) => {
  const roleName = ownName('产品查看员');
  const account = ownName('firmuser');
  await makeRole(adminPage, roleName);
  await makeAdministrator(adminPage, account, roleName);

  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto('/login');
  await typeSignIn(page, account, givenPassword);
  await changeGivenPassword(page);
  await expect(page).toHaveURL(/\/dashboard$/);

  await expect(page.getByRole('heading', { name: '主页', level: 1 })).toBeAttached();
  await expect(page.getByText('没有权限访问')).toHaveCount(0);
  const menu = page.getByRole('navigation', { name: '主菜单' });
  await expect(menu.getByText('贵州云岭酒业有限公司').or(menu.getByText('云岭酒业')).first()).toBeVisible();
  for (const hidden of ['设置', '维护', '管理权限', '角色管理', '素材管理', '生码任务', '企业管理'])
    await expect(menu.getByText(hidden, { exact: true })).toHaveCount(0);
  const token = await signInByCall(request, account, password);
  const { data: menus } = await callAs<Node[]>(request, token, 'GET', '/admin/getMenus');
  expect(leavesOf(menus)).toEqual(['主页', '产品管理']);
  await menu.getByText('标识溯源').click();
  await menu.getByText('基础资料').click();
  await menu.getByText('产品管理').click();
  await expect(page).toHaveURL(/\/identity\/productManager$/);

  const rows = page.locator('.ant-table-row');
  await expect(rows.first()).toBeVisible();
  expect((await rows.allInnerTexts()).every((text) => text.includes('云岭'))).toBe(true);
  await expect(page.getByText('青岚')).toHaveCount(0);
  await expect(page.getByRole('button', { name: '导出', exact: true })).toBeVisible();
  for (const name of ['新增产品', '编辑', '复制', '删除', '更多'])
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0);
  await expect(rows.first().getByRole('switch')).toHaveCount(0);
  await expect(rows.first().getByRole('checkbox')).toHaveCount(0);

  for (const address of [
    '/identity/productCreat',
    '/identity/firmManager',
    '/identity/taskManager',
    '/operation/roleManager/identityManager',
  ]) {
    await page.goto(address);
    await expect(page).toHaveURL(/\/401\?from=/);
    await expect(page.getByText('您没有权限访问该页面')).toBeVisible();
  }
  await page.goto('/identity/productManager');
  await expect(rows.first()).toBeVisible();
  await context.close();
});
