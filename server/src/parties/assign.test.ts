import type { AssignField } from '@zhuiyuan/contract/parties/assign';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { agentApi } from '@zhuiyuan/contract/parties/agent/agent';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { shopLinkApi } from '@zhuiyuan/contract/parties/shop/shop-link';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../test/app.ts';
import { firmWorld, makeFirmStaff, openRoot } from '../../test/factories/access.ts';
import { makeAgent, makeChannel, makeFirm, makeSalesman, makeShop } from '../../test/factories/parties.ts';

let app: TestApp;
let firmId: number;
let token: string;
let root: string;
let above: number;
/** Another firm with a row of each kind. */
let other: { firmId: number; agent: number; shop: number; channelId: number; salesmanId: number };

beforeAll(async () => {
  const agentActs = ['list', 'update'].map((act) => `admin:identity:agent:${act}`);
  const shopActs = ['shop:list', 'shopAss:list', 'shopAss:update', 'shopAss:delete'].map(
    (act) => `admin:identity:${act}`,
  );
  ({ app, firmId, token } = await firmWorld([...agentActs, ...shopActs]));
  root = await openRoot(app);
  above = await makeAgent(app, firmId);
  const id = await makeFirm(app);
  const agent = await makeAgent(app, id);
  other = {
    firmId: id,
    agent,
    shop: await makeShop(app, id, agent),
    channelId: await makeChannel(app, id),
    salesmanId: await makeSalesman(app, id),
  };
});
afterAll(() => app.close());

const parties = {
  agent: {
    api: agentApi,
    make: () => makeAgent(app, firmId),
    foreign: () => other.agent,
    now: async (id: number) => {
      const { channelId, salesmanId } = await app.data(token, agentApi.info, { id });
      return { channelId, salesmanId };
    },
    other: (id: number) => app.db.selectFrom('agent').where('id', '=', id).selectAll().executeTakeFirstOrThrow(),
  },
  shop: {
    api: shopLinkApi,
    make: () => makeShop(app, firmId, above),
    foreign: () => other.shop,
    now: async (id: number) => {
      const { channelId, salesmanId } = await app.data(token, shopApi.info, { id });
      return { channelId, salesmanId };
    },
    other: (id: number) => app.db.selectFrom('shopAss').where('shopId', '=', id).selectAll().orderBy('id').execute(),
  },
};
const targets = { channelId: makeChannel, salesmanId: makeSalesman };
const disable = (field: AssignField, id: number, column: object) =>
  app.db
    .updateTable(field === 'channelId' ? 'channel' : 'salesman')
    .set(column)
    .where('id', '=', id)
    .execute();

