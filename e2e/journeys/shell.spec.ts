import type { Page } from '@playwright/test';
import { axeProblems } from '../watch.ts';
import { callAs, enterFirstTime, expect, ownName, signInByCall, test, useToken } from '../world.ts';

const tabsOf = (page: Page) => page.getByRole('navigation', { name: '打开的页面' });
const tabNames = (page: Page) => tabsOf(page).locator('.tab-name');
const tab = (page: Page, name: string) => tabsOf(page).getByRole('button', { name, exact: true });
const menuOf = (page: Page) => page.getByRole('navigation', { name: '主菜单' });

const openByMenu = async (page: Page, ...names: string[]): Promise<void> => {
  for (const name of names) {
    const entry = menuOf(page).getByRole('menuitem', { name, exact: true });
    if ((await entry.getAttribute('aria-expanded')) !== 'true') await entry.click();
    // While a directory opens, what stands below it moves away from under the finger.
    await expect(menuOf(page).locator('[class*="motion-collapse"]')).toHaveCount(0);
  }
};

test('tabs keep what was typed, close by the right-click menu, and the dashboard stays', async ({
  adminPage: page,
}) => {
  await page.goto('/dashboard');
  await openByMenu(page, '标识溯源', '基础资料', '产品管理');
  await page.getByRole('textbox', { name: '产品', exact: true }).fill('礼盒');
  await openByMenu(page, '标识溯源', '基础资料', '企业管理');
  await openByMenu(page, '设置', '管理权限', '角色管理');
  await expect(page.getByRole('button', { name: '添加角色' })).toBeVisible();
  await expect(tabNames(page)).toHaveText(['主页', '产品管理', '企业管理', '角色管理']);

  await tab(page, '产品管理').click();
  await expect(page.getByRole('textbox', { name: '产品', exact: true })).toHaveValue('礼盒');

  await tab(page, '企业管理').click({ button: 'right' });
  await page.getByRole('menuitem', { name: '关闭其他' }).click();
  await expect(tabNames(page)).toHaveText(['主页', '企业管理']);
  await expect(page).toHaveURL(/\/identity\/firmManager$/);

  await page.reload();
  await expect(tabNames(page)).toHaveText(['主页', '企业管理']);
  await tab(page, '主页').click({ button: 'right' });
  await expect(page.getByRole('menuitem', { name: '刷新' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: '关闭', exact: true })).toHaveCount(0);
  await page.getByRole('menuitem', { name: '关闭所有' }).click();
  await expect(tabNames(page)).toHaveText(['主页']);
  await expect(page).toHaveURL(/\/dashboard$/);
  await expect(tabsOf(page).getByRole('button', { name: /^关闭/ })).toHaveCount(0);
});

test('Ctrl K finds screens, rows and a code, by the keyboard alone, and remembers them', async ({
  adminPage: page,
  request,
}) => {
  const token = await signInByCall(request);
  const { data } = await callAs<{ list: { firstCode: string; activeCnt: number }[] }>(
    request,
    token,
    'GET',
    '/admin/identity/identity/list',
    { limit: 50 },
  );
  const code = data.list.find((one) => one.activeCnt > 0 && one.firstCode.length === 16)!.firstCode;
  await page.goto('/dashboard');
  await expect(menuOf(page)).toBeVisible();
  const field = page.getByRole('combobox', { name: '搜索' });
  const marked = page.locator('.zy-search [role="option"][aria-selected="true"]');

  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.type('生码任');
  await expect(marked).toContainText('生码任务');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/identity\/taskManager$/);
  await expect(page).toHaveTitle(/^生码任务 - /);

  await page.keyboard.press('Control+k');
  await expect(field).toBeFocused();
  await page.keyboard.insertText(code);
  await expect(marked).toContainText(/已启用|未启用/);
  await expect(field).toHaveValue(code.replace(/(.{4})(?=.)/g, '$1 '));
  expect(await axeProblems(page)).toEqual([]);
  await page.keyboard.press('Tab');
  await expect(marked).toContainText(/所属批次|生成它的任务/);
  await page.keyboard.press('Shift+Tab');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(new RegExp(`/identity/identityManager/code/${code}$`));

  await page.keyboard.press('Control+k');
  await expect(page.getByRole('group', { name: '最近' }).getByRole('option').first()).toContainText(code.slice(0, 4));
  await expect(field).toBeFocused();
  await page.keyboard.type('没有这样的名字');
  await expect(page.getByText('没有找到 “没有这样的名字”')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field).toHaveCount(0);

  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: '搜索' }).click();
  await expect(field).toBeFocused();
  await page.keyboard.type('龙井');
  await page.getByRole('group', { name: '产品' }).getByRole('option').first().click();
  await expect(page).toHaveURL(/\/identity\/product/);
});

