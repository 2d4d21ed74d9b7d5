import type { Page } from '@playwright/test';
import { PlayMode } from '@zhuiyuan/contract/campaign/campaign-states';
import { day } from '../campaign-world.ts';
import { makeOldConsole } from '../older.ts';
import { callAs, choose, expect, ownName, signInByCall, test } from '../world.ts';

const step = (page: Page, name: string) =>
  page.getByRole('navigation', { name: '活动步骤' }).getByRole('button', { name: new RegExp(`^${name}`) });

// In the oldest browser that is served.
test.beforeEach(({ context }) => makeOldConsole(context));

const agree = (page: Page, verb: string) =>
  page.getByRole('dialog', { name: '提示' }).getByRole('button', { name: verb, exact: true }).click();

test('a lottery activity is typed step by step, published, bettered, ended and put aside', async ({
  adminPage: page,
  request,
}) => {
  const name = ownName('旅程活动');
  const prize = ownName('旅程积分');
  const token = await signInByCall(request);
  const { list: firms } = (
    await callAs<{ list: { id: number; name: string }[] }>(request, token, 'GET', '/admin/identity/firm/list')
  ).data;
  const firm = firms.find((each) => each.name.includes('青岚'))!;
  await callAs(request, token, 'POST', '/admin/lottery/prize/save', {
    firmId: firm.id,
    name: prize,
    prizeType: 0,
    points: 20,
    claimMode: 0,
  });

  await page.goto('/lottery/activeCreat');
  // The shopper's page beside the form follows each letter, and leaves the focus where it is.
  await expect(page.frameLocator('iframe[title=活动页预览]').getByRole('heading').first()).toBeVisible();
  await page.getByRole('region', { name: '手机预览' }).getByText('规则', { exact: true }).click();
  await page.getByLabel('活动名称').click();
  await page.keyboard.type(name, { delay: 40 });
  await expect(page.getByLabel('活动名称')).toHaveValue(name);
  await choose(page, '所属企业', '青岚');
  await page.getByRole('radio', { name: '刮刮卡' }).click();
  await page.getByRole('radio', { name: '积分' }).check();
  for (const [label, date] of [
    ['开始时间', day(-1)],
    ['结束时间', day(20)],
  ] as const) {
    await page.getByLabel(label).fill(`${date} 00:00`);
    await page.keyboard.press('Enter');
  }
  await page.getByRole('button', { name: '下一步' }).click();
  await page.getByLabel('消耗积分').fill('10');

  await step(page, '奖品与概率').click();
  await page.getByRole('button', { name: '添加奖级' }).click();
  const picker = page.getByRole('dialog', { name: '选择奖品' });
  await picker.getByRole('textbox', { name: '奖品名称' }).fill(prize);
  await page.keyboard.press('Enter');
  await picker.getByRole('checkbox', { name: prize }).check();
  await picker.getByRole('button', { name: '添加 1 个' }).click();
  await page.getByLabel('第 1 行库存').fill('100');
  await page.getByLabel('第 1 行中奖概率').fill('101');
  await expect(page.getByLabel('第 1 行中奖概率')).toHaveAttribute('aria-invalid', 'true');
  await page.getByLabel('第 1 行中奖概率').fill('0.5');
  await expect(page.getByText('中奖 0.5000%')).toBeVisible();
  await expect(page.getByText('200 次 1 个')).toBeVisible();

  // What is missing is told before anything is asked or sent.
  await step(page, '页面与公示').click();
  const missing = page.getByRole('alert', { name: '发布前需要处理' });
  await page.getByRole('button', { name: '提交并发布' }).click();
  await expect(missing).toContainText('请填写活动规则（不少于50字）');
  await expect(page.locator('.ant-message-notice', { hasText: '请填写活动规则' })).toHaveCount(0);
  await page.locator('[contenteditable=true]').click();
  await page.keyboard.insertText('每次抽奖消耗十个积分，奖品为积分，抽中后自动发放到账户。'.repeat(3));
  await page.getByLabel('主办方').fill('青岚山茶业');
  await page.getByLabel('联系方式').fill('400-800-1234');
  await expect(missing).toHaveCount(0);
  await page.getByRole('button', { name: '提交并发布' }).click();
  await agree(page, '发布');

  await expect(page).toHaveURL(/activeManager/);
  await page.goto(`/lottery/activeManager?keywords=${encodeURIComponent(name)}`);
  await expect(page.getByRole('row').filter({ hasText: name })).toContainText('进行中');
  await page.getByRole('button', { name, exact: true }).click();
  await expect(page.getByRole('region', { name: '公平公示' })).toContainText('第 1 期');

  await page.getByRole('button', { name: '新建概率版本' }).click();
  const version = page.getByRole('dialog');
  await version.getByLabel('一等奖的新概率').fill('0.4');
  await version.getByLabel('调整原因').fill('周末加大');
  await version.getByRole('button', { name: '发布新版本' }).click();
  await expect(version.getByText('活动已发布，只能作有利于消费者的调整')).toBeVisible();
  await version.getByLabel('一等奖的新概率').fill('0.8');
  await version.getByRole('button', { name: '发布新版本' }).click();
  await expect(page.getByRole('region', { name: '概率版本' })).toContainText('一等奖 0.5000% → 0.8000%');

  await page.getByRole('button', { name: '暂停', exact: true }).click();
  await agree(page, '暂停');
  await expect(page.getByRole('button', { name: '恢复', exact: true })).toBeVisible();
  await page.getByRole('button', { name: '提前结束', exact: true }).click();
  const end = page.getByRole('dialog', { name: '提前结束' });
  await end.getByLabel('结束原因').fill('旅程结束');
  await end.getByRole('button', { name: '提前结束', exact: true }).click();
  await expect(page.getByText('结束原因 旅程结束')).toBeVisible();

  await page.getByRole('button', { name: '更多', exact: true }).click();
  await page.getByRole('menuitem', { name: '删除' }).click();
  await agree(page, '确定');
  await expect(page.getByText('删除成功')).toBeVisible();
  await page.goto(`/lottery/ai/active/del?keywords=${encodeURIComponent(name)}`);
  const gone = page.getByRole('row').filter({ hasText: name });
  await expect(gone).toContainText('已结束');
  await gone.getByRole('button', { name: '恢复' }).click();
  await agree(page, '恢复');
  await expect(page.getByText('操作成功')).toBeVisible();
  await expect(page.getByText('没有符合条件的活动')).toBeVisible();
});

