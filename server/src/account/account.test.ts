import { accountApi } from '@zhuiyuan/contract/account/account';
import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { agentApi } from '@zhuiyuan/contract/parties/agent/agent';
import { inspectorApi } from '@zhuiyuan/contract/parties/inspector/inspector';
import { salesmanApi } from '@zhuiyuan/contract/parties/salesman/salesman';
import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../test/app.ts';
import { elsewhere, firmWorld } from '../../test/factories/access.ts';
import { bindPerson } from '../../test/factories/account.ts';
import { makeAgent, makeFirm, makeInspector, makeSalesman, makeShop } from '../../test/factories/parties.ts';

let app: TestApp;
let firmId: number;
let token: string;
beforeAll(async () => {
  const acts = [
    'agent:bind',
    'agent:list',
    'agent:delete',
    'shop:list',
    'shop:update',
    'salesman:list',
    'salesman:update',
    'inspector:update',
    'inspector:list',
  ];
  ({ app, firmId, token } = await firmWorld(acts.map((act) => `admin:identity:${act}`)));
});
afterAll(() => app.close());

const bind = (bindToken: string, held = '') =>
  app.call('', accountApi.bind, { bindToken }, { ...elsewhere(), ...(held ? { 'x-consumer-token': held } : {}) });
const roles = (held: string) => app.call('', accountApi.list, {}, { ...elsewhere(), 'x-consumer-token': held });

test('a QR code shows whom it binds, binds him once, and the console sees it', async () => {
  const id = await makeAgent(app, firmId, { name: '成都锦和商贸' });
  const { bindToken, page, expireAt } = await app.data(token, agentApi.bindQrcode, { id });
  expect(page).toMatch(/\/r\/bind$/);
  expect(expireAt).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  const shown = await app.call('', accountApi.bindInfo, { bindToken }, elsewhere());
  expect(shown.data).toMatchObject({ kind: RoleKind.agent, name: '成都锦和商贸' });
  const bound = await bind(bindToken);
  expect(bound.data.role).toMatchObject({ role: `agent-${id}`, name: '成都锦和商贸', state: 'on' });
  expect((await roles(bound.data.token)).data).toMatchObject([{ role: `agent-${id}`, firmId }]);
  expect((await app.data(token, agentApi.info, { id })).isBound).toBe(true);
  expect(await bind(bindToken)).toMatchObject({ code: 61139, message: '二维码已失效，请重新获取' });
  expect((await app.call('', accountApi.bindInfo, { bindToken }, elsewhere())).code).toBe(61139);
  const kept = await app.db.selectFrom('accountSession').select('tokenHash').execute();
  expect(kept.every(({ tokenHash }) => !tokenHash.toString('utf8').includes(bound.data.token))).toBe(true);
});

test('of two people who scan at once one is bound, and a bound party gives out no code', async () => {
  const id = await makeAgent(app, firmId);
  const codes = [];
  for (let one = 0; one < 2; one += 1) codes.push((await app.data(token, agentApi.bindQrcode, { id })).bindToken);
  const answers = await Promise.all([...codes, codes[0]!].map((code) => bind(code)));
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
  expect(
    answers
      .map(({ code }) => code)
      .filter((code) => code !== 200)
      .every((code) => [61138, 61139].includes(code)),
  ).toBe(true);
  expect(await app.call(token, agentApi.bindQrcode, { id })).toMatchObject({
    code: 61138,
    message: '该身份已绑定其他账号，请先解绑',
  });
  expect(await bind(codes[1]!)).toMatchObject({ code: expect.toSatisfy((code: number) => code !== 200) });
});

test('who scans the codes of two dealers at once is bound to one of them', async () => {
  const first = await makeSalesman(app, firmId);
  const held = (await bind((await app.data(token, salesmanApi.bindQrcode, { id: first })).bindToken)).data.token;
  for (let round = 0; round < 4; round += 1) {
    const agents = [await makeAgent(app, firmId), await makeAgent(app, firmId)];
    const codes = [];
    for (const id of agents) codes.push((await app.data(token, agentApi.bindQrcode, { id })).bindToken);
    const answers = await Promise.all(codes.map((code) => bind(code, held)));
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 61144]);
    const bound = answers.find(({ code }) => code === 200);
    await app.data(token, agentApi.unbind, { id: bound!.data.role.id });
  }
});

