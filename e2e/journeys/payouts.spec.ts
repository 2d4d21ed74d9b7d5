import type { APIRequestContext } from '@playwright/test';
import { PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { day, hireStaff, makeCoded, openAsk, preparePool } from '../campaign-world.ts';
import { openWechat } from '../phone.ts';
import { startSimulator, type Simulator } from '../simulator.ts';
import { adminPassword, expect, ownName, test, untilShown, useToken } from '../world.ts';

test('staff find a payout that failed, send it again under a new number, and see it counted', async ({
  adminPage: page,
}) => {
  await page.goto('/lottery/redInfoManager');
  const tabs = page.getByRole('tab');
  /** What the tabs count at one moment. */
  const counts = async () => {
    const texts = await tabs.allInnerTexts();
    return (name: RegExp) => Number(texts.find((text) => name.test(text))!.match(/\d+$/)![0]);
  };
  await expect(tabs.filter({ hasText: /^全部/ })).toHaveText(/\d/);
  const countOf = await counts();
  const all = countOf(/^全部/);
  let sum = 0;
  for (const name of [/^发放中/, /^已发放待领取/, /^已领取/, /^发放失败/, /^退款中/, /^已退款/, /^已驳回/]) {
    const count = countOf(name);
    expect(count).toBeGreaterThan(0);
    sum += count;
  }
  expect(sum).toBe(all);

  // One that was drawn: staff send packets by hand, too.
  await page.goto(`/lottery/redInfoManager?source=${PaySource.draw}`);
  await tabs.filter({ hasText: /^发放失败/ }).click();
  const row = page.locator('.ant-table-tbody .ant-table-row').first();
  await expect(row).toContainText('发放失败');
  const billNo = (await row.locator('.zy-code').first().innerText()).replaceAll(/\s/g, '');
  await row.getByRole('button', { name: '详情' }).click();
  const drawer = page.getByRole('dialog');
  await expect(drawer.getByText('判定为发放失败')).toBeVisible();
  await expect(drawer.getByText('收款用户未实名').first()).toBeVisible();
  await expect(drawer.getByText('为什么没有第 2 次尝试')).toBeHidden();

  await drawer.getByRole('button', { name: '重发' }).click();
  const asked = page.getByRole('dialog').filter({ hasText: '将使用新的商户单号重新发放' });
  await asked.getByRole('button', { name: '重发' }).click();
  await expect(page.getByText('操作成功')).toBeVisible();
  await expect(drawer.getByLabel('第 2 次尝试')).toBeVisible();
  await expect(drawer.getByText('为什么没有第 3 次尝试')).toBeVisible();
  await expect(drawer.getByRole('button', { name: '重发' })).toBeHidden();

  await drawer.getByRole('link', { name: '在单独页面打开' }).click();
  await expect(page.getByLabel('第 1 次尝试')).toBeVisible();
  await expect(page.getByText('关联抽奖')).toBeVisible();
  await page.goto(`/lottery/redInfoManager?keywords=${billNo}`);
  await expect(page.locator('.ant-table-tbody .ant-table-row')).toHaveCount(1);
  await expect(page.locator('.ant-table-tbody .ant-table-row')).toContainText('发放中');

  // Other journeys pay out at the same moment: both screens tell the same as soon as nothing came between them.
  await expect(async () => {
    await page.goto('/lottery/redInfoManager');
    await expect(tabs.filter({ hasText: /^全部/ })).toHaveText(/\d/, { timeout: 10_000 });
    const now = (await counts())(/^全部/);
    expect(now).toBeGreaterThanOrEqual(all);
    await page.goto('/lottery/assets/redBag/census');
    await expect(page.getByLabel('发放概况')).toContainText(`${now}笔`, { timeout: 5000 });
  }).toPass({ timeout: 120_000 });
  await expect(page.getByText('收款用户未实名').or(page.getByText('没有失败'))).toBeVisible();
});

test('staff send red packets by hand: a small sum at once, a large one after another person let it go', async ({
  adminPage: page,
  browser,
  request,
}) => {
  const simulator = await startSimulator();
  try {
    const { ask, redActive } = await prepareSending(request, simulator);
    const list = page.locator('.ant-table-tbody .ant-table-row');
    const receive = async (count: number) => {
      await expect
        .poll(async () => (await simulator.bills()).filter(({ state }) => state === 'WAIT_USER_CONFIRM').length, {
          timeout: 60_000,
        })
        .toBe(count);
      for (const bill of await simulator.bills())
        if (bill.state === 'WAIT_USER_CONFIRM') await simulator.confirm(bill.packageInfo);
    };

    await page.goto(`/lottery/redActiveManager?name=${encodeURIComponent(redActive.name)}`);
    await list.getByRole('button', { name: '更多' }).click();
    await page.getByRole('menuitem', { name: '发放记录', exact: true }).click();
    await expect(page).toHaveURL(new RegExp(`redInfoManager\\?.*redActiveId=${redActive.id}`));
    await page.getByRole('button', { name: '手工发放' }).click();
    await expect(page.getByText('剩余预算')).toBeVisible();

    // A wrong row: nothing goes out.
    await page.getByRole('radio', { name: '上传名单' }).check();
    const upload = (name: string, lines: string[]) =>
      page.locator('input[type=file]').setInputFiles({
        name,
        mimeType: 'text/csv',
        buffer: Buffer.from(['OpenID,金额（元）,备注', ...lines].join('\n')),
      });
    await upload('有误.csv', ['oReceiver_one_wait,0.88,', 'oReceiver_two_wait,八角,']);
    await expect(page.getByText('第3行：金额应为大于0的数，最多两位小数')).toBeVisible();
    await page.getByRole('button', { name: /^移除/ }).click();
    await upload('补发.csv', ['oReceiver_one_wait,0.88,', 'oReceiver_two_wait,1.12,物流破损']);
    await expect(page.getByRole('table', { name: '名单前几行' }).getByRole('row')).toHaveCount(3);
    await expect(page.getByRole('region', { name: '确认', exact: true })).toContainText('2.00 元');
    await page.getByLabel('发放原因').fill('客诉补发');
    await page.getByRole('button', { name: '提交发放' }).click();
    await expect(page.getByText('敏感操作，请输入登录密码').first()).toBeVisible();
    await page.getByLabel('登录密码').fill(adminPassword);
    await page.getByRole('button', { name: '提交发放' }).click();
    await expect(page.getByText('提交成功')).toBeVisible();
    await page.goto(`/lottery/redInfoManager?redActiveId=${redActive.id}`);
    await expect(list).toHaveCount(2);

    // One of the two never drew: he says at WeChat who he is, and confirms on his phone. The other does not look.
    const { codes } = await makeCoded(request, '领红包', 1);
    const phone = await openWechat(browser, simulator.confirm);
    await phone.context().addCookies([{ name: 'sim_openid', value: 'oReceiver_one_wait', url: simulator.url }]);
    await phone.goto(`/c/${codes[0]}`);
    await phone.getByRole('region', { name: '我的奖品' }).getByRole('button', { name: '查看' }).click();
    await phone.getByRole('button', { name: '微信确认身份' }).click();
    await phone.getByRole('button', { name: /^0\.88 元红包/ }).click();
    await expect(phone.getByText('1.12 元红包')).toBeHidden();
    await phone.getByRole('button', { name: '立即领取' }).click({ timeout: 60_000 });
    await expect(phone.getByText('已存入微信零钱').first()).toBeVisible({ timeout: 60_000 });
    await expect(phone.getByRole('button', { name: '立即领取' })).toBeHidden();
    await phone.goto('/c#prizes');
    await expect(phone.getByRole('button', { name: /^0\.88 元红包.*已领取/ })).toBeVisible();
    await phone.context().close();
    await receive(1);
    await untilShown(
      () => page.reload(),
      (timeout) => expect(list.getByText('已领取')).toHaveCount(2, { timeout }),
    );

    // 1,080 yuan: held, and not for who asked for it.
    await page.getByRole('button', { name: '手工发放' }).click();
    await page.getByRole('radio', { name: '上传名单' }).check();
    await upload(
      '大额.csv',
      Array.from({ length: 6 }, (_, nth) => `oReceiver_big${nth}_wait,180.00,`),
    );
    await expect(page.getByText('由另一人在红包发放记录中解冻后才发放')).toBeVisible();
    await page.getByLabel('发放原因').fill('经销商答谢');
    await page.getByLabel('登录密码').fill(adminPassword);
    await page.getByRole('button', { name: '提交发放' }).click();
    await expect(page.getByText('金额较大，已冻结，待另一人复核')).toBeVisible();
    await page.goto(`/lottery/redInfoManager?redActiveId=${redActive.id}&hold=1`);
    await expect(list).toHaveCount(6);
    await list.first().getByRole('button', { name: '详情' }).click();
    const drawer = page.getByRole('dialog').filter({ hasText: '发放详情' });
    await expect(drawer.getByText('冻结，待另一人复核')).toBeVisible();
    await expect(drawer.getByRole('button', { name: '解冻' })).toBeDisabled();

    const theirs = await browser.newContext();
    const { reviewerToken } = redActive;
    await useToken(theirs, reviewerToken);
    const other = await theirs.newPage();
    await other.goto(`${process.env.E2E_URL}/lottery/redInfoManager?redActiveId=${redActive.id}&hold=1`);
    const held = other.locator('.ant-table-tbody .ant-table-row');
    await held.first().getByRole('button', { name: '详情' }).click();
    const facts = other.getByRole('dialog').filter({ hasText: '发放详情' });
    await expect(facts.getByText('经销商答谢').first()).toBeVisible();
    await expect(facts.getByText(/6 人，共 1,080.00 元/)).toBeVisible();
    await facts.getByRole('button', { name: '驳回' }).click();
    const reject = other.getByRole('dialog', { name: '驳回红包' });
    await reject.getByRole('button', { name: '驳回' }).click();
    await expect(reject.getByText('请填写驳回原因')).toBeVisible();
    await reject.getByLabel('驳回原因').fill('该客户已退货');
    await reject.getByRole('button', { name: '驳回' }).click();
    await expect(other.getByText('操作成功')).toBeVisible();
    await expect(facts.getByText('复核驳回，不再发放')).toBeVisible();
    // One key closes one dialog: that of the refusal is gone first.
    await expect(reject).toBeHidden();
    await other.keyboard.press('Escape');
    await expect(facts).toBeHidden();
    await held.first().getByRole('button', { name: '解冻' }).click();
    const pass = other.getByRole('dialog', { name: '解冻红包' });
    await pass.getByRole('switch', { name: '同一次发放的一起处理' }).click();
    await pass.getByRole('button', { name: '解冻' }).click();
    await expect(pass).toBeHidden();
    await receive(5);
    await expect
      .poll(
        async () => {
          const { remain, paidAmount, usedAmount } = await ask<Record<string, number>>(
            'GET',
            '/admin/lottery/red/active/info',
            { id: redActive.id },
          );
          return { remain, paidAmount, usedAmount };
        },
        { timeout: 60_000 },
      )
      .toEqual({ remain: 200_000 - 90_200, paidAmount: 90_200, usedAmount: 0 });
    await theirs.close();
  } finally {
    await simulator.stop();
  }
});

/** A red packet activity that staff send of, paid at the simulator. */
const prepareSending = async (request: APIRequestContext, simulator: Simulator) => {
  const ask = await openAsk(request);
  const { list: firms } = await ask<{ list: { id: number; name: string }[] }>('GET', '/admin/identity/firm/list', {
    limit: 100,
  });
  const { id: firmId } = firms.find(({ name }) => name.includes('青岚'))!;
  const { list: products } = await ask<{ list: { image: string }[] }>('GET', '/admin/identity/product/list', {
    firmId,
    limit: 1,
  });
  const { image } = products[0]!;
  const reviewer = await hireStaff(request, ask, firmId, '复核员');
  const pool = await preparePool(ask, reviewer, { firmId, image, simulator, amount: 300_000 });
  const { id: redTypeId } = await ask<{ id: number }>('POST', '/admin/lottery/red/type/save', {
    firmId,
    des: ownName('补发'),
    payKind: 2,
    scene: 'PRODUCT_2',
  });
  const name = ownName('客诉补发红包');
  const { id } = await ask<{ id: number }>('POST', '/admin/lottery/red/active/save', {
    firmId,
    name,
    redTypeId,
    channel: 'API',
    scene: 'PRODUCT_2',
    payKind: 2,
    mchConfId: pool.mchConfId,
    sendName: '青岚茶业',
    wishing: '感谢您的反馈',
    amountMode: 1,
    amountMin: 30,
    amountMax: 20_000,
    budgetAmount: 200_000,
    startAt: '2026-01-01 00:00:00',
    endAt: `${day(30)} 00:00:00`,
  });
  return { ask, redActive: { id, name, reviewerToken: reviewer.token } };
};
