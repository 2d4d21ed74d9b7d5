import { openPhone, photograph } from '../phone.ts';
import { callAs, choose, expect, ownName, signInByCall, test } from '../world.ts';

test('a shop that nobody knows puts itself forward by the link of its firm, is rejected, corrects it and is passed', async ({
  adminPage: page,
  browser,
  request,
}) => {
  const token = await signInByCall(request);
  const firms = await callAs<{ id: number; name: string }[]>(request, token, 'GET', '/admin/identity/firm/list/all');
  const firm = firms.data.find((each) => each.name.includes('青岚'))!;
  await page.goto('/lottery/merchants/storeaudit');
  await page.getByRole('button', { name: '门店入驻码' }).click();
  const dialog = page.getByRole('dialog');
  await choose(dialog, '所属企业', firm.name);
  await expect(dialog.getByAltText(/门店入驻码/)).toBeVisible();
  const invite = await callAs<{ url: string }>(request, token, 'POST', '/admin/identity/shop/invite', {
    firmId: firm.id,
  });
  await dialog.getByRole('button', { name: 'Close' }).or(dialog.locator('.ant-modal-close')).first().click();

  const { page: phone, problems } = await openPhone(browser);
  await phone.goto(invite.data.url.replace(/^https?:\/\/[^/]+/, ''));
  await phone.getByRole('button', { name: '填写入驻资料' }).click();
  await phone.getByRole('button', { name: '提交审核' }).click();
  await expect(phone.getByText('请输入门店名称')).toBeVisible();
  const name = ownName('巷口茶铺');
  await phone.getByLabel('门店名称').fill(name);
  await phone.getByLabel('门店类型').selectOption('便利店');
  await phone.getByLabel('联系人').fill('何店长');
  await phone.getByLabel('联系电话').fill(`139${String(Date.now()).slice(-8)}`);
  await phone.getByText('请选择', { exact: true }).last().click();
  for (const region of ['四川省', '成都市', '锦江区']) await phone.getByRole('button', { name: region }).click();
  await phone.getByLabel('详细地址').fill('春熙路 1 号');
  await phone.getByLabel('统一社会信用代码').fill('91330100MA2ABCDE1R');
  for (const nth of [0, 1])
    await phone
      .locator('input[type=file]')
      .nth(nth)
      .setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: photograph });
  await expect(phone.getByRole('button', { name: '查看照片' })).toHaveCount(2);
  await phone.getByRole('button', { name: '提交审核' }).click();
  await expect(phone.getByText('审核中')).toBeVisible();

  const open = async () => {
    await page.reload();
    await page.getByRole('row', { name }).getByRole('button', { name: '审核' }).click();
    await page.getByRole('dialog').getByRole('button', { name: '审核', exact: true }).click();
  };
  await open();
  const asked = page.getByRole('dialog', { name: `审核 ${name}` });
  await asked.getByText('驳回', { exact: true }).click();
  await asked.getByLabel('驳回原因').fill('门头照片看不清招牌');
  await asked.getByRole('button', { name: '确定' }).click();
  await expect(page.getByText('操作成功')).toBeVisible();

  await phone.getByRole('button', { name: '刷新进度' }).click();
  await expect(phone.getByText('驳回原因：门头照片看不清招牌')).toBeVisible();
  await phone.getByLabel('详细地址').fill('春熙路 2 号');
  await phone.getByRole('button', { name: '提交审核' }).click();
  await expect(phone.getByText('审核中')).toBeVisible();

  await open();
  await asked.getByRole('button', { name: '确定' }).click();
  await expect(asked.getByText('请选择所属经销商').last()).toBeVisible();
  const agents = await callAs<{ name: string; firmId: number }[]>(
    request,
    token,
    'GET',
    '/admin/identity/agent/list/all',
  );
  const agent = agents.data.find(({ firmId }) => firmId === firm.id)!;
  await asked.getByLabel('所属经销商').fill(agent.name);
  await page.locator('.ant-select-tree-title').filter({ hasText: agent.name }).first().click();
  await asked.getByRole('button', { name: '确定' }).click();
  await expect(asked).toBeHidden();

  await phone.getByRole('button', { name: '刷新进度' }).click();
  await expect(phone.getByText(name)).toBeVisible();
  await expect(phone.getByRole('link', { name: '核销奖品' })).toBeVisible();
  expect(problems).toEqual([]);
});
