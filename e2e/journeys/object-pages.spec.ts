import { axeProblems } from '../watch.ts';
import { choose, expect, ownName, test } from '../world.ts';

test('a product’s page leads to a new lot, the lot’s page to a task that knows both', async ({ adminPage: page }) => {
  const lotNo = ownName('LP');
  await page.goto('/identity/productManager');
  await page.getByRole('button', { name: '青岚明前龙井 250g 礼盒', exact: true }).first().click();
  await expect(page).toHaveURL(/\/identity\/productManager\/\d+$/);
  await expect(page.getByRole('heading', { level: 2, name: '青岚明前龙井 250g 礼盒' })).toBeVisible();
  await expect(page).toHaveTitle(/^青岚明前龙井 250g 礼盒 - /);
  expect(await axeProblems(page)).toEqual([]);

  await page.getByRole('button', { name: '新增批次' }).click();
  const form = page.getByRole('dialog', { name: /新增批次/ });
  await form.getByLabel('批号').fill(lotNo);
  await form.getByLabel('生产日期').fill('20261101');
  await form.getByLabel('生产日期').press('Enter');
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.locator('.ant-message').getByRole('button', { name: '生码' })).toBeVisible();
  await page.getByRole('button', { name: lotNo }).click();
  await expect(page).toHaveURL(/\/identity\/lotManager\/\d+$/);
  await expect(page).toHaveTitle(new RegExp(`^${lotNo} - `));
  expect(await axeProblems(page)).toEqual([]);

  await page.getByRole('tab', { name: /流程/ }).click();
  await expect(page.getByText('还没有流程记录')).toBeVisible();
  await page.getByRole('button', { name: '召回', exact: true }).click();
  const recall = page.getByRole('dialog', { name: `召回 ${lotNo}` });
  await recall.getByLabel('召回说明').fill('包装有误');
  await recall.getByRole('button', { name: '召回', exact: true }).click();
  await expect(page.getByText('召回中：0 个码对消费者显示召回提示，0 件已发货。包装有误')).toBeVisible();
  await page.getByRole('button', { name: '解除召回' }).click();
  await page.getByRole('dialog').getByRole('button', { name: '确定' }).click();
  await expect(page.getByRole('button', { name: '召回', exact: true })).toBeVisible();
  await page.getByRole('tab', { name: '召回' }).click();
  const past = page.getByRole('row', { name: /包装有误/ });
  await expect(past).toContainText('已解除');
  await page.getByRole('tab', { name: '码', exact: true }).click();
  await expect(page.getByText('还没有码绑定到这个批次')).toBeVisible();

  await page.getByRole('main').getByRole('button', { name: '生码', exact: true }).click();
  await expect(page).toHaveURL(/taskCreat\?productId=\d+&lotId=\d+$/);
  await expect(page.getByText(lotNo).first()).toBeVisible();
});

test('a lot’s page shows its codes, scans and recalls, and each leads on', async ({ adminPage: page }) => {
  await page.goto('/identity/lotManager?recallState=1');
  await page.locator('tbody tr.ant-table-row').first().locator('button.zy-link').first().click();
  await expect(page).toHaveURL(/\/identity\/lotManager\/\d+$/);
  await page.getByRole('tab', { name: '召回' }).click();
  await expect(page.getByRole('row', { name: /包装净含量标示有误/ })).toContainText('召回中');
  await page.getByRole('tab', { name: '扫码' }).click();
  await expect(page.locator('.zy-object-tab tbody tr.ant-table-row').first()).toBeVisible();
  await page.getByRole('tab', { name: '码', exact: true }).click();
  const run = page.locator('.zy-object-tab tbody tr.ant-table-row').first();
  await expect(run).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  const code = await run.locator('a[href*="/code/"]').first().textContent();
  await run.locator('a[href*="/code/"]').first().click();
  await expect(page.getByRole('heading', { name: '编码详情' })).toBeVisible();
  await expect(page).toHaveURL(new RegExp(`/code/${code}$`));
  await page.getByRole('main').getByRole('link').first().click();
  await expect(page).toHaveURL(/productManager\/\d+$/);
  await page.getByRole('tab', { name: '召回' }).click();
  await expect(page.getByRole('row', { name: /包装净含量标示有误/ })).toBeVisible();
});

