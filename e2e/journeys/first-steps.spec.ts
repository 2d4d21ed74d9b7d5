import { pictureTypes } from '@zhuiyuan/contract/media/attachment';
import { creditCheckSymbol } from '@zhuiyuan/contract/parties/credit-code';
import { Review } from '@zhuiyuan/contract/kit/review';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import type { APIRequestContext, Page } from '@playwright/test';
import { openForm, put } from '../crud/form.ts';
import { axeProblems, watch } from '../watch.ts';
import { callAs, choose, enterFirstTime, expect, ownName, signInByCall, test, useToken } from '../world.ts';

const yesterday = addDays(shanghaiToday(), -1);

/** A firm as the platform has just entered it, and a token of its administrator. */
const makeFirm = async (request: APIRequestContext) => {
  const admin = await signInByCall(request);
  const call = async <T>(method: 'GET' | 'POST', path: string, input: Record<string, unknown>): Promise<T> => {
    const { code, message, data } = await callAs<T>(request, admin, method, path, input);
    if (code !== 200) throw new Error(`${path}: ${message}`);
    return data;
  };
  const body = `91330100MA${String(Date.now()).slice(-7)}`;
  const name = ownName('初见茶业');
  const images = await call<{ list: { sattDir: string }[] }>('GET', '/admin/system/attachment/list', {
    page: 1,
    limit: 1,
    pid: 0,
    attType: pictureTypes.join(','),
  });
  const { id } = await call<{ id: number }>('POST', '/admin/identity/firm/save', {
    name,
    creditCode: body + creditCheckSymbol(body),
    licenseImage: images.list[0]!.sattDir,
    industry: '农产品',
    contact: '周明远',
    phone: '13800004570',
    regionCode: '330106',
    address: '龙井路 18 号',
  });
  const roles = await call<{ list: { id: number; roleName: string }[] }>('GET', '/admin/system/role/list', {
    page: 1,
    limit: 100,
  });
  const account = ownName('fresh');
  await call('POST', '/admin/system/admin/save', {
    account,
    pwd: 'first-password',
    realName: '林知夏',
    phone: '13900000002',
    roles: String(roles.list.find(({ roleName }) => roleName === '企业管理员')!.id),
    firmId: id,
  });
  const token = await enterFirstTime(request, account, { given: 'first-password', own: 'second-password' });
  return {
    id,
    name,
    token,
    review: () => call('POST', '/admin/identity/firm/audit', { id, audit: Review.passed, remark: '' }),
  };
};

/** The first code of the firm's only task. */
const firstCode = async (request: APIRequestContext, token: string): Promise<string> => {
  const tasks = await callAs<{ list: { id: number }[] }>(request, token, 'GET', '/admin/identity/task/list', {
    page: 1,
    limit: 1,
  });
  const taskId = tasks.data.list[0]!.id;
  const info = await callAs<{ segments: { seg: number }[] }>(request, token, 'GET', '/admin/identity/task/info', {
    id: taskId,
  });
  const { seg } = info.data.segments[0]!;
  const printed = await callAs<{ labels: { code: string }[] }>(request, token, 'POST', '/admin/identity/task/print', {
    taskId,
    seg,
    serialFrom: 1,
    count: 1,
  });
  return printed.data.labels[0]!.code;
};

const now = (page: Page) => page.locator('[aria-current="step"]');

test('a fresh firm goes from an empty home to its first verdict by its list of steps', async ({ browser, request }) => {
  const firm = await makeFirm(request);
  const context = await browser.newContext({ baseURL: process.env.E2E_URL! });
  await useToken(context, firm.token);
  const page = await context.newPage();
  const { problems } = watch(page);
  await page.goto('/');
  await expect(now(page)).toContainText('等待平台审核');
  expect(await axeProblems(page)).toEqual([]);

  await firm.review();
  await page.reload();
  await expect(page.getByText('已完成 1 / 6 步')).toBeVisible();
  await now(page).getByRole('button', { name: '新增产品' }).click();
  const form = openForm(page);
  await put(form, '产品名称', '初见白茶');
  await put(form, '计量单位', '盒');
  await put(form, '产品主图', { picture: true });
  await form.getByRole('button', { name: '保存', exact: true }).click();
  await expect(form).toHaveCount(0);

  await page.goto('/');
  await now(page).getByRole('button', { name: '新增批次' }).click();
  const dialog = page.getByRole('dialog', { name: '新建批次' });
  await dialog.getByLabel('批号').fill('L261122-1');
  await dialog.getByLabel('生产日期').fill(yesterday);
  await dialog.getByLabel('生产日期').press('Enter');
  await dialog.getByRole('button', { name: '创建' }).click();

  await now(page).getByRole('button', { name: '新增生码任务' }).click();
  await expect(page.locator('.zy-field').filter({ hasText: '批次' }).first()).toContainText('L261122-1');
  await page.getByLabel('任务名称').fill('第一批');
  await page.getByLabel('产品码').fill('500');
  await page.getByRole('button', { name: '提交', exact: true }).click();
  await page.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('提交成功')).toBeVisible();

  await page.goto('/');
  await now(page).getByRole('button', { name: '批量启用' }).click();
  await expect(page.getByText('已选 500 个码')).toBeVisible();
  await choose(page, '批次', 'L261122-1');
  await page.getByRole('button', { name: '预检' }).click();
  await expect(page.getByText('可执行').locator('..')).toContainText('500');
  await page.getByRole('button', { name: '提交' }).click();
  await page.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '启用' }).click();
  await expect(page.getByText('启用成功：500个')).toBeVisible();

  await page.goto('/');
  await expect(page.getByText('已完成 5 / 6 步')).toBeVisible();
  await now(page).getByRole('button', { name: '新增溯源模板' }).click();
  await page.getByLabel('模板名称').fill('初见溯源页');
  await page.getByRole('button', { name: '发布', exact: true }).click();
  await page.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '发布' }).click();
  await expect(page.getByText('发布成功，当前为第 1 版')).toBeVisible();

  await page.goto('/');
  await expect(page.getByText('全部完成，第一次扫码会出现在这里')).toBeVisible();

  const shopper = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const phone = await shopper.newPage();
  await phone.goto(`${process.env.E2E_URL!}/c/${await firstCode(request, firm.token)}`);
  await expect(phone.getByRole('heading', { level: 1 })).toHaveText('首次查询 · 正品');
  await expect(phone.getByText('初见白茶').first()).toBeVisible();
  await shopper.close();

  await page.reload();
  await expect(page.getByText('扫码趋势')).toBeVisible();
  await expect(page.getByRole('region', { name: '开通清单' })).toHaveCount(0);
  expect(problems).toEqual([]);
});
