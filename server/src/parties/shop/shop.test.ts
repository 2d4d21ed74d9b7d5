import { DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { firmWorld, makeFirmStaff, makeStaff } from '../../../test/factories/access.ts';
import { makeAgent, makeChannel, makeFirm, makeSalesman, shopDraft } from '../../../test/factories/parties.ts';
import { downloadSheet } from '../../../test/sheets.ts';

const everyAct = ['list', 'save', 'update', 'delete', 'status', 'audit', 'export'].map(
  (act) => `admin:identity:shop:${act}`,
);
let app: TestApp;
let firmId: number;
let agentId: number;
let token: string;
let platform: string;

beforeAll(async () => {
  ({ app, firmId, token } = await firmWorld(everyAct));
  agentId = await makeAgent(app, firmId, { name: '浙江总代' });
  platform = (await makeStaff(app, { permissions: everyAct })).token;
});
afterAll(() => app.close());

const save = (change: object = {}) => app.data(token, shopApi.save, shopDraft(agentId, change) as never);
const info = (id: number) => app.data(token, shopApi.info, { id });
const refusal = async (change: object) => {
  const { code, message } = await app.call(token, shopApi.save, shopDraft(agentId, change) as never);
  return { code, message };
};

describe('saving', () => {
  it('numbers shops of a firm and links them to agent, salesman and channel', async () => {
    const salesmanId = await makeSalesman(app, firmId, '林知夏');
    const channelId = await makeChannel(app, firmId, '商超');
    const [first, second] = [
      await info((await save({ salesmanId, channelId, grade: 'A' })).id),
      await info((await save()).id),
    ];
    expect(first.shopNo).toMatch(/^S\d{8}$/);
    expect(Number(second.shopNo.slice(1))).toBe(Number(first.shopNo.slice(1)) + 1);
    expect(first).toMatchObject({
      agentName: '浙江总代',
      picName: '林知夏',
      channelName: '商超',
      grade: 'A',
      audit: 0,
      regionName: expect.any(String),
      dedBalance: 0,
      verCnt: 0,
      actCount: 0,
    });
    expect(second).toMatchObject({ salesmanId: null, channelId: null, picName: '', grade: '' });
  });

  it('numbers shops saved at the same time differently', async () => {
    const saved = await Promise.all([save(), save(), save(), save()]);
    const numbers = await Promise.all(saved.map(async ({ id }) => (await info(id)).shopNo));
    expect(new Set(numbers).size).toBe(4);
  });

  it('names every wrong field with the text of the form', async () => {
    const answer = await app.call(token, shopApi.save, { phone: '12345' } as never);
    expect(answer.code).toBe(400);
    const { fields } = answer.data as unknown as { fields: { field: string; message: string }[] };
    expect(Object.fromEntries(fields.map(({ field, message }) => [field, message]))).toEqual({
      name: '请输入门店名称',
      agentId: '请选择所属经销商',
      shopType: '请选择门店类型',
      contact: '请输入联系人',
      phone: '手机号格式不正确',
      regionCode: '请选择所在地区',
      address: '请输入详细地址',
    });
  });

  it('refuses a number or phone taken, and an agent who is off or of another firm', async () => {
    const { shopNo, phone } = await info((await save({ shopNo: 'S-TAKEN' })).id);
    expect(await refusal({ shopNo })).toEqual({ code: 400, message: '编号已存在' });
    expect(await refusal({ phone })).toEqual({ code: 400, message: '手机号已被使用' });
    const off = await makeAgent(app, firmId);
    await app.db.updateTable('agent').set({ status: Enabled.off }).where('id', '=', off).execute();
    const foreign = await makeAgent(app, await makeFirm(app));
    for (const wrong of [off, foreign]) {
      const answer = await app.call(token, shopApi.save, shopDraft(wrong) as never);
      expect(answer).toMatchObject({
        code: 400,
        message: '关联对象已停用或不存在',
        data: { fields: [{ field: 'agentId' }] },
      });
    }
  });

  it('changes a shop once per version and keeps an agent who is off by now', async () => {
    const ownAgent = await makeAgent(app, firmId);
    const { id } = await app.data(token, shopApi.save, shopDraft(ownAgent) as never);
    await app.db.updateTable('agent').set({ status: Enabled.off }).where('id', '=', ownAgent).execute();
    const change = { ...shopDraft(ownAgent, { name: '改名门店' }), id, version: 0 } as never;
    expect(await app.data(token, shopApi.update, change)).toEqual({ id, version: 1 });
    expect((await app.call(token, shopApi.update, change)).code).toBe(409);
    expect(await info(id)).toMatchObject({ name: '改名门店', agentId: ownAgent });
  });

  it('asks the platform for the firm', async () => {
    expect(await app.call(platform, shopApi.save, shopDraft(agentId) as never)).toMatchObject({
      code: 400,
      message: '请选择所属企业',
    });
    const { id } = await app.data(platform, shopApi.save, shopDraft(agentId, { firmId }) as never);
    expect((await info(id)).firmId).toBe(firmId);
  });
});

describe('review and removal', () => {
  it('passes a waiting shop once; a rejected one goes to review again when edited', async () => {
    const { id } = await save();
    expect((await app.call(token, shopApi.review, { id, audit: 2 })).message).toBe('请输入驳回原因');
    await app.data(token, shopApi.review, { id, audit: 2, remark: '门头照片模糊' });
    expect(await info(id)).toMatchObject({ audit: 2, auditRemark: '门头照片模糊' });
    expect((await app.call(token, shopApi.review, { id, audit: 1 })).code).toBe(61150);
    await app.data(token, shopApi.update, { ...shopDraft(agentId), id } as never);
    expect(await info(id)).toMatchObject({ audit: 0, auditRemark: '' });
    await app.data(token, shopApi.review, { id, audit: 1 });
    expect(await info(id)).toMatchObject({ audit: 1, auditName: '测试' });
  });

  it('is refused while the shop is owed; the links end with it', async () => {
    const [owed, free] = [(await save()).id, (await save()).id];
    await app.db
      .insertInto('dedAccount')
      .values({
        firmId,
        ownerKind: DeductibleOwner.shop,
        ownerId: owed,
        peerKind: DeductibleOwner.agent,
        peerId: agentId,
        balance: 500,
        totalIn: 500,
      })
      .execute();
    expect(await app.call(token, shopApi.remove, { id: owed })).toMatchObject({
      code: 61093,
      message: '抵扣余额不为零，不能删除',
    });
    expect(await app.data(token, shopApi.removeMany, { ids: [owed, free] })).toEqual({
      ok: 1,
      fail: [{ id: owed, message: '抵扣余额不为零，不能删除' }],
    });
    expect((await app.call(token, shopApi.info, { id: free })).code).toBe(404);
    const links = await app.db.selectFrom('shopAss').select('unbindAt').where('shopId', '=', free).execute();
    expect(links.every(({ unbindAt }) => unbindAt !== null)).toBe(true);
  });

  it('switches a shop off', async () => {
    const { id } = await save();
    await app.data(token, shopApi.updateStatus, { id, status: 1 });
    expect((await info(id)).status).toBe(1);
  });
});

describe('listing', () => {
  it('finds by agent with everybody below, region, words, kind and people; phones are masked', async () => {
    const { firmId: firm, token: own } = await makeFirmStaff(app, everyAct);
    const [top, other] = [await makeAgent(app, firm), await makeAgent(app, firm)];
    const below = await makeAgent(app, firm, { pid: top });
    const [salesmanId, channelId] = [await makeSalesman(app, firm), await makeChannel(app, firm)];
    const make = async (agent: number, change: object) =>
      (await app.data(own, shopApi.save, shopDraft(agent, change) as never)).id;
    const a = await make(top, { name: '老字号100%茶庄', phone: '13812344570', grade: 'B' });
    const b = await make(below, { salesmanId, channelId, shopType: 4, regionCode: '520382' });
    const c = await make(other, {});
    const found = async (filter: object) => (await app.data(own, shopApi.list, filter)).list.map(({ id }) => id);
    expect(await found({ agentId: top })).toEqual([b, a]);
    expect(await found({ agentId: below })).toEqual([b]);
    expect(await found({ salesmanId })).toEqual([b]);
    expect(await found({ channelId })).toEqual([b]);
    expect(await found({ shopType: 4 })).toEqual([b]);
    expect(await found({ grade: 'B' })).toEqual([a]);
    expect(await found({ keywords: '100%茶' })).toEqual([a]);
    expect(await found({ keywords: '44570' })).toEqual([a]);
    expect(await found({ regionCode: '520000' })).toEqual([b]);
    expect(await found({ audit: 1 })).toEqual([]);
    expect(await found({ dateLimit: 'today' })).toEqual([c, b, a]);
    expect(await found({ dateLimit: 'yesterday' })).toEqual([]);
    const { list } = await app.data(own, shopApi.list, { keywords: '100%' });
    expect(list[0]!.phone).toBe('138****4570');
    expect(await app.data(own, shopApi.listAll, {})).toEqual([
      { id: a, name: '老字号100%茶庄', agentId: top, firmId: firm },
      { id: b, name: '龙井路茶叶店', agentId: below, firmId: firm },
      { id: c, name: '龙井路茶叶店', agentId: other, firmId: firm },
    ]);
    const { fileName } = await app.data(own, shopApi.export, { agentId: top });
    expect((await downloadSheet(app, fileName)).rows).toHaveLength(3);
    expect((await app.call(own, shopApi.export, { keywords: '没有这家' })).message).toBe('没有可导出的数据');
  });
});

it('keeps firms apart', async () => {
  const { id } = await save();
  const stranger = (await makeFirmStaff(app, everyAct)).token;
  const codes = await Promise.all([
    app.call(stranger, shopApi.info, { id }),
    app.call(stranger, shopApi.update, { ...shopDraft(agentId), id } as never),
    app.call(stranger, shopApi.remove, { id }),
    app.call(stranger, shopApi.updateStatus, { id, status: 1 }),
    app.call(stranger, shopApi.review, { id, audit: 1 }),
  ]);
  expect(codes.map(({ code }) => code)).toEqual([404, 404, 404, 404, 404]);
  expect((await app.data(stranger, shopApi.list, {})).total).toBe(0);
});

it('asks for a token and for the permission of each act', async () => {
  const { token: nobody } = await makeStaff(app, { permissions: ['admin:identity:product:list'] });
  for (const endpoint of Object.values(shopApi)) {
    expect((await app.call('', endpoint, {} as never)).code, endpoint.path).toBe(401);
    expect((await app.call(nobody, endpoint, {} as never)).code, endpoint.path).toBe(403);
  }
});
