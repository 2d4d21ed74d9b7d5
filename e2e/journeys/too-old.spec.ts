import { makeTooOld } from '../older.ts';
import { expect, test } from '../world.ts';

test('a browser that is too old is told so in one sentence, and asks for nothing', async ({ context, page }) => {
  await makeTooOld(context);
  const calls: string[] = [];
  page.on('request', (request) => {
    if (/\/(?:api|public)\//.test(request.url())) calls.push(request.url());
  });
  for (const address of ['/login', '/c/AMNSQ74WBEFWXYME', '/r', '/trace']) {
    await page.goto(address, { waitUntil: 'load' });
    await expect(page.getByRole('alert')).toHaveText('浏览器版本过低，请升级后重新打开');
    expect((await page.locator('body').innerText()).trim()).toBe('浏览器版本过低，请升级后重新打开');
  }
  expect(calls).toEqual([]);
});
