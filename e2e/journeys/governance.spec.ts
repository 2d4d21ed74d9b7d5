import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { readPrintFile, type PrintLine } from '../print-file.ts';
import { axeProblems } from '../watch.ts';
import { callAs, choose, expect, ownName, signInByCall, test, untilShown } from '../world.ts';

const product = '青岚明前龙井 250g 礼盒';

interface Made {
  task: string;
  seg: number;
  oldLot: string;
  newLot: string;
  productId: number;
  productNo: string;
  lines: PrintLine[];
}

/** A task of 10,000 codes of the tea firm with two lots of its own, the first 3,000 active in the first lot. */
const makeCodes = async (request: APIRequestContext): Promise<Made> => {
  const token = await signInByCall(request);
  const call = async <T>(method: 'GET' | 'POST', path: string, input: Record<string, unknown>): Promise<T> => {
    const { code, message, data } = await callAs<T>(request, token, method, `/admin/identity${path}`, input);
    if (code !== 200) throw new Error(`${path}: ${message}`);
    return data;
  };
  const products = await call<{ id: number; storeName: string; firmId: number }[]>('GET', '/product/list/all', {});
  const { id: productId, firmId } = products.find(({ storeName }) => storeName === product)!;
  const makeLot = async (lotNo: string) => {
    const { id } = await call<{ id: number }>('POST', '/lot/save', { productId, lotNo, produceDate: '2026-10-08' });
    return { id, lotNo };
  };
  const oldLot = await makeLot(ownName('LA'));
  const newLot = await makeLot(ownName('LB'));
  const task = ownName('治理任务');
  const { id: taskId } = await call<{ id: number }>('POST', '/task/save', {
    firmId,
    name: task,
    productId,
    itemCount: 10_000,
    fileRows: 10_000,
    idemKey: randomUUID(),
  });
  await expect
    .poll(async () => (await call<{ phase: number }>('GET', '/task/info', { id: taskId })).phase, { timeout: 60_000 })
    .toBe(4);
  const { segments } = await call<{ segments: { seg: number }[] }>('GET', '/task/info', { id: taskId });
  const { seg } = segments[0]!;
  await call('POST', '/batch/use', {
    pick: { mode: 1, ranges: [{ seg, serialFrom: 1, serialTo: 3000 }] },
    productId,
    lotId: oldLot.id,
    idemKey: randomUUID(),
  });
  return {
    task,
    productId,
    productNo: (await call<{ productNo: string }>('GET', '/product/info', { id: productId })).productNo,
    seg,
    oldLot: oldLot.lotNo,
    newLot: newLot.lotNo,
    lines: await printed(request, token, taskId),
  };
};

/** The lines of a task's only print file. */
const printed = async (request: APIRequestContext, token: string, taskId: number): Promise<PrintLine[]> => {
  const { data } = await callAs<{ files: { fileName: string }[]; password: string }>(
    request,
    token,
    'GET',
    '/admin/identity/task/part/url',
    { taskId, partNos: '1' },
  );
  const file = test.info().outputPath('part.zip');
  const headers = { 'Authori-zation': token };
  const answer = await request.get(`${process.env.E2E_URL}/api/common/download`, {
    headers,
    params: { fileName: data.files[0]!.fileName },
  });
  await writeFile(file, await answer.body());
  return readPrintFile(file, data.password);
};

const pickRange = async (page: Page, { task }: Made, from: number, to: number): Promise<void> => {
  await choose(page, '第 1 个号段的任务', task);
  await choose(page, '第 1 个号段的码段', /产品码 10,000 个/);
  await page.getByLabel('第 1 个号段的起始序号').fill(String(from));
  await page.getByLabel('第 1 个号段的结束序号').fill(String(to));
};

const check = async (page: Page, n: string): Promise<void> => {
  await page.getByRole('button', { name: '预检', exact: true }).click();
  await expect(page.getByText('可执行').locator('..')).toContainText(n);
};

/** Opens a code's address on a telephone nobody has used before, and reads the verdict. */
const scan = async (browser: Browser, code: string, verdict: string | RegExp, also?: string): Promise<void> => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  await page.goto(`/c/${code}`);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(verdict);
  if (also) await expect(page.getByText(also).first()).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await context.close();
};

