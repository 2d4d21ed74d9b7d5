import type { APIRequestContext } from '@playwright/test';
import { day, makeCoded, openAsk } from '../campaign-world.ts';
import { drawOnPhone } from '../phone.ts';
import { choose, expect, ownName, test } from '../world.ts';

/** A campaign whose every draw wins goods that only go by post, on fresh codes; answers one of them. */
const publish = async (request: APIRequestContext, prize: string): Promise<string> => {
  const ask = await openAsk(request);
  const { firmId, image, productId, codes } = await makeCoded(request, '邮寄', 1);
  const { id: prizeId } = await ask<{ id: number }>('POST', '/admin/lottery/prize/save', {
    firmId,
    name: prize,
    prizeType: 2,
    image,
    faceValue: 8800,
    claimMode: 3,
  });
  const { id } = await ask<{ id: number }>('POST', '/admin/lottery/active/save', {
    firmId,
    actName: ownName('邮寄有奖'),
    playMode: 0,
    startAt: `${day(-1)} 00:00:00`,
    endAt: `${day(7)} 23:59:59`,
    tiers: [{ tierName: '一等奖', prizeId, stockTotal: 5, weight: 1_000_000 }],
    targets: [{ kind: 1, targetId: productId }],
    collectFields: [{ key: 'wechat', required: true }],
    ruleText:
      '每个码限抽一次，中奖后在领奖期限内填写收货信息，奖品由主办方寄出，逾期视为放弃。奖品数量有限，发完即止，以页面显示为准，详询客服电话。',
    organizer: '茶业公司',
    contact: '400-800-0101',
  });
  await ask('POST', '/admin/lottery/active/publish', { id });
  return codes[0]!;
};

test('a winner says where his prize is sent, staff pass and ship it, and he sees the number', async ({
  adminPage,
  browser,
  request,
}) => {
  const prize = ownName('邮寄茶具');
  const code = await publish(request, prize);
  const page = await drawOnPhone(browser, code);
  await page.getByRole('button', { name: '填写收货信息' }).click();

  await test.step('he is asked who he is, then where to', async () => {
    await page.getByLabel('微信号').fill('linzhixia');
    await page.getByRole('button', { name: '提交', exact: true }).click();
    await page.getByRole('button', { name: '提交收货信息' }).click();
    await expect(page.getByText('请输入收货人')).toBeVisible();
    await page.getByLabel('收货人').fill('林知夏');
    await page.getByLabel('手机号').fill('13812345678');
    await page.getByLabel('省份').selectOption({ label: '浙江省' });
    await page.getByLabel('城市').selectOption({ label: '杭州市' });
    await page.getByLabel('区县').selectOption({ label: '西湖区' });
    await page.getByLabel('详细地址').fill('龙井路18号3幢2单元');
    await page.getByRole('button', { name: '提交收货信息' }).click();
    await expect(page.getByText('等待审核')).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
  const redeemNo = (await page.getByText(/^R\d{16}$/).innerText()).trim();

  await adminPage.goto(`/lottery/ai/markCode/receiveDetailed?tab=redeem&keywords=${redeemNo}`);
  const row = adminPage.getByRole('row').filter({ hasText: redeemNo });
  await expect(row).toContainText('林**');

  await test.step('staff read the address in full, pass and ship', async () => {
    await row.getByRole('button', { name: prize, exact: true }).click();
    const drawer = adminPage.getByRole('dialog', { name: /兑换单/ });
    await expect(drawer).toContainText('林** 138****5678');
    await drawer.getByRole('button', { name: '查看明文' }).click();
    await expect(drawer).toContainText('林知夏 13812345678');
    await expect(drawer).toContainText('浙江省杭州市西湖区龙井路18号3幢2单元');
    await adminPage.keyboard.press('Escape');
    await row.getByRole('button', { name: '审核', exact: true }).click();
    await adminPage.getByRole('dialog', { name: '审核兑换单' }).getByRole('button', { name: '确定' }).click();
    await expect(row).toContainText('审核通过');
    await row.getByRole('button', { name: '发货', exact: true }).click();
    const ship = adminPage.getByRole('dialog', { name: '发货' });
    await choose(ship, '物流公司', '顺丰速运');
    await ship.getByLabel('物流单号').fill('SF1234567890123');
    await ship.getByRole('button', { name: '确定' }).click();
    await expect(row).toContainText('SF1234567890123');
  });

  await test.step('he sees company and number, and what was finished is his', async () => {
    await page.reload();
    await expect(page.getByText('顺丰速运')).toBeVisible();
    await expect(page.getByText('SF1234567890123')).toBeVisible();
    await expect(page.getByRole('button', { name: '取消邮寄' })).toHaveCount(0);
    await row.getByRole('button', { name: '完成', exact: true }).click();
    await adminPage.getByRole('dialog', { name: '提示' }).getByRole('button', { name: '完成', exact: true }).click();
    await expect(row).toContainText('核销完成');
    await page.reload();
    await expect(page.getByText('已送达')).toBeVisible();
  });

  await test.step('his claim stands in the list with what he told of himself, masked', async () => {
    await adminPage.goto(`/lottery/ai/markCode/receiveDetailed?tab=claim`);
    await adminPage.getByRole('button', { name: prize, exact: true }).first().click();
    await expect(adminPage.getByRole('dialog', { name: /领取详情/ })).toContainText('微信号 li****');
  });
  await page.context().close();
});
