import { devices, expect, type Browser, type Page } from '@playwright/test';
import { makeOldPhone } from './older.ts';
import { watch } from './watch.ts';

export const [chengdu, chongqing] = [
  { longitude: 104.0665, latitude: 30.5723 },
  { longitude: 106.5774, latitude: 29.5567 },
];
/** A green picture. */
export const photograph = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAUAAAADwCAMAAABG801ZAAAAA1BMVEV3qohBTxx+AAAACXBIWXMAAAPoAAAD6AG1e1JrAAAAYklEQVR42u3BMQEAAADCoPVPbQ0PoAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA4NcALP8AAZ8iU1IAAAAASUVORK5CYII=',
  'base64',
);

/** One of the oldest phones that are served. */
const contextOf = async (browser: Browser, geolocation: typeof chengdu, userAgent?: string) => {
  const context = await browser.newContext({
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    baseURL: process.env.E2E_URL!,
    geolocation,
    permissions: ['geolocation'],
    userAgent,
  });
  await makeOldPhone(context);
  return context;
};

/** A phone of somebody, which no console error and no failed call may happen on. */
export const openPhone = async (browser: Browser, geolocation = chengdu) => {
  const context = await contextOf(browser, geolocation);
  const page = await context.newPage();
  const { problems } = watch(page);
  return { page, problems };
};

export const bind = async (page: Page, address: string, name: string): Promise<void> => {
  await page.goto(address.replace(/^https?:\/\/[^/]+/, ''));
  await expect(page.getByRole('heading', { name })).toBeVisible();
  await page.getByRole('button', { name: '确认绑定' }).click();
  await expect(page.getByText('绑定成功')).toBeVisible();
};

/** A phone on which WeChat shows the pages; `sayYes` is what its receiver does with the package of a transfer. */
export const openWechat = async (browser: Browser, sayYes: (packed: string) => Promise<void>): Promise<Page> => {
  const context = await contextOf(
    browser,
    chengdu,
    'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0 Mobile Safari/537.36 MicroMessenger/8.0.50',
  );
  await context.exposeFunction('saysYes', sayYes);
  await context.addInitScript(() => {
    const lent = globalThis as unknown as { saysYes: (packed: string) => Promise<void>; WeixinJSBridge: object };
    lent.WeixinJSBridge = {
      invoke: async (_name: string, given: { package: string }, done: (result: { err_msg: string }) => void) => {
        await lent.saysYes(given.package);
        done({ err_msg: 'requestMerchantTransfer:ok' });
      },
    };
  });
  return context.newPage();
};

/** The phone of somebody who asked about a code and drew with it. */
export const drawOnPhone = async (browser: Browser, code: string): Promise<Page> => {
  // A browser that says it is a tool would have to read a picture first.
  const context = await contextOf(browser, chengdu, devices['Pixel 7'].userAgent);
  const page = await context.newPage();
  await page.goto(`/c/${code}`);
  await page
    .getByRole('button', { name: '立即抽奖' })
    .or(page.getByRole('link', { name: '立即抽奖' }))
    .first()
    .click();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: '立即抽奖' }).last().click();
  return page;
};
