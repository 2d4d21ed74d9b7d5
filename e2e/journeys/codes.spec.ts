import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import type { Browser, Download, Page } from '@playwright/test';
import { readPrintFile, type PrintLine } from '../print-file.ts';
import { axeProblems } from '../watch.ts';
import { choose, expect, ownName, test } from '../world.ts';

const product = '青岚明前龙井 250g 礼盒';
const yesterday = addDays(shanghaiToday(), -1);

const issue = async (page: Page, name: string): Promise<void> => {
  await page.goto('/identity/taskManager');
  await page.getByRole('button', { name: '新增任务' }).click();
  await choose(page, '所属企业', '青岚');
  await page.getByLabel('任务名称').fill(name);
  await choose(page, '产品', product);
  await page.getByLabel('产品码').fill('1000000');
  await page.getByLabel('每个文件条数').fill('100000');
  await expect(page.getByText(/预计生成1,000,000个码，约10个文件/)).toBeVisible();
  await page.getByRole('button', { name: '提交', exact: true }).click();
  const question = page.getByRole('dialog', { name: '提示' });
  await expect(question).toContainText('任务提交后参数不可修改，确定生成1,000,000个码？');
  await question.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('提交成功')).toBeVisible();
};

const rowOf = (page: Page, name: string) => page.locator('.ant-table-row').filter({ hasText: name });

/** Downloads the files with these numbers through the dialog, and opens them with the password it shows. */
const download = async (page: Page, name: string, partNos: number[]): Promise<PrintLine[][]> => {
  const downloads: Download[] = [];
  page.on('download', (one) => downloads.push(one));
  await rowOf(page, name).getByRole('button', { name: '下载' }).click();
  const dialog = page.getByRole('dialog', { name: '下载码包' });
  for (const partNo of partNos)
    await dialog
      .getByRole('row')
      .filter({ hasText: `第 ${partNo} 个` })
      .getByRole('checkbox')
      .check();
  expect(await axeProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: `下载 ${partNos.length} 个文件` }).click();
  const secret = page.getByRole('dialog', { name: '解压密码' });
  await expect(secret).toContainText('解压密码仅显示一次，请妥善保存');
  await expect(secret).toContainText('7-Zip');
  const password = await secret.locator('code').innerText();
  await secret.getByRole('button', { name: '已保存' }).click();
  await expect.poll(() => downloads.length).toBe(partNos.length);
  const files = await Promise.all(downloads.map(async (one) => readPrintFile(await one.path(), password)));
  return files.toSorted((a, b) => a[0]!.serial - b[0]!.serial);
};

const activate = async (page: Page, task: string): Promise<void> => {
  await page.goto('/identity/batchManager/use');
  await choose(page, '第 1 个号段的任务', task);
  await choose(page, '第 1 个号段的码段', /产品码 1,000,000 个/);
  await page.getByLabel('第 1 个号段的结束序号').fill('10000');
  await page.getByText('新建批次').click();
  await page.getByLabel('批号').fill(ownName('L'));
  await page.getByLabel('生产日期').fill(yesterday);
  await page.getByLabel('生产日期').press('Enter');
  await page.getByRole('button', { name: '预检' }).click();
  await expect(page.getByText('可执行').locator('..')).toContainText('10,000');
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole('button', { name: '提交', exact: true }).click();
  const question = page.getByRole('dialog', { name: '提示' });
  await expect(question).toContainText(`将10,000个码启用并绑定到 ${product}`);
  await question.getByRole('button', { name: '启用' }).click();
  await expect(page.getByText('启用成功：10,000个')).toBeVisible();
  await expect(page.getByText('已执行 10,000 个码')).toBeVisible();
};

/** Opens a code's address on a telephone nobody has used before, and reads the verdict. */
const scan = async (browser: Browser, address: string, verdict: string | RegExp): Promise<void> => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.goto(address);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(verdict);
  expect(await axeProblems(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth > innerWidth)).toBe(false);
  await context.close();
};

test('a million codes go from the request to the shopper and back to the console', async ({
  adminPage: page,
  browser,
}) => {
  const name = ownName('整条主线');
  await issue(page, name);
  await expect(rowOf(page, name).getByRole('progressbar')).toBeVisible();
  await expect(rowOf(page, name)).toContainText('成功', { timeout: 90_000 });

  const [first, fifth] = await download(page, name, [1, 5]);
  expect([first!.length, fifth!.length]).toEqual([100_000, 100_000]);
  expect(new Set(first!.map(({ code }) => code)).size).toBe(100_000);
  const active = first![6]!;
  const idle = fifth!.at(-1)!;
  expect([active.serial, idle.serial]).toEqual([7, 500_000]);
  expect(new URL(active.url).pathname).toBe(`/c/${active.code}`);
  expect(active.code).toMatch(/^[0-9A-Z]{16}$/);

  await activate(page, name);
  await scan(browser, `/c/${active.code}`, '首次查询 · 正品');
  await scan(browser, `/c/${active.code}`, '该码已被查询 2 次');
  await scan(browser, `/c/${idle.code}`, '该码未启用');
  await scan(browser, '/c/A7KQ9MXT4WEB2HYD', '编码不存在');

  await page.goto(`/identity/identityManager/code/${active.code}`);
  const events = page.getByRole('region', { name: '动态' });
  await expect(events.locator('.zy-timeline li').filter({ hasText: '首次查询' })).toHaveCount(1);
  await expect(events.locator('.zy-timeline li').filter({ hasText: '重复查询' })).toHaveCount(1);
  await expect(events.locator('.zy-timeline li').filter({ hasText: '启用' })).toHaveCount(1);
  await expect(page.getByText('共计次 2 次')).toBeVisible();
});
