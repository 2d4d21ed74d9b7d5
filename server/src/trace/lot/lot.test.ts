import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { lotApi } from '@zhuiyuan/contract/trace/lot/lot';
import { productApi } from '@zhuiyuan/contract/trace/product/product';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { firmWorld, makeFirmStaff, makeStaff } from '../../../test/factories/access.ts';
import { findOrCreateLot } from './find-or-create-lot.ts';

let app: TestApp;
let firmId: number;
let staff: string;
let stranger: string;
let productId: number;
const permissions = [
  'admin:identity:product:save',
  'admin:identity:product:list',
  ...['list', 'save', 'update', 'delete', 'qc', 'recall'].map((act) => `admin:identity:lot:${act}`),
];

beforeAll(async () => {
  ({ app, firmId, token: staff } = await firmWorld(permissions));
  stranger = (await makeFirmStaff(app, permissions)).token;
  productId = (
    await app.data(staff, productApi.save, {
      storeName: '龙井',
      unit: '盒',
      image: '/media/a.png',
      shelfLife: 18,
      shelfUnit: 2,
    })
  ).id;
});
afterAll(() => app.close());

let made = 0;
const draft = (change: object = {}) => ({ productId, lotNo: `L${(made += 1)}`, produceDate: '2026-01-31', ...change });
const save = (change: object = {}) => app.data(staff, lotApi.save, draft(change));
const info = (id: number) => app.data(staff, lotApi.info, { id });

describe('saving', () => {
  it('works the expiry out of the shelf life, unless it is typed', async () => {
    expect(await info((await save()).id)).toMatchObject({
      produceDate: '2026-01-31',
      expireDate: '2027-07-31',
      qcState: 0,
      recallState: 0,
      storeName: '龙井',
    });
    expect((await info((await save({ produceDate: '2024-08-31' })).id)).expireDate).toBe('2026-02-28');
    expect((await info((await save({ expireDate: '2026-06-01' })).id)).expireDate).toBe('2026-06-01');
  });

  it('holds a new number against the rule of its firm, and leaves those there are in peace', async () => {
    const { id, version } = await save({ lotNo: 'OLD' });
    const rule = (lotNoPattern: string) =>
      app.db
        .updateTable('firm')
        .set({ settings: JSON.stringify({ lotNoPattern }) })
        .where('id', '=', firmId)
        .execute();
    await rule('L######-#');
    try {
      const refused = { code: 61106, message: '批号不符合企业的批号规则L######-#（#数字，@字母，*字母或数字）' };
      expect(await app.call(staff, lotApi.save, draft({ lotNo: 'L26' }))).toMatchObject(refused);
      const found = (lotNo: string) =>
        app.db
          .transaction()
          .execute((db) =>
            findOrCreateLot(db as never, { productId, lot: { lotNo, produceDate: '2026-01-31' } }, null),
          );
      await expect(found('X1')).rejects.toMatchObject(refused);
      expect((await found('OLD')).id).toBe(id);
      await save({ lotNo: 'L260131-1' });
      const kept = { ...draft({ lotNo: 'OLD', team: '甲班' }), id, version };
      const next = await app.data(staff, lotApi.update, kept);
      expect(await app.call(staff, lotApi.update, { ...kept, ...next, lotNo: 'NEW' })).toMatchObject(refused);
      expect((await info(id)).lotNo).toBe('OLD');
    } finally {
      await rule('');
    }
  });

  it('refuses a wrong number, a later day, an early expiry and a number twice', async () => {
    const message = async (change: object) => (await app.call(staff, lotApi.save, draft(change))).message;
    expect(await message({ lotNo: '批号1' })).toBe('批号格式不正确，仅支持字母、数字和-._/，最长20位');
    expect(await message({ lotNo: '' })).toBe('请输入批号');
    expect(await message({ produceDate: addDays(shanghaiToday(), 1) })).toBe('生产日期不能晚于今天');
    expect(await message({ produceDate: '2026-02-30' })).toBe('请选择生产日期');
    expect(await message({ expireDate: '2026-01-31' })).toBe('有效期至应晚于生产日期');
    await save({ lotNo: 'TWICE' });
    expect(await app.call(staff, lotApi.save, draft({ lotNo: 'TWICE' }))).toMatchObject({
      code: 400,
      message: '批号已存在',
      data: { fields: [{ field: 'lotNo' }] },
    });
    expect((await app.call(staff, lotApi.save, draft({ produceDate: shanghaiToday() }))).code).toBe(200);
  });

  it('changes a lot once per version', async () => {
    const { id } = await save();
    const change = { id, version: 0, lotNo: 'CHANGED', produceDate: '2026-02-01', planQty: 500, team: '甲班' };
    expect(await app.data(staff, lotApi.update, change)).toEqual({ id, version: 1 });
    expect((await app.call(staff, lotApi.update, change)).code).toBe(409);
    expect(await info(id)).toMatchObject({ lotNo: 'CHANGED', expireDate: '2027-07-31', planQty: 500, team: '甲班' });
    await app.data(staff, lotApi.update, { id, expireDate: '' } as never);
    expect(await info(id)).toMatchObject({ expireDate: '2027-08-01', planQty: 500, team: '甲班' });
  });
});

