import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { shopLinkApi } from '@zhuiyuan/contract/parties/shop/shop-link';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { firmWorld, makeFirmStaff, makeStaff } from '../../../test/factories/access.ts';
import { makeAgent, makeChannel, makeSalesman, shopDraft } from '../../../test/factories/parties.ts';

const everyAct = [
  ...['list', 'save', 'update', 'delete'].map((act) => `admin:identity:shopAss:${act}`),
  'admin:identity:shop:save',
  'admin:identity:shop:list',
];
let app: TestApp;
let firmId: number;
let token: string;
let agents: number[];

beforeAll(async () => {
  ({ app, firmId, token } = await firmWorld(everyAct));
  agents = [await makeAgent(app, firmId), await makeAgent(app, firmId), await makeAgent(app, firmId)];
});
afterAll(() => app.close());

const makeShop = async (change: object = {}) =>
  (await app.data(token, shopApi.save, shopDraft(agents[0]!, change) as never)).id;
const links = (shopId: number, kind = 1) =>
  app.db
    .selectFrom('shopAss')
    .select(['id', 'targetId', 'reason', 'endReason', 'bindSource'])
    .select([sql<string>`bind_at::text`.as('from'), sql<string | null>`unbind_at::text`.as('to')])
    .where('shopId', '=', shopId)
    .where('kind', '=', kind)
    .orderBy('id')
    .execute();
const linked = (shopIds: number[], change: object) =>
  app.call(token, shopLinkApi.batch, { kind: 1, shopIds, reason: '区域调整', ...change } as never);

/** One row without an end, each row beginning when the one before ended. */
const expectUnbroken = async (shopId: number, kind = 1) => {
  const rows = await links(shopId, kind);
  expect(rows.filter(({ to }) => to === null)).toHaveLength(1);
  for (const [at, row] of rows.entries()) if (at > 0) expect(rows[at - 1]!.to).toBe(row.from);
  return rows;
};

describe('changing', () => {
  it('ends the old link when the new one begins and keeps the history', async () => {
    const shop = await makeShop();
    expect((await linked([shop], { targetId: agents[1]! })).data).toMatchObject({ ok: 1, same: 0 });
    expect((await linked([shop], { targetId: agents[1]! })).data).toMatchObject({ ok: 0, same: 1 });
    const rows = await expectUnbroken(shop);
    expect(rows.map(({ targetId }) => targetId)).toEqual([agents[0], agents[1]]);
    expect(rows[1]).toMatchObject({ reason: '区域调整', bindSource: 0 });
    const { list } = await app.data(token, shopLinkApi.list, { shopId: shop, valid: 0 });
    expect(list).toMatchObject([{ targetId: agents[0], operatorName: '测试', shopName: '龙井路茶叶店' }]);
  });

  it('asks for a reason only where a link is replaced', async () => {
    const shop = await makeShop();
    expect(await linked([shop], { targetId: agents[1]!, reason: '' })).toMatchObject({
      code: 400,
      message: '请输入变更原因',
      data: { fields: [{ field: 'reason' }] },
    });
    const channelId = await makeChannel(app, firmId);
    expect((await linked([shop], { kind: 3, targetId: channelId, reason: '' })).code).toBe(200);
  });

  it('begins when asked, not before the last link and not later than now', async () => {
    const shop = await makeShop();
    await sql`update shop_ass set bind_at = '2026-03-01 10:20:30.5' where shop_id = ${shop} and firm_id = ${firmId}`.execute(
      app.db,
    );
    const at = async (effectAt: string) => (await linked([shop], { targetId: agents[1]!, effectAt })).message;
    expect(await at('2026-03-01 10:19:00')).toBe('生效时间不能早于上次绑定时间');
    expect(await at('2099-01-01 00:00:00')).toBe('生效时间不能晚于当前时间');
    expect(await at('2026-02-30 00:00:00')).toBe('生效时间不正确');
    expect(await at('2026-03-01 10:20:00')).toBe('ok');
    expect((await expectUnbroken(shop))[1]!.from).toContain('2026-03-01 10:20:30.5');
    expect((await linked([shop], { targetId: agents[2]!, effectAt: '2026-04-01 08:00:00' })).code).toBe(200);
    expect((await expectUnbroken(shop))[2]!.from).toContain('2026-04-01 08:00:00');
  });

  it('changes all shops or none', async () => {
    const [one, other] = [await makeShop(), await makeShop()];
    await sql`update shop_ass set bind_at = '2026-03-01 10:00:00' where shop_id = ${one} and firm_id = ${firmId}`.execute(
      app.db,
    );
    expect((await linked([one, other], { targetId: agents[1]!, effectAt: '2026-03-02 00:00:00' })).code).toBe(400);
    expect((await linked([one, 999_999], { targetId: agents[1]! })).code).toBe(404);
    expect(await links(one)).toHaveLength(1);
    expect((await linked([one, other, one], { targetId: agents[1]! })).data).toMatchObject({ ok: 2 });
  });

  it('replaces one link by its number, once', async () => {
    const shop = await makeShop();
    const [link] = await links(shop);
    const change = { id: link!.id, targetId: agents[2]!, reason: '换区' };
    expect((await app.call(token, shopLinkApi.update, change)).code).toBe(200);
    expect(await app.call(token, shopLinkApi.update, change)).toMatchObject({
      code: 61153,
      message: '该关联已解除，请刷新后重试',
    });
    await expectUnbroken(shop);
  });

  it('leaves one present and an unbroken history when many change one shop at once', async () => {
    const shop = await makeShop();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, at) => linked([shop], { targetId: agents[at % 3]!, reason: `第${at}次` })),
    );
    expect(answers.every(({ code }) => code === 200)).toBe(true);
    const rows = await expectUnbroken(shop);
    const changes = answers.filter(({ data }) => data.ok === 1).length;
    expect(rows).toHaveLength(1 + changes);
    for (const [at, row] of rows.entries()) if (at > 0) expect(row.targetId).not.toBe(rows[at - 1]!.targetId);
  });

  it('lets two change the same link at once and takes one of them', async () => {
    const shop = await makeShop();
    const [link] = await links(shop);
    const codes = await Promise.all(
      [1, 2].map(
        async (at) =>
          (await app.call(token, shopLinkApi.update, { id: link!.id, targetId: agents[at]!, reason: '抢' })).code,
      ),
    );
    expect(codes.toSorted()).toEqual([200, 61153]);
    expect(await expectUnbroken(shop)).toHaveLength(2);
  });
});

