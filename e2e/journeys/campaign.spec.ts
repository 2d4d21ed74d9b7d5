import type { APIRequestContext, Browser, Page } from '@playwright/test';
import { randomUUID } from 'node:crypto';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { bind, chengdu, openPhone } from '../phone.ts';
import { startSimulator, type Simulator } from '../simulator.ts';
import { ageEpochs, callAs, choose, consoleOf, enterFirstTime, expect, ownName, signInByCall, test } from '../world.ts';

test.describe.configure({ timeout: 420_000 });

const day = (offset: number) => new Date(Date.now() + offset * 86_400_000 + 8 * 3_600_000).toISOString().slice(0, 10);
const repository = join(import.meta.dirname, '../..');
const codeCount = 40;

/** Runs one of the repository's own commands and answers what it said; fails as it does. */
const run = (script: string, args: string[], env: NodeJS.ProcessEnv = {}): Promise<string> =>
  new Promise((resolve, reject) => {
    execFile(
      process.execPath,
      [join(repository, script), ...args],
      { env: { ...process.env, ...env } },
      (error, text, trouble) => (error ? reject(new Error(text + trouble)) : resolve(text)),
    );
  });

const askAs =
  (request: APIRequestContext, token: string) =>
  async <T>(method: 'GET' | 'POST', path: string, input: Record<string, unknown> = {}): Promise<T> => {
    const { code, message, data } = await callAs<T>(request, token, method, path, input);
    if (code !== 200) throw new Error(`${path}: ${message}`);
    return data;
  };
type Ask = ReturnType<typeof askAs>;

/** A second person of the firm, who reviews what the first asked for. */
const hireReviewer = async (request: APIRequestContext, ask: Ask, firmId: number): Promise<Ask> => {
  const { list: roles } = await ask<{ list: { id: number; roleName: string }[] }>('GET', '/admin/system/role/list', {
    limit: 100,
  });
  const account = ownName('reviewer');
  const passwords = { given: 'first-password', own: 'second-password' };
  await ask('POST', '/admin/system/admin/save', {
    account,
    pwd: passwords.given,
    realName: '复核员',
    phone: '13900000003',
    roles: String(roles.find(({ roleName }) => roleName === '企业管理员')!.id),
    firmId,
  });
  return askAs(request, await enterFirstTime(request, account, passwords));
};

/** A product with activated codes, a pool with money, and prizes of each kind. */
const prepare = async (request: APIRequestContext, simulator: Simulator) => {
  const ask = askAs(request, await signInByCall(request));
  const { get, post } = await consoleOf(request);
  const { list: firms } = await get<{ list: { id: number; name: string }[] }>('firm/list', { limit: 100 });
  const { id: firmId } = firms.find(({ name }) => name.includes('青岚'))!;
  const { list: products } = await get<{ list: { image: string }[] }>('product/list', { firmId, limit: 1 });
  const { image } = products[0]!;
  const productName = ownName('青岚全程装');
  const { id: productId } = await post<{ id: number }>('product/save', {
    firmId,
    storeName: productName,
    unit: '盒',
    image,
  });
  const { id: lotId } = await post<{ id: number }>('lot/save', {
    productId,
    lotNo: ownName('QC').toUpperCase(),
    produceDate: '2026-11-01',
  });
  const { id: taskId } = await post<{ id: number }>('task/save', {
    firmId,
    name: ownName('全程码'),
    itemCount: codeCount,
    idemKey: randomUUID(),
  });
  const { segments } = await get<{ segments: { seg: number }[] }>('task/info', { id: taskId });
  const { seg } = segments[0]!;
  await post('batch/use', {
    pick: { mode: 1, ranges: [{ seg, serialFrom: 1, serialTo: codeCount }] },
    productId,
    lotId,
    idemKey: randomUUID(),
  });
  const texts = Array.from({ length: codeCount }, (_, at) => `${seg}-${at + 1}`);
  const { rows } = await post<{ rows: { code: string }[] }>('identity/query', { texts });

  const place = { regionCode: '510105', address: '顺城大街 1 号', contact: '周明远' };
  const phone = () => `138${String(Date.now() + Math.floor(Math.random() * 1e6)).slice(-8)}`;
  const { id: agentId } = await post<{ id: number }>('agent/save', {
    firmId,
    name: ownName('成都全程商贸'),
    agentType: 3,
    phone: phone(),
    regions: ['510100'],
    ...place,
  });
  const shop = ownName('锦里店');
  const { id: shopId } = await post<{ id: number }>('shop/save', {
    firmId,
    name: shop,
    agentId,
    shopType: 2,
    phone: phone(),
    ...place,
  });
  await post('shop/audit', { id: shopId, audit: 1 });

  const merchant = await simulator.addMerchant();
  const { id: mchConfId } = await ask<{ id: number }>('POST', '/admin/lottery/mch/conf/save', {
    firmId,
    name: ownName('全程商户'),
    mchid: merchant.mchId,
    appid: merchant.appId,
    serialNo: merchant.serialNo,
    privateKey: merchant.privateKey,
    apiV3Key: merchant.apiV3Key,
    appSecret: merchant.appSecret,
    platformKeys: merchant.platformKeys.map(({ serialNo, pem }) => ({
      serial: serialNo,
      kind: serialNo.startsWith('PUB_KEY_ID_') ? 'PUB_KEY' : 'CERT',
      pem,
    })),
    baseUrl: merchant.baseUrl,
    notifyUrl: `${process.env.E2E_URL}/public/pay/wechat/notify`,
    isSandbox: true,
  });
  const poolName = ownName('全程资金池');
  const { id: poolId } = await ask<{ id: number }>('POST', '/admin/lottery/red/bag/save', {
    firmId,
    name: poolName,
    mchConfId,
  });
  const { id: rechargeId } = await ask<{ id: number }>('POST', '/admin/lottery/red/bag/recharge', {
    id: poolId,
    amount: 100_000,
    vouchers: [image],
  });
  const reviewer = await hireReviewer(request, ask, firmId);
  await reviewer('POST', '/admin/lottery/red/bag/audit', { id: rechargeId, pass: true, remark: '' });

  const common = { firmId, image };
  const prizes = { cash: ownName('全程现金'), points: ownName('全程积分'), goods: ownName('全程茶罐') };
  await ask('POST', '/admin/lottery/prize/save', {
    ...common,
    name: prizes.cash,
    prizeType: 1,
    payKind: 1,
    amountMode: 0,
    amountMin: 188,
    amountMax: 188,
    claimMode: 1,
  });
  await ask('POST', '/admin/lottery/prize/save', {
    ...common,
    name: prizes.points,
    prizeType: 0,
    points: 20,
    claimMode: 0,
  });
  await ask('POST', '/admin/lottery/prize/save', {
    ...common,
    name: prizes.goods,
    prizeType: 2,
    faceValue: 8800,
    claimMode: 2,
    deductAmount: 1500,
  });
  const codes = rows.map(({ code }) => code);
  return { ask, calls: { get, post }, codes, productName, shop, shopId, agentId, prizes, poolName };
};
type Prepared = Awaited<ReturnType<typeof prepare>>;

