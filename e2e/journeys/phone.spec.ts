import { bind, chongqing, openPhone, photograph } from '../phone.ts';
import { axeProblems } from '../watch.ts';
import { consoleOf, expect, ownLot, ownName, scan, test, type Console } from '../world.ts';

const product = '青岚明前龙井 250g 礼盒';
interface Named {
  id: number;
}

/** Boxes of the product that are activated, by their texts, and who gets them. */
const makeGoods = async ({ get, post }: Console) => {
  const { list } = await get<{ list: (Named & { firmId: number })[] }>('product/list', { keywords: product });
  const { id: productId, firmId } = list[0]!;
  const lot = await ownLot({ post }, productId);
  const task = await post<Named>('task/save', {
    firmId,
    name: ownName('手机'),
    productId,
    lotId: lot.id,
    itemCount: 6,
    idemKey: ownName('phone-journey'),
  });
  const { segments } = await get<{ segments: { seg: number }[] }>('task/info', { id: task.id });
  const { seg } = segments[0]!;
  await post('batch/use', {
    pick: { mode: 1, ranges: [{ seg, serialFrom: 1, serialTo: 6 }] },
    productId,
    lotId: lot.id,
    idemKey: ownName('phone-activate'),
  });
  const texts = Array.from({ length: 6 }, (_, at) => `${seg}-${at + 1}`);
  const { rows } = await post<{ rows: { code: string }[] }>('identity/query', { texts });
  const place = { regionCode: '510105', address: '顺城大街 1 号', contact: '周明远' };
  const dealer = ownName('成都锦和商贸');
  const phone = () => `139${String(Date.now() + Math.floor(Math.random() * 1e6)).slice(-8)}`;
  const { id: agentId } = await post<Named>('agent/save', {
    firmId,
    name: dealer,
    agentType: 3,
    phone: phone(),
    regions: ['510100'],
    ...place,
  });
  const shop = ownName('武侯祠店');
  const { id: shopId } = await post<Named>('shop/save', {
    firmId,
    name: shop,
    agentId,
    shopType: 2,
    phone: phone(),
    ...place,
  });
  await post('shop/audit', { id: shopId, audit: 1 });
  const inspector = await post<Named>('inspector/save', {
    firmId,
    auditor: '何远',
    phone: phone(),
    regions: ['510000'],
    scopes: ['query', 'evidence', 'freeze'],
  });
  return { firmId, codes: rows.map(({ code }) => code), agentId, dealer, shop, inspectorId: inspector.id };
};

test('a dealer binds his phone, signs for goods of which one did not come, and sends one on to his shop', async ({
  adminPage: desk,
  browser,
  request,
}) => {
  const calls = await consoleOf(request);
  const { firmId, codes, agentId, dealer, shop } = await makeGoods(calls);
  const { page: phone, problems } = await openPhone(browser);

  await phone.goto('/r');
  await expect(phone.getByRole('heading', { name: '请先绑定身份' })).toBeVisible();

  await desk.goto(`/identity/agentManager?keywords=${encodeURIComponent(dealer)}`);
  await desk.getByRole('row', { name: dealer }).getByRole('button', { name: '更多' }).click();
  const answered = desk.waitForResponse((response) => response.url().includes('/agent/bind/qrcode'));
  await desk.getByRole('menuitem', { name: '绑定账号' }).click();
  const { data } = (await (await answered).json()) as { data: { page: string; bindToken: string } };
  await expect(desk.getByRole('img', { name: '绑定码' })).toBeVisible();
  await bind(phone, `${data.page}#${data.bindToken}`, dealer);
  await expect(desk.getByText('绑定成功')).toBeVisible();
  await expect(phone.getByText('没有待签收的货物')).toBeVisible();
  expect(await axeProblems(phone)).toEqual([]);

  const head = { firmId, toKind: 1, toId: agentId };
  const lines = codes.slice(0, 3).map((code) => ({ code }));
  const shipped = await calls.post<{ deliverNo: string }>('deliver/scan/save', { head, lines });
  await phone.reload();
  await expect(phone.getByText('1 单，3 件')).toBeVisible();
  await phone.getByRole('link', { name: new RegExp(shipped.deliverNo) }).click();
  await expect(phone.getByText('/ 3 个码已扫')).toBeVisible();
  await scan(phone, codes[0]!);
  await expect(phone.getByText('1 / 3 件')).toBeVisible();
  // The same code printed as an address, and one that is no part of it.
  await scan(phone, `https://example.com/c/${codes[1]!}`);
  await expect(phone.getByText('2 / 3 件')).toBeVisible();
  await scan(phone, codes[4]!);
  await expect(phone.getByText('1 个码不在单内，不签收')).toBeVisible();
  await phone.getByRole('button', { name: '移除' }).click();
  await scan(phone, codes[0]!);
  await expect(phone.getByText('编码重复扫描')).toBeVisible();
  await phone.getByRole('button', { name: '确认签收 2 件' }).click();
  await expect(phone.getByText('记为未到货')).toBeVisible();
  expect(await axeProblems(phone)).toEqual([]);
  await phone.getByRole('button', { name: '确认签收 2 件' }).click();
  await expect(phone.getByText('请填写差异说明')).toBeVisible();
  await phone.getByRole('textbox', { name: '差异说明' }).fill('少一盒，司机已确认');
  // What was scanned is still there after the page was closed.
  await phone.reload();
  await expect(phone.getByText('2 / 3 件')).toBeVisible();
  await phone.getByRole('button', { name: '确认签收 2 件' }).click();
  await phone.getByRole('button', { name: '确认签收 2 件' }).click();
  await phone.getByRole('dialog', { name: '确认签收' }).getByRole('button', { name: '确认签收' }).click();
  await expect(phone.getByText('签收成功：2件，1件待处理')).toBeVisible();
  await expect(phone.getByText(`1 件待处理 · ${shipped.deliverNo}`)).toBeVisible();

  await phone.getByRole('link', { name: '扫码发货' }).click();
  expect(await axeProblems(phone)).toEqual([]);
  await phone.getByRole('button', { name: shop }).click();
  await scan(phone, codes[0]!);
  await scan(phone, codes[5]!);
  await expect(phone.getByRole('main').getByText('货物不在发货方名下')).toBeVisible();
  expect(await axeProblems(phone)).toEqual([]);
  await phone.getByRole('button', { name: '移除 1 个异常码' }).click();
  await phone.getByRole('button', { name: '确认发货 1 件' }).click();
  await expect(phone.getByText(`共1件，发往${shop}，确定发货？`)).toBeVisible();
  await phone.getByRole('button', { name: '确定发货' }).click();
  await expect(phone.getByText('发货成功：1件')).toBeVisible();
  await expect(phone.getByText('1 件，已签收 0 件')).toBeVisible();
  await phone.goto('/r/stock');
  await expect(phone.getByText(product)).toBeVisible();
  expect(await axeProblems(phone)).toEqual([]);

  await phone.goto(`/d/${shipped.deliverNo}`);
  await expect(phone.getByText('/ 1 个码已扫')).toBeVisible();
  const { page: stranger } = await openPhone(browser);
  await stranger.goto(`/d/${shipped.deliverNo}`);
  await expect(stranger.getByRole('heading', { name: '登录后查看发货单' })).toBeVisible();
  await expect(stranger.getByText(shipped.deliverNo)).toHaveCount(0);
  expect(problems).toEqual([]);
});

