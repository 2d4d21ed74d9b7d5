import type { APIRequestContext } from '@playwright/test';
import { day, makeCoded, openAsk } from '../campaign-world.ts';
import { drawOnPhone } from '../phone.ts';
import { expect, ownName, test, untilShown } from '../world.ts';

/** A campaign whose every draw wins goods that only go by post, on a fresh code. */
const publish = async (request: APIRequestContext, names: { prize: string; actName: string }) => {
  const ask = await openAsk(request);
  const { firmId, image, productId, codes } = await makeCoded(request, '消息', 1);
  const { id: prizeId } = await ask<{ id: number }>('POST', '/admin/lottery/prize/save', {
    firmId,
    name: names.prize,
    prizeType: 2,
    image,
    faceValue: 8800,
    claimMode: 3,
  });
  const { id } = await ask<{ id: number }>('POST', '/admin/lottery/active/save', {
    firmId,
    actName: names.actName,
    playMode: 0,
    startAt: `${day(-1)} 00:00:00`,
    endAt: `${day(7)} 23:59:59`,
    tiers: [{ tierName: '一等奖', prizeId, stockTotal: 5, weight: 1_000_000 }],
    targets: [{ kind: 1, targetId: productId }],
    ruleText:
      '每个码限抽一次，中奖后在领奖期限内填写收货信息，奖品由主办方寄出，逾期视为放弃。奖品数量有限，发完即止，以页面显示为准，详询客服电话。',
    organizer: '茶业公司',
    contact: '400-800-0101',
  });
  await ask('POST', '/admin/lottery/active/publish', { id });
  return { code: codes[0]!, firmId };
};

test('a winner is told of his prize on his phone, staff see it and write to him, and that he read it', async ({
  adminPage,
  browser,
  request,
}) => {
  const names = { prize: ownName('消息茶具'), actName: ownName('消息活动') };
  const { code, firmId } = await publish(request, names);
  const page = await drawOnPhone(browser, code);
  await expect(page.getByRole('button', { name: '填写收货信息' })).toBeVisible();

  await test.step('he is told that he won', async () => {
    await untilShown(
      () => page.goto(`/c?at=${Date.now()}#prizes`),
      (timeout) => expect(page.getByRole('button', { name: /我的消息 ?1 条未读/ })).toBeVisible({ timeout }),
    );
    await page.getByRole('button', { name: /我的消息/ }).click();
    await expect(page.getByText(`恭喜您在「${names.actName}」中获得${names.prize}`)).toBeVisible();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });

  await test.step('staff see that he was, and that he read it', async () => {
    // Other campaigns tell their winners at the same time.
    await adminPage.goto(`/lottery/customer/service/message?kind=WIN&firmId=${firmId}`);
    const row = adminPage.getByRole('row').filter({ hasText: names.prize });
    await expect(row).toContainText('已发送');
    await row.getByText('详情').click();
    const drawer = adminPage.getByRole('dialog');
    await expect(drawer.getByText('查看时间')).toBeVisible();
    await drawer.getByRole('button', { name: '关闭' }).click();
  });

  const greeting = ownName('感谢您的参与');
  await test.step('staff write to the people of the activity, and are told how many those are', async () => {
    await adminPage.getByRole('button', { name: '新建消息' }).click();
    const drawer = adminPage.getByRole('dialog');
    await drawer.getByLabel('所属企业').click();
    await adminPage.getByTitle(/青岚/).last().click();
    await drawer.getByLabel('活动', { exact: true }).fill(names.actName);
    await adminPage.getByTitle(names.actName).last().click();
    await expect(drawer.getByText('预计发送 1 人')).toBeVisible();
    await drawer.getByLabel('内容').fill(`{nick}，{price}${greeting}`);
    await drawer.getByRole('button', { name: '发送', exact: true }).click();
    await expect(drawer.getByText('模板变量{price}不存在')).toBeVisible();
    await drawer.getByLabel('内容').fill(`{nick}，${greeting}`);
    await drawer.getByRole('button', { name: '发送', exact: true }).click();
    const question = adminPage.getByRole('dialog').filter({ hasText: '将发送给 1 位消费者，确定发送？' });
    await question.getByRole('button', { name: '发送', exact: true }).click();
    await expect(adminPage.getByText('已提交，将发送给 1 位消费者')).toBeVisible();
    await adminPage.goto('/lottery/customer/service/message?kind=NOTICE');
    await expect(adminPage.getByRole('row').filter({ hasText: greeting })).toBeVisible();
  });

  await test.step('he reads it', async () => {
    await untilShown(
      () => page.goto(`/c?at=${Date.now()}#messages`),
      (timeout) => expect(page.getByText(`用户，${greeting}`)).toBeVisible({ timeout }),
    );
  });

  await test.step('a setting names only what its event can say', async () => {
    await adminPage.goto('/lottery/customer/service/message/setting');
    await adminPage.getByLabel('所属企业').last().click();
    await adminPage.getByTitle(/青岚/).last().click();
    const row = adminPage.getByRole('row').filter({ hasText: '奖品已核销' });
    await row.getByText('编辑').click();
    const drawer = adminPage.getByRole('dialog');
    await drawer.getByLabel('站内内容').fill('{company}');
    await drawer.getByLabel('站内内容').blur();
    await expect(drawer.getByText('模板变量{company}不存在')).toBeVisible();
    await drawer.getByLabel('站内内容').fill('奖品{prize}已在{shop}核销，感谢光临');
    await expect(drawer.getByText('奖品精美礼盒一份已在西湖一店核销，感谢光临')).toBeVisible();
    await drawer.getByRole('button', { name: '保存' }).click();
    await expect(row).toContainText('感谢光临');
  });
  await page.context().close();
});
