import { callAs, expect, signInByCall, test } from '../world.ts';

interface Shop {
  id: number;
  name: string;
  phone: string;
  grade: string;
  remark: string;
  licenseNo: string;
}

test('what is emptied in a form is empty afterwards, and what a call leaves out stays', async ({
  adminPage: page,
  request,
}) => {
  const token = await signInByCall(request);
  const call = async <T>(method: 'GET' | 'POST', path: string, input: Record<string, unknown>): Promise<T> => {
    const { code, message, data } = await callAs<T>(request, token, method, `/admin/identity/shop${path}`, input);
    expect([code, message]).toEqual([200, 'ok']);
    return data;
  };
  const { list } = await call<{ list: Shop[] }>('GET', '/list', { page: 1, limit: 1 });
  const { id, name, phone } = list[0]!;
  const info = () => call<Shop>('GET', '/info', { id });
  const before = await info();
  // The list's own masked telephone goes along.
  await call('POST', '/update', { id, phone, grade: 'B', remark: '等待清空', licenseNo: '91330106' });
  const filled = await info();
  expect(filled).toMatchObject({ name, phone: before.phone, grade: 'B', remark: '等待清空', licenseNo: '91330106' });

  await page.goto('/identity/shopAssManager');
  const row = page.getByRole('row', { name });
  await row
    .getByRole('button', { name: '编辑' })
    .or(row.getByText('编辑', { exact: true }))
    .first()
    .click();
  const form = page.getByRole('dialog').filter({ hasText: '编辑门店' });
  await expect(form.getByLabel('备注')).toHaveValue('等待清空');
  await form.getByLabel('备注').fill('');
  const grade = form.locator('.ant-form-item').filter({ hasText: '等级' });
  await grade.locator('.ant-select').hover();
  await grade.locator('.ant-select-clear').click();
  await form.getByRole('button', { name: '保存' }).click();
  await expect(form).toBeHidden();
  expect(await info()).toMatchObject({
    ...filled,
    remark: '',
    grade: '',
    version: expect.any(Number),
    updateTime: expect.any(String),
  });

  await page.reload();
  await row
    .getByRole('button', { name: '编辑' })
    .or(row.getByText('编辑', { exact: true }))
    .first()
    .click();
  await expect(form.getByLabel('营业执照号')).toHaveValue('91330106');
  await expect(form.getByLabel('备注')).toHaveValue('');
});