test('an activity begins with a template of the system that a firm made its own', async ({
  adminPage: page,
  request,
}) => {
  const name = ownName('旅程模板');
  const token = await signInByCall(request);
  const { list: firms } = (
    await callAs<{ list: { id: number; name: string }[] }>(request, token, 'GET', '/admin/identity/firm/list')
  ).data;
  const { id: firmId } = firms.find((each) => each.name.includes('青岚'))!;
  // Two of its prizes the firm has, under the template's very names; the goods are still to be chosen.
  for (const points of [300, 50])
    await callAs(request, token, 'POST', '/admin/lottery/prize/save', {
      firmId,
      name: `${points} 积分`,
      prizeType: 0,
      points,
      claimMode: 0,
    });

  await page.goto('/lottery/ai/active/activeTemplate');
  for (const { label } of PlayMode.options) await expect(page.getByRole('region', { name: label })).toBeVisible();
  const card = page.getByRole('article', { name: '会员专享刮刮卡' });
  await card.getByRole('button', { name: '预览', exact: true }).click();
  await expect(
    page.frameLocator('iframe[title=活动页预览]').getByRole('heading', { name: '会员专享刮刮卡' }),
  ).toBeVisible();
  await page
    .getByRole('dialog', { name: /预览模板/ })
    .getByRole('button', { name: '关闭' })
    .click();
  await card.getByRole('button', { name: '更多' }).click();
  await expect(page.getByRole('menuitem', { name: '删除' })).toHaveAttribute('aria-disabled', 'true');
  await page.getByRole('menuitem', { name: '复制为我的模板' }).click();
  const whose = page.getByRole('dialog', { name: '复制为企业模板' });
  await choose(whose, '所属企业', '青岚');
  await whose.getByRole('button', { name: '复制' }).click();
  await expect(page.getByText('已复制到该企业的模板')).toBeVisible();

  await page.getByRole('tab', { name: '我的模板' }).click();
  const copied = page.getByRole('article', { name: '会员专享刮刮卡' }).filter({ hasText: '青岚' });
  await copied.getByRole('button', { name: '更多' }).click();
  await page.getByRole('menuitem', { name: '编辑' }).click();
  const form = page.getByRole('dialog', { name: /编辑活动模板/ });
  await form.getByLabel('模板名称').fill('');
  await form.getByLabel('简介').click();
  await expect(form.getByText('请输入模板名称')).toBeVisible();
  await form.getByLabel('模板名称').fill(name);
  await form.getByRole('button', { name: '保存' }).click();
  await expect(page.getByText('编辑成功')).toBeVisible();
  const own = page.getByRole('article', { name });
  await expect(own).toContainText('已使用 0 次');
  await own.getByRole('button', { name: '使用' }).click();

  await expect(page).toHaveURL(/activeCreat\?template=\d+/);
  await expect(page.getByRole('radio', { name: '刮刮卡' })).toBeChecked();
  await page.getByLabel('活动名称').fill(name);
  await page.getByRole('radio', { name: '积分' }).check();
  await step(page, '参与规则').click();
  await page.getByLabel('消耗积分').fill('5');
  await expect(page.getByLabel('每人每日次数')).toHaveValue('3');
  await step(page, '奖品与概率').click();
  const tiers = page.getByRole('region', { name: '奖品与概率' });
  await expect(tiers.getByText('第 1 行：请选择奖品')).toBeVisible();
  await expect(tiers.getByText('第 3 行：请选择奖品')).toHaveCount(0);
  await expect(page.getByLabel('第 3 行中奖概率')).toHaveValue('9.8000');
  for (const row of [1, 2]) {
    await page.getByRole('button', { name: `第 ${row} 行选择奖品` }).click();
    await page.getByRole('dialog', { name: '选择奖品' }).getByRole('button', { name: '300 积分' }).click();
  }
  for (const row of [1, 2, 3, 4]) await page.getByLabel(`第 ${row} 行库存`).fill('100');
  await step(page, '基本信息').click();
  for (const [label, date] of [
    ['开始时间', day(-1)],
    ['结束时间', day(20)],
  ] as const) {
    await page.getByLabel(label).fill(`${date} 00:00`);
    await page.keyboard.press('Enter');
  }
  await step(page, '页面与公示').click();
  await page.getByLabel('主办方').fill('青岚山茶业');
  await page.getByLabel('联系方式').fill('400-800-1234');
  await page.getByRole('button', { name: '提交并发布' }).click();
  await agree(page, '发布');
  await expect(page).toHaveURL(/active\/manage/);

  // It is counted, and every change of stock is told on its page.
  await page.goto('/lottery/ai/active/activeTemplate?isSystem=false');
  await expect(page.getByRole('article', { name })).toContainText('已使用 1 次');
  await page.goto(`/lottery/activeManager?keywords=${encodeURIComponent(name)}`);
  await page.getByRole('button', { name, exact: true }).click();
  await page.getByRole('tab', { name: '奖品与库存' }).click();
  const moves = page.getByRole('region', { name: '库存变动' });
  await expect(moves.getByRole('row').filter({ hasText: '发布' })).toHaveCount(4);
  await expect(moves.getByRole('row').filter({ hasText: '+100' })).toHaveCount(4);
  for (const [tab, empty] of [
    ['领取与核销', '消费者抽中的每个奖品都列在这里'],
    ['红包', '消费者抽中现金后，每一笔付款都列在这里'],
    ['绑定门店', '绑定的门店可以核销活动的到店奖品'],
  ] as const) {
    await page.getByRole('tab', { name: tab, exact: true }).click();
    await expect(page.getByText(empty)).toBeVisible();
  }
});