test('the bell tells what waits and what ended, until it was seen', async ({ adminPage: page, request }) => {
  const token = await signInByCall(request);
  const started = await callAs(request, token, 'POST', '/admin/identity/excelLog/save', {
    biz: 'segment',
    title: ownName('铃声'),
    fileType: 'csv',
    columns: ['码段号'],
    filters: {},
  });
  expect(started.code, started.message).toBe(200);
  await page.goto('/dashboard');
  const counts = await page.locator('.zy-home-todos li b').allTextContents();
  const bell = page.getByRole('button', { name: /^通知，\d+ 条未读$/ });
  await expect(bell).toBeVisible();
  await bell.click();
  const panel = page.getByRole('region', { name: '通知列表' });
  // Tasks of other journeys end meanwhile.
  const ended = panel.getByRole('region', { name: '已结束' }).getByRole('link', { name: /导出已完成/ });
  await expect(ended.first()).toBeVisible();
  if (counts.length > 0)
    await expect(panel.getByRole('region', { name: '需要处理' }).getByRole('link')).toHaveCount(counts.length);
  expect(await axeProblems(page)).toEqual([]);
  // What was in sight for two seconds is read by itself; tasks of other journeys may end at any moment.
  const all = panel.getByRole('button', { name: '全部已读' });
  const bells = page.getByRole('button', { name: /^通知/ });
  const quiet = page.getByRole('button', { name: '通知', exact: true });
  await expect(async () => {
    if (!(await panel.isVisible())) await bells.click({ timeout: 2000 });
    if (await all.isEnabled({ timeout: 1000 })) await all.click({ timeout: 1000 });
    await expect(quiet).toBeVisible({ timeout: 1000 });
    await page.reload();
    await expect(quiet).toBeVisible({ timeout: 5000 });
  }).toPass();
  await bells.click();
  await page.keyboard.press('Tab');
  await ended.first().focus();
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/\/identity\/excelLogCreat\/\d+$/);
  await expect(panel).toHaveCount(0);
});

test('a theme colour shows at once, is kept by 保存配置, and 重置配置 takes it back', async ({ adminPage: page }) => {
  const green = 'rgb(4, 126, 96)';
  const blue = 'rgb(9, 112, 200)';
  await page.goto('/operation/roleManager/identityManager');
  const add = page.getByRole('button', { name: '添加角色' });
  await expect(add).toHaveCSS('background-color', blue);
  await page.getByRole('button', { name: '主题风格设置' }).click();
  const panel = page.getByRole('dialog', { name: '主题风格设置' });
  await expect(panel).toBeVisible();
  await expect(page.locator('.settings [class*="motion"]')).toHaveCount(0);
  expect(await axeProblems(page)).toEqual([]);
  await panel.getByText('竹绿').click();
  await panel.getByRole('radiogroup', { name: '侧边栏主题' }).getByText('浅色').click();
  await expect(add).toHaveCSS('background-color', green);
  await panel.getByRole('button', { name: '保存配置' }).click();
  await expect(page.getByText('正在保存到本地，请稍候...')).toBeVisible();
  await expect(panel.getByRole('button', { name: '保存配置' })).toBeEnabled();
  await expect(page.getByText('正在保存到本地，请稍候...')).toHaveCount(0);

  await page.reload();
  await expect(add).toHaveCSS('background-color', green);
  await expect(menuOf(page)).toHaveClass(/side-light/);

  await page.getByRole('button', { name: '主题风格设置' }).click();
  await panel.getByRole('button', { name: '重置配置' }).click();
  await expect(page.getByText('正在清除设置缓存并刷新，请稍候...')).toBeVisible();
  await expect(add).toHaveCSS('background-color', blue);
  await expect(menuOf(page)).toHaveClass(/side-dark/);
});

