import { shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { moveDays } from '../../codes/state/custody/move-days.ts';
import { ShopLinkKind } from '@zhuiyuan/contract/parties/shop/shop-enums';
import { excelLogApi } from '@zhuiyuan/contract/jobs/excel-log';
import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { salesmanApi } from '@zhuiyuan/contract/parties/salesman/salesman';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { firmWorld, makeFirmStaff } from '../../../test/factories/access.ts';
import { makeAgent, makeFirm, makeSalesman, makeShop } from '../../../test/factories/parties.ts';
import { downloadSheet } from '../../../test/sheets.ts';
import { seedRegions } from '../../seeds/first/seed-regions.ts';

let app: TestApp;
let firmId: number;
let token: string;
const everyAct = ['list', 'save', 'update', 'delete', 'export', 'transfer'].map(
  (act) => `admin:identity:salesman:${act}`,
);

let serial = 0;
const draft = (more: object = {}) => ({
  picName: '周野',
  phone: `139${String((serial += 1)).padStart(8, '0')}`,
  ...more,
});
const info = (id: number) => app.data(token, salesmanApi.info, { id });
const link = (shopId: number, salesmanId: number) =>
  app.db.insertInto('shopAss').values({ firmId, shopId, kind: ShopLinkKind.salesman, targetId: salesmanId }).execute();

beforeAll(async () => {
  ({ app, firmId, token } = await firmWorld(everyAct));
  await seedRegions(app.db);
});
afterAll(() => app.close());

describe('saving', () => {
  it('keeps every field, whole for editing and masked in lists', async () => {
    const agentId = await makeAgent(app, firmId, { name: '浙江总代' });
    const { id, version } = await app.data(
      token,
      salesmanApi.save,
      draft({
        phone: '13811112222',
        jobNo: 'S-01',
        dept: '华东部',
        agentId,
        regionCode: '330100',
        entryDate: '2025-03-01',
      }),
    );
    expect(await info(id)).toMatchObject({
      phone: '13811112222',
      jobNo: 'S-01',
      agentName: '浙江总代',
      regionName: '浙江省杭州市',
      entryDate: '2025-03-01',
      shopCount: 0,
      agentCount: 0,
      monthShip: 0,
      uidBound: false,
    });
    const { list } = await app.data(token, salesmanApi.list, { keywords: 'S-01' });
    expect(list).toMatchObject([{ id, phone: '138****2222' }]);
    expect((await app.data(token, salesmanApi.listAll, {})).find((row) => row.id === id)).toMatchObject({
      picName: '周野',
      phone: '138****2222',
      agentId,
    });
    const emptied = { jobNo: '', agentId: null, entryDate: null } as object;
    await app.data(token, salesmanApi.update, { ...draft(), ...emptied, id, version });
    expect((await app.call(token, salesmanApi.update, { ...draft(), id, version })).code).toBe(409);
    expect(await info(id)).toMatchObject({ jobNo: '', agentId: null, entryDate: null });
  });

  it('refuses a phone or job number twice in a firm, and what is missing', async () => {
    await app.data(token, salesmanApi.save, draft({ phone: '13800009999', jobNo: 'J9' }));
    expect(await app.call(token, salesmanApi.save, draft({ phone: '13800009999' }))).toMatchObject({
      code: 400,
      message: '手机号已被使用',
      data: { fields: [{ field: 'phone' }] },
    });
    expect((await app.call(token, salesmanApi.save, draft({ jobNo: 'J9' }))).message).toBe('工号已被使用');
    expect((await app.call(token, salesmanApi.save, { phone: '1' } as never)).data).toMatchObject({
      fields: expect.arrayContaining([
        { field: 'picName', message: '请输入业务员姓名' },
        { field: 'phone', message: '手机号格式不正确' },
      ]),
    });
    const foreign = await makeAgent(app, await makeFirm(app));
    expect((await app.call(token, salesmanApi.save, draft({ agentId: foreign }))).message).toBe('经销商不存在或已停用');
  });
});

it('counts what was sent this month to the agents and shops he looks after, not to others nor before', async () => {
  const id = await makeSalesman(app, firmId);
  const [agentId, other] = [await makeAgent(app, firmId), await makeAgent(app, firmId)];
  const shopId = await makeShop(app, firmId, other);
  await app.db.updateTable('agent').set({ salesmanId: id }).where('id', '=', agentId).execute();
  await link(shopId, id);
  const sent = (holderKind: number, holderId: number, ship: number, day = shanghaiToday()) => ({
    day,
    productId: 0,
    fromKind: Holder.firm,
    holderKind,
    holderId,
    ship,
    sign: 3,
  });
  await moveDays(app.db, firmId, [
    sent(Holder.agent, agentId, 24),
    sent(Holder.agent, agentId, 6, `${shanghaiToday().slice(0, 7)}-01`),
    sent(Holder.agent, agentId, 400, '2020-01-31'),
    sent(Holder.agent, other, 800),
    sent(Holder.shop, shopId, 12),
  ]);
  expect((await info(id)).monthShip).toBe(42);
});

describe('transferring', () => {
  it('gives shops and agents to the other and keeps the old links as history', async () => {
    const [from, to] = [await makeSalesman(app, firmId), await makeSalesman(app, firmId)];
    const agentId = await makeAgent(app, firmId);
    await app.db.updateTable('agent').set({ salesmanId: from }).where('id', '=', agentId).execute();
    const shops = [await makeShop(app, firmId, agentId), await makeShop(app, firmId, agentId)];
    for (const shop of shops) await link(shop, from);
    expect(await app.call(token, salesmanApi.remove, { id: from })).toMatchObject({
      code: 61157,
      message: '名下有2家门店，请先移交',
    });
    expect(await app.data(token, salesmanApi.transfer, { fromId: from, toId: to })).toEqual({ shops: 2, agents: 1 });
    expect(await info(from)).toMatchObject({ shopCount: 0, agentCount: 0 });
    expect(await info(to)).toMatchObject({ shopCount: 2, agentCount: 1 });
    const history = await app.db
      .selectFrom('shopAss')
      .selectAll()
      .where('targetId', '=', from)
      .where('kind', '=', ShopLinkKind.salesman)
      .execute();
    expect(history).toHaveLength(2);
    expect(history.every((row) => row.unbindAt !== null)).toBe(true);
    expect(await app.data(token, salesmanApi.transfer, { fromId: from, toId: to })).toEqual({ shops: 0, agents: 0 });
    expect(await app.call(token, salesmanApi.remove, { id: to })).toMatchObject({ code: 61157 });
    expect((await app.call(token, salesmanApi.remove, { id: from })).code).toBe(200);
  });

  it('goes to an enabled salesman of the same firm only', async () => {
    const from = await makeSalesman(app, firmId);
    const off = await makeSalesman(app, firmId);
    await app.data(token, salesmanApi.updateStatus, { id: off, status: 1 });
    const foreign = await makeSalesman(app, await makeFirm(app));
    for (const toId of [off, foreign])
      expect(await app.call(token, salesmanApi.transfer, { fromId: from, toId })).toMatchObject({
        code: 400,
        message: '业务员不存在或已停用',
        data: { fields: [{ field: 'toId' }] },
      });
    expect((await app.call(token, salesmanApi.transfer, { fromId: from, toId: from })).message).toBe('不能移交给自己');
  });

  it('leaves every shop with one salesman when two transfer against each other', async () => {
    const [one, two] = [await makeSalesman(app, firmId), await makeSalesman(app, firmId)];
    const agentId = await makeAgent(app, firmId);
    const shop = await makeShop(app, firmId, agentId);
    await link(shop, one);
    const answers = await Promise.all([
      app.call(token, salesmanApi.transfer, { fromId: one, toId: two }),
      app.call(token, salesmanApi.transfer, { fromId: two, toId: one }),
    ]);
    expect(answers.map(({ code }) => code)).toEqual([200, 200]);
    const open = await app.db
      .selectFrom('shopAss')
      .select('targetId')
      .where('shopId', '=', shop)
      .where('kind', '=', ShopLinkKind.salesman)
      .where('unbindAt', 'is', null)
      .execute();
    expect(open).toHaveLength(1);
  });
});

it('is not deleted while agents are his', async () => {
  const id = await makeSalesman(app, firmId);
  const agentId = await makeAgent(app, firmId);
  await app.db.updateTable('agent').set({ salesmanId: id }).where('id', '=', agentId).execute();
  expect(await app.data(token, salesmanApi.removeMany, { ids: [id] })).toEqual({
    ok: 0,
    fail: [{ id, message: '名下有1家经销商，请先移交' }],
  });
});

it('filters by an agent with everybody below', async () => {
  const { firmId: firm, token: staff } = await makeFirmStaff(app, everyAct);
  const top = await makeAgent(app, firm);
  const below = await makeAgent(app, firm, { pid: top });
  await app.data(staff, salesmanApi.save, draft({ picName: '上', agentId: top }));
  await app.data(staff, salesmanApi.save, draft({ picName: '下', agentId: below, status: 1 }));
  await app.data(staff, salesmanApi.save, draft({ picName: '外' }));
  const names = async (filters: object) =>
    (await app.data(staff, salesmanApi.list, filters)).list.map((row) => row.picName).join('');
  expect(await names({ agentId: top })).toBe('下上');
  expect(await names({ agentId: below })).toBe('下');
  expect(await names({ status: 1 })).toBe('下');
  expect(await names({ keywords: '外' })).toBe('外');
});

it('exports what is found, phones masked', async () => {
  const { id } = await app.data(token, salesmanApi.save, draft({ picName: '+导出', phone: '13712340000' }));
  const { fileName } = await app.data(token, salesmanApi.export, { ids: String(id) });
  const { rows } = await downloadSheet(app, fileName);
  expect(rows[1]).toEqual(expect.arrayContaining(["'+导出", '137****0000']));
  expect(rows[0]).toContain('所属企业');
});

it('exports the columns that are asked for, in the order of the sheet, and names those there are', async () => {
  const { id } = await app.data(token, salesmanApi.save, draft({ picName: '选列', jobNo: 'YW9' }));
  const { fileName } = await app.data(token, salesmanApi.export, { ids: String(id), columns: '工号,姓名' });
  expect((await downloadSheet(app, fileName)).rows).toEqual([
    ['姓名', '工号'],
    ['选列', 'YW9'],
  ]);
  expect(await app.call(token, salesmanApi.export, { ids: String(id), columns: '工号,密码' })).toMatchObject({
    code: 400,
    message: '请选择导出列',
  });
  expect((await app.data(token, excelLogApi.columns, { biz: 'sales' })).slice(0, 3)).toEqual([
    '姓名',
    '工号',
    '手机号',
  ]);
  expect(await app.call(token, excelLogApi.columns, { biz: 'product' })).toMatchObject({ code: 403 });
  expect(await app.call(token, excelLogApi.columns, { biz: '没有' })).toMatchObject({ code: 404 });
});
