import { axeProblems } from '../watch.ts';
import { choose, expect, ownName, test } from '../world.ts';

const product = '云岭老窖 53° 500ml';

test('5,000 codes of another printer come in, three bad lines are reported, and a shopper finds one', async ({
  adminPage: page,
  browser,
}) => {
  const mark = ownName('T').toUpperCase();
  const lines = Array.from({ length: 5000 }, (_, at) => `${mark}-${String(at).padStart(6, '0')}`);
  lines[10] = 'x1';
  lines[2000] = 'y';
  lines[4999] = 'z'.repeat(70);
  await page.goto('/identity/batchManager/import');
  await page.locator('input[type=file]').setInputFiles({
    name: `${mark}.csv`,
    mimeType: 'text/csv',
    buffer: Buffer.from(`编码\r\n${lines.join('\r\n')}\r\n`),
  });
  await expect(page.getByText(/已上传/)).toBeVisible();
  await choose(page, '所属企业', '云岭');
  await choose(page, '产品', product);
  await page.getByRole('combobox', { name: '批次' }).focus();
  await page.keyboard.press('ArrowDown');
  await page.locator('.ant-select-dropdown:visible .ant-select-item-option').first().click();
  await page.getByRole('switch', { name: '导入后自动启用' }).click();
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole('button', { name: '开始导入' }).click();
  await expect(page.getByText('提交成功')).toBeVisible();
  const done = page.locator('li').filter({ hasText: `${mark}.csv` });
  await expect(done).toContainText('导入 4,997，重复跳过 0，失败 3', { timeout: 60_000 });

  await page.goto('/identity/importTaskManager?biz=code');
  const row = page.locator('.ant-table-row').filter({ hasText: `${mark}.csv` });
  await expect(row).toContainText('4,997');
  const fetched = page.waitForEvent('download');
  await row.getByRole('button', { name: /错误明细/ }).click();
  expect((await fetched).suggestedFilename()).toMatch(/\.xlsx$/);

  const context = await browser.newContext({ viewport: { width: 320, height: 568 }, hasTouch: true, isMobile: true });
  const phone = await context.newPage();
  await phone.goto(`/c/${lines[77]}`);
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('首次查询 · 正品');
  expect(await axeProblems(phone)).toEqual([]);
  await context.close();
});
