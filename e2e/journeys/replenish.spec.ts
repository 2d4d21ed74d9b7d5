import { axeProblems } from '../watch.ts';
import { choose, consoleOf, expect, ownLot, ownName, test } from '../world.ts';

const product = '青岚明前龙井 250g 礼盒';

interface Named {
  id: number;
}

test('a dealer’s request becomes an order of what was granted, which is paid in part, shipped in part and closed', async ({
  adminPage: page,
  request,
}) => {
  const { get, post } = await consoleOf(request);
  const { list } = await get<{ list: (Named & { firmId: number })[] }>('product/list', { keywords: product });
  const { id: productId, firmId } = list[0]!;
  const firm = (await get<(Named & { name: string })[]>('firm/list/all')).find(({ id }) => id === firmId)!;
  const dealer = ownName('要货经销商');
  const { id: dealerId } = await post<Named>('agent/save', {
    firmId,
    name: dealer,
    agentType: 5,
    contact: '周明远',
    phone: '13881224571',
    regionCode: '510104',
    address: '武兴四路 168 号',
  });

  // The form: nothing is lost when it refuses, and the dealer's address is filled in.
  await page.goto('/identity/needApplyManagerCreat');
  await page.getByRole('button', { name: '提交', exact: true }).click();
  await expect(page.locator('.ant-form-item-explain-error').filter({ hasText: '请选择经销商' })).toBeVisible();
  await choose(page, '所属企业', firm.name);
  await page.getByRole('combobox', { name: '经销商' }).click();
  await page.keyboard.type(dealer);
  await page.locator('.ant-select-dropdown:visible').getByText(dealer, { exact: true }).click();
  await expect(page.getByLabel('收货地址')).toHaveValue('武兴四路 168 号');
  await choose(page, '产品', product);
  await choose(page, '单位', /^小箱$/);
  await page.getByLabel('数量').fill('5');
  await page.getByLabel('单价').fill('600');
  await expect(page.getByText('30 件，¥3,000.00')).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole('button', { name: '提交', exact: true }).click();
  await expect(page.getByText('提交成功')).toBeVisible();

  // The review grants four of five boxes.
  const row = page.locator('.ant-table-row').filter({ hasText: dealer });
  await expect(row).toContainText('未审核');
  await row.getByRole('button', { name: '受理' }).click();
  const review = page.getByRole('dialog', { name: /^审核要货申请/ });
  await review.getByRole('spinbutton', { name: '批准数量' }).fill('6');
  await review.getByRole('button', { name: '确定' }).click();
  await expect(review.getByText('审核数量不能大于申请数量')).toBeVisible();
  await review.getByRole('spinbutton', { name: '批准数量' }).fill('4');
  expect(await axeProblems(page)).toEqual([]);
  await review.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText(/^已生成要货订单YH/)).toBeVisible();
  await expect(row).toContainText('审核成功');

  await page.goto('/identity/needOrderManager');
  await page.locator('.ant-table-row').filter({ hasText: dealer }).getByRole('button', { name: '查看' }).click();
  await expect(page.getByText('24 件，¥2,400.00')).toBeVisible();
  await page.getByRole('button', { name: '登记付款' }).click();
  const payment = page.getByRole('dialog', { name: /^登记付款/ });
  await expect(payment.getByText('¥2,400.00')).toBeVisible();
  await payment.getByLabel('付款金额').fill('1000');
  await payment.getByRole('button', { name: '登记' }).click();
  await expect(page.getByText('登记成功')).toBeVisible();
  await expect(page.getByText('未付 ¥1,400.00')).toBeVisible();
  expect(await axeProblems(page)).toEqual([]);

  // Eight items ship for it; what is left will not, and the order is closed.
  const lot = await ownLot({ post }, productId);
  const task = await post<Named>('task/save', {
    firmId,
    name: ownName('要货'),
    productId,
    lotId: lot.id,
    itemCount: 8,
    idemKey: ownName('replenish-task'),
  });
  const { segments } = await get<{ segments: { seg: number }[] }>('task/info', { id: task.id });
  const { seg } = segments[0]!;
  const ranges = [{ seg, serialFrom: 1, serialTo: 8 }];
  await post('batch/use', { pick: { mode: 1, ranges }, productId, lotId: lot.id, idemKey: ownName('replenish-use') });
  const texts = Array.from({ length: 8 }, (_, at) => `${seg}-${at + 1}`);
  const { rows } = await post<{ rows: { code: string }[] }>('identity/query', { texts });
  const orderId = Number(new URL(page.url()).pathname.split('/').at(-1));
  await post('deliver/alone/save', {
    head: { firmId, toKind: 1, toId: dealerId, orderId },
    codes: rows.map(({ code }) => code),
    idemKey: ownName('replenish-ship'),
  });
  await page.reload();
  await expect(page.getByText('8 / 24').first()).toBeVisible();
  await expect(page.getByRole('link', { name: /^FH/ })).toBeVisible();
  await expect(page.getByRole('button', { name: '取消订单' })).toHaveCount(0);
  await page.getByRole('button', { name: '完结' }).click();
  const question = page.getByRole('dialog', { name: '提示' });
  await expect(question).toContainText('未发部分将不再发货，确定完结？');
  await question.getByRole('button', { name: '完结' }).click();
  await expect(page.getByText('已完结').first()).toBeVisible();
  await expect(page.getByRole('button', { name: '发货', exact: true })).toHaveCount(0);
});
