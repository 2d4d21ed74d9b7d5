import { callAs, choose, enterFirstTime, expect, ownName, signInByCall, test, typeSignIn, useToken } from '../world.ts';

const heads = '.zy-list-body th:visible';

test('a view keeps filters and columns through a sign-out, tells what was changed, and is what a list opens with', async ({
  page,
  context,
  request,
}) => {
  const account = ownName('views');
  const own = 'own-password-1';
  const root = await signInByCall(request);
  const { message } = await callAs(request, root, 'POST', '/admin/system/admin/save', {
    account,
    pwd: 'given-password-1',
    realName: '视图',
    phone: '13800000000',
    roles: '1',
    status: true,
  });
  expect(message).toBe('ok');
  await useToken(context, await enterFirstTime(request, account, { given: 'given-password-1', own }));
  await page.goto('/identity/productManager');
  await choose(page, '状态', '启用');
  await expect(page).toHaveURL(/status=0/);
  await page.getByRole('button', { name: '列设置' }).click();
  await page.getByRole('button', { name: '添加保质期' }).click();
  await page.getByRole('checkbox', { name: '显示编号' }).press('Alt+ArrowDown');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('dialog', { name: '列设置' })).toBeHidden();

  await page.getByRole('button', { name: '视图', exact: true }).click();
  await page.getByRole('textbox', { name: '视图名称' }).fill('在售的产品');
  await page.keyboard.press('Control+Enter');
  const views = page.getByRole('navigation', { name: '视图' });
  const tab = views.getByRole('button', { name: /^在售的产品/ });
  await expect(tab).toHaveAttribute('aria-current', 'true');
  await expect(page).toHaveURL(/status=0/);
  await views.getByRole('button', { name: /的操作$/ }).click();
  await page.getByRole('menuitem', { name: '设为默认' }).click();
  const titles = await page.locator(heads).allTextContents();
  expect(titles).toContain('保质期');

  await page.getByRole('button', { name: '的账号菜单' }).click();
  await page.getByRole('menuitem', { name: '退出' }).click();
  await expect(page).toHaveURL(/login/);
  await page.evaluate(() => localStorage.clear());
  await typeSignIn(page, account, own);
  await page.goto('/identity/productManager');
  await expect(tab).toHaveAttribute('aria-current', 'true');
  await expect(page).toHaveURL(/status=0/);
  await expect(page.locator(heads)).toHaveText(titles);

  await page.getByRole('textbox', { name: '产品', exact: true }).fill('礼盒');
  await page.keyboard.press('Enter');
  await expect(page.getByText('筛选有改动，尚未存入视图')).toBeVisible();
  await page.getByRole('button', { name: '列设置' }).click();
  await page.getByRole('checkbox', { name: '显示保质期' }).press('Space');
  await page.keyboard.press('Escape');
  await expect(page.getByText('列和筛选有改动，尚未存入视图')).toBeVisible();
  await page.getByRole('button', { name: '还原' }).click();
  await expect(page.locator(heads)).toHaveText(titles);
  await expect(page).not.toHaveURL(/keywords/);

  await views.getByRole('button', { name: /^全部/ }).click();
  await expect(page).not.toHaveURL(/status=0/);
  await page.reload();
  await expect(views.getByRole('button', { name: /^全部/ })).toHaveAttribute('aria-current', 'true');
  await tab.click();
  await views.getByRole('button', { name: /的操作$/ }).click();
  await page.getByRole('menuitem', { name: '删除' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '删除' }).click();
  await expect(tab).toHaveCount(0);
});
