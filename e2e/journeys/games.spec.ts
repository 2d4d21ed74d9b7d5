import type { Browser, Page } from '@playwright/test';
import { day, openAsk } from '../campaign-world.ts';
import { openWechat } from '../phone.ts';
import { choose, expect, hurry, ownName, test } from '../world.ts';

const step = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '活动步骤' }).getByRole('button', { name: new RegExp(`^${name}`) });

/** Begins a game from the gallery, types what it asks for, and publishes it. */
const publish = async (page: Page, name: string, prize: string): Promise<void> => {
  await page.goto('/lottery/interact/manage');
  await page.getByRole('button', { name: '创建砸金蛋' }).click();
  await page.getByRole('textbox', { name: '活动名称' }).fill(name);
  await choose(page, '所属企业', '青岚');
  for (const [label, text] of [
    ['开始时间', `${day(-1)} 00:00`],
    ['结束时间', `${day(20)} 00:00`],
  ] as const) {
    await page.getByRole('textbox', { name: label }).fill(text);
    await page.keyboard.press('Enter');
  }
  await expect(page.getByRole('radio', { name: '扫码直抽' })).toHaveCount(0);
  await expect(step(page, '投放对象')).toHaveCount(0);

  await step(page, '参与规则').click();
  await page.getByLabel('每日免费次数').fill('1');
  await page.getByLabel('分享得次数').fill('2');

  await step(page, '奖品与概率').click();
  await page.getByRole('button', { name: '添加奖级' }).click();
  const picker = page.getByRole('dialog', { name: '选择奖品' });
  await picker.getByRole('textbox', { name: '奖品名称' }).fill(prize);
  await page.keyboard.press('Enter');
  await picker.getByRole('checkbox', { name: prize }).check();
  await picker.getByRole('button', { name: '添加 1 个' }).click();
  await page.getByLabel('第 1 行库存').fill('40');
  await page.getByLabel('第 1 行中奖概率').fill('100');

  await step(page, '页面与公示').click();
  await page.locator('[contenteditable=true]').click();
  await page.keyboard.insertText('每人每日可以免费砸一次金蛋，分享给好友参与后再得一次，积分自动到账。'.repeat(2));
  await page.getByLabel('主办方').fill('青岚山茶业');
  await page.getByLabel('联系方式').fill('400-800-1234');
  await page.getByRole('button', { name: '提交并发布' }).click();
  await page.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '发布', exact: true }).click();
  await expect(page).toHaveURL(/interact\/manage/);
};

/** Somebody opens the game on a phone of his own. */
const visit = async (browser: Browser, address: string, name: string): Promise<Page> => {
  const page = await openWechat(browser, async () => undefined);
  await page.goto(address.replace(/^https?:\/\/[^/]+/, ''));
  await expect(page.getByRole('heading', { name })).toBeVisible();
  return page;
};

/** Plays a turn, agreeing before the first one, and closes what was won. */
const play = async (page: Page, isFirst = true): Promise<void> => {
  if (isFirst) await page.getByRole('checkbox').check();
  await page.locator('.p-gold').click();
  await expect(page.getByRole('heading', { name: '恭喜您获得88 积分' })).toBeVisible();
  await page.getByRole('button', { name: '关闭' }).last().click();
};

test('a game without a code: a free turn, a shared link, and one turn more for who sent it', async ({
  adminPage: desk,
  browser,
  request,
}) => {
  const ask = await openAsk(request);
  const { list: firms } = await ask<{ list: { id: number; name: string }[] }>('GET', '/admin/identity/firm/list', {
    limit: 100,
  });
  const firmId = firms.find(({ name }) => name.includes('青岚'))!.id;
  const [name, prize] = [ownName('砸金蛋'), ownName('游戏积分')];
  await ask('POST', '/admin/lottery/prize/save', { firmId, name: prize, prizeType: 0, points: 88, claimMode: 0 });
  await publish(desk, name, prize);

  await desk.goto(`/lottery/interact/manage?keywords=${encodeURIComponent(name)}`);
  const row = desk.getByRole('row').filter({ hasText: name });
  await expect(row).toContainText('进行中');
  await expect(row).toContainText('每日免费 1 次，分享每日得 2 次');
  const find = async () =>
    (await ask<{ list: { id: number }[] }>('GET', '/admin/lottery/interact/list', { keywords: name })).list[0]!;
  const { id } = await find();
  const { url } = await ask<{ url: string }>('GET', '/admin/lottery/active/qrcode', { id });

  const first = await visit(browser, url, name);
  await expect(first.getByText(/今日还可免费抽 1 次/)).toBeVisible();
  await play(first);
  await expect(first.getByText('今日免费次数已用完')).toBeVisible();
  await first.getByRole('button', { name: /^分享给好友，再得 1 次/ }).click();
  const link = (await first.locator('.r-url').textContent())!;
  await first.getByRole('button', { name: '关闭' }).last().click();

  const friend = await visit(browser, link, name);
  await play(friend);

  await first.reload();
  await expect(first.getByText(/今日还可免费抽 1 次/)).toBeVisible();
  await play(first, false);
  await expect(first.getByText('今日免费次数已用完')).toBeVisible();
  await first.getByRole('button', { name: /^分享给好友，再得 1 次和 5 积分/ }).click();
  await expect(first.getByText(/今日还可得 1 次/)).toBeVisible();
  await first.getByRole('button', { name: '关闭' }).last().click();

  await test.step('the list, the game’s page and its figures tell the same', async () => {
    expect(await find()).toMatchObject({ partUv: 2, drawCnt: 3, winCnt: 3, pointsUsed: 0, shareCnt: 1, shareNew: 1 });
    await desk.goto(`/lottery/ai/active/detail?id=${id}&tab=draws`);
    await expect(desk.getByRole('row').filter({ hasText: '一等奖' })).toHaveCount(3);
    const of = `dateLimit=today&dim=activity&dimId=${id}`;
    type Card = { code: string; value: number };
    const cards = async () => {
      await hurry('stat-advance');
      const { cards: all } = await ask<{ cards: Card[] }>('GET', `/admin/lottery/stats/interact/summary?${of}`);
      return Object.fromEntries(all.map(({ code, value }) => [code, value]));
    };
    const told = { partUv: 2, drawCnt: 3, drawPerUser: 1.5, winRate: 1, drawPoints: 0, shareCnt: 1, shareNew: 1 };
    await expect.poll(cards, { timeout: 200_000, intervals: [1000] }).toMatchObject(told);
    await desk.goto(`/lottery/interact/count?${of}`);
    const line = desk.getByRole('row').filter({ hasText: name });
    await expect(line).toContainText('100.0%');
    await expect(line).toContainText('1.5');
  });
});
