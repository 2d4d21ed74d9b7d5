import { firmApi } from '@zhuiyuan/contract/parties/firm/firm';
import { flowTypeApi } from '@zhuiyuan/contract/trace/flow/flow-type';
import { productApi } from '@zhuiyuan/contract/trace/product/product';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeFirmStaff, makeStaff } from '../../../test/factories/access.ts';
import { flowPermissions, type FlowWorld, makeFlowWorld } from '../../../test/factories/trace.ts';

let app: TestApp;
let world: FlowWorld;
beforeAll(async () => {
  app = await openTestApp();
  world = await makeFlowWorld(app);
});
afterAll(() => app.close());

const draft = (change: object = {}) => ({ name: `类型${Math.random()}`, stage: 3, ...change }) as never;
const save = (change: object = {}) => app.data(world.token, flowTypeApi.save, draft(change));
const info = (id: number) => app.data(world.token, flowTypeApi.info, { id });

describe('saving', () => {
  it('keeps the fields in their order and counts those that are filled in', async () => {
    const { id } = await save({
      name: '杀青',
      bizStep: 'assembling',
      fields: [
        { key: 'f2', label: '锅温', type: 'number', unit: '℃' },
        { key: 'f1', label: '方式', type: 'radio', options: ['手工', '机械'] },
        { key: 'f3', label: '旧字段', type: 'text', isHidden: true },
      ],
    });
    const type = await info(id);
    expect(type).toMatchObject({ name: '杀青', bizStep: 'assembling', fieldCount: 2, recordCount: 0, usedKeys: [] });
    expect(type.fields.map(({ key }) => key)).toEqual(['f2', 'f1', 'f3']);
  });

  it('refuses a name twice and broken fields, each at its place', async () => {
    await save({ name: '两次' });
    expect(await app.call(world.token, flowTypeApi.save, draft({ name: '两次' }))).toMatchObject({
      code: 400,
      message: '名称已存在',
      data: { fields: [{ field: 'name' }] },
    });
    expect((await app.call(world.token, flowTypeApi.save, { stage: 3 } as never)).message).toBe('请输入类型名称');
    const fields = [{ key: 'f1', label: '甲', type: 'radio', options: ['一'] }];
    expect(await app.call(world.token, flowTypeApi.save, draft({ fields }))).toMatchObject({
      code: 400,
      data: { fields: [{ field: 'fields.0.options', message: '选项至少2个' }] },
    });
  });

  it('once per version', async () => {
    const { id, version } = await save({ name: '一次' });
    const change = { id, version, name: '改过', stage: 4 } as never;
    expect(await app.data(world.token, flowTypeApi.update, change)).toEqual({ id, version: version + 1 });
    expect((await app.call(world.token, flowTypeApi.update, change)).code).toBe(409);
  });
});

describe('a field with data', () => {
  it('may be hidden, renamed and moved, not removed or retyped', async () => {
    await world.save({ values: { f1: 3 } });
    const { fields, usedKeys, name } = await info(world.typeId);
    expect(usedKeys).toEqual(['f1']);
    const update = (change: object[]) =>
      app.call(world.token, flowTypeApi.update, { id: world.typeId, name, stage: 3, fields: change } as never);
    const [time, ...rest] = fields;
    expect(await update(rest)).toMatchObject({
      code: 400,
      message: '“萎凋时间”已有数据，不能删除或修改类型',
      data: { fields: [{ field: 'fields' }] },
    });
    expect(await update([...rest, { ...time, type: 'text' }])).toMatchObject({
      code: 400,
      data: { fields: [{ field: 'fields.2.type' }] },
    });
    expect((await update([time!])).code).toBe(200);
    expect((await update([...rest, { ...time, label: '时长', isHidden: true }])).code).toBe(200);
    const { id } = await world.save({ values: {} });
    expect((await world.info(id)).values).toEqual({});
  });
});

describe('deleting', () => {
  it('is refused while records or products use the type', async () => {
    await world.save({ values: { f1: 3 } });
    expect((await app.call(world.token, flowTypeApi.remove, { id: world.typeId })).code).toBe(61094);
    const { id } = await save();
    const staff = await makeStaff(app, {
      firmId: world.firmId,
      permissions: ['admin:identity:product:save', 'admin:identity:product:list'],
    });
    const product = { storeName: '龙井茶', unit: '盒', image: '/media/a.png', flowTypeIds: [id] };
    const made = await app.data(staff.token, productApi.save, product as never);
    expect((await app.data(staff.token, productApi.info, made)).flowTypeIds).toEqual([id]);
    expect(
      (await app.call(staff.token, productApi.save, { ...product, flowTypeIds: [999_999] } as never)).message,
    ).toBe('流程类型已停用或不存在');
    const { id: unused } = await save();
    expect(await app.data(world.token, flowTypeApi.removeMany, { ids: [id, unused] } as never)).toEqual({
      ok: 1,
      fail: [{ id, message: '已被使用，不能删除' }],
    });
  });
});

it('gives a new firm the seven types everybody begins with', async () => {
  const { token } = await makeStaff(app, { permissions: ['admin:identity:firm:save', 'admin:identity:flowType:list'] });
  const { id: firmId } = await app.data(token, firmApi.save, {
    name: '新来的企业',
    licenseImage: '/media/a.png',
    industry: '食品饮料',
    regionCode: '330106',
    address: '某路 1 号',
    creditCode: '91110000802100433B',
    contact: '周茂',
    phone: '13800001234',
  } as never);
  const { list } = await app.data(token, flowTypeApi.list, { firmId });
  expect(list.map(({ name }) => name)).toEqual(['种植', '原料入库', '生产', '质检', '入库', '出库', '运输']);
  expect(list.every(({ fieldCount }) => fieldCount >= 3)).toBe(true);
});

it('stays with its firm', async () => {
  const stranger = await makeFirmStaff(app, flowPermissions);
  for (const endpoint of [flowTypeApi.info, flowTypeApi.remove])
    expect((await app.call(stranger.token, endpoint, { id: world.typeId })).code).toBe(404);
  expect((await app.data(stranger.token, flowTypeApi.listAll)).length).toBe(0);
});