const step = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '活动步骤' }).getByRole('button', { name: new RegExp(`^${name}`) });

/** Types the activity step by step and publishes it; answers its number. */
const publish = async (page: Page, { ask, productName, prizes, poolName }: Prepared, name: string): Promise<number> => {
  await page.goto('/lottery/activeCreat');
  await page.getByLabel('活动名称').fill(name);
  await choose(page, '所属企业', '青岚');
  await page.getByRole('radio', { name: '扫码直抽' }).click();
  for (const [label, text] of [
    ['开始时间', `${day(-1)} 00:00`],
    ['结束时间', `${day(20)} 00:00`],
  ] as const) {
    await page.getByLabel(label).fill(text);
    await page.keyboard.press('Enter');
  }

  await step(page, '奖品与概率').click();
  await page.getByRole('button', { name: '添加奖级' }).click();
  const picker = page.getByRole('dialog', { name: '选择奖品' });
  for (const prize of [prizes.cash, prizes.points, prizes.goods]) {
    await picker.getByRole('textbox', { name: '奖品名称' }).fill(prize);
    await page.keyboard.press('Enter');
    await picker.getByRole('checkbox', { name: prize }).check();
  }
  await picker.getByRole('button', { name: '添加 3 个' }).click();
  for (const [row, odds] of [
    [1, '33.3333'],
    [2, '33.3333'],
    [3, '33.3334'],
  ] as const) {
    await page.getByLabel(`第 ${row} 行库存`).fill('40');
    await page.getByLabel(`第 ${row} 行中奖概率`).fill(odds);
  }
  await page.getByLabel('活动预算').fill('75.20');
  await choose(page, '资金池', poolName);

  await step(page, '投放对象').click();
  await choose(page, '产品', productName);
  await page.keyboard.press('Escape');
  await page.getByRole('switch', { name: '全部门店可核销' }).click();

  await step(page, '页面与公示').click();
  await page.locator('[contenteditable=true]').click();
  await page.keyboard.insertText('每个码限抽一次，茶罐凭核销码到门店领取，现金存入微信零钱，积分自动到账。'.repeat(2));
  await page.getByLabel('主办方').fill('青岚山茶业');
  await page.getByLabel('联系方式').fill('400-800-1234');
  await page.getByRole('button', { name: '提交并发布' }).click();
  await page.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '发布', exact: true }).click();
  await expect(page).toHaveURL(/activeManager/);
  await page.goto(`/lottery/activeManager?keywords=${encodeURIComponent(name)}`);
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('进行中');
  const { list } = await ask<{ list: { id: number }[] }>('GET', '/admin/lottery/active/list', { keywords: name });
  return list[0]!.id;
};

