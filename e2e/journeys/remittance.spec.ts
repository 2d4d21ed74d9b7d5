import type { Browser, Page } from '@playwright/test';
import { hireStaff, makeCoded, openAsk, preparePool } from '../campaign-world.ts';
import { bind, openPhone, openWechat } from '../phone.ts';
import { startSimulator } from '../simulator.ts';
import { consoleOf, expect, ownName, rewardShop, test, untilShown, useToken } from '../world.ts';
import { watch } from '../watch.ts';

const screen = '/lottery/merchants/storeremit';

/** The console as somebody of the firm sees it. */
const openDesk = async (browser: Browser, token: string) => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, baseURL: process.env.E2E_URL! });
  await useToken(context, token);
  const page = await context.newPage();
  return { page, problems: watch(page).problems };
};

const rowOf = (page: Page, shop: string) => page.getByRole('row').filter({ hasText: shop });

test('a firm settles what it owes shops: one audits, another pays by bank and over WeChat, and the shops see it', async ({
  browser,
  request,
}) => {
  const simulator = await startSimulator();
  try {
    const ask = await openAsk(request);
    const { get, post } = await consoleOf(request);
    const { firmId, image } = await makeCoded(request, '打款', 1);
    const [auditor, payer] = [
      await hireStaff(request, ask, firmId, '孟审核'),
      await hireStaff(request, ask, firmId, '钱出纳'),
    ];
    await preparePool(ask, auditor, { firmId, image, simulator, scene: '1005' });
    const { list: agents } = await get<{ list: { id: number }[] }>('agent/list', { firmId, limit: 1, status: 0 });
    const openShop = async (what: string, payee: object, amount: number) => {
      const name = ownName(what);
      const { id } = await post<{ id: number }>('shop/save', {
        firmId,
        name,
        agentId: agents[0]!.id,
        shopType: 2,
        contact: '何店长',
        phone: `137${String(Date.now() + Math.floor(Math.random() * 1e6)).slice(-8)}`,
        regionCode: '510104',
        address: '玉林南路 1 号',
        ...payee,
      });
      await post('shop/audit', { id, audit: 1 });
      await rewardShop({ firmId, shopId: id, amount });
      const bound = await get<{ page: string; bindToken: string }>('shop/bind/qrcode', { id });
      return { name, address: `${bound.page}#${bound.bindToken}` };
    };
    const bank = await openShop(
      '银行收款店',
      { payChannel: 'bank', payAccount: '6222020000001234', payName: '何玉林' },
      8800,
    );
    const wechat = await openShop('微信收款店', { payChannel: 'weixin', payName: '罗小满' }, 1250);
    const { page: till, problems: tillProblems } = await openPhone(browser);
    await bind(till, bank.address, bank.name);
    const phone = await openWechat(browser, simulator.confirm);
    await bind(phone, wechat.address, wechat.name);
    const desk = await openDesk(browser, auditor.token);
    const cash = await openDesk(browser, payer.token);

    await test.step('the firm generates what one shop is owed', async () => {
      await desk.page.goto(screen);
      await desk.page.getByRole('button', { name: '生成结算单' }).first().click();
      const drawer = desk.page.getByRole('dialog', { name: /生成门店结算单/ });
      await rowOf(drawer as unknown as Page, bank.name)
        .getByRole('checkbox')
        .check();
      await expect(drawer.getByText('已选 1 笔')).toBeVisible();
      await drawer.getByRole('button', { name: '生成', exact: true }).click();
      const asked = desk.page.getByRole('dialog', { name: '提示' });
      await expect(asked).toContainText('将生成1笔打款单，合计¥88.00，确定生成？');
      await asked.getByRole('button', { name: '生成' }).click();
      await expect(rowOf(desk.page, bank.name)).toContainText('待审核');
    });

    await test.step('the other says who it is at WeChat, and asks for its money on the phone', async () => {
      await phone.goto('/r/rewards');
      await expect(phone.getByText('陈列达标')).toBeVisible();
      await phone.getByRole('button', { name: '绑定微信收款' }).click();
      await expect(phone.getByRole('button', { name: '绑定微信收款' })).toHaveCount(0);
      await phone.getByRole('button', { name: '提现', exact: true }).click();
      const sheet = phone.getByRole('dialog', { name: '提现' });
      await expect(sheet).toContainText('提现 12.50 元到微信 罗小满');
      await sheet.getByRole('button', { name: '提现', exact: true }).click();
      await expect(phone.getByText('审核中')).toBeVisible();
    });

    await test.step('one passes both, and is not let pay them', async () => {
      await desk.page.goto(screen);
      for (const { name } of [bank, wechat]) await rowOf(desk.page, name).getByRole('checkbox').check();
      await desk.page.getByRole('button', { name: '批量审核' }).click();
      const form = desk.page.getByRole('dialog', { name: '审核 2 笔打款单' });
      await form.getByRole('button', { name: '确定' }).click();
      await expect(desk.page.getByText('操作成功')).toBeVisible();
      await expect(rowOf(desk.page, bank.name)).toContainText('待打款');
      await expect(rowOf(desk.page, bank.name).getByRole('button', { name: '打款', exact: true })).toBeDisabled();
      await expect(rowOf(desk.page, wechat.name).getByRole('button', { name: '微信打款' })).toBeDisabled();
      await rowOf(desk.page, bank.name).getByRole('button', { name: '打款', exact: true }).press('Enter');
      await expect(desk.page.getByText('审核人与打款人不能为同一人')).toBeVisible();
    });

    await test.step('another pays by bank, with the voucher', async () => {
      await cash.page.goto(screen);
      await rowOf(cash.page, bank.name).getByRole('button', { name: '打款', exact: true }).click();
      const form = cash.page.getByRole('dialog', { name: /^打款 / });
      await form.getByRole('button', { name: '确认已打款' }).click();
      await expect(form.getByText('请上传打款凭证')).toBeVisible();
      await form.getByRole('button', { name: '选择图片' }).click();
      const picker = cash.page.getByRole('dialog', { name: '选择图片' });
      await picker.locator('.zy-tile').first().locator('button[aria-pressed]').click();
      await picker.getByRole('button', { name: '使用选中图片' }).click();
      await form.getByLabel('手续费').fill('99999');
      await form.getByRole('button', { name: '确认已打款' }).click();
      await expect(form.getByText('手续费不能大于打款金额')).toBeVisible();
      await form.getByLabel('手续费').fill('1.5');
      await form.getByRole('button', { name: '确认已打款' }).click();
      const asked = cash.page.getByRole('dialog', { name: '提示' });
      await expect(asked).toContainText(`确认已向${bank.name}（何玉林）打款¥88.00，手续费¥1.50？`);
      await asked.getByRole('button', { name: '确认已打款' }).click();
      await expect(rowOf(cash.page, bank.name)).toContainText('已打款');
    });

    await test.step('and over WeChat, once', async () => {
      await rowOf(cash.page, wechat.name).getByRole('button', { name: '微信打款' }).click();
      const asked = cash.page.getByRole('dialog', { name: '提示' });
      await expect(asked).toContainText('确定向罗小满打款¥12.50？');
      await asked.getByRole('button', { name: '打款', exact: true }).click();
      await expect(rowOf(cash.page, wechat.name)).toContainText(/微信打款中|待收款方确认收款/);
      await expect(rowOf(cash.page, wechat.name).getByRole('button', { name: '微信打款' })).toHaveCount(0);
    });

    await test.step('the shop says yes on its phone, and has its money', async () => {
      const open = () => phone.goto('/r/rewards');
      await untilShown(open, (timeout) =>
        expect(phone.getByRole('button', { name: '确认收款' })).toBeVisible({ timeout }),
      );
      await phone.getByRole('button', { name: '确认收款' }).click();
      // Who leaves the page before WeChat has answered has not said yes.
      await expect(phone.getByText('正在查询到账结果')).toBeVisible();
      await untilShown(open, async (timeout) => {
        // Sum and list are two questions: WeChat's answer may have come between them.
        await expect(phone.getByText('累计已打款 12.50 元')).toBeVisible({ timeout });
        await expect(phone.getByText('已结算')).toBeVisible({ timeout });
      });
      expect((await simulator.bills()).map(({ state }) => state)).toEqual(['SUCCESS']);
    });

    await test.step('both are paid everywhere, and the money adds up', async () => {
      await cash.page.goto(screen);
      await expect(rowOf(cash.page, wechat.name)).toContainText('已打款');
      await till.goto('/r/rewards');
      await expect(till.getByText('累计已打款 88.00 元')).toBeVisible();
      const faults = await ask<{ list?: unknown[] }>('GET', '/admin/lottery/red/bag/check', { firmId });
      expect(JSON.stringify(faults)).not.toContain('打款');
    });
    expect([...tillProblems, ...desk.problems, ...cash.problems]).toEqual([]);
    for (const page of [till, phone, desk.page, cash.page]) await page.context().close();
  } finally {
    await simulator.stop();
  }
});
