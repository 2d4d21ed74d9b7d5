import type { Page } from '@playwright/test';
import { bind, chongqing, openPhone, photograph } from '../phone.ts';
import { choose, consoleOf, expect, ownLot, ownName, scan, test, type Console } from '../world.ts';

interface Named {
  id: number;
}

const template = '青岚明前龙井 250g 礼盒';
const perBox = 24;
const phoneNumber = () => `139${String(Math.floor(Math.random() * 1e8)).padStart(8, '0')}`;

/** A product of boxes of 24, 22 boxes and 640 items of it, all activated, and who gets them. */
const makeWorld = async ({ get, post }: Console) => {
  const { list } = await get<{ list: (Named & { firmId: number })[] }>('product/list', { keywords: template });
  const { firmId } = list[0]!;
  const { image } = await get<{ image: string }>('product/info', { id: list[0]!.id });
  const product = ownName('青岚雨前茶');
  const { id: productId } = await post<Named>('product/save', {
    firmId,
    storeName: product,
    unit: '盒',
    gtinKind: 2,
    boxNum: perBox,
    image,
  });
  const { id: lotId, lotNo } = await ownLot({ post }, productId);
  const firm = (await get<(Named & { name: string })[]>('firm/list/all')).find(({ id }) => id === firmId)!;
  const agent = async (name: string, regionCode: string, regions: string[]) => ({
    name,
    id: (
      await post<Named>('agent/save', {
        firmId,
        name,
        agentType: 3,
        contact: '周明远',
        phone: phoneNumber(),
        regionCode,
        regions,
        address: '武兴四路 166 号',
      })
    ).id,
  });
  const chengdu = await agent(ownName('成都商贸'), '510104', ['510100']);
  const hangzhou = await agent(ownName('杭州商贸'), '330106', ['330100']);
  const shopName = ownName('武侯祠店');
  const shop = await post<Named>('shop/save', {
    firmId,
    name: shopName,
    agentId: chengdu.id,
    shopType: 2,
    contact: '何小满',
    phone: phoneNumber(),
    regionCode: '510107',
    address: '武侯祠大街 231 号',
  });
  await post('shop/audit', { id: shop.id, audit: 1 });
  const inspectorName = ownName('何远');
  const inspector = await post<Named>('inspector/save', {
    firmId,
    auditor: inspectorName,
    phone: phoneNumber(),
    regions: ['510000'],
    scopes: ['query', 'evidence'],
  });
  const task = await post<Named>('task/save', {
    firmId,
    name: ownName('流转'),
    productId,
    lotId,
    itemCount: 640,
    boxCount: 23,
    idemKey: ownName('goods-move'),
  });
  const { segments } = await get<{ segments: { seg: number; level: number }[] }>('task/info', { id: task.id });
  const codesOf = async (level: number, count: number) => {
    const { seg } = segments.find((segment) => segment.level === level)!;
    await post('batch/use', {
      pick: { mode: 1, ranges: [{ seg, serialFrom: 1, serialTo: count }] },
      productId,
      lotId,
      idemKey: ownName('goods-use'),
    });
    const codes: string[] = [];
    for (let from = 1; from <= count; from += 200) {
      const texts = Array.from({ length: Math.min(200, count - from + 1) }, (_, at) => `${seg}-${from + at}`);
      const { rows } = await post<{ rows: { code: string }[] }>('identity/query', { texts });
      codes.push(...rows.map(({ code }) => code));
    }
    return codes;
  };
  const items = await codesOf(0, 640);
  const boxes = await codesOf(1, 23);
  return {
    firm,
    firmId,
    product,
    productId,
    lotNo,
    lotId,
    chengdu,
    hangzhou,
    shopName,
    shop,
    inspector,
    inspectorName,
    items,
    boxes,
  };
};
type World = Awaited<ReturnType<typeof makeWorld>>;