/** A phone on which WeChat shows the pages and its receiver says yes to money. */
const openWechat = async (browser: Browser, simulator: Simulator): Promise<Page> => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    baseURL: process.env.E2E_URL!,
    geolocation: chengdu,
    permissions: ['geolocation'],
    userAgent:
      'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36 MicroMessenger/8.0.50',
  });
  await context.exposeFunction('saysYes', (packed: string) => simulator.confirm(packed));
  await context.addInitScript(() => {
    const lent = globalThis as unknown as { saysYes: (packed: string) => Promise<void>; WeixinJSBridge: object };
    lent.WeixinJSBridge = {
      invoke: (_name: string, given: { package: string }, done: (result: { err_msg: string }) => void) =>
        void lent.saysYes(given.package).then(() => done({ err_msg: 'requestMerchantTransfer:ok' })),
    };
  });
  return context.newPage();
};

/** Draws with one code after another until each kind was won; answers how many were drawn. */
const winAll = async (page: Page, { codes, prizes }: Prepared, name: string): Promise<number> => {
  const missing = new Set(['1.88', '积分已到账', prizes.goods]);
  for (const [at, code] of codes.entries()) {
    await page.goto(`/c/${code}`);
    await page
      .getByRole('button', { name: '立即抽奖' })
      .or(page.getByRole('link', { name: '立即抽奖' }))
      .click();
    await expect(page.getByRole('heading', { name })).toBeVisible();
    const consent = page.getByRole('checkbox');
    const won = page.getByRole('heading', { name: /恭喜您获得/ });
    if (at === 0) await consent.check();
    await page.getByRole('button', { name: '立即抽奖' }).click();
    await expect(won).toBeVisible();
    const said = await page.locator('body').innerText();
    for (const words of missing) if (said.includes(words)) missing.delete(words);
    if (missing.size === 0) return at + 1;
  }
  throw new Error(`not won: ${[...missing].join('、')}`);
};

test('a campaign from its first line to the last cent', async ({ adminPage: desk, browser, request }) => {
  const simulator = await startSimulator();
  try {
    const world = await prepare(request, simulator);
    const { ask, calls, prizes, shop } = world;
    const name = ownName('全程活动');
    const activityId = await publish(desk, world, name);
    const phone = await openWechat(browser, simulator);
    const drawn = await winAll(phone, world, name);

    await test.step('the cash goes to the change of WeChat', async () => {
      await phone.goto('/trace#prizes');
      await phone.getByText('1.88 元红包').first().click();
      await phone.getByRole('button', { name: '立即领取' }).click();
      // The money is on its way; the second time the button opens the page of WeChat, whose receiver says yes.
      await expect(phone.getByRole('button', { name: '立即领取' })).toBeEnabled({ timeout: 60_000 });
      await phone.getByRole('button', { name: '立即领取' }).click();
      await expect(phone.getByText('已存入微信零钱').first()).toBeVisible({ timeout: 60_000 });
      expect((await simulator.bills()).map(({ state }) => state)).toEqual(['SUCCESS']);
      const { list } = await ask<{ list: { prizeType: number }[] }>('GET', '/admin/lottery/draw/log/list', {
        id: activityId,
        limit: 100,
      });
      expect(list).toHaveLength(drawn);
    });

    await test.step('a shop hands the thing out, once', async () => {
      await phone.goto('/trace#prizes');
      await phone.getByText(prizes.goods).first().click();
      const picture = await phone.getByRole('img', { name: /^核销码 / }).getAttribute('aria-label');
      const verCode = picture!.replace('核销码 ', '');
      const { page: till, problems } = await openPhone(browser);
      const bound = await calls.get<{ page: string; bindToken: string }>('shop/bind/qrcode', { id: world.shopId });
      await bind(till, `${bound.page}#${bound.bindToken}`, shop);
      await till.goto('/r/redeem');
      await till.getByRole('button', { name: '输入' }).click();
      await till.getByRole('textbox', { name: '核销码' }).fill(verCode);
      await till.getByRole('button', { name: '查询' }).click();
      await expect(till.getByText(prizes.goods)).toBeVisible();
      await till.getByRole('button', { name: /^核销/ }).click();
      await expect(till.getByText('已核销').first()).toBeVisible();
      expect(problems).toEqual([]);
      await phone.reload();
      await expect(phone.getByText('已领取').first()).toBeVisible();
    });

    await test.step('the shop is settled, and its dealer after it', async () => {
      await calls.post('shop/ver/log/clear/deductible', { shopId: world.shopId, amount: 1500, remark: '月结' });
      // An amount that is not what stands in the account is refused.
      await calls.post('agent/clear/deductible', { id: world.agentId, amount: 1500, remark: '冲抵货款' });
    });

    await test.step('the period ends, its seed is shown, and a stranger agrees', async () => {
      await ask('POST', '/admin/lottery/active/end', { id: activityId, reason: '旅程结束' });
      await ageEpochs(activityId);
      const address = `${process.env.E2E_URL}/api/public/lottery/fair/pack?activityId=${activityId}&epochNo=1`;
      await expect
        .poll(async () => ((await (await fetch(address)).json()) as { code: number }).code, { timeout: 60_000 })
        .toBe(200);
      expect(await run('scripts/verify-draws.mjs', [address])).toContain('次抽奖全部相符');
    });

    await test.step('every rule of money, draws and points holds', async () => {
      expect(await run('scripts/check-money.mjs', [], { DATA_DIR: process.env.E2E_DATA })).toContain('账目核对一致');
    });
  } finally {
    await simulator.stop();
  }
});
