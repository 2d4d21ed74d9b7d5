import { callAs, expect, signInByCall, test } from '../world.ts';

// The lists of choices are looked at as they open, which elsewhere is left out.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

test('the list of dealers shows its own rows after the tree was opened', async ({ adminPage: page, request }) => {
  const token = await signInByCall(request);
  const named = { keywords: '青岚' };
  const { data: firms } = await callAs<{ id: number }[]>(request, token, 'GET', '/admin/identity/firm/list/all', named);
  await page.goto(`/identity/agentManager?firmId=${firms[0]!.id}`);
  const rows = page.locator('tbody tr.ant-table-row');
  await expect(rows).toHaveCount(20);
  await page.getByLabel('查看方式').getByText('树形').click();
  const open = page.getByRole('button', { name: /^展开.*的下级$/ }).first();
  await open.click();
  await expect(page.getByRole('button', { name: /^收起.*的下级$/ })).toHaveCount(1);
  await page.getByLabel('查看方式').getByText('列表').click();
  await expect(rows).toHaveCount(20);
});

test('a list of choices opens within the window for people who asked for less motion', async ({ adminPage: page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await page.goto('/identity/channelManager');
  await page.getByRole('button', { name: '新增渠道' }).first().click();
  await page.getByRole('dialog').getByRole('combobox', { name: '渠道类型' }).click();
  await expect(page.locator('.ant-select-item-option').first()).toBeInViewport();
});
