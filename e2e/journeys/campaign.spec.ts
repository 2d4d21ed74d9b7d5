import type { Page } from '@playwright/test';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { day, prepareCampaign } from '../campaign-world.ts';
import { bind, openPhone, openWechat } from '../phone.ts';
import { startSimulator } from '../simulator.ts';
import { ageEpochs, choose, expect, ownName, test } from '../world.ts';

const repository = join(import.meta.dirname, '../..');

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

type Prepared = Awaited<ReturnType<typeof prepareCampaign>>;

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

/** Draws with one code after another until each kind was won; answers how many were drawn. */
const winAll = async (page: Page, { codes, prizes }: Prepared, name: string): Promise<number> => {
  const missing = new Set(['1.88', '积分已到账', prizes.goods]);
  // Ten neighbours one after the other would be held as 连号扫码, and points that are held do not come.
  const apart = codes.filter((_code, at) => at % 2 === 0);
  for (const [at, code] of apart.entries()) {
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
    const world = await prepareCampaign(request, simulator);
    const { ask, calls, prizes, shop } = world;
    const name = ownName('全程活动');
    const activityId = await publish(desk, world, name);
    const phone = await openWechat(browser, simulator.confirm);
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
        activityId,
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