test('a code is over after half an hour', async () => {
  const id = await makeSalesman(app, firmId);
  const { bindToken } = await app.data(token, salesmanApi.bindQrcode, { id });
  await app.db
    .updateTable('bindToken')
    .set({ expiresAt: sql`now()` })
    .where('roleId', '=', id)
    .execute();
  expect((await bind(bindToken)).code).toBe(61139);
  expect((await bind('随便')).code).toBe(61139);
});

test('one account works for two firms and in several roles, but as one dealer of a firm', async () => {
  const other = await makeFirm(app);
  const [here, there] = [await makeAgent(app, firmId), await makeAgent(app, other)];
  const person = await bindPerson(app, { firmId, kind: RoleKind.agent, id: here });
  const shop = await makeShop(app, firmId, here);
  await bindPerson(app, { firmId: other, kind: RoleKind.agent, id: there, token: person.token });
  await bindPerson(app, { firmId, kind: RoleKind.shop, id: shop, token: person.token });
  const inspector = await makeInspector(app, firmId);
  const { bindToken } = await app.data(token, inspectorApi.bindQrcode, { id: inspector });
  expect((await bind(bindToken, person.token)).data.token).toBe(person.token);
  const held = await roles(person.token);
  expect(held.data.map(({ role }) => role)).toEqual([
    `agent-${here}`,
    `agent-${there}`,
    `shop-${shop}`,
    `inspector-${inspector}`,
  ]);
  const second = await makeAgent(app, firmId);
  const code = (await app.data(token, agentApi.bindQrcode, { id: second })).bindToken;
  expect(await bind(code, person.token)).toMatchObject({
    code: 61144,
    message: '您已绑定该企业的其他经销商，请先解绑',
  });
  expect((await app.data(token, agentApi.info, { id: second })).isBound).toBe(false);
});

test('whoever is unbound or deleted is no longer listed, and may be bound anew', async () => {
  const id = await makeAgent(app, firmId);
  const person = await bindPerson(app, { firmId, kind: RoleKind.agent, id });
  await app.data(token, agentApi.unbind, { id });
  expect((await roles(person.token)).data).toEqual([]);
  expect(await app.call(token, agentApi.unbind, { id })).toMatchObject({ code: 61156, message: '尚未绑定账号' });
  await bindPerson(app, { firmId, kind: RoleKind.agent, id, token: person.token });
  await app.data(token, agentApi.remove, { id });
  expect((await roles(person.token)).data).toEqual([]);
  await bindPerson(app, { firmId, kind: RoleKind.agent, id: await makeAgent(app, firmId), token: person.token });
});

test('a session ends after 180 days without use, and says what has become of a role', async () => {
  const shop = await makeShop(app, firmId, await makeAgent(app, firmId));
  const person = await bindPerson(app, { firmId, kind: RoleKind.shop, id: shop });
  await app.db.updateTable('shop').set({ status: Enabled.off }).where('id', '=', shop).execute();
  expect((await roles(person.token)).data).toMatchObject([{ state: 'stopped' }]);
  await app.db
    .updateTable('accountSession')
    .set({ expiresAt: sql`now() + interval '170 days'` })
    .execute();
  expect((await roles(person.token)).code).toBe(200);
  const { left } = await app.db
    .selectFrom('accountSession')
    .select(sql<number>`extract(day from max(expires_at) - now())::int`.as('left'))
    .executeTakeFirstOrThrow();
  expect(left).toBeGreaterThan(178);
  await app.db
    .updateTable('accountSession')
    .set({ expiresAt: sql`now()` })
    .execute();
  expect((await roles(person.token)).code).toBe(401);
  expect((await roles('')).code).toBe(401);
});

test('the code of a shop opens the page that ships to it', async () => {
  const shop = await makeShop(app, firmId, await makeAgent(app, firmId), '民权路店');
  const { url, name } = await app.data(token, shopApi.qrcode, { id: shop });
  expect([new URL(url).pathname + new URL(url).search, name]).toEqual([`/r/ship?to=shop-${shop}`, '民权路店']);
});