test('the dark is there before anything has loaded, for this person in every browser, and follows the system until chosen', async ({
  browser,
  context,
  page,
  request,
}) => {
  const admin = await signInByCall(request);
  const account = ownName('dark');
  const own = { given: 'given-password', own: 'own-password-1' };
  const draft = {
    account,
    pwd: own.given,
    realName: '夜班',
    roles: '1',
    phone: '13900002222',
    status: true,
    firmId: 0,
  };
  const made = await callAs(request, admin, 'POST', '/admin/system/admin/save', draft);
  expect(made.code, made.message).toBe(200);
  const token = await enterFirstTime(request, account, own);
  await useToken(context, token);
  const dark = 'rgb(16, 19, 24)';
  const light = 'rgb(243, 245, 248)';
  const body = page.locator('body');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/dashboard');
  await expect(menuOf(page)).toBeVisible();
  await expect(body).toHaveCSS('background-color', dark);
  await page.emulateMedia({ colorScheme: 'light' });
  await expect(body).toHaveCSS('background-color', light);

  // Another window of this browser agrees at once.
  const other = await context.newPage();
  await other.goto('/identity/taskManager');
  await expect(menuOf(other)).toBeVisible();
  const kept = page.waitForResponse((response) => response.url().includes('/login/layout/save'));
  await page.getByRole('button', { name: /的账号菜单$/ }).click();
  await page.getByRole('menuitem', { name: '外观' }).hover();
  await page.getByRole('menuitem', { name: '深色' }).click();
  await kept;
  for (const each of [body, other.locator('body')]) await expect(each).toHaveCSS('background-color', dark);
  await other.close();

  // The script in the page itself paints it, and the policy lets that one run.
  await page.route('**/assets/*.js', (route) => route.abort());
  for (const address of ['/dashboard', '/login']) {
    await page.goto(address);
    await expect(body).toHaveCSS('background-color', dark);
  }
  await page.unroute('**/assets/*.js');

  const elsewhere = await browser.newContext();
  await useToken(elsewhere, token);
  const there = await elsewhere.newPage();
  await there.goto(`${process.env.E2E_URL}/dashboard`);
  await expect(menuOf(there)).toBeVisible();
  await expect(there.locator('body')).toHaveCSS('background-color', dark);
  await there.emulateMedia({ media: 'print' });
  await there.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await expect(there.locator('body')).toHaveCSS('background-color', light);
  await there.evaluate(() => dispatchEvent(new Event('afterprint')));
  await expect(there.locator('body')).toHaveCSS('background-color', dark);
  await elsewhere.close();
});

test('what is looked at in the settings is taken back by closing them', async ({ adminPage: page }) => {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: '主题风格设置' }).click();
  const panel = page.getByRole('dialog', { name: '主题风格设置' });
  await expect(panel.getByText('系统现在为浅色')).toBeVisible();
  await panel.getByRole('radiogroup', { name: '外观' }).getByText('深色').click();
  await expect(page.locator('html')).toHaveClass(/dark/);
  expect(await axeProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(page.locator('html')).not.toHaveClass(/dark/);
});

test('a folded sidebar stays folded', async ({ adminPage: page, context }) => {
  await page.goto('/dashboard');
  await page.getByRole('button', { name: '收起菜单' }).click();
  await expect(page.getByRole('button', { name: '展开菜单' })).toBeVisible();
  expect((await context.cookies()).find(({ name }) => name === 'sidebarStatus')?.value).toBe('0');
  await page.reload();
  await page.getByRole('button', { name: '展开菜单' }).click();
  await expect.poll(async () => (await menuOf(page).boundingBox())?.width).toBe(200);
});

test('an address that is none leads to /404 and home from there', async ({ adminPage: page }) => {
  await page.goto('/no/such/page');
  await expect(page).toHaveURL(/\/404$/);
  await expect(page.getByRole('main').getByText('地址可能输入有误')).toBeVisible();
  await page.getByRole('button', { name: '返回首页' }).click();
  await expect(page).toHaveURL(/\/dashboard$/);
});

test.describe('on a telephone', () => {
  test.use({ viewport: { width: 390, height: 844 }, hasTouch: true });

  test('the menu comes as a drawer, leads on, and nothing is wider than the screen', async ({ adminPage: page }) => {
    await page.goto('/dashboard');
    await expect(page.getByRole('button', { name: '打开菜单' })).toBeVisible();
    await expect(menuOf(page)).toHaveCount(0);
    await expect(tabsOf(page)).toHaveCount(0);
    const isTooWide = () => page.evaluate(() => document.documentElement.scrollWidth > innerWidth);
    expect(await isTooWide()).toBe(false);
    await page.getByRole('button', { name: '打开菜单' }).tap();
    expect(await axeProblems(page)).toEqual([]);
    await openByMenu(page, '标识溯源', '基础资料', '产品管理');
    await expect(page).toHaveURL(/\/identity\/productManager$/);
    await expect(menuOf(page)).toBeHidden();
    await expect(page.getByRole('button', { name: '云岭杨梅米酿 375ml' })).toBeVisible();
    expect(await isTooWide()).toBe(false);
  });

  test('a movement of money shows every amount that moved', async ({ adminPage: page }) => {
    await page.goto('/lottery/assets/redBag/manage');
    await page.getByRole('button', { name: '全部流水' }).tap();
    const cards = page.getByRole('dialog').locator('.zy-card');
    await expect(cards.first()).toBeVisible();
    await expect(cards.first()).toContainText('元');
    const hidden = await cards.evaluateAll((all) =>
      all.flatMap((card) => {
        const edge = card.querySelector('.zy-card-facts')!.getBoundingClientRect();
        return [...card.querySelectorAll('.zy-card-facts > span')]
          .filter((fact) => {
            const { bottom, right } = fact.getBoundingClientRect();
            return bottom > edge.bottom + 1 || right > edge.right + 1;
          })
          .map((fact) => fact.textContent);
      }),
    );
    expect(hidden).toEqual([]);
  });
});