test('codes are rebound, frozen, voided and undone, and every shopper is told the truth', async ({
  adminPage: page,
  browser,
  request,
}) => {
  const made = await makeCodes(request);
  const codeOf = (serial: number): string => made.lines[serial - 1]!.code;

  await page.goto('/identity/batchManager/update');
  await pickRange(page, made, 1, 500);
  await choose(page, '新产品', product);
  await choose(page, '新批次', made.newLot);
  await page.getByLabel('原因').fill('包装贴错批号');
  await check(page, '500');
  await page.getByRole('button', { name: '提交', exact: true }).click();
  await page.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '改绑' }).click();
  await expect(page.getByText('改绑成功：500个')).toBeVisible();
  await scan(browser, codeOf(20), '首次查询 · 正品', made.newLot);
  await scan(browser, codeOf(600), '首次查询 · 正品', made.oldLot);

  await page.goto('/identity/batchManager');
  await page.getByRole('button', { name: '冻结/解冻' }).click();
  await pickRange(page, made, 501, 550);
  await page.getByRole('textbox', { name: '原因' }).fill('留样复检');
  await check(page, '50');
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole('dialog', { name: '冻结/解冻' }).getByRole('button', { name: '提交', exact: true }).click();
  await page.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '冻结' }).click();
  await expect(page.getByText('冻结成功：50个')).toBeVisible();
  await scan(browser, codeOf(520), '该码已冻结');

  await page.goto('/identity/batchManager/delete');
  await pickRange(page, made, 1001, 1100);
  await choose(page, '作废原因', '印刷损坏');
  await check(page, '100');
  await page.getByRole('button', { name: '作废', exact: true }).click();
  const typed = page.getByRole('dialog', { name: '作废确认' });
  await typed.getByLabel('作废数量').fill('99');
  await typed.getByRole('button', { name: '作废' }).click();
  await expect(typed.getByText('数量不一致')).toBeVisible();
  await typed.getByLabel('作废数量').fill('100');
  await typed.getByRole('button', { name: '作废' }).click();
  await expect(page.getByText('作废成功：100个')).toBeVisible();
  await scan(browser, codeOf(1050), '该码已作废');
  await scan(browser, codeOf(1101), '首次查询 · 正品');

  const token = await signInByCall(request);
  const { data: use } = await callAs<{ opId: number; opNo: string }>(
    request,
    token,
    'POST',
    '/admin/identity/batch/use',
    {
      pick: { mode: 1, ranges: [{ seg: made.seg, serialFrom: 5001, serialTo: 5100 }] },
      lot: { lotNo: made.oldLot, produceDate: '2026-10-08' },
      productId: made.productId,
      idemKey: randomUUID(),
    },
  );
  expect(use.opId).toBeGreaterThan(0);
  await page.goto('/identity/batchManager?opType=1');
  const newest = page.locator('.ant-table-row').first();
  await newest.getByRole('button', { name: '撤销' }).click();
  const question = page.getByRole('dialog', { name: '提示' });
  await expect(question).toContainText('撤销后100个码恢复为未启用');
  await question.getByRole('button', { name: /撤销|确定/ }).click();
  await expect(page.getByText('操作成功')).toBeVisible();
  await scan(browser, codeOf(5050), '该码未启用');

  await page.goto(`/identity/identityManager/code/${codeOf(1050)}`);
  const events = page.getByRole('region', { name: '动态' }).locator('.zy-timeline li');
  for (const what of ['启用', '作废', '已作废']) await expect(events.filter({ hasText: what }).first()).toBeVisible();
  await page.goto(`/identity/identityManager/code/${codeOf(20)}`);
  for (const what of ['启用', '改绑', '首次查询']) await expect(events.filter({ hasText: what }).first()).toBeVisible();
});

test('a step that comes from a file is reviewed and shows on the shopper’s page', async ({
  adminPage: page,
  browser,
  request,
}) => {
  const made = await makeCodes(request);
  const title = ownName('成品出库');
  const head = '产品编号,批号,标题,发生时间,地点,操作人,仓库,出库数量';
  const lines = [
    `${made.productNo},${made.oldLot},${title},2026-10-20 09:30,杭州,王师傅,一号恒温库,3000`,
    `${made.productNo},NOSUCHLOT,${title}二,2026-10-20 09:30,杭州,王师傅,一号恒温库,3000`,
  ];
  await page.goto('/identity/flowManager/import');
  await choose(page, '流程类型', '出库（杭州青岚');
  await page.getByLabel('选择数据文件').setInputFiles({
    name: 'flow.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(`${[head, ...lines].join('\r\n')}\r\n`),
  });
  await page.getByRole('button', { name: '预览前 20 行' }).click();
  await expect(page.getByText('前 2 行中有 1 行需要修改')).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole('button', { name: '开始导入' }).click();
  await expect(page.getByText('提交成功')).toBeVisible();

  await page.goto(`/identity/flowManager?keywords=${title}`);
  const row = page.locator('.ant-table-row').filter({ hasText: title });
  await untilShown(
    () => page.reload(),
    (timeout) => expect(row).toHaveCount(1, { timeout }),
  );
  const token = await signInByCall(request);
  const { data } = await callAs<{ list: { id: number }[] }>(request, token, 'GET', '/admin/identity/flow/list', {
    keywords: title,
    page: 1,
    limit: 20,
  });
  const audited = await callAs(request, token, 'POST', '/admin/identity/flow/audit', {
    ids: data.list.map(({ id }) => id),
    audit: 1,
  });
  expect(audited.message).toBe('ok');
  await scan(browser, made.lines[41]!.code, '首次查询 · 正品', title);
});
