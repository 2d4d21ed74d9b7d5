import { devices, type APIRequestContext, type Browser } from '@playwright/test';
import { day, makeCoded, openAsk } from '../campaign-world.ts';
import { bind, openPhone } from '../phone.ts';
import { consoleOf, expect, ownName, test } from '../world.ts';

/** A draft of an activity whose draws all win goods that bound shops hand out, with codes, and a shop of the same firm. */
const prepare = async (request: APIRequestContext) => {
  const ask = await openAsk(request);
  const { get, post } = await consoleOf(request);
  const { firmId, image, productId, codes } = await makeCoded(request, '核销', 1);
  const prizeName = ownName('保温杯');
  const { id: prizeId } = await ask<{ id: number }>('POST', '/admin/lottery/prize/save', {
    firmId,
    name: prizeName,
    prizeType: 2,
    image,
    faceValue: 8800,
    claimMode: 2,
    deductAmount: 2600,
  });
  const actName = ownName('到店有礼');
  const { id } = await ask<{ id: number }>('POST', '/admin/lottery/active/save', {
    firmId,
    actName,
    playMode: 0,
    startAt: `${day(-1)} 00:00:00`,
    endAt: `${day(7)} 23:59:59`,
    tiers: [{ tierName: '一等奖', prizeId, stockTotal: 5, weight: 1_000_000 }],
    targets: [{ kind: 1, targetId: productId }],
    ruleText:
      '每个码限抽一次，中奖后在领奖期限内凭核销码到参与活动的门店领取，逾期视为放弃。奖品数量有限，发完即止，以页面显示为准，详询客服电话。',
    organizer: '茶业公司',
    contact: '400-800-0101',
  });
  const { list: agents } = await get<{ list: { id: number }[] }>('agent/list', { firmId, limit: 1, status: 0 });
  const shopName = ownName('核销门店');
  const { id: shopId } = await post<{ id: number }>('shop/save', {
    firmId,
    name: shopName,
    agentId: agents[0]!.id,
    shopType: 1,
    contact: '何店长',
    phone: `138${String(Date.now()).slice(-8)}`,
    regionCode: '510104',
    address: '玉林南路 1 号',
  });
  return { id, actName, prizeName, shopId, shopName, code: codes[0]!, ask, get };
};

/** Draws with a code as a shopper does, and answers the redemption code that he shows at the counter. */
const win = async (browser: Browser, code: string): Promise<string> => {
  const context = await browser.newContext({ ...devices['Pixel 7'], baseURL: process.env.E2E_URL! });
  const page = await context.newPage();
  await page.goto(`/c/${code}`);
  await page
    .getByRole('button', { name: '立即抽奖' })
    .or(page.getByRole('link', { name: '立即抽奖' }))
    .click();
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: '立即抽奖' }).click();
  await page
    .getByRole('button', { name: '查看核销码' })
    .or(page.getByRole('link', { name: '查看核销码' }))
    .click();
  const picture = await page.getByRole('img', { name: /^核销码 / }).getAttribute('aria-label');
  const verCode = picture!.replace('核销码 ', '');
  await context.close();
  return verCode;
};

