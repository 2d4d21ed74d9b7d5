import { SpanKind } from '../../codes/state/code-states.ts';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { channelApi } from '@zhuiyuan/contract/parties/channel/channel';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { firmWorld, makeFirmStaff, makeStaff } from '../../../test/factories/access.ts';
import { makeCodeWorld } from '../../../test/factories/codes.ts';
import { makeAgent, makeChannel, makeFirm, makeShop } from '../../../test/factories/parties.ts';

let app: TestApp;
let firmId: number;
let token: string;
const everyAct = ['list', 'save', 'update', 'delete'].map((act) => `admin:identity:channel:${act}`);

beforeAll(async () => {
  ({ app, firmId, token } = await firmWorld(everyAct));
});
afterAll(() => app.close());

describe('saving', () => {
  it('numbers channels of a firm one after the other, also when they are made at the same time', async () => {
    const { token: staff } = await makeFirmStaff(app, everyAct);
    const names = ['线下', '商超', '电商', '餐饮', '团购'];
    await Promise.all(names.map((name) => app.data(staff, channelApi.save, { name, channelType: 1 })));
    const { list } = await app.data(staff, channelApi.list, {});
    expect(list.map((row) => row.channelNo).toSorted()).toEqual(['C0001', 'C0002', 'C0003', 'C0004', 'C0005']);
  });

  it('asks for what is missing and keeps names and numbers apart within the firm', async () => {
    expect(await app.call(token, channelApi.save, {} as never)).toMatchObject({
      code: 400,
      data: {
        fields: expect.arrayContaining([
          { field: 'name', message: '请输入渠道名称' },
          { field: 'channelType', message: '请选择渠道类型' },
        ]),
      },
    });
    await app.data(token, channelApi.save, { name: '华东电商', channelNo: 'EC-1', channelType: 3 });
    expect(await app.call(token, channelApi.save, { name: '华东电商', channelType: 3 })).toMatchObject({
      code: 400,
      message: '名称已存在',
      data: { fields: [{ field: 'name' }] },
    });
    expect(await app.call(token, channelApi.save, { name: '另一个', channelNo: 'EC-1', channelType: 3 })).toMatchObject(
      {
        code: 400,
        message: '编号已存在',
      },
    );
    const other = (await makeFirmStaff(app, everyAct)).token;
    expect((await app.call(other, channelApi.save, { name: '华东电商', channelType: 3 })).code).toBe(200);
  });

  it('needs a firm from staff of the platform, and refuses an old version', async () => {
    const platform = (await makeStaff(app, { permissions: everyAct })).token;
    expect(await app.call(platform, channelApi.save, { name: '平台建', channelType: 1 })).toMatchObject({
      code: 400,
      message: '请选择所属企业',
    });
    const { id, version } = await app.data(platform, channelApi.save, { firmId, name: '平台建', channelType: 1 });
    const change = { id, version, name: '平台改', channelType: 2 };
    const saved = await app.data(token, channelApi.update, change);
    expect(saved.version).toBe(version + 1);
    expect(await app.call(token, channelApi.update, change)).toMatchObject({
      code: 409,
      data: { at: expect.any(String) },
    });
    expect(await app.data(token, channelApi.info, { id })).toMatchObject({ name: '平台改', channelType: 2, firmId });
  });
});

describe('an old version', () => {
  it('tells who of the firm saved meanwhile and when, and of the platform’s staff nobody', async () => {
    const colleague = await makeStaff(app, { firmId, permissions: everyAct });
    await app.db.updateTable('admin').set({ realName: '李娜' }).where('id', '=', colleague.id).execute();
    const made = await app.data(token, channelApi.save, { name: '谁改过', channelType: 1 });
    const change = { ...made, name: '我改的', channelType: 1 };
    const asked = async () => {
      const { code, data } = await app.call(token, channelApi.update, change);
      const { updateTime } = await app.data(token, channelApi.info, { id: made.id });
      return { code, data, updateTime };
    };
    await app.data(colleague.token, channelApi.update, { ...made, name: '同事改的', channelType: 2 });
    const first = await asked();
    expect(first).toMatchObject({ code: 409, data: { by: '李娜', at: first.updateTime } });

    const platform = (await makeStaff(app, { permissions: everyAct })).token;
    await app.data(platform, channelApi.update, {
      ...made,
      version: made.version + 1,
      name: '平台改的',
      channelType: 2,
    });
    const last = await asked();
    expect(last).toMatchObject({ code: 409, data: { by: '', at: last.updateTime } });
  });
});