describe('listing', () => {
  it('filters by number, days and states, and counts on the product', async () => {
    const other = (await app.data(staff, productApi.save, { storeName: '白茶', unit: '罐', image: '/media/a.png' })).id;
    const { id } = await save({ productId: other, lotNo: 'BC-2026', produceDate: '2026-03-05' });
    await save({ productId: other, lotNo: 'BC-2025', produceDate: '2025-03-05' });
    const found = async (filter: object) =>
      (await app.data(staff, lotApi.list, { productId: other, ...filter })).list.map((row) => row.id);
    expect(await found({ lotNo: 'bc-2026' })).toEqual([id]);
    expect(await found({ produceDate: '2026-03-05,2026-03-05' })).toEqual([id]);
    expect(await found({ produceDate: '2026-03-06,2026-03-31' })).toEqual([]);
    expect(await found({ expireDate: '2000-01-01,2099-12-31' })).toEqual([]);
    await app.data(staff, lotApi.qc, { id, qcState: 1, qcFile: '/media/report.pdf' });
    expect(await found({ qcState: '1' })).toEqual([id]);
    expect(await app.data(staff, lotApi.listAll, { productId: other })).toHaveLength(2);
    expect((await app.data(staff, productApi.info, { id: other })).lotCount).toBe(2);
    expect((await info(id)).expireDate).toBeNull();
  });
});

it('lists by the day of production or of expiry, either way', async () => {
  const other = (await app.data(staff, productApi.save, { storeName: '排序', unit: '盒', image: '/media/a.png' })).id;
  const days = ['2026-01-03', '2026-01-01', '2026-01-02'];
  for (const day of days)
    await save({ productId: other, produceDate: day, expireDate: day === '2026-01-01' ? '2027-09-01' : '2027-01-01' });
  const by = async (sort: 'produceDate' | '-produceDate' | '-expireDate') =>
    (await app.data(staff, lotApi.list, { productId: other, sort })).list.map(({ produceDate }) => produceDate);
  expect(await by('produceDate')).toEqual(days.toSorted());
  expect(await by('-produceDate')).toEqual(days.toSorted().toReversed());
  expect((await by('-expireDate'))[0]).toBe('2026-01-01');
});

describe('recall', () => {
  it('needs its text, holds once and can be lifted', async () => {
    const { id } = await save();
    expect((await app.call(staff, lotApi.recall, { id, text: '' })).message).toBe('请输入召回说明');
    await app.data(staff, lotApi.recall, { id, text: '标签印刷错误，请退回' });
    expect(await info(id)).toMatchObject({ recallState: 1, recallText: '标签印刷错误，请退回' });
    expect((await info(id)).recallAt).toMatch(/^\d{4}-/);
    expect((await app.call(staff, lotApi.recall, { id, text: '再次' })).code).toBe(61102);
    await app.data(staff, lotApi.cancelRecall, { id });
    expect((await info(id)).recallState).toBe(0);
    expect((await app.call(staff, lotApi.cancelRecall, { id })).code).toBe(61103);
  });

  it('of two at the same time one wins', async () => {
    const { id } = await save();
    const answers = await Promise.all([1, 2].map((n) => app.call(staff, lotApi.recall, { id, text: `召回${n}` })));
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 61102]);
    expect((await app.data(staff, lotApi.recalls, { lotId: id })).total).toBe(1);
  });

  it('keeps every recall with who began and who ended it, the latest first', async () => {
    const { id } = await save();
    await app.db.updateTable('lot').set({ activeCnt: 40 }).where('id', '=', id).execute();
    await app.data(staff, lotApi.recall, { id, text: '标签印刷错误' });
    await app.data(staff, lotApi.cancelRecall, { id });
    await app.db.updateTable('lot').set({ activeCnt: 55 }).where('id', '=', id).execute();
    await app.data(staff, lotApi.recall, { id, text: '净含量不足' });
    const { list } = await app.data(staff, lotApi.recalls, { lotId: id });
    expect(list).toMatchObject([
      { text: '净含量不足', activeCnt: 55, endAt: null, endBy: '' },
      { text: '标签印刷错误', activeCnt: 40, endAt: expect.stringMatching(/^\d{4}-/) },
    ]);
    expect(list[1]!.endBy).toBe(list[1]!.beginBy);
    expect(list[1]!.beginBy).not.toBe('');
    expect((await app.data(staff, lotApi.recalls, { productId })).list).toEqual(expect.arrayContaining(list));
    expect((await app.data(staff, lotApi.recalls, { productId: productId + 1 })).total).toBe(0);
    expect(await app.data(stranger, lotApi.recalls, { lotId: id })).toMatchObject({ list: [], total: 0 });
  });
});