describe('ending', () => {
  it('ends a salesman’s link, never an agent’s', async () => {
    const shop = await makeShop({ salesmanId: await makeSalesman(app, firmId) });
    const [agentLink] = await links(shop, 1);
    const [salesmanLink] = await links(shop, 2);
    const refused = { code: 61152, message: '门店必须归属一个经销商，请直接变更' };
    expect(await app.call(token, shopLinkApi.unbind, { id: agentLink!.id, reason: '不做了' })).toMatchObject(refused);
    expect(await app.call(token, shopLinkApi.remove, { id: agentLink!.id })).toMatchObject(refused);
    await app.data(token, shopLinkApi.unbind, { id: salesmanLink!.id, reason: '离职' });
    expect((await links(shop, 2))[0]).toMatchObject({ endReason: '离职', to: expect.any(String) });
    expect((await app.call(token, shopLinkApi.unbind, { id: salesmanLink!.id, reason: '' })).code).toBe(61153);
    expect(await app.data(token, shopLinkApi.removeMany, { ids: [agentLink!.id] })).toEqual({
      ok: 0,
      fail: [{ id: agentLink!.id, message: refused.message }],
    });
    expect(await app.data(token, shopApi.info, { id: shop })).toMatchObject({ salesmanId: null, agentId: agents[0] });
  });
});

it('keeps firms apart', async () => {
  const shop = await makeShop();
  const [link] = await links(shop);
  const { firmId: theirs, token: stranger } = await makeFirmStaff(app, everyAct);
  const theirAgent = await makeAgent(app, theirs);
  const change = { targetId: theirAgent, reason: '夺' };
  const answers = await Promise.all([
    app.call(stranger, shopLinkApi.info, { id: link!.id }),
    app.call(stranger, shopLinkApi.save, { kind: 1, shopIds: [shop], ...change } as never),
    app.call(stranger, shopLinkApi.batch, { kind: 1, shopIds: [shop], ...change } as never),
    app.call(stranger, shopLinkApi.update, { id: link!.id, ...change }),
    app.call(stranger, shopLinkApi.unbind, { id: link!.id, reason: '' }),
    app.call(stranger, shopLinkApi.remove, { id: link!.id }),
  ]);
  expect(answers.map(({ code }) => code)).toEqual([404, 404, 404, 404, 404, 404]);
  expect((await app.data(stranger, shopLinkApi.list, {})).total).toBe(0);
  expect(await linked([shop], { targetId: theirAgent })).toMatchObject({
    code: 400,
    message: '关联对象已停用或不存在',
  });
  const platform = (await makeStaff(app, { permissions: everyAct })).token;
  const mixed = { kind: 1, shopIds: [shop], targetId: theirAgent, reason: '混' } as never;
  expect((await app.call(platform, shopLinkApi.batch, mixed)).code).toBe(400);
});
