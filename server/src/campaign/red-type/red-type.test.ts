import { redTypeApi } from '@zhuiyuan/contract/campaign/red-type/red-type';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { firmWorld, makeFirmStaff, makeStaff } from '../../../test/factories/access.ts';

const everyAct = ['list', 'save', 'update', 'delete'].map((act) => `admin:lottery:redType:${act}`);

let app: TestApp;
let firmId: number;
let token: string;

beforeAll(async () => {
  ({ app, firmId, token } = await firmWorld(everyAct));
});
afterAll(() => app.close());

const draft = (des: string, change: object = {}) => ({ des, payKind: 2, scene: 'PRODUCT_2', ...change }) as never;

it('asks for a name, a way of paying and a scene, and for nothing else', async () => {
  expect(await app.call(token, redTypeApi.save, {} as never)).toMatchObject({
    code: 400,
    data: {
      fields: [
        { field: 'des', message: '请输入红包类型名称' },
        { field: 'payKind', message: '请选择支付方式' },
        { field: 'scene', message: '请选择红包场景' },
      ],
    },
  });
  expect(await app.call(token, redTypeApi.save, draft('场景', { scene: 'PRODUCT_5' }))).toMatchObject({
    code: 400,
    data: { fields: [{ field: 'scene' }] },
  });
  expect(await app.call(token, redTypeApi.save, draft('排序', { sort: 10_000 }))).toMatchObject({
    message: '排序应为0-9999的整数',
  });
  const { id } = await app.data(token, redTypeApi.save, draft('抽奖零钱'));
  expect(await app.data(token, redTypeApi.info, { id })).toMatchObject({
    firmId,
    des: '抽奖零钱',
    payKind: 2,
    scene: 'PRODUCT_2',
    icon: '',
    sort: 0,
    status: 0,
  });
});

it('keeps names apart within the firm, until one is deleted', async () => {
  const { id, version } = await app.data(token, redTypeApi.save, draft('同名'));
  expect(await app.call(token, redTypeApi.save, draft('同名'))).toMatchObject({
    code: 400,
    message: '红包类型名称已存在',
    data: { fields: [{ field: 'des' }] },
  });
  const other = (await makeFirmStaff(app, everyAct)).token;
  expect((await app.call(other, redTypeApi.save, draft('同名'))).code).toBe(200);
  const saved = await app.data(token, redTypeApi.update, { id, version, sort: 7 } as never);
  expect(saved.version).toBe(version + 1);
  expect((await app.call(token, redTypeApi.update, { id, version, sort: 8 } as never)).code).toBe(409);
  await app.data(token, redTypeApi.remove, { id });
  expect((await app.call(token, redTypeApi.info, { id })).code).toBe(404);
  expect((await app.call(token, redTypeApi.save, draft('同名'))).code).toBe(200);
});

it('needs a firm from staff of the platform', async () => {
  const platform = (await makeStaff(app, { permissions: everyAct })).token;
  expect(await app.call(platform, redTypeApi.save, draft('平台建'))).toMatchObject({
    code: 400,
    message: '请选择所属企业',
  });
  expect((await app.call(platform, redTypeApi.save, draft('平台建', { firmId }))).code).toBe(200);
});

it('lists and picks types in the order given to them, and finds them by name, payment and state', async () => {
  const { token: staff, firmId: own } = await makeFirmStaff(app, everyAct);
  const made = [];
  for (const [des, payKind, sort] of [
    ['商品促销', 1, 20],
    ['抽奖零钱', 2, 10],
    ['抽奖积分', 3, 10],
  ] as const)
    made.push((await app.data(staff, redTypeApi.save, draft(des, { payKind, sort }))).id);
  const names = async (filters: object) => (await app.data(staff, redTypeApi.list, filters)).list.map(({ des }) => des);
  expect(await names({})).toEqual(['抽奖积分', '抽奖零钱', '商品促销']);
  expect(await names({ des: '抽奖', payKind: 2 })).toEqual(['抽奖零钱']);
  await app.data(staff, redTypeApi.updateStatus, { id: made[0]!, status: 1 });
  expect(await names({ status: 1 })).toEqual(['商品促销']);
  expect(await app.data(staff, redTypeApi.listAll, {})).toEqual([
    { id: made[2], des: '抽奖积分', firmId: own, status: 0 },
    { id: made[1], des: '抽奖零钱', firmId: own, status: 0 },
    { id: made[0], des: '商品促销', firmId: own, status: 1 },
  ]);
  expect(await app.data(staff, redTypeApi.removeMany, { ids: [...made, 999_999_999] })).toMatchObject({
    ok: 3,
    fail: [{ id: 999_999_999 }],
  });
});