test('a bound shop hands a prize out, staff take it back, and what the shop is owed is cleared', async ({
  adminPage: page,
  browser,
  request,
}) => {
  const { id, actName, prizeName, shopId, shopName, code, ask, get } = await prepare(request);

  await test.step('without a shop it is not published; one is bound beside the activity', async () => {
    await page.goto(`/lottery/activeManager?keywords=${encodeURIComponent(actName)}`);
    const row = page.getByRole('row').filter({ hasText: actName });
    await row.getByRole('button', { name: '更多' }).click();
    await page.getByRole('menuitem', { name: '绑定门店' }).click();
    const drawer = page.getByRole('dialog', { name: /绑定门店/ }).first();
    await expect(drawer.getByText('还没有绑定门店')).toBeVisible();
    await drawer.getByRole('button', { name: '绑定门店' }).first().click();
    await page.getByText('选择门店', { exact: true }).click();
    const picker = page.getByRole('dialog', { name: '选择门店' });
    await picker.getByRole('textbox', { name: '门店' }).fill(shopName);
    await picker.getByRole('textbox', { name: '门店' }).press('Enter');
    await expect(picker.getByRole('row').filter({ hasText: shopName })).toBeVisible();
    await picker.getByRole('row').filter({ hasText: shopName }).getByRole('checkbox').check();
    await picker.getByRole('button', { name: '选择 1 家' }).click();
    await page.getByRole('button', { name: '绑定', exact: true }).click();
    await expect(page.getByText('已绑定1家')).toBeVisible();
    await expect(drawer.getByRole('row').filter({ hasText: shopName })).toBeVisible();
    await ask('POST', '/admin/lottery/active/publish', { id });
  });

  const verCode = await win(browser, code);
  const offered = await get<{ page: string; bindToken: string }>('shop/bind/qrcode', { id: shopId });
  const { page: phone, problems } = await openPhone(browser);
  await bind(phone, `${offered.page}#${offered.bindToken}`, shopName);
  const handOut = async () => {
    await phone.goto('/r/redeem');
    await phone.getByRole('button', { name: '输入' }).click();
    await phone.getByRole('textbox', { name: '核销码' }).fill(verCode);
    await phone.getByRole('button', { name: '查询' }).click();
    await expect(phone.getByText('可以核销')).toBeVisible();
    await phone.getByRole('button', { name: '核销', exact: true }).click();
    await expect(phone.getByText('+26.00 元')).toBeVisible();
  };
  await test.step('the shop hands it out on the phone', handOut);

  await test.step('staff see it among the prizes, and take it back', async () => {
    await page.goto('/lottery/prizeManager?tab=ver');
    const row = page.getByRole('row').filter({ hasText: prizeName });
    await expect(row).toContainText(shopName);
    await row.getByRole('button', { name: prizeName }).click();
    const detail = page.getByRole('dialog', { name: /核销详情/ });
    await expect(detail.getByText('中奖', { exact: true })).toBeVisible();
    await detail.getByRole('button', { name: '冲正' }).click();
    const asked = page.getByRole('dialog', { name: '冲正核销' });
    await expect(asked).toContainText('冲正后奖品恢复为未领取，确定冲正？');
    await asked.getByRole('button', { name: '冲正', exact: true }).click();
    await expect(asked.getByText('请输入冲正原因')).toBeVisible();
    await asked.getByRole('textbox', { name: '冲正原因' }).fill('店员点错了');
    await asked.getByRole('button', { name: '冲正', exact: true }).click();
    await expect(detail.getByText('已冲正').first()).toBeVisible();
    await expect(detail.getByText('店员点错了')).toBeVisible();
    await detail.getByRole('button', { name: '关闭' }).click();
    await expect(row).toContainText('已冲正');
  });

  await test.step('the shop hands it out again, and it is owed once', async () => {
    await handOut();
    await phone.goto('/r/ducts');
    await expect(phone.getByText('待结算 1 件')).toBeVisible();
    await expect(phone.getByText('核销冲正')).toBeVisible();
    expect(problems).toEqual([]);
    await phone.context().close();
  });

  await test.step('both stand in the log of the shop, whose account is cleared', async () => {
    await page.goto(`/identity/shopAssManager?tab=ver&shopId=${shopId}`);
    await expect(page.getByRole('row').filter({ hasText: prizeName })).toHaveCount(2);
    await page.getByRole('button', { name: '清零抵扣' }).click();
    const form = page.getByRole('dialog', { name: /清零抵扣/ });
    await form.getByRole('textbox', { name: '备注' }).fill('月结');
    await form.getByRole('button', { name: '确定' }).click();
    await page.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '确定' }).click();
    await expect(page.getByText('操作成功')).toBeVisible();
    await expect(page.getByRole('row').filter({ hasText: '门店已结' })).toHaveCount(1);
    await page.goto(`/identity/shopAssManager?tab=act&shopId=${shopId}`);
    await expect(page.getByRole('row').filter({ hasText: actName })).toBeVisible();
    const { dedBalance, verCnt, actCount } = await get<Record<'dedBalance' | 'verCnt' | 'actCount', number>>(
      'shop/info',
      {
        id: shopId,
      },
    );
    expect({ dedBalance, verCnt, actCount }).toEqual({ dedBalance: 0, verCnt: 1, actCount: 1 });
  });
  // Other journeys look at what runs.
  await ask('POST', '/admin/lottery/active/end', { id, reason: '试完收尾' });
});
