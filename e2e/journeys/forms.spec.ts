import type { Page } from '@playwright/test';
import { openForm, put } from '../crud/form.ts';
import { makeOldConsole } from '../older.ts';
import { axeProblems } from '../watch.ts';
import { consoleOf, expect, ownName, signInByCall, test, useToken } from '../world.ts';

test.describe.configure({ mode: 'parallel' });

// In the oldest browser that is served.
test.beforeEach(({ context }) => makeOldConsole(context));

const list = '/identity/agentManager';

/** A dealer of its own. */
const makeDealer = async (admin: Awaited<ReturnType<typeof consoleOf>>) => {
  const { list: firms } = await admin.get<{ list: { id: number }[] }>('firm/list', { limit: 1 });
  const draft = {
    firmId: firms[0]!.id,
    name: ownName('旅商'),
    agentType: 1,
    contact: '周敏',
    phone: '13882104570',
    regionCode: '510107',
    regions: ['510107'],
    remark: '老客户',
  };
  const { id } = await admin.post<{ id: number }>('agent/save', draft);
  return { id, name: draft.name };
};

const valueOf = (page: Page, label: string) =>
  openForm(page)
    .locator('.zy-field')
    .filter({ has: page.locator(`label[title="${label}"]`) })
    .locator('input, textarea')
    .first();

const save = (page: Page) => openForm(page).getByRole('button', { name: '保存', exact: true }).click();

test('back asks once before it takes a drawer or a form page with unsaved input away', async ({ adminPage: page }) => {
  const channels = '/identity/channelManager';
  const question = page.getByRole('dialog', { name: '放弃未保存的修改' });
  await page.goto(list);
  await page.getByRole('menuitem', { name: '渠道管理', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${channels}$`));
  await page.getByRole('button', { name: '新增渠道', exact: true }).click();

  await put(openForm(page), '渠道名称', '没有保存的渠道');
  await page.goBack();
  await expect(question).toContainText('渠道管理');
  await question.getByRole('button', { name: '继续编辑' }).click();
  await expect(question).toHaveCount(0);
  await expect(page).toHaveURL(new RegExp(`${channels}$`));
  await expect(valueOf(page, '渠道名称')).toHaveValue('没有保存的渠道');

  await page.goBack();
  await question.getByRole('button', { name: '放弃', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${list}$`));
  await expect(openForm(page)).toHaveCount(0);
  await page.goForward();
  await expect(page.getByRole('button', { name: '新增渠道', exact: true })).toBeVisible();
  await expect(openForm(page)).toHaveCount(0);
  await expect(question).toHaveCount(0);

  await page.goBack();
  await page.getByRole('button', { name: '新增经销商', exact: true }).first().click();
  await put(openForm(page), '经销商名称', '没有保存的经销商');
  await page.goBack();
  await question.getByRole('button', { name: '继续编辑' }).click();
  await expect(question).toHaveCount(0);
  await expect(valueOf(page, '经销商名称')).toHaveValue('没有保存的经销商');
  await page.goBack();
  await question.getByRole('button', { name: '放弃', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`${list}$`));
});

test('two people change one dealer: each field that both changed is chosen, and the rest is merged', async ({
  page,
  context,
  browser,
  request,
}) => {
  // Its save is refused once, on purpose: no page where no call may fail.
  await useToken(context, await signInByCall(request));
  const dealer = await makeDealer(await consoleOf(request));
  const address = `/identity/agentCreat/${dealer.id}`;
  await page.goto(address);
  await expect(valueOf(page, '联系人')).toHaveValue('周敏');

  const other = await browser.newContext({ baseURL: process.env.E2E_URL! });
  await useToken(other, await signInByCall(request));
  const theirs = await other.newPage();
  await theirs.goto(address);
  await expect(valueOf(theirs, '联系人')).toHaveValue('周敏');
  await put(openForm(theirs), '联系人', '陈立');
  await put(openForm(theirs), '经销商类型', { option: '市代' });
  await put(openForm(theirs), '备注', '改由市代供货');
  await put(openForm(theirs), '营业执照号', '91510100MA6CB3QX8U');
  await save(theirs);
  await expect(theirs).toHaveURL(new RegExp(`${list}$`));
  await other.close();

  await put(openForm(page), '联系人', '周敏敏');
  await put(openForm(page), '经销商类型', { option: '县代' });
  await put(openForm(page), '备注', '每月对账');
  await save(page);
  const dialog = page.getByRole('dialog', { name: '内容已被他人修改' });
  await expect(dialog).toContainText(/\S+ 于 \d{4}-\d\d-\d\d \d\d:\d\d:\d\d 保存过这条数据，以下 3 项/);
  const row = (label: string) => dialog.getByRole('radiogroup', { name: label });
  await expect(row('联系人')).toContainText(/我的周敏敏对方的陈立/);
  await expect(row('经销商类型')).toContainText(/我的县代对方的市代/);
  // Its colours aside: the form behind has a field that cannot be changed, whose grey is not of this dialog.
  expect(await axeProblems(page, 'others')).toEqual([]);

  // Leaving it loses nothing.
  await dialog.getByRole('button', { name: '取消' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(valueOf(page, '备注')).toHaveValue('每月对账');
  await page.getByRole('button', { name: '逐项比对' }).click();
  await dialog.getByRole('button', { name: '全部用对方的' }).click();
  await row('备注').getByRole('radio', { name: /我的/ }).check();
  await dialog.getByRole('button', { name: '继续' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(valueOf(page, '联系人')).toHaveValue('陈立');
  await expect(valueOf(page, '营业执照号')).toHaveValue('91510100MA6CB3QX8U');
  await expect(page.getByText(/已并入.+保存的内容，请核对后再次保存/)).toBeVisible();
  await save(page);
  await expect(page).toHaveURL(new RegExp(`${list}$`));

  await page.goto(address);
  await expect(valueOf(page, '联系人')).toHaveValue('陈立');
  await expect(valueOf(page, '备注')).toHaveValue('每月对账');
  await expect(valueOf(page, '营业执照号')).toHaveValue('91510100MA6CB3QX8U');
});