describe('deleting', () => {
  it('keeps lots with codes', async () => {
    const { id } = await save();
    await app.db.updateTable('lot').set({ voidCnt: 1 }).where('id', '=', id).execute();
    expect((await app.call(staff, lotApi.remove, { id })).code).toBe(61092);
    const free = await save({ lotNo: 'AGAIN' });
    await app.data(staff, lotApi.remove, { id: free.id });
    expect((await app.call(staff, lotApi.info, { id: free.id })).code).toBe(404);
    await save({ lotNo: 'AGAIN' });
  });
});

it('hides the lots of one firm from another', async () => {
  const { id } = await save();
  expect((await app.data(stranger, lotApi.list, {})).total).toBe(0);
  expect(await app.data(stranger, lotApi.listAll, { productId })).toEqual([]);
  const codes = await Promise.all([
    app.call(stranger, lotApi.info, { id }),
    app.call(stranger, lotApi.update, { id, lotNo: 'X', produceDate: '2026-01-01' }),
    app.call(stranger, lotApi.qc, { id, qcState: 1 }),
    app.call(stranger, lotApi.recall, { id, text: '召回' }),
    app.call(stranger, lotApi.cancelRecall, { id }),
    app.call(stranger, lotApi.remove, { id }),
  ]);
  expect(codes.map(({ code }) => code)).toEqual([404, 404, 404, 404, 404, 404]);
  expect(await app.call(stranger, lotApi.save, draft())).toMatchObject({ code: 400, message: '产品已停用或不存在' });
});

describe('finding or making the lot of codes', () => {
  const bind = (lot: object) => findOrCreateLot(app.dbOfFirm(firmId), { productId, ...lot } as never, { id: 1 });

  it('takes a chosen lot of the product', async () => {
    const { id } = await save();
    expect(await bind({ lotId: id })).toMatchObject({ id, productId, firmId });
    const other = (await app.data(staff, productApi.save, { storeName: '白毫', unit: '罐', image: '/media/a.png' })).id;
    await expect(findOrCreateLot(app.dbOfFirm(firmId), { productId: other, lotId: id }, null)).rejects.toMatchObject({
      code: 61013,
    });
  });

  it('makes a lot once, also when asked twice at the same time', async () => {
    const lot = { lotNo: 'TOGETHER', produceDate: '2026-01-31' };
    const lots = await Promise.all([bind({ lot }), bind({ lot }), bind({ lot })]);
    expect(new Set(lots.map(({ id }) => id)).size).toBe(1);
    expect(lots[0]).toMatchObject({ expireDate: '2027-07-31' });
  });

  it('refuses what no lot may be', async () => {
    await expect(bind({ lot: { lotNo: '批', produceDate: '2026-01-01' } })).rejects.toMatchObject({ code: 61015 });
    await expect(bind({ lot: { lotNo: 'A', produceDate: addDays(shanghaiToday(), 1) } })).rejects.toMatchObject({
      code: 61014,
    });
    await expect(bind({})).rejects.toMatchObject({ code: 400, message: '请选择或填写批次' });
  });
});

it('asks for a token and for the permission of each act', async () => {
  const { token } = await makeStaff(app, { firmId, permissions: ['admin:identity:product:list'] });
  for (const endpoint of Object.values(lotApi)) {
    expect((await app.call('', endpoint, {} as never)).code, endpoint.path).toBe(401);
    expect((await app.call(token, endpoint, {} as never)).code, endpoint.path).toBe(403);
  }
});