describe('deleting', () => {
  it('is refused while an agent, a shop or a code belongs to the channel', async () => {
    const [used, ofShop, free] = [
      await makeChannel(app, firmId),
      await makeChannel(app, firmId),
      await makeChannel(app, firmId),
    ];
    const agentId = await makeAgent(app, firmId);
    await app.db.updateTable('agent').set({ channelId: used }).where('id', '=', agentId).execute();
    const shopId = await makeShop(app, firmId, agentId);
    await app.db
      .insertInto('shopAss')
      .values({ firmId, shopId, kind: ShopLinkKind.channel, targetId: ofShop })
      .execute();
    expect(await app.call(token, channelApi.remove, { id: used })).toMatchObject({
      code: 61094,
      message: '已被使用，不能删除',
    });
    expect(await app.data(token, channelApi.removeMany, { ids: [used, ofShop, free] })).toEqual({
      ok: 1,
      fail: [
        { id: used, message: '已被使用，不能删除' },
        { id: ofShop, message: '已被使用，不能删除' },
      ],
    });
    expect((await app.call(token, channelApi.info, { id: free })).code).toBe(404);
  });

  it('counts the codes bound to a channel, a code’s own later bind instead of its span’s', async () => {
    const world = await makeCodeWorld(app);
    const [one, two] = [await makeChannel(app, world.firmId), await makeChannel(app, world.firmId)];
    const { seg } = await world.issue({ productId: world.productId, lotId: world.lotId });
    const op = {
      firmId: world.firmId,
      opNo: `CH${seg}`,
      opType: 13,
      idemKey: `ch${seg}`,
      reqHash: '0'.repeat(64),
    };
    const { id: opId } = await app.db.insertInto('codeOp').values(op).returning('id').executeTakeFirstOrThrow();
    const bound = { productId: world.productId, lotId: world.lotId };
    await app.db
      .insertInto('codeSpan')
      .values({
        firmId: world.firmId,
        seg,
        kind: SpanKind.bind,
        span: '[1,101)',
        payload: JSON.stringify({ ...bound, channelId: one }),
        opId,
        seq: 10,
      })
      .execute();
    const unit = { firmId: world.firmId, seg, bindProduct: world.productId, bindLot: world.lotId };
    await app.db
      .insertInto('codeUnit')
      .values([
        { ...unit, serial: 7, bindChannel: two, bindSeq: 11 },
        { ...unit, serial: 8, bindChannel: two, bindSeq: 9 },
      ])
      .execute();
    const staff = (await makeStaff(app, { firmId: world.firmId, permissions: everyAct })).token;
    const { list } = await app.data(staff, channelApi.list, {});
    expect(Object.fromEntries(list.map((row) => [row.id, row.codeCount]))).toEqual({ [one]: 99, [two]: 1 });
    expect((await app.call(staff, channelApi.remove, { id: two })).code).toBe(61094);
  });
});

it('filters by name, kind and state', async () => {
  const { token: staff } = await makeFirmStaff(app, everyAct);
  const save = (name: string, channelType: number, status = 0) =>
    app.data(staff, channelApi.save, { name, channelType, status });
  await save('华东商超', 2);
  await save('华北商超', 2, 1);
  await save('出口', 6);
  const names = async (filters: object) =>
    (await app.data(staff, channelApi.list, filters)).list.map(({ name }) => name);
  expect(await names({ name: '商超', status: 0 })).toEqual(['华东商超']);
  expect(await names({ channelType: 6 })).toEqual(['出口']);
  const { list } = await app.data(staff, channelApi.list, { name: '华北' });
  await app.data(staff, channelApi.updateStatus, { id: list[0]!.id, status: 0 });
  expect(await names({ status: 0 })).toHaveLength(3);
});

it('answers the lottery’s picker with the firm’s own channels', async () => {
  const firm = await makeFirm(app);
  const id = await makeChannel(app, firm, '选择器');
  const { token: player } = await makeStaff(app, { firmId: firm, permissions: ['admin:lottery:active:list'] });
  expect(await app.data(player, channelApi.lotteryAll, {})).toEqual([{ id, name: '选择器', firmId: firm, status: 0 }]);
  expect((await app.call(player, channelApi.list, {})).code).toBe(403);
});