test('a lot begins in the list of all lots, and its product’s page narrows and sums its lots', async ({
  adminPage: page,
}) => {
  const lotNo = ownName('LA');
  await page.goto('/identity/lotManager');
  await page.getByRole('button', { name: '新增批次' }).click();
  const form = page.getByRole('dialog', { name: /新增批次/ });
  await choose(form, '产品', '青岚明前龙井 250g 礼盒');
  await form.getByLabel('批号').fill(lotNo);
  await form.getByLabel('生产日期').fill('20261101');
  await form.getByLabel('生产日期').press('Tab');
  await form.getByLabel('计划产量').fill('1200');
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await expect(page.getByText('创建成功')).toBeVisible();

  await page
    .getByRole('row', { name: new RegExp(lotNo) })
    .getByRole('link', { name: '青岚明前龙井 250g 礼盒' })
    .click();
  await expect(page).toHaveURL(/productManager\/\d+$/);
  const all = page.getByRole('row', { name: /^合计/ });
  await expect(all).toBeVisible();
  await page.getByRole('textbox', { name: '批号' }).fill(lotNo);
  await page.getByRole('textbox', { name: '批号' }).press('Enter');
  await expect(all).toContainText('0 / 1,200');
  await expect(page).toHaveURL(new RegExp(`lotNo=${lotNo}`));
  // Nobody has checked its quality: that comes first.
  await expect(
    page
      .getByRole('row', { name: new RegExp(lotNo) })
      .getByRole('button')
      .nth(1),
  ).toHaveText('质检');
  await page
    .getByRole('row', { name: new RegExp(lotNo) })
    .getByRole('button', { name: '启用' })
    .click();
  await expect(page).toHaveURL(/batchManager\/use\?productId=\d+&lotId=\d+$/);
  await expect(page.getByText(new RegExp(`${lotNo}（2026-11-01）`))).toBeVisible();
});

test('a product is copied, disabled and deleted from its own page', async ({ adminPage: page }) => {
  // Other journeys find the first product by its name, which a copy has too.
  await page.goto('/identity/productManager');
  await page.getByRole('button', { name: '雾里安吉白茶 200g 罐装', exact: true }).first().click();
  await expect(page).toHaveURL(/\/identity\/productManager\/\d+$/);
  await expect(page.getByRole('heading', { level: 2, name: '雾里安吉白茶 200g 罐装' })).toBeVisible();
  // The page's own; lots below have one each.
  const more = page.getByRole('main').getByTitle('更多', { exact: true });
  const item = (name: string) => page.getByRole('menuitem', { name, exact: true });
  await more.click();
  await item('复制').click();
  await expect(page).toHaveURL(/\/identity\/productCreat\/\d+$/);
  const twin = page.url().match(/\d+$/)![0];
  await page.goto(`/identity/productManager/${twin}`);
  await expect(more).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  const question = page.getByRole('dialog', { name: '提示' });
  const isOn = (await page.getByRole('main').getByText('停用', { exact: true }).count()) === 0;
  await more.click();
  await item(isOn ? '停用' : '启用').click();
  if (isOn) await question.getByRole('button', { name: '停用' }).click();
  await expect(page.getByText('修改成功')).toBeVisible();
  await expect(page.getByRole('main').getByText(isOn ? '停用' : '启用', { exact: true })).toBeVisible();
  await more.click();
  await item('删除').click();
  await question.getByRole('button', { name: '确定' }).click();
  await expect(page).toHaveURL(/\/identity\/productManager$/);
});
