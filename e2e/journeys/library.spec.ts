import type { Page } from '@playwright/test';
import { axeProblems } from '../watch.ts';
import { choose, expect, ownName, test } from '../world.ts';

/** A small picture of one colour. */
const pngOf = async (page: Page, name: string, colour: string) => {
  const base64 = await page.evaluate((fill) => {
    const canvas = document.createElement('canvas');
    canvas.width = 48;
    canvas.height = 32;
    const pen = canvas.getContext('2d')!;
    pen.fillStyle = fill;
    pen.fillRect(0, 0, 48, 32);
    return canvas.toDataURL('image/png').split(',')[1]!;
  }, colour);
  return { name: `${name}.png`, mimeType: 'image/png', buffer: Buffer.from(base64, 'base64') };
};

const tileOf = (page: Page, name: string) =>
  page.locator('.zy-tile').filter({ hasText: name }).locator('button[aria-pressed]');

test('pictures are uploaded, picked in order, moved, used for a product, and deleted', async ({ adminPage: page }) => {
  const [first, second, folder] = [ownName('红图'), ownName('蓝图'), ownName('测试分类')];
  await page.goto('/maintain/picture');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: '上传图片' }).click();
  await (await chooser).setFiles([await pngOf(page, first, '#c00'), await pngOf(page, second, '#00c')]);
  await expect(page.getByText('上传成功').first()).toBeVisible();
  await expect(tileOf(page, first)).toBeVisible();
  await expect(tileOf(page, second)).toBeVisible();

  await page.getByRole('treeitem', { name: /^全部图片/ }).hover();
  await page.getByRole('button', { name: '全部图片的操作' }).click();
  await page.getByRole('menuitem', { name: '添加分类' }).click();
  const dialog = page.getByRole('dialog', { name: '添加分类' });
  await dialog.getByLabel('分类名称').fill(folder);
  expect(await axeProblems(page)).toEqual([]);
  await dialog.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('创建成功')).toBeVisible();

  await tileOf(page, second).click();
  await tileOf(page, first).click();
  await expect(tileOf(page, second)).toHaveAccessibleName(/已选第 1 个/);
  await expect(tileOf(page, first)).toHaveAccessibleName(/已选第 2 个/);
  const move = page.getByRole('combobox', { name: '图片移动至' });
  await move.focus();
  await move.press('ArrowDown');
  await page.locator('.ant-select-dropdown:visible').getByText(folder, { exact: true }).click();
  await expect(page.getByText('操作成功')).toBeVisible();

  const folders = page.getByRole('navigation', { name: '图片分类' });
  await folders.getByLabel('筛选分类').fill(folder);
  await folders.getByText(folder, { exact: true }).click();
  await expect(page.locator('.zy-tile')).toHaveCount(2);

  await page.goto('/identity/productCreat');
  await choose(page, '所属企业', '青岚');
  await page.getByLabel('产品名称').fill(ownName('图库测试产品'));
  await page.locator('.zy-field').filter({ hasText: '产品主图' }).getByRole('button', { name: '选择图片' }).click();
  const picker = page.getByRole('dialog', { name: '选择图片' });
  await picker.getByText(folder, { exact: true }).click();
  await expect(picker.locator('.zy-tile')).toHaveCount(2);
  await picker.locator('.zy-tile').filter({ hasText: first }).locator('button[aria-pressed]').click();
  await expect(picker.getByText('已选 1 张')).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await picker.getByRole('button', { name: '使用选中图片' }).click();
  await expect(page.getByRole('figure', { name: '第 1 张，共 1 张' }).locator('img')).toBeVisible();

  await page.goto('/maintain/picture');
  await folders.getByText(folder, { exact: true }).click();
  await expect(page.locator('.zy-tile')).toHaveCount(2);
  await tileOf(page, first).click();
  await tileOf(page, second).click();
  await page.getByRole('button', { name: '删除图片' }).click();
  const question = page.getByRole('dialog', { name: '提示' });
  await expect(question).toContainText('确定永久删除该文件');
  await question.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('删除成功')).toBeVisible();
  await expect(page.getByText('图片库为空')).toBeVisible();
});
