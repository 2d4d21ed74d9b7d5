import type { APIRequestContext } from '@playwright/test';
import { axeProblems, watch } from '../watch.ts';
import { callAs, enterFirstTime, expect, ownName, signInByCall, test, useToken } from '../world.ts';

const passwords = { given: 'first-password', own: 'second-password' };

/** An administrator of one of the demo firms; answers the token. */
const enterFirm = async (request: APIRequestContext, firmName: string): Promise<string> => {
  const admin = await signInByCall(request);
  const { data: firms } = await callAs<{ id: number; name: string }[]>(
    request,
    admin,
    'GET',
    '/admin/identity/firm/list/all',
  );
  const { data: roles } = await callAs<{ list: { id: number; roleName: string }[] }>(
    request,
    admin,
    'GET',
    '/admin/system/role/list',
    { page: 1, limit: 100 },
  );
  const account = ownName('boss');
  const { code, message } = await callAs(request, admin, 'POST', '/admin/system/admin/save', {
    account,
    pwd: passwords.given,
    realName: '企业管理',
    phone: '13900000001',
    roles: String(roles.list.find(({ roleName }) => roleName === '企业管理员')!.id),
    firmId: firms.find(({ name }) => name.includes(firmName))!.id,
  });
  if (code !== 200) throw new Error(message);
  return enterFirstTime(request, account, passwords);
};

interface Row {
  id: number;
  firmName: string;
}

const lists = ['agent', 'shop', 'product', 'task', 'flow', 'temp', 'channel', 'sales', 'spread', 'inspector', 'select'];

test('two firms live side by side and see nothing of each other', async ({ browser, request }) => {
  const tokens = { 青岚: await enterFirm(request, '青岚'), 云岭: await enterFirm(request, '云岭') };
  const rowsOf = async (token: string, list: string): Promise<Row[]> => {
    const { code, message, data } = await callAs<{ list: Row[] }>(
      request,
      token,
      'GET',
      `/admin/identity/${list}/list`,
      { page: 1, limit: 100 },
    );
    expect(`${list} ${code} ${message}`).toBe(`${list} 200 ok`);
    return data.list;
  };
  for (const list of lists) {
    const [tea, wine] = [await rowsOf(tokens.青岚, list), await rowsOf(tokens.云岭, list)];
    expect(tea.length, `${list} of the tea firm`).toBeGreaterThan(0);
    expect(wine.length, `${list} of the liquor firm`).toBeGreaterThan(0);
    const ids = new Set(tea.map(({ id }) => id));
    expect(
      wine.filter(({ id }) => ids.has(id)),
      list,
    ).toEqual([]);
    // What one firm names, the other does not find.
    const foreign = await callAs(request, tokens.云岭, 'GET', `/admin/identity/${list}/info`, { id: tea[0]!.id });
    expect(`${list} ${foreign.code}`).toBe(`${list} 404`);
  }

  for (const [own, other] of [
    ['青岚', '云岭'],
    ['云岭', '青岚'],
  ] as const) {
    const context = await browser.newContext({ baseURL: process.env.E2E_URL! });
    await useToken(context, tokens[own]);
    const page = await context.newPage();
    const { problems } = watch(page);
    for (const path of ['agentManager', 'shopAssManager', 'productManager', 'taskManager', 'identityHomeManager']) {
      await page.goto(`/identity/${path}`);
      if (path !== 'identityHomeManager') await expect(page.locator('.ant-table-row').first()).toBeVisible();
      else await expect(page.getByRole('heading', { name: '码生命周期' })).toBeVisible();
      await expect(page.locator('main').getByText(other)).toHaveCount(0);
      expect(await axeProblems(page)).toEqual([]);
    }
    expect(problems).toEqual([]);
    await context.close();
  }
});
