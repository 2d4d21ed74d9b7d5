import { lockedText } from '@zhuiyuan/contract/access/session';
import {
  adminPassword,
  callAs,
  choose,
  expect,
  ownName,
  readCaptcha,
  signInByCall,
  test,
  typeSignIn,
  useToken,
} from '../world.ts';

test('every colour that the page names has a value', async ({ page }) => {
  await page.goto('/login');
  await expect(page.getByLabel('用户名')).toBeVisible();
  const missing = await page.evaluate(() => {
    const rules = [...document.styleSheets].flatMap((sheet) => [...sheet.cssRules]).map(({ cssText }) => cssText);
    const drawn = [...document.querySelectorAll('svg, svg *')].map((element) => element.cloneNode() as Element);
    const named = [...rules, ...drawn.map(({ outerHTML }) => outerHTML)]
      .flatMap((text) => [...text.matchAll(/var\((--zy-[\w-]+)\)/g)])
      .map(([, name]) => name!);
    const values = getComputedStyle(document.documentElement);
    return [...new Set(named)].filter((name) => values.getPropertyValue(name) === '');
  });
  expect(missing).toEqual([]);
});

test('a wrong captcha and a wrong password are told apart, nothing typed is lost', async ({ page }) => {
  await page.goto('/login');
  await typeSignIn(page, 'admin', adminPassword, { captcha: 'zzzz' });
  await expect(page.getByText('验证码不正确').first()).toBeVisible();
  await expect(page.getByLabel('用户名')).toHaveValue('admin');
  await typeSignIn(page, 'admin', 'wrong-password');
  await expect(page.getByText('用户不存在或密码错误').first()).toBeVisible();
  await expect(page).toHaveURL(/\/login/);
});

test('who was sent to sign in comes back to where he wanted to go', async ({ page }) => {
  await page.goto('/operation/roleManager/identityManager?roleName=x');
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await typeSignIn(page, 'admin', adminPassword);
  // Not the address of the sign-in page, which names the same path as its redirect.
  await expect(page).toHaveURL(/^http:\/\/[^/]+\/operation\/roleManager\/identityManager\?roleName=x/);
  await page.goto('/login');
  await expect(page).toHaveURL(/\/dashboard$/);
});

for (const redirect of [
  '/%09/evil.test/a',
  '/%0a/evil.test/a',
  '/%0D/evil.test/a',
  '/%5Cevil.test/a',
  '%2F%2Fevil.test/a',
])
  test(`an address made to look like ours leads nowhere else: ${redirect}`, async ({ page }) => {
    const asked: string[] = [];
    page.on('request', (request) => asked.push(new URL(request.url()).host));
    await page.goto(`/login?redirect=${redirect}`);
    await typeSignIn(page, 'admin', adminPassword);
    await expect(page).toHaveURL(/^http:\/\/127\.0\.0\.1:\d+\/dashboard$/);
    expect(asked).not.toContain('evil.test');
  });

test('five wrong passwords lock the account for ten minutes, also for the right one', async ({ page, request }) => {
  const token = await signInByCall(request);
  const account = ownName('lock');
  const roles = await callAs<{ list: { id: number }[] }>(request, token, 'GET', '/admin/system/role/list');
  const made = await callAs(request, token, 'POST', '/admin/system/admin/save', {
    account,
    pwd: 'right-password',
    realName: '锁定测试',
    roles: String(roles.data.list.at(-1)!.id),
    phone: '13800000000',
    status: true,
  });
  expect(made.message).toBe('ok');
  await page.goto('/login');
  for (let tries = 0; tries < 5; tries += 1) {
    await typeSignIn(page, account, `wrong-${tries}-password`);
    await expect(page.getByText('用户不存在或密码错误').first()).toBeVisible();
  }
  await typeSignIn(page, account, 'right-password');
  await expect(page.getByText(lockedText).first()).toBeVisible();
});

test('after signing out the token is dead and the address asks for a sign-in again', async ({
  page,
  context,
  request,
}) => {
  const token = await signInByCall(request);
  await useToken(context, token);
  await page.goto('/maintain/picture');
  await page.getByRole('button', { name: '的账号菜单' }).click();
  await page.getByRole('menuitem', { name: '退出' }).click();
  await expect(page).toHaveURL(/\/login\?redirect=%2Fmaintain%2Fpicture$/);
  expect((await callAs(request, token, 'GET', '/admin/getMenus')).code).toBe(401);
  await page.goto('/dashboard');
  await expect(page).toHaveURL(/\/login\?redirect=/);
  await typeSignIn(page, 'admin', adminPassword);
  await expect(page).toHaveURL(/\/dashboard$/);
});

test('a session that ends in a form asks for the password over it, and the form is saved', async ({
  page,
  context,
  request,
}) => {
  const token = await signInByCall(request);
  await useToken(context, token);
  await page.goto('/identity/channelManager');
  await page.setViewportSize({ width: 390, height: 844 });
  await page.getByRole('button', { name: '新增渠道' }).first().click();
  const form = page.getByRole('dialog').filter({ hasText: '新增渠道' });
  const name = ownName('续渠');
  await choose(form, '所属企业', '青岚');
  await form.getByLabel('渠道名称').fill(name);
  await choose(form, '渠道类型', '电商');
  await callAs(request, token, 'GET', '/admin/logout');
  const fetched = page.waitForResponse((response) => response.url().includes('/validate/code/get'));
  await form.getByRole('button', { name: '保存' }).click();
  const { data } = (await (await fetched).json()) as { data: { key: string } };
  const question = page.getByRole('dialog', { name: '请重新输入密码' });
  await expect(question.getByLabel('密码', { exact: true })).toBeInViewport();
  await expect(question.getByRole('button', { name: '继续' })).toBeInViewport();
  await question.getByLabel('密码', { exact: true }).fill(adminPassword);
  await question.getByRole('textbox', { name: '验证码' }).fill(await readCaptcha(data.key));
  await question.getByRole('button', { name: '继续' }).click();
  await expect(page.getByText('创建成功')).toBeVisible();
  await expect(form).toHaveCount(0);
  await expect(page.getByText(name)).toBeVisible();
  await expect(page).toHaveURL(/\/identity\/channelManager/);
});
