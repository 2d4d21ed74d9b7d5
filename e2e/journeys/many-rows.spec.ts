import type { Locator, Page } from '@playwright/test';
import { callAs, expect, makeManyDealers, ownName, removeManyDealers, signInByCall, test } from '../world.ts';

let firmId: number;
let dealer: string;
let dealerNo: string;

test.beforeAll(async () => {
  ({ firmId, dealer, dealerNo } = await makeManyDealers(1101));
});
test.afterAll(() => removeManyDealers(firmId));

const pickByTyping = async (page: Page, within: Locator, words: string): Promise<void> => {
  const field = within.getByRole('combobox', { name: '所属经销商' });
  await field.click();
  await field.fill(words);
  const found = page.locator('.ant-select-dropdown:visible .ant-select-tree-title');
  await expect(found).toHaveText([dealer]);
  // As with the keyboard alone: the one row found is next.
  await field.press('ArrowDown');
  await field.press('Enter');
  await expect(page.locator('.ant-select-dropdown:visible')).toHaveCount(0);
};

test('a dealer beyond the first thousand is found by typing, and shown by name after a reload', async ({
  adminPage: page,
  request,
}) => {
  const token = await signInByCall(request);
  const picName = ownName('业务');
  const saved = await callAs(request, token, 'POST', '/admin/identity/sales/save', {
    firmId,
    picName,
    phone: '13900007788',
  });
  expect(`${saved.code} ${saved.message}`).toBe('200 ok');

  // A form: by name.
  await page.goto(`/identity/salesman?keywords=${encodeURIComponent(picName)}`);
  const edit = async () => {
    await page.getByRole('row', { name: picName }).getByRole('button', { name: '编辑' }).click();
    await expect(page.getByRole('dialog').getByLabel('姓名')).toHaveValue(picName);
  };
  await edit();
  await pickByTyping(page, page.getByRole('dialog'), dealer.slice(-6));
  await page.getByRole('button', { name: '保存' }).click();
  await expect(page.getByRole('row', { name: picName })).toContainText(dealer);
  await page.reload();
  await edit();
  const inForm = page.getByRole('dialog').locator('.ant-select', { has: page.getByLabel('所属经销商') });
  await expect(inForm).toContainText(dealer);

  // A filter: by number.
  await page.goto('/identity/salesman');
  await pickByTyping(page, page.getByRole('search'), dealerNo);
  await expect(page.getByRole('row', { name: picName })).toBeVisible();
  await page.reload();
  const filter = page.locator('.zy-filter', { hasText: '所属经销商' });
  await expect(filter).toContainText(dealer);
  await expect(page.getByRole('row', { name: picName })).toBeVisible();
});

test.describe('on a telephone', () => {
  test.use({ viewport: { width: 390, height: 844 } });

  test('a long name is read in full where one picks it', async ({ adminPage: page, request }) => {
    const token = await signInByCall(request);
    const name = `龘${ownName('长名')}成都锦和商贸有限责任公司高新技术产业开发区天府大道北段分公司`;
    const saved = await callAs(request, token, 'POST', '/admin/identity/agent/save', {
      firmId,
      name,
      agentType: 3,
      phone: '13900007799',
      regions: ['510100'],
      regionCode: '510105',
      address: '顺城大街 1 号',
      contact: '周明远',
    });
    expect(`${saved.code} ${saved.message}`).toBe('200 ok');
    await page.goto('/identity/salesman');
    await page.getByRole('button', { name: '筛选' }).click();
    const field = page.getByRole('dialog').getByRole('combobox', { name: '所属经销商' });
    await field.click();
    await field.fill(name.slice(0, 8));
    const title = page.locator('.ant-select-dropdown:visible .ant-select-tree-title');
    await expect(title).toHaveText([name]);
    const list = (await page.locator('.ant-select-dropdown:visible').boundingBox())!;
    expect(list.x).toBeGreaterThanOrEqual(0);
    expect(list.x + list.width).toBeLessThanOrEqual(390);
    const read = (await title.boundingBox())!;
    expect(read.x + read.width).toBeLessThanOrEqual(list.x + list.width);
    expect(await title.evaluate((each) => each.scrollWidth <= each.clientWidth + 1)).toBe(true);
  });
});
