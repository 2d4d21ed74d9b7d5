import { axeProblems } from '../watch.ts';
import { consoleOf, expect, ownLot, ownName, scan, test } from '../world.ts';

const product = '青岚明前龙井 250g 礼盒';

interface Named {
  id: number;
}

test('a hand scanner ships two boxes and a range: a mistake is refused and removed; the document is printed, signed in part with a difference, and cancelled', async ({
  adminPage: page,
  request,
}) => {
  const { get, post } = await consoleOf(request);
  const { list } = await get<{ list: (Named & { firmId: number })[] }>('product/list', { keywords: product });
  const { id: productId, firmId } = list[0]!;
  const firm = (await get<(Named & { name: string })[]>('firm/list/all')).find(({ id }) => id === firmId)!;
  const lot = await ownLot({ post }, productId);
  const dealer = ownName('发货经销商');
  await post('agent/save', {
    firmId,
    name: dealer,
    agentNo: ownName('FH'),
    agentType: 1,
    contact: '周明远',
    phone: '13881224570',
    regionCode: '510104',
    regions: ['510100'],
    address: '武兴四路 166 号',
  });
  const made = await post<Named>('task/save', {
    firmId,
    name: ownName('发货'),
    productId,
    lotId: lot.id,
    itemCount: 60,
    boxCount: 6,
    idemKey: ownName('shipping-journey'),
  });
  const { segments } = await get<{ segments: { seg: number; level: number }[] }>('task/info', { id: made.id });
  const segOf = (level: number) => segments.find((segment) => segment.level === level)!.seg;
  const codesOf = async (level: number, count: number) => {
    const texts = Array.from({ length: count }, (_, at) => `${segOf(level)}-${at + 1}`);
    return (await post<{ rows: { code: string }[] }>('identity/query', { texts })).rows.map(({ code }) => code);
  };
  const [items, boxes] = [await codesOf(0, 60), await codesOf(1, 6)];
  for (const at of [0, 1, 2])
    await post('pack/alone/save', {
      parentCode: boxes[at],
      children: items.slice(at * 6, at * 6 + 6),
      productId,
      lotId: lot.id,
      idemKey: ownName('shipping-pack'),
    });
  const ranges = [{ seg: segOf(0), serialFrom: 31, serialTo: 50 }];
  await post('batch/use', { pick: { mode: 1, ranges }, productId, lotId: lot.id, idemKey: ownName('shipping-use') });

  // The receiver comes first: until then the scan box is closed.
  await page.addInitScript(() => Object.assign(window, { print: () => undefined }));
  await page.goto('/identity/deliverManager/box');
  await expect(page.getByPlaceholder('请选择收货方')).toBeDisabled();
  await page.getByRole('combobox', { name: '所属企业' }).click();
  await page.keyboard.type(firm.name);
  await page.keyboard.press('Enter');
  await page.getByRole('button', { name: '开始扫码' }).click();
  await expect(page.getByText('请选择收货方', { exact: true })).toBeVisible();
  await page.getByRole('combobox', { name: '经销商' }).click();
  await page.keyboard.type(dealer);
  await page.locator('.ant-select-dropdown:visible').getByText(dealer, { exact: true }).click();
  await page.getByRole('button', { name: '开始扫码' }).click();
  await expect(page.getByPlaceholder('扫描箱码')).toBeFocused();

  // As fast as keys go down: two boxes, a product among them, a box nobody activated, one of them again.
  await scan(page, boxes[0]!, items[0]!, boxes[5]!, boxes[1]!, boxes[0]!);
  const rows = page.getByRole('group', { name: '已扫编码' }).getByRole('row');
  await expect(page.getByText('编码重复扫描')).toBeVisible();
  await expect(rows.filter({ hasText: items[0]! })).toContainText('请在单码发货中操作');
  await expect(rows.filter({ hasText: boxes[5]! })).toContainText('编码未启用，不能发货');
  await page.getByText('号段', { exact: true }).click();
  await scan(page, items[39]!);
  await expect(page.getByPlaceholder('扫描第 5 行的尾码')).toBeFocused();
  await scan(page, items[30]!);
  await expect(rows.filter({ hasText: items[39]! })).toContainText('产品 10 件');
  await scan(page, items[44]!);
  await page.keyboard.press('Escape');
  await expect(rows).toHaveCount(6);
  expect(await axeProblems(page)).toEqual([]);

  // What was scanned is kept in this browser, and taken up again.
  await page.reload();
  await page.getByRole('button', { name: '继续', exact: true }).click();
  await expect(page.getByRole('button', { name: '提交发货' })).toBeDisabled();
  await page.getByRole('button', { name: '移除异常并继续' }).click();
  await expect(page.getByRole('button', { name: '提交发货' })).toBeFocused();
  await page.keyboard.press('Control+Enter');
  const question = page.getByRole('dialog', { name: '提示' });
  await expect(question).toContainText(`共22件，发往${dealer}，确定发货？`);
  await question.getByRole('button', { name: '发货' }).click();
  await expect(page.getByText('发货成功：22件')).toBeVisible();

  await expect(page.getByText('还差 22 件')).toBeVisible();
  await expect(page.getByRole('row').filter({ hasText: '合计 3 行' })).toContainText('12 个码');
  expect(await axeProblems(page)).toEqual([]);
  await page.getByRole('button', { name: '打印' }).click();
  const paper = page.getByRole('dialog', { name: '打印发货单' });
  await expect(paper).toContainText('13881224570');
  await expect(paper).toContainText('收货方签收（盖章）');
  await page.keyboard.press('Escape');
  await expect(page.getByText('第1次打印')).toBeVisible();

  await page.getByRole('button', { name: '签收', exact: true }).click();
  await page.getByRole('menuitem', { name: '扫码签收' }).click();
  const drawer = page.getByRole('dialog', { name: /^扫码签收/ });
  await expect(drawer.getByPlaceholder('扫描箱码或产品码')).toBeFocused();
  await scan(page, boxes[0]!, items[7]!, boxes[2]!, items[32]!);
  await expect(drawer.getByText(`编码在箱${boxes[1]}内，请扫箱码`)).toBeVisible();
  await expect(drawer.getByText('多货 1 个')).toBeVisible();
  await drawer.getByRole('combobox', { name: `${boxes[1]} 签收情况` }).click();
  await page.locator('.ant-select-dropdown:visible').getByText('未到货').click();
  await expect(page.locator('.ant-select-dropdown:visible')).toHaveCount(0);
  await drawer.getByRole('button', { name: '签收 7 件' }).click();
  await expect(drawer.getByRole('alert')).toHaveText('请填写差异说明');
  await drawer.getByRole('textbox', { name: /^差异说明|差异说明/ }).fill('一箱未到货');
  expect(await axeProblems(page)).toEqual([]);
  await drawer.getByRole('button', { name: '签收 7 件' }).click();
  await expect(page.getByText('签收成功：7件')).toBeVisible();
  await expect(page.getByText('有差异')).toBeVisible();
  await expect(page.getByText('还差 15 件')).toBeVisible();

  await page.getByRole('tab', { name: /差异/ }).click();
  await expect(page.getByRole('row').filter({ hasText: boxes[2]! })).toContainText('多货');
  await expect(page.getByRole('row').filter({ hasText: boxes[1]! })).toContainText('未到货');
  await page.getByRole('button', { name: '撤销整单' }).click();
  const cancel = page.getByRole('dialog', { name: '撤销整单' });
  await expect(cancel).toContainText('未签收的15件将退回发货方');
  await cancel.getByRole('button', { name: '撤销', exact: true }).click();
  await expect(cancel.getByText('请填写撤销原因')).toBeVisible();
  await cancel.getByRole('textbox').fill('发错收货方');
  await cancel.getByRole('button', { name: '撤销', exact: true }).click();
  await expect(page.getByText('签收完成')).toBeVisible();
  await expect(page.getByRole('button', { name: '撤销整单' })).toHaveCount(0);
  await expect(page.getByRole('button', { name: '退货' })).toBeVisible();
});
