import { expect, test } from '../world.ts';

test('staff find a payout that failed, send it again under a new number, and see it counted', async ({
  adminPage: page,
}) => {
  await page.goto('/lottery/redInfoManager');
  const tabs = page.getByRole('tab');
  const countOf = async (name: RegExp) => Number((await tabs.filter({ hasText: name }).innerText()).match(/\d+$/)![0]);
  await expect(tabs.filter({ hasText: /^全部/ })).toHaveText(/\d/);
  const all = await countOf(/^全部/);
  let sum = 0;
  for (const name of [/^发放中/, /^已发放待领取/, /^已领取/, /^发放失败/, /^退款中/, /^已退款/]) {
    const count = await countOf(name);
    expect(count).toBeGreaterThan(0);
    sum += count;
  }
  expect(sum).toBe(all);

  await tabs.filter({ hasText: /^发放失败/ }).click();
  const row = page.locator('.ant-table-tbody .ant-table-row').first();
  await expect(row).toContainText('发放失败');
  const billNo = (await row.locator('.zy-code').first().innerText()).replaceAll(/\s/g, '');
  await row.getByRole('button', { name: '详情' }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('判定为发放失败')).toBeVisible();
  await expect(drawer.getByText('收款用户未实名').first()).toBeVisible();
  await expect(drawer.getByText('为什么没有第二次尝试')).toBeHidden();

  await drawer.getByRole('button', { name: '重发' }).click();
  const asked = page.getByRole('dialog').filter({ hasText: '将使用新的商户单号重新发放' });
  await asked.getByRole('button', { name: '重发' }).click();
  await expect(page.getByText('操作成功')).toBeVisible();
  await expect(drawer.getByLabel('第 2 次尝试')).toBeVisible();
  await expect(drawer.getByText('为什么没有第二次尝试')).toBeVisible();
  await expect(drawer.getByRole('button', { name: '重发' })).toBeHidden();

  await drawer.getByRole('link', { name: '在单独页面打开' }).click();
  await expect(page.getByLabel('第 1 次尝试')).toBeVisible();
  await expect(page.getByText('关联抽奖')).toBeVisible();
  await page.goto(`/lottery/redInfoManager?keywords=${billNo}`);
  await expect(page.locator('.ant-table-tbody .ant-table-row')).toHaveCount(1);
  await expect(page.locator('.ant-table-tbody .ant-table-row')).toContainText('发放中');

  await page.goto('/lottery/assets/redBag/census');
  await expect(page.getByLabel('发放概况')).toContainText(`${all}笔`);
  await expect(page.getByText('收款用户未实名').or(page.getByText('没有失败'))).toBeVisible();
});
