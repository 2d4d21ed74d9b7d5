import type { Locator, Page } from '@playwright/test';
import { openForm, put, refusalOf } from '../crud/form.ts';
import { resources } from '../crud/resources.ts';
import type { Crud } from '../crud/spec.ts';
import { makeOldConsole } from '../older.ts';
import { readBook } from '../read-book.ts';
import { expect, ownName, test } from '../world.ts';

test.describe.configure({ mode: 'parallel' });

/** The row of this name; the one in the place of rows, which tells the filters, is none. */
const rowOf = (page: Page, name: string): Locator =>
  page.getByRole('row').filter({ hasText: name, hasNotText: '清除筛选' });

/** Does something with a row, by its link or under 更多. */
const act = async (row: Locator, label: string): Promise<void> => {
  const link = row.getByRole('button', { name: label, exact: true });
  const more = row.getByRole('button', { name: '更多' });
  await expect(link.or(more).first()).toBeVisible();
  if (await link.isVisible()) return link.click();
  await more.click();
  await row.page().getByRole('menuitem', { name: label, exact: true }).click();
};

const save = async (page: Page, { stores }: Crud): Promise<void> => {
  const form = openForm(page);
  await form.getByRole('button', { name: stores ?? '保存', exact: true }).click();
  if (stores) {
    await expect(page.getByText(/^(创建|编辑)成功$/)).toBeVisible();
    // The tab of a new one is that of its number from now on.
    await expect(page).toHaveURL(/\/\d+(\?|$)/);
    await form.getByRole('button', { name: '取消', exact: true }).click();
  }
  await expect(form).toHaveCount(0);
};

/** The list of what the address asks for. */
const openFound = async (page: Page, { path, filter }: Crud, text: string): Promise<void> => {
  await page.goto(`${path}?${filter.name}=${encodeURIComponent(text)}`);
  await expect(page.getByRole('textbox', { name: filter.label, exact: true })).toHaveValue(text);
};

// In the oldest browser that is served.
test.beforeEach(({ context }) => makeOldConsole(context));

for (const crud of resources) {
  test(`${crud.thing}: made, refused, found, changed, exported and deleted`, async ({ adminPage: page }) => {
    const { thing, path, add = `新增${thing}`, name, filter, fields, bad } = crud;
    const text = ownName(name.text);
    const changed = `${text}改`;

    await page.goto(path);
    await page.getByRole('button', { name: add, exact: true }).click();
    const form = openForm(page);
    await put(form, name.label, text);
    for (const [label, value] of fields) await put(form, label, value);
    const right = bad.label === name.label ? text : fields.find(([label]) => label === bad.label)?.[1];
    await put(form, bad.label, bad.value);
    await form.getByRole('button', { name: crud.stores ?? '保存', exact: true }).click();
    await expect(refusalOf(form, bad.label)).toContainText(bad.says);
    await put(form, bad.label, right ?? '');
    await save(page, crud);

    await openFound(page, crud, text);
    await expect(rowOf(page, text)).toHaveCount(1);
    await act(rowOf(page, text), '编辑');
    await put(openForm(page), name.label, changed);
    await save(page, crud);

    const search = page.getByRole('textbox', { name: filter.label, exact: true });
    await search.fill(`${changed}无`);
    await search.press('Enter');
    await expect(page.getByText(`没有符合条件的${thing}`)).toBeVisible();
    expect(new URL(page.url()).searchParams.get(filter.name)).toBe(`${changed}无`);
    await search.fill(changed);
    await search.press('Enter');
    await expect(rowOf(page, changed)).toHaveCount(1);
    expect(new URL(page.url()).searchParams.get(filter.name)).toBe(changed);

    if (crud.exports) {
      const download = page.waitForEvent('download');
      await page.getByRole('button', { name: '导出', exact: true }).click();
      const rows = await readBook(await (await download).path());
      expect(rows).toHaveLength(2);
      expect(rows[1]).toContain(changed);
    }

    await act(rowOf(page, changed), '删除');
    await page.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '确定', exact: true }).click();
    await expect(page.getByText(/^删除(数据)?成功$/)).toBeVisible();
    if (crud.staysAs) await expect(rowOf(page, changed)).toContainText(crud.staysAs);
    else await expect(page.getByText(`没有符合条件的${thing}`)).toBeVisible();
  });
}
