import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { metrics, type MetricCode } from '@zhuiyuan/contract/stats/figures/metric';
import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';
import type { StatApi } from '@zhuiyuan/contract/stats/screens/stat-api';
import { statPath, statScreens, type StatName } from '@zhuiyuan/contract/stats/screens/stat-screens';
import { shanghaiNow } from '@zhuiyuan/contract/kit/date-limit';
import type { Browser, Page } from '@playwright/test';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expectedOf, receive, wins, written, type Figures } from '../lived-figures.ts';
import { cash, liveThrough, openCampaign, type Campaign, type Lived } from '../lived-world.ts';
import { openWechat } from '../phone.ts';
import { startSimulator, type Simulator } from '../simulator.ts';
import { expect, hurry, test, useToken } from '../world.ts';

type Summed = DataOf<StatApi['summary']>;

/** Figures are of all that happened within this time, rules are judged within it. */
const soon = { timeout: 150_000, intervals: [1000] };

const cardOf = (page: Page, label: string) =>
  page
    .locator('.zy-stat')
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}$`) }) })
    .locator('.zy-stat-value')
    .first();

/** One who has no more luck: staff list him on his own page, and his phone draws no more. */
const blackList = async (
  page: Page,
  browser: Browser,
  { codes, activityId }: Campaign,
  { uid, phone }: Lived,
  simulator: Simulator,
): Promise<void> => {
  await page.goto(`/lottery/customer/customerManage/userList/userDetail?id=${uid}`);
  await page.getByRole('button', { name: '拉黑', exact: true }).click();
  const form = page.getByRole('dialog', { name: '拉黑' });
  await form.getByRole('textbox', { name: '原因' }).fill('多人共用一部手机刷奖');
  await form.getByRole('button', { name: '拉黑', exact: true }).click();
  await expect(page.getByText(/^已拉黑 至/)).toBeVisible();

  const his = await openWechat(browser, simulator.confirm);
  await his.addInitScript((kept) => localStorage.setItem('zy_account', kept), phone.account());
  await his.goto(`/c/${codes.at(-1)!}`);
  const banner = his.getByRole('region', { name: '抽奖' });
  await expect(banner).toContainText('您的账号暂时无法参与活动');
  await expect(banner.getByRole('button', { name: '立即抽奖' })).toBeDisabled();
  await his.context().close();
  const token = await phone.scan(codes.at(-2)!);
  expect((await phone.play(token)).eligibility.code).toBe(62232);
  expect(await phone.ticket(token, activityId)).toMatchObject({ code: 62232 });
};

/** The goods that left their region raised a warning: it is taken, judged with its evidence and handled. */
const handleWarning = async (page: Page, { staff, dealer }: Campaign, crossed: number): Promise<void> => {
  interface Event {
    id: number;
    eventNo: string;
    title: string;
    hitCount: number;
  }
  const eventOf = async () => {
    await hurry('cross-by-address', 'policeScan');
    return (await staff.ask<{ list: Event[] }>('GET', '/admin/lottery/police/event/list', { keywords: dealer }))
      .list[0];
  };
  await expect.poll(async () => (await eventOf())?.hitCount, soon).toBe(crossed);
  const event = (await eventOf())!;
  await page.goto(`/lottery/policeManager?keywords=${encodeURIComponent(dealer)}`);
  await page
    .getByRole('button', { name: event.title })
    .or(page.getByRole('link', { name: event.title }))
    .first()
    .click();
  const drawer = page.getByRole('dialog', { name: /预警详情/ });
  await drawer.getByRole('button', { name: '受理', exact: true }).click();
  await expect(page.getByText('已受理')).toBeVisible();
  await drawer.getByRole('button', { name: '排除', exact: true }).first().click();
  await expect(drawer.getByText('已排除')).toBeVisible();
  const fetched = page.waitForEvent('download');
  await drawer.getByRole('button', { name: '导出证据' }).click();
  expect((await fetched).suggestedFilename()).toBe(`预警证据-${event.eventNo}.pdf`);
  await drawer.getByRole('button', { name: '处理', exact: true }).click();
  const form = page.getByRole('dialog', { name: '处理预警' });
  await form.getByRole('radio', { name: '窜货成立' }).check();
  await form.getByRole('textbox', { name: '说明' }).fill('同一批货流入重庆，已要求收回。');
  await form.getByRole('button', { name: '确定' }).click();
  await expect(drawer.getByText('已处理').first()).toBeVisible();
};

/** Runs one of the repository's own commands and answers what it said, whatever it ends with. */
const run = (script: string): Promise<string> =>
  new Promise((resolve) => {
    execFile(
      process.execPath,
      [join(import.meta.dirname, '../../scripts', script)],
      { env: { ...process.env, DATA_DIR: process.env.E2E_DATA } },
      (_error, said, trouble) => resolve(said + trouble),
    );
  });

test('two hundred shoppers live through a campaign, and every screen tells what they did', async ({
  adminPage: page,
  context,
  browser,
  request,
}) => {
  const simulator = await startSimulator();
  try {
    const world = await openCampaign(request, simulator);
    const { staff, activityId, actName } = world;
    await useToken(context, staff.token);
    await test.step('staff publish it', async () => {
      await page.goto(`/lottery/activeManager?keywords=${encodeURIComponent(actName)}`);
      const row = page.getByRole('row').filter({ hasText: actName });
      await row.getByRole('button', { name: '发布', exact: true }).click();
      await page.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '发布', exact: true }).click();
      await expect(row).toContainText('进行中');
    });
    const { lived, told } = await liveThrough(world, simulator);
    const received = await receive(world, browser, lived);
    const listed = lived[0]!;
    await test.step('one is put on the black list and draws no more', async () => {
      await blackList(page, browser, world, listed, simulator);
      told.scans += 2;
      told.firsts += 2;
      listed.scans += 2;
    });
    await test.step('what left its region raises a warning, which is handled with evidence', () =>
      handleWarning(page, world, told.crossed));

    const expected = expectedOf({ lived, told, received }, world);
    const since = shanghaiNow();
    const summaryOf = (name: StatName, more: object = {}) =>
      staff.ask<Summed>('GET', `/admin/lottery/stats/${name}/summary`, { dateLimit: 'today', ...more });
    const figuresOf = async (answer: Promise<Summed>) =>
      Object.fromEntries((await answer).cards.map(({ code, value }) => [code, value]));
    const asOf = async () => {
      await hurry('scan-counters', 'stat-advance');
      return (await summaryOf('scan')).asOf;
    };
    await expect.poll(async () => (await asOf()) > since, soon).toBe(true);

    await test.step('the statistics of this activity are what its shoppers counted', async () => {
      const of = { dim: 'activity', dimId: activityId };
      for (const [name, figures] of Object.entries(expected) as [StatName, Figures][]) {
        expect.soft(await figuresOf(summaryOf(name)), name).toMatchObject(figures);
        if (!statScreens[name].filters.some(({ dim }) => dim === 'activity')) continue;
        // What is kept under one activity is the same there: this firm has no other. Codes that are activated are nobody's.
        const own = await figuresOf(summaryOf(name, of));
        const shared = Object.entries(figures).filter(([code]) => code in own && code !== 'allUv');
        expect.soft(own, `${name} of the activity`).toMatchObject(Object.fromEntries(shared));
      }
    });

    await test.step('each of the eleven screens shows them', async () => {
      for (const [name, figures] of Object.entries(expected) as [StatName, Figures][]) {
        await page.goto(`${statPath(statScreens[name])}?dateLimit=today`);
        for (const [code, value] of Object.entries(figures) as [MetricCode, number][])
          await expect.soft(cardOf(page, metrics[code].label), `${name} ${code}`).toHaveText(written(code, value));
      }
    });

    await test.step('so do the overviews, the home page and the wall', async () => {
      const { scan, act, consumer, cross } = expected;
      const shown = { ...cross, ...scan, ...act, freshUv: consumer.freshUv!, verCnt: received.handed };
      const see = async (path: string, codes: readonly MetricCode[], of: Figures) => {
        await page.goto(path);
        for (const code of codes)
          await expect.soft(cardOf(page, metrics[code].label), `${path} ${code}`).toHaveText(written(code, of[code]!));
      };
      await see(
        '/lottery/ai/index?dateLimit=today',
        ['scanPv', 'scanUv', 'scanFirst', 'partUv', 'drawCnt', 'winCnt'],
        shown,
      );
      await see('/lottery/ai/index?dateLimit=today', ['paidAmount', 'freshUv', 'verCnt', 'crossCode'], shown);
      await see('/lottery/customer/index?dateLimit=today', ['allUv', 'freshUv', 'scanUv', 'partUv', 'winUv'], consumer);
      await expect.soft(cardOf(page, '黑名单人数')).toHaveText('1人');
      await see('/dashboard', ['scanUv', 'partUv', 'drawCnt', 'winCnt', 'paidAmount', 'freshUv'], shown);
      await page.goto('/lottery/assets/index');
      await expect.soft(cardOf(page, '累计发放')).toHaveText(written('paidAmount', shown.paidAmount!));
      await page.goto('/lottery/ai/wall');
      const today = page.getByRole('region', { name: '今日扫码' });
      await expect(today.locator('.zy-wall-number')).toHaveText(String(told.scans));
      await expect(today).toContainText(`扫码人数${lived.length}`);
      await expect(page.getByRole('region', { name: '扫码流向' })).toContainText('今日 2 个省级地区有扫码');
    });

    await test.step('the list of consumers and the page of one show what they did', async () => {
      await page.goto('/lottery/customer/customerManage/userList');
      await expect(page.getByText(`共 ${lived.length} 条`)).toBeVisible();
      const rich = lived.find(({ draws }) => wins(draws, PrizeType.cash).length > 0)!;
      const lucky = lived.find(({ draws }) => wins(draws, PrizeType.points).length > 0)!;
      for (const one of [rich, lucky]) {
        const won = one.draws.filter(({ prize }) => prize.type !== PrizeType.none);
        await page.goto(`/lottery/customer/customerManage/userList/userDetail?id=${one.uid}`);
        await expect(cardOf(page, '扫码')).toHaveText(`${one.scans}次`);
        await expect(cardOf(page, '抽奖')).toHaveText(`${one.draws.length}次`);
        await expect(cardOf(page, '中奖')).toHaveText(`${won.length}次`);
        await expect(cardOf(page, '到账')).toHaveText(
          written('paidAmount', wins(one.draws, PrizeType.cash).length * cash.amount),
        );
        await expect(cardOf(page, '积分')).toHaveText(`${wins(one.draws, PrizeType.points).length * cash.points}分`);
        await page.getByRole('tab', { name: /^抽奖/ }).click();
        for (const { drawNo } of one.draws) await expect(page.getByText(drawNo).first()).toBeVisible();
        await page.getByRole('tab', { name: /^中奖领取/ }).click();
        for (const { claim } of won) if (claim) await expect(page.getByText(claim.claimNo).first()).toBeVisible();
      }
      await page.goto(`/lottery/ai/markCode/scanDetailed?activityId=${activityId}`);
      await expect(page.getByText(`共 ${told.scans} 条`)).toBeVisible();
    });

    await test.step('and the checkers say nothing of them', async () => {
      const figures = await run('check-figures.mjs');
      expect(figures).toMatch(/统计核对一致|处不一致/);
      expect(figures.split('\n').filter((line) => line.startsWith(`企业 ${world.firmId} `))).toEqual([]);
      expect(await run('check-money.mjs')).toContain('账目核对一致');
    });
  } finally {
    await simulator.stop();
  }
});