describe.each(Object.keys(parties) as (keyof typeof parties)[])('of several rows: %s', (party) => {
  const { api, make, foreign, now, other: whole } = parties[party];

  describe.each(['channelId', 'salesmanId'] as const)('%s', (field) => {
    const makeTarget = () => targets[field](app, firmId);
    const give = (targetId: number, ids: number[]) => app.data(token, api.assign, { ids, field, targetId });

    it('is set, and taken back to what each had', async () => {
      const [first, second] = [await makeTarget(), await makeTarget()];
      const rows = [await make(), await make(), await make()];
      await give(first, [rows[0]!]);
      await give(second, [rows[1]!]);
      const done = await give(second, rows);
      const was = [
        { id: rows[0], was: first },
        { id: rows[2], was: null },
      ];
      expect(done).toEqual({ ok: 2, same: 1, fail: [], done: was });
      for (const id of rows) expect((await now(id))[field]).toBe(second);
      // What was disabled since is given back all the same.
      await disable(field, first, { status: Enabled.off });
      const back = { field, targetId: second, rows: done.done };
      expect(await app.data(token, api.assignBack, back)).toEqual({ ok: 2, fail: [] });
      for (const [at, targetId] of [first, second, null].entries())
        expect((await now(rows[at]!))[field]).toBe(targetId);
      const besides = field === 'channelId' ? 'salesmanId' : 'channelId';
      for (const id of rows) expect((await now(id))[besides]).toBeNull();
      expect(await app.data(token, api.assignBack, back)).toMatchObject({ ok: 0, fail: [{}, {}] });
    });

    it('is not taken back where somebody changed it since, or what was there is gone; each is named', async () => {
      const [first, gone, second, third] = [
        await makeTarget(),
        await makeTarget(),
        await makeTarget(),
        await makeTarget(),
      ];
      const rows = [await make(), await make(), await make()];
      await give(first, [rows[0]!, rows[2]!]);
      await give(gone, [rows[1]!]);
      const { done } = await give(second, rows);
      await give(third, [rows[0]!]);
      await disable(field, gone, { isDel: 1 });
      const label = field === 'channelId' ? '渠道' : '业务员';
      expect(await app.data(token, api.assignBack, { field, targetId: second, rows: done })).toEqual({
        ok: 1,
        fail: [
          { id: rows[0], message: `${label}已被改动` },
          { id: rows[1], message: `原${label}已删除` },
        ],
      });
      for (const [at, targetId] of [third, second, first].entries())
        expect((await now(rows[at]!))[field]).toBe(targetId);
    });

    it('leaves rows of another firm alone, for its staff and for the platform', async () => {
      const [targetId, mine] = [await makeTarget(), await make()];
      const before = await whole(foreign());
      const asked = { ids: [foreign(), mine, 999_999_999], field, targetId };
      const answer = await app.data(token, api.assign, asked);
      expect(answer).toMatchObject({ ok: 1, done: [{ id: mine, was: null }] });
      expect(answer.fail.map(({ id }) => id)).toEqual([foreign(), 999_999_999]);
      expect(new Set(answer.fail.map(({ message }) => message)).size).toBe(1);
      const label = field === 'channelId' ? '渠道' : '业务员';
      expect((await app.data(root, api.assign, asked)).fail[0]).toEqual({
        id: foreign(),
        message: `与${label}不属于同一企业`,
      });
      const back = { field, targetId, rows: [{ id: foreign(), was: null }] };
      for (const who of [token, root])
        expect(await app.data(who, api.assignBack, back)).toMatchObject({ ok: 0, fail: [{ id: foreign() }] });
      // Nor is a row given what is another firm's, or disabled, or what another firm's row could have had.
      for (const who of [token, root])
        expect(
          (await app.call(who, api.assignBack, { field, targetId, rows: [{ id: mine, was: other[field] }] })).data,
        ).toMatchObject({ ok: 0 });
      expect((await app.call(token, api.assign, { ids: [mine], field, targetId: other[field] })).message).toBe(
        `${label}不存在或已停用`,
      );
      await disable(field, targetId, { status: Enabled.off });
      expect((await app.call(token, api.assign, { ids: [await make()], field, targetId })).code).toBe(400);
      expect((await now(mine))[field]).toBe(targetId);
      expect(await whole(foreign())).toEqual(before);
    });

    it('is for who may change them', async () => {
      const { token: reader } = await makeFirmStaff(app, [`admin:identity:${party}:list`]);
      const asked = { ids: [await make()], field, targetId: await makeTarget() };
      expect((await app.call(reader, api.assign, asked)).code).toBe(403);
      const back = { field, targetId: asked.targetId, rows: [{ id: asked.ids[0]!, was: null }] };
      expect((await app.call(reader, api.assignBack, back)).code).toBe(403);
    });
  });

  it('are set and taken back 1,001 at once', { timeout: 120_000 }, async () => {
    const [first, second] = [await makeChannel(app, firmId), await makeChannel(app, firmId)];
    const rows: number[] = [];
    for (let made = 0; made < 1001; made += 1) rows.push(await make());
    const common = { field: 'channelId' } as const;
    await app.data(token, api.assign, { ...common, ids: rows.slice(0, 500), targetId: first });
    const { ok, done } = await app.data(token, api.assign, { ...common, ids: rows, targetId: second });
    expect(ok).toBe(1001);
    const back = { ...common, targetId: second, rows: done };
    expect(await app.data(token, api.assignBack, back)).toEqual({ ok: 1001, fail: [] });
    for (const [at, channelId] of [
      [0, first],
      [499, first],
      [500, null],
      [1000, null],
    ] as const)
      expect((await now(rows[at]!)).channelId).toBe(channelId);
  });
});

it('keeps in the history of a shop what was set and taken back', async () => {
  const [shop, first, second] = [
    await makeShop(app, firmId, above),
    await makeChannel(app, firmId),
    await makeChannel(app, firmId),
  ];
  const put = (targetId: number) => app.data(token, shopLinkApi.assign, { ids: [shop], field: 'channelId', targetId });
  await put(first);
  const { done } = await put(second);
  await app.data(token, shopLinkApi.assignBack, { field: 'channelId', targetId: second, rows: done });
  const { list } = await app.data(token, shopLinkApi.list, { shopId: shop, kind: ShopLinkKind.channel });
  expect(list.map(({ targetId, reason }) => [targetId, reason])).toEqual([
    [first, '撤销批量设置渠道'],
    [second, '批量设置渠道'],
    [first, '批量设置渠道'],
  ]);
  expect(list.filter(({ unbindAt }) => unbindAt === null)).toHaveLength(1);
});
