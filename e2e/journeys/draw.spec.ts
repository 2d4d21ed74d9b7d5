import { devices, type APIRequestContext } from '@playwright/test';
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { day, makeCoded, openAsk } from '../campaign-world.ts';
import { makeOldPhone } from '../older.ts';
import { axeProblems } from '../watch.ts';
import { callAs, expect, ownName, signInByCall, test } from '../world.ts';

// Who asked for less motion is shown the prize without scratching.
test.use({ contextOptions: { reducedMotion: 'no-preference' } });

/** An activity that everybody wins goods of, published on three fresh codes; answers their texts and how to end its period. */
const publish = async (request: APIRequestContext) => {
  const ask = await openAsk(request);
  const { firmId, image, productId, codes } = await makeCoded(request, '抽奖', 3);
  const { id: prizeId } = await ask<{ id: number }>('POST', '/admin/lottery/prize/save', {
    firmId,
    name: ownName('保温杯'),
    prizeType: 2,
    image,
    faceValue: 8800,
    claimMode: 2,
  });
  const actName = ownName('扫码有奖');
  const { id } = await ask<{ id: number }>('POST', '/admin/lottery/active/save', {
    firmId,
    actName,
    playMode: 3,
    startAt: `${day(-1)} 00:00:00`,
    endAt: `${day(7)} 23:59:59`,
    tiers: [{ tierName: '一等奖', prizeId, stockTotal: 5, weight: 1_000_000 }],
    targets: [{ kind: 1, targetId: productId }],
    verifyAll: true,
    ruleText:
      '每个码限抽一次，中奖后在领奖期限内凭核销码到参与活动的门店领取，逾期视为放弃。奖品数量有限，发完即止，以页面显示为准，详询客服电话。',
    organizer: '茶业公司',
    contact: '400-800-0101',
  });
  await ask('POST', '/admin/lottery/active/publish', { id });
  return { id, actName, codes, ask };
};

test('a shopper scans a code, draws once, and finds the prize again on another day', async ({ browser, request }) => {
  const { id, actName, codes, ask } = await publish(request);
  const phone = await browser.newContext({ ...devices['Pixel 7'], baseURL: process.env.E2E_URL! });
  await makeOldPhone(phone);
  const page = await phone.newPage();
  await page.goto(`/c/${codes[0]}`);
  await page
    .getByRole('button', { name: '立即抽奖' })
    .or(page.getByRole('link', { name: '立即抽奖' }))
    .click();
  await expect(page.getByRole('heading', { name: actName })).toBeVisible();

  await test.step('nothing is drawn before the rules were agreed to', async () => {
    await page.getByRole('button', { name: '抽奖', exact: true }).click();
    await expect(page.getByRole('checkbox')).not.toBeChecked();
    await page.getByRole('checkbox').check();
  });

  await page.getByRole('button', { name: '抽奖', exact: true }).click();
  await page.getByRole('button', { name: '全部刮开' }).click();
  await expect(page.getByRole('heading', { name: /恭喜您获得/ })).toBeVisible();
  const drawNo = (await page.getByText(/^D\d{16,}$/).innerText()).trim();

  await test.step('the same code shows the same prize after the page was closed', async () => {
    await page.close();
    const again = await phone.newPage();
    await again.goto('/trace#prizes');
    await expect(again.getByText(actName)).toBeVisible();
    await again.close();
  });

  await test.step('somebody else cannot draw with the code', async () => {
    const other = await browser.newContext({ ...devices['Pixel 7'], baseURL: process.env.E2E_URL! });
    const foreign = await other.newPage();
    await foreign.goto(`/c/${codes[0]}`);
    await expect(foreign.getByText('该码已被他人参与过抽奖')).toBeVisible();
    await other.close();
  });

  await test.step('the draw stands in the activity, and its proof waits for the seed', async () => {
    const { list } = await ask<{ list: { drawNo: string }[] }>('GET', '/admin/lottery/draw/log/list', {
      activityId: id,
    });
    expect(list.map((row) => row.drawNo)).toEqual([drawNo]);
    const proof = await callAs<{ isRevealed: boolean }>(request, '', 'GET', '/public/lottery/fair', { drawNo });
    expect(proof.data.isRevealed).toBe(false);
  });

  await test.step('after a pause nobody draws', async () => {
    await ask('POST', '/admin/lottery/active/pause', { id });
    const late = await phone.newPage();
    await late.goto(`/c/${codes[1]}`);
    await expect(late.getByText('活动已暂停，请稍后再来')).toBeVisible();
  });
  await phone.close();
});

test('a stranger recomputes a period of the demonstration from what is published', async ({ request }) => {
  const token = await signInByCall(request);
  const { data } = await callAs<{ list: { id: number; actName: string }[] }>(
    request,
    token,
    'GET',
    '/admin/lottery/active/list',
    { status: 4, limit: 100 },
  );
  const ended = data.list.find(({ actName }) => actName === '金秋品茗有礼');
  const address = `${process.env.E2E_URL}/api/public/lottery/fair/pack?activityId=${ended!.id}&epochNo=1`;
  const said = await new Promise<string>((resolve, reject) => {
    execFile(process.execPath, [join(import.meta.dirname, '../../scripts/verify-draws.mjs'), address], (error, text) =>
      error ? reject(new Error(text)) : resolve(text),
    );
  });
  expect(said).toContain('次抽奖全部相符');
});

test('whoever comes by a tool reads a picture first, by keyboard alone, and may put it off', async ({
  browser,
  request,
}) => {
  const { codes } = await publish(request);
  const context = await browser.newContext({
    ...devices['Pixel 7'],
    userAgent: 'Mozilla/5.0 (X11; Linux x64) AppleWebKit/537.36 HeadlessChrome/124.0.0.0 Safari/537.36',
    baseURL: process.env.E2E_URL!,
  });
  const page = await context.newPage();
  await page.goto(`/c/${codes[0]}`);
  await page
    .getByRole('button', { name: '立即抽奖' })
    .or(page.getByRole('link', { name: '立即抽奖' }))
    .click();
  await page.getByRole('checkbox').check();
  const play = page.getByRole('button', { name: '抽奖', exact: true });
  await play.focus();
  await page.keyboard.press('Enter');
  const sheet = page.getByRole('dialog', { name: '安全验证' });
  await expect(sheet.getByRole('img', { name: '验证码图片' })).toBeVisible();
  const field = sheet.getByRole('textbox', { name: '图片验证码' });
  await expect(field).toBeFocused();
  const before = await sheet.getByRole('img').getAttribute('src');
  // No picture has this in it.
  await page.keyboard.type('????');
  await page.keyboard.press('Enter');
  await expect(sheet.getByRole('alert')).toHaveText('请输入正确的验证码');
  await expect(sheet.getByRole('img')).not.toHaveAttribute('src', before!);
  await expect(field).toBeFocused();
  expect(await axeProblems(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
  await expect(page.getByText('请先完成安全验证').first()).toBeVisible();
  await expect(play).toBeFocused();
  await context.close();
});
