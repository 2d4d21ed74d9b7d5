import type { Page } from '@playwright/test';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { statNames, statPath, statScreens, type StatName } from '@zhuiyuan/contract/stats/screens/stat-screens';
import { makeOldConsole } from '../older.ts';
import { readBook } from '../read-book.ts';
import { callAs, choose, expect, hurry, signInByCall, test } from '../world.ts';

/** Days that are over: nothing of them changes while other journeys go on. */
const closed = `${addDays(shanghaiToday(), -29)},${addDays(shanghaiToday(), -1)}`;
const addressOf = (name: StatName, filters = ''): string =>
  `${statPath(statScreens[name])}?dateLimit=${encodeURIComponent(closed)}${filters}`;

const cardsOf = (page: Page) => page.getByRole('main').locator('.zy-stat');
const cardOf = (page: Page, label: string) => cardsOf(page).filter({ has: page.locator('dt', { hasText: label }) });
const numberIn = (text: string | null): number => Number(/[\d,]+/.exec(text ?? '')![0].replaceAll(',', ''));

/** Follows a figure and holds the list it leads to against it. */
const follow = async (page: Page, link: ReturnType<Page['locator']>, figure: number): Promise<void> => {
  await link.click();
  await expect(page).not.toHaveURL(/dataStats/);
  // The statistics stay open in their tab, unseen.
  const total = page.getByRole('status').filter({ hasText: /共\s*[\d,]+\s*条/, visible: true });
  await expect.poll(async () => numberIn(await total.first().textContent())).toBe(figure);
};

test.beforeEach(async ({ request }) => {
  const token = await signInByCall(request);
  // Figures follow their facts within a minute of the first start.
  const firstScans = async () => {
    await hurry('stat-advance');
    return (
      await callAs<{ cards: { value: number }[] }>(request, token, 'GET', '/admin/lottery/stats/scan/summary', {
        dateLimit: closed,
      })
    ).data.cards[0]!.value;
  };
  await expect.poll(firstScans, { timeout: 90_000 }).toBeGreaterThan(0);
});

// In the oldest browser that is served.
test.beforeEach(({ context }) => makeOldConsole(context));

test('each of the statistics opens, games included, with a file of its table, on a wide window and on a phone', async ({
  adminPage: page,
}) => {
  for (const name of statNames)
    await test.step(statScreens[name].title, async () => {
      await page.setViewportSize({ width: 1440, height: 900 });
      await page.goto(addressOf(name));
      await expect(cardsOf(page)).toHaveCount(statScreens[name].cards.length);
      await expect(page.getByText(/数据更新至 /)).toBeVisible();
      const table = page.getByRole('region', { name: '明细' }).or(page.locator('section').filter({ hasText: '明细' }));
      const sums = table.first().locator('.zy-codes-sums');
      await expect(sums.or(table.first().getByText('这段时间没有数据')).first()).toBeVisible();
      if ((await sums.count()) > 0) {
        const fetched = page.waitForEvent('download');
        await page.getByRole('button', { name: '导出', exact: true }).click();
        const rows = await readBook(await (await fetched).path());
        expect(rows.length).toBeGreaterThan(2);
        expect(rows.at(-1)![0]).toBe('合计');
      } else await expect(table.first()).toContainText('这段时间没有数据');
      await page.setViewportSize({ width: 390, height: 844 });
      await expect(cardsOf(page).first()).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    });
});

test('figures lead to exactly the rows they count, as a whole, of a product and of an activity', async ({
  adminPage: page,
}) => {
  await test.step('scans as a whole', async () => {
    await page.goto(addressOf('scan'));
    const card = cardOf(page, '扫码次数').first().getByRole('link');
    await follow(page, card, numberIn(await card.textContent()));
  });

  await test.step('first scans of a product', async () => {
    await page.goto(addressOf('scan', '&groupBy=product'));
    const link = page.locator('.ant-table-row').first().getByRole('link').nth(1);
    await follow(page, link, numberIn(await link.textContent()));
  });

  await test.step('the best product of the ranking', async () => {
    await page.goto(addressOf('scan'));
    const best = page.locator('section').filter({ hasText: '产品扫码排行' }).locator('.zy-ranks > li').first();
    await follow(page, best.getByRole('link'), numberIn(await best.locator('.zy-rank-value').textContent()));
  });

  await test.step('wins of an activity', async () => {
    await page.goto(addressOf('act'));
    await choose(page, '活动', '秋茶上新季');
    await expect(page).toHaveURL(/dim=activity/);
    const link = cardOf(page, '中奖次数').getByRole('link');
    await expect(page.locator('.ant-table-row')).toHaveCount(1);
    await follow(page, link, numberIn(await link.textContent()));
  });

  await test.step('draws of an activity', async () => {
    await page.goto(addressOf('act'));
    await choose(page, '活动', '秋茶上新季');
    await expect(page.locator('.ant-table-row')).toHaveCount(1);
    const link = cardOf(page, '抽奖次数').getByRole('link');
    await follow(page, link, numberIn(await link.textContent()));
  });

  await test.step('consumers who are new', async () => {
    await page.goto(addressOf('consumer'));
    const card = cardOf(page, '新增消费者').getByRole('link');
    await follow(page, card, numberIn(await card.textContent()));
  });

  await test.step('orders of gifts and prizes handed out', async () => {
    for (const [name, label] of [
      ['exchange', '兑换单数'],
      ['terminal', '核销数'],
    ] as const) {
      await page.goto(addressOf(name));
      const card = cardOf(page, label).getByRole('link');
      await follow(page, card, numberIn(await card.textContent()));
    }
  });
});

test('another time and another grouping are other figures, never rows of the one before', async ({
  adminPage: page,
}) => {
  await page.goto(addressOf('scan'));
  const count = cardOf(page, '扫码次数').first().locator('.zy-stat-value');
  const before = numberIn(await count.textContent());
  await page.getByLabel('时间', { exact: true }).getByText('全部', { exact: true }).click();
  await expect(page).toHaveURL(/dateLimit=all/);
  await expect.poll(async () => numberIn(await count.textContent())).toBeGreaterThan(before);
  await expect(page.getByText(/^对比 /)).toHaveCount(0);

  await page.getByLabel('时间', { exact: true }).getByText('昨天', { exact: true }).click();
  await page.getByLabel('分组').getByText('产品', { exact: true }).click();
  const links = page.locator('.ant-table-row').getByRole('link');
  // The table is of products from the moment its head says so.
  await expect(page.locator('.ant-table-thead th').first()).toHaveText('产品');
  await expect(links.first()).toBeVisible();
  for (const link of await links.all()) expect(await link.getAttribute('href')).toMatch(/productId=\d{1,6}(&|$)/);
});