/** Chooses the receiver of a new document, by which the scan box opens. */
const chooseReceiver = async (page: Page, { firm }: World, kind: '经销商' | '门店', name: string): Promise<void> => {
  await choose(page, '所属企业', firm.name);
  const receiver = page.getByRole('group', { name: '收货方' }).first();
  await receiver.getByText(kind, { exact: true }).first().click();
  await receiver.getByRole('combobox', { name: kind }).click();
  await page.keyboard.type(name);
  await page.locator('.ant-select-dropdown:visible').getByText(name, { exact: true }).click();
  await page.getByRole('button', { name: '开始扫码' }).click();
};

/** Submits what was scanned, and answers the number of the document that opens. */
const submit = async (page: Page, items: number, verb = '发货'): Promise<string> => {
  await page.getByRole('button', { name: `提交${verb}` }).click();
  await page.getByRole('dialog', { name: '提示' }).getByRole('button', { name: verb }).click();
  await expect(page.getByText(`${verb}成功：${items}件`)).toBeVisible();
  await expect(page).toHaveURL(/\/deliverManager\/info\?id=\d+$/);
  return page.url();
};

test('goods are packed, shipped to two dealers and a shop, signed for, returned, cancelled and inspected, a request is fulfilled, and every screen tells the same', async ({
  adminPage: page,
  browser,
  request,
}) => {
  const calls = await consoleOf(request);
  const world = await makeWorld(calls);
  const { product, boxes, items, chengdu, hangzhou, shopName } = world;

  await test.step('480 items are packed by a file of twenty boxes', async () => {
    const lines = items.slice(0, 480).map((code, at) => `${boxes[Math.floor(at / perBox)]},${code}`);
    await page.goto('/identity/packManager');
    await page.getByRole('button', { name: '导入', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /导入/ });
    await choose(dialog, '所属企业', world.firm.name);
    await dialog.locator('input[type=file]').setInputFiles({
      name: `${ownName('关联')}.csv`,
      mimeType: 'text/csv',
      buffer: Buffer.from(`箱码,下级码\r\n${lines.join('\r\n')}\r\n`),
    });
    await dialog.getByRole('button', { name: '开始导入' }).click();
    await expect(dialog.getByText('导入完成')).toBeVisible({ timeout: 60_000 });
    await expect(dialog.getByText('480', { exact: true }).first()).toBeVisible();
  });

  await test.step('48 items are packed by hand: two mistakes are refused, one scan is taken back', async () => {
    await page.goto('/identity/packManager/alone');
    await page.getByRole('button', { name: '工位设置' }).click();
    const settings = page.getByRole('dialog', { name: '工位设置' });
    await choose(settings, '产品', product);
    await choose(settings, '批次', world.lotNo);
    await page.keyboard.press('Escape');
    await expect(settings).toBeHidden();
    await scan(page, boxes[20]!, ...items.slice(480, 490), items[0]!, items[481]!);
    await expect(page.getByText(`编码已装入${boxes[0]}，请先拆箱`).first()).toBeVisible();
    await expect(page.getByText('编码重复扫描').first()).toBeVisible();
    await scan(page, items[600]!);
    await expect(page.getByText('已装入 第 11 件')).toBeVisible();
    await page.keyboard.press('F8');
    await scan(page, ...items.slice(490, 504));
    await expect(page.getByText('装箱成功：24件').first()).toBeVisible();
    await scan(page, boxes[21]!, ...items.slice(504, 528));
    const recent = page.getByRole('list', { name: '我完成的箱' });
    await expect(recent.getByRole('listitem').filter({ hasText: boxes[21]! })).toContainText('24 / 24');
  });

  const documents: Record<'chengdu' | 'hangzhou' | 'shop', string> = { chengdu: '', hangzhou: '', shop: '' };
  await test.step('twenty boxes and a run of 40 go to two dealers and a shop', async () => {
    const ship = async (kind: '经销商' | '门店', name: string, sent: readonly string[]) => {
      await page.goto('/identity/deliverManager/box');
      await chooseReceiver(page, world, kind, name);
      await expect(page.getByPlaceholder('扫描箱码')).toBeFocused();
      await scan(page, ...sent);
    };
    await ship('经销商', chengdu.name, boxes.slice(0, 12));
    await page.getByText('号段', { exact: true }).click();
    await scan(page, items[528]!, items[567]!);
    await expect(
      page.getByRole('group', { name: '已扫编码' }).getByRole('row').filter({ hasText: items[528]! }),
    ).toContainText('40 件');
    documents.chengdu = await submit(page, 12 * perBox + 40);
    await ship('经销商', hangzhou.name, boxes.slice(12, 18));
    documents.hangzhou = await submit(page, 6 * perBox);
    await ship('门店', shopName, boxes.slice(18, 20));
    documents.shop = await submit(page, 2 * perBox);
  });

  await test.step('one is signed for on the console, one on a phone, one is cancelled, and a box comes back', async () => {
    await page.goto(documents.chengdu);
    await page.getByRole('button', { name: '签收', exact: true }).click();
    await page.getByRole('menuitem', { name: '整单签收' }).click();
    await page.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '整单签收' }).click();
    await expect(page.getByText('签收成功：328件')).toBeVisible();

    const code = await calls.get<{ page: string; bindToken: string }>('shop/bind/qrcode', { id: world.shop.id });
    const { page: phone, problems } = await openPhone(browser);
    await bind(phone, `${code.page}#${code.bindToken}`, shopName);
    await phone.getByRole('link', { name: /FH/ }).click();
    await expect(phone.getByText('/ 2 个码已扫')).toBeVisible();
    await scan(phone, boxes[18]!, boxes[19]!);
    await phone.getByRole('button', { name: '确认签收 48 件' }).click();
    await phone.getByRole('dialog', { name: '确认签收' }).getByRole('button', { name: '确认签收' }).click();
    await expect(phone.getByText('签收成功：48件')).toBeVisible();
    expect(problems).toEqual([]);

    await page.goto(documents.hangzhou);
    await page.getByRole('button', { name: '撤销整单' }).click();
    const cancel = page.getByRole('dialog', { name: '撤销整单' });
    await cancel.getByRole('textbox').fill('路线改了');
    await cancel.getByRole('button', { name: '撤销', exact: true }).click();
    await expect(page.getByText('已撤销').first()).toBeVisible();

    await page.goto(documents.chengdu);
    await page.getByRole('button', { name: '退货' }).click();
    await page.getByRole('button', { name: '开始扫码' }).click();
    await scan(page, boxes[0]!);
    await submit(page, perBox, '退货');
  });

  await test.step('an inspector finds an item of the dealer in another city, and the console warns', async () => {
    const code = await calls.get<{ page: string; bindToken: string }>('inspector/bind/qrcode', {
      id: world.inspector.id,
    });
    const { page: phone, problems } = await openPhone(browser, chongqing);
    await bind(phone, `${code.page}#${code.bindToken}`, world.inspectorName);
    await phone.goto(`/r/inspect`);
    await phone.getByRole('textbox', { name: '手动输入编码' }).fill(items[24]!);
    await phone.keyboard.press('Enter');
    await expect(phone.getByRole('heading', { name: '疑似窜货' })).toBeVisible();
    await phone.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: photograph });
    await expect(phone.getByText('1 / 9，至少 1 张')).toBeVisible();
    await phone.getByRole('radio', { name: '窜货' }).click();
    await phone.getByRole('button', { name: '提交稽查' }).click();
    await expect(phone.getByRole('dialog', { name: '提交成功' })).toContainText('已生成预警单');
    expect(problems).toEqual([]);
    await page.goto(`/identity/selectManager?tab=abnormal&view=risk&code=${items[24]!}`);
    await expect(page.getByText(`在重庆市查到经销商${chengdu.name}的${product}，疑似窜货`)).toBeVisible();
  });

  await test.step('a dealer asks for two boxes on his phone, which become an order and are sent', async () => {
    const code = await calls.get<{ page: string; bindToken: string }>('agent/bind/qrcode', { id: hangzhou.id });
    const { page: phone, problems } = await openPhone(browser);
    await bind(phone, `${code.page}#${code.bindToken}`, hangzhou.name);
    await phone.goto('/r/need/new');
    await phone.getByRole('button', { name: '添加产品' }).click();
    await phone.getByRole('searchbox').fill(product);
    await phone.getByRole('button', { name: new RegExp(product) }).click();
    await phone.getByLabel(`${product}数量`).fill('2');
    await phone.getByRole('button', { name: '提交', exact: true }).click();
    await expect(phone.getByText(/提交成功/)).toBeVisible();
    await page.goto('/identity/needApplyManager');
    const row = page.locator('.ant-table-row').filter({ hasText: hangzhou.name });
    await row.getByRole('button', { name: '受理' }).click();
    await page
      .getByRole('dialog', { name: /^审核要货申请/ })
      .getByRole('button', { name: '确定' })
      .click();
    await expect(page.getByText(/^已生成要货订单YH/)).toBeVisible();
    await page.goto('/identity/needOrderManager');
    await page
      .locator('.ant-table-row')
      .filter({ hasText: hangzhou.name })
      .getByRole('button', { name: '查看' })
      .click();
    await page.waitForURL(/\/needOrderManagerCreat\/\d+/);
    const order = page.url();
    const ship = page.getByRole('button', { name: '发货', exact: true });
    await expect(ship).toHaveCount(1);
    await ship.click();
    await expect(page.getByPlaceholder('扫描箱码')).toBeFocused();
    await scan(page, boxes[12]!, boxes[13]!);
    await submit(page, 2 * perBox);
    await phone.goto('/r');
    await phone.getByRole('link', { name: /FH/ }).click();
    await phone.getByRole('button', { name: '整单签收' }).click();
    await phone.getByRole('dialog').getByRole('button', { name: /签收/ }).click();
    await expect(phone.getByText('签收成功：48件')).toBeVisible();
    expect(problems).toEqual([]);
    await page.goto(order);
    await expect(page.getByText('48 / 48').first()).toBeVisible();
    await expect(page.getByText('已签收').first()).toBeVisible();
  });

  await test.step('the code, its box, the stocks and the look-up tell the same', async () => {
    const [item, box] = [items[24]!, boxes[1]!];
    await page.goto(`/identity/identityManager/code/${item}`);
    await expect(page.getByRole('main')).toContainText(box);
    const happened = page.getByRole('region', { name: '动态' });
    for (const what of ['装箱', '发货', '签收']) await expect(happened.getByText(what).first()).toBeVisible();
    await expect(page.getByRole('main')).toContainText(chengdu.name);

    const stockOf = (name: string) =>
      page.locator('.ant-table-row').filter({ hasText: name }).filter({ hasText: product });
    await page.goto(`/identity/agentselectManager?tab=stock&productId=${world.productId}`);
    await expect(stockOf(chengdu.name).filter({ hasNotText: shopName })).toContainText(
      String(12 * perBox + 40 - perBox),
    );
    await expect(stockOf(hangzhou.name)).toContainText(String(2 * perBox));
    await expect(stockOf(shopName)).toContainText(String(2 * perBox));

    await page.goto('/identity/agentselectManager');
    await page.getByRole('textbox').first().fill([item, items[0], items[300]].join('\n'));
    await page.keyboard.press('Enter');
    const found = (code: string) => page.locator('.ant-table-row').filter({ hasText: code });
    await expect(found(item)).toContainText(chengdu.name);
    await expect(found(items[0]!)).toContainText('未发货');
  });
});