test('an inspector finds a code outside of its region, and the console shows the warning', async ({
  adminPage: desk,
  browser,
  request,
}) => {
  const calls = await consoleOf(request);
  const { firmId, codes, agentId, dealer, inspectorId } = await makeGoods(calls);
  const head = { firmId, toKind: 1, toId: agentId };
  await calls.post('deliver/scan/save', { head, lines: [{ code: codes[0]! }] });
  const code = await calls.get<{ page: string; bindToken: string }>('inspector/bind/qrcode', { id: inspectorId });
  const { page: phone, problems } = await openPhone(browser, chongqing);
  await bind(phone, `${code.page}#${code.bindToken}`, '何远');
  await phone.getByRole('link', { name: '扫码稽查' }).click();
  // There is no camera here.
  await expect(phone.getByText('无法打开相机，请手动输入')).toBeVisible();
  await phone.getByRole('textbox', { name: '手动输入编码' }).fill(codes[0]!);
  await phone.keyboard.press('Enter');
  await expect(phone.getByRole('heading', { name: '疑似窜货' })).toBeVisible();
  await expect(phone.getByText('应在四川省 成都市销售，现位于重庆市。')).toBeVisible();
  await phone.getByRole('button', { name: '提交稽查' }).click();
  await expect(phone.getByText('请上传取证照片')).toBeVisible();
  await phone.locator('input[type=file]').setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: photograph });
  await expect(phone.getByText('1 / 9，至少 1 张')).toBeVisible();
  await phone.getByRole('radio', { name: '窜货' }).click();
  await phone.getByRole('textbox', { name: '售卖场所' }).fill('老码头茶庄');
  expect(await axeProblems(phone)).toEqual([]);
  await phone.getByRole('button', { name: '提交稽查' }).click();
  const said = phone.getByRole('dialog', { name: '提交成功' });
  await expect(said).toContainText('已生成预警单');
  await said.getByRole('button', { name: '返回' }).click();

  await desk.goto(`/identity/inspector?tab=record&auditorId=${inspectorId}`);
  await desk.getByRole('row', { name: dealer }).getByRole('button', { name: '查看' }).click();
  const record = desk.getByRole('dialog', { name: '稽查记录' });
  await expect(record).toContainText('重庆市');
  await expect(record).toContainText('老码头茶庄');
  await desk.goto(`/identity/selectManager?tab=abnormal&view=risk&code=${codes[0]!}`);
  await expect(desk.getByText(`稽查员何远在重庆市查到经销商${dealer}的${product}，疑似窜货`)).toBeVisible();
  expect(problems).toEqual([]);
});
