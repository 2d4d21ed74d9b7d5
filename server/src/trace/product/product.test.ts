import { CategoryType } from '@zhuiyuan/contract/category/category';
import { isGtin } from '@zhuiyuan/contract/kit/gs1';
import { productApi, type ProductRow } from '@zhuiyuan/contract/trace/product/product';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { makeFirm } from '../../../test/factories/parties.ts';
import { downloadSheet } from '../../../test/sheets.ts';
import { productColumns } from './product-import.ts';
import { keepPackRatio, requireProduct } from './require-product.ts';

let app: TestApp;
let firmId: number;
let staff: string;
let platform: string;
const everyAct = ['list', 'save', 'update', 'delete', 'status', 'copy', 'export'].map(
  (act) => `admin:identity:product:${act}`,
);

beforeAll(async () => {
  app = await openTestApp();
  firmId = await makeFirm(app, '青岚山茶业');
  staff = (await makeStaff(app, { firmId, permissions: everyAct })).token;
  platform = (await makeStaff(app, { permissions: everyAct })).token;
});
afterAll(() => app.close());

const draft = (change: object = {}) => ({
  storeName: '青岚明前龙井 250g 礼盒',
  unit: '盒',
  image: '/media/tea.png',
  ...change,
});
const save = (change: object = {}) => app.data(staff, productApi.save, draft(change));
const info = (id: number, token = staff) => app.data(token, productApi.info, { id });

describe('saving', () => {
  it('numbers the products of a firm from P000001, each firm for itself', async () => {
    const [own, other] = [await makeFirm(app, '云岭茶业'), await makeFirm(app)];
    const saved = async (of: number) =>
      info((await app.data(platform, productApi.save, draft({ firmId: of }))).id, platform);
    expect(await saved(own)).toMatchObject({
      firmId: own,
      firmName: '云岭茶业',
      productNo: 'P000001',
      gtin: '',
      status: 0,
      lotCount: 0,
      codeCount: 0,
      scanCount: 0,
    });
    expect((await saved(own)).productNo).toBe('P000002');
    expect(await saved(other)).toMatchObject({ firmId: other, productNo: 'P000001' });
  });

  it('numbers products saved at the same time differently', async () => {
    const saved = await Promise.all([save(), save(), save(), save()]);
    expect(new Set(await Promise.all(saved.map(async ({ id }) => (await info(id)).productNo))).size).toBe(4);
  });

  it('stores barcodes with 14 digits, once per firm', async () => {
    const { id } = await save({ gtin: '6901234567892' });
    expect((await info(id)).gtin).toBe('06901234567892');
    expect(await app.call(staff, productApi.save, draft({ gtin: '06901234567892' }))).toMatchObject({
      code: 400,
      message: '商品条码已存在',
    });
    expect(
      (await app.call(platform, productApi.save, draft({ gtin: '6901234567892', firmId: await makeFirm(app) }))).code,
    ).toBe(200);
    expect(await app.call(staff, productApi.save, draft({ gtin: '6901234567893' }))).toMatchObject({
      code: 400,
      message: '商品条码校验位不正确',
    });
  });

  it('keeps of its rich text what is harmless', async () => {
    const detail =
      '<h2 onclick="x()">山场</h2><p style="position:fixed;inset:0;color:#0b5d4e;background:url(//evil.example)">茶园</p>' +
      '<script>x()</script><img src="/media/a.png" onerror="x()"><iframe src="https://evil.example"></iframe>' +
      '<svg onload="x()"></svg><a href="java&#09;script:x()">点</a><style>*{display:none}</style><form><input></form>';
    const { id } = await save({ detail });
    expect((await info(id)).detail).toBe(
      '<h2>山场</h2><p style="color:#0b5d4e">茶园</p><img src="/media/a.png" />' +
        '<a target="_blank" rel="noopener noreferrer">点</a>',
    );
  });

  it('makes internal barcodes that stay', async () => {
    const { id } = await save({ gtinKind: 2, gtin: 'ignored' });
    const { gtin } = await info(id);
    expect(gtin).toMatch(/^004\d{11}$/);
    expect(isGtin(gtin)).toBe(true);
    await app.data(staff, productApi.update, { ...draft({ gtinKind: 2 }), id });
    expect((await info(id)).gtin).toBe(gtin);
    await app.data(staff, productApi.update, { ...draft({ gtinKind: 1 }), id });
    expect((await info(id)).gtin).toBe('');
  });

  it('names every wrong field with the text of the form', async () => {
    const answer = await app.call(staff, productApi.save, {
      storeName: '',
      unit: '',
      caseNum: 1001,
      boxNum: 1.5,
      gtinBox: '06901234567892',
      shelfLife: 0,
      price: -1,
    } as never);
    const { fields } = answer.data as unknown as { fields: { field: string; message: string }[] };
    expect(answer.code).toBe(400);
    expect(Object.fromEntries(fields.map(({ field, message }) => [field, message]))).toEqual({
      storeName: '请输入产品名称',
      unit: '请选择计量单位',
      image: '请上传产品主图',
      caseNum: '包装数量应为0-1000的整数',
      boxNum: '包装数量应为0-1000的整数',
      gtinBox: '小箱条码应为以1-8开头、校验位正确的14位数字',
      shelfLife: '保质期应为1-9999的整数',
      price: '建议零售价应为不小于0的金额',
    });
    expect((await app.call(platform, productApi.save, draft())).message).toBe('请选择所属企业');
    expect((await app.call(staff, productApi.save, draft({ classId: 987_654 }))).message).toBe('产品分类不存在');
    expect((await app.call(staff, productApi.save, draft({ productNo: 'P000001' }))).message).toBe('编号已存在');
  });

  it('changes a product once per version', async () => {
    const { id } = await save();
    const change = { ...draft({ storeName: '新名称', price: 19_800 }), id, version: 0 };
    expect(await app.data(staff, productApi.update, change)).toEqual({ id, version: 1 });
    expect((await app.call(staff, productApi.update, change)).code).toBe(409);
    expect(await info(id)).toMatchObject({ storeName: '新名称', price: 19_800, version: 1 });
  });

  it('locks the pack ratio once boxes exist', async () => {
    const { id } = await save({ caseNum: 6, boxNum: 6 });
    await keepPackRatio(app.dbOfFirm(firmId), id);
    expect(await app.call(staff, productApi.update, { ...draft({ caseNum: 6, boxNum: 8 }), id })).toMatchObject({
      code: 400,
      message: '已有包装数据，包装比例不能修改',
    });
    expect(
      (await app.call(staff, productApi.update, { ...draft({ caseNum: 6, boxNum: 6, brand: '青岚' }), id })).code,
    ).toBe(200);
  });

  it('copies a product under a new number, disabled, without barcode', async () => {
    const { id } = await save({ storeName: '长'.repeat(60), gtin: '96385074', images: ['/media/1.png'] });
    const twin = await info((await app.data(staff, productApi.copy, { id })).id);
    expect(twin).toMatchObject({
      storeName: `${'长'.repeat(57)}-副本`,
      gtin: '',
      status: 1,
      images: ['/media/1.png'],
      codeCount: 0,
    });
    expect(twin.productNo).not.toBe((await info(id)).productNo);
  });
});

describe('listing', () => {
  it('filters by words, class with its children, brand and state', async () => {
    const category = (pid: number, path: string, name: string) =>
      app.db
        .insertInto('category')
        .values({ pid, path, name, type: CategoryType.product })
        .returning('id')
        .executeTakeFirstOrThrow();
    const tea = await category(0, '/0/', '茶叶');
    const green = await category(tea.id, `/0/${tea.id}/`, '绿茶');
    const { id } = await save({
      storeName: '岭上岩茶_肉桂',
      classId: green.id,
      brand: '岭上',
      productNo: 'LS-01',
      gtin: '4006381333931',
    });
    const found = async (filter: object) => (await app.data(staff, productApi.list, filter)).list.map((row) => row.id);
    for (const filter of [
      { keywords: '茶_肉' },
      { keywords: 'ls-0' },
      { keywords: '400638133' },
      { classId: green.id },
      { classId: tea.id },
      { brand: '岭上' },
    ])
      expect(await found(filter), JSON.stringify(filter)).toEqual([id]);
    expect(await found({ keywords: '岩茶1肉桂' })).toEqual([]);
    expect(await found({ keywords: '肉桂', status: '1' })).toEqual([]);
    expect((await app.data(staff, productApi.list, { keywords: '肉桂' })).list[0]).toMatchObject({
      className: '绿茶',
      gtin: '04006381333931',
    });
  });

  it('shows a firm its own products alone', async () => {
    const other = await makeFirm(app);
    const { id } = await app.data(platform, productApi.save, draft({ firmId: other }));
    const foreign = { ...draft(), id };
    expect((await app.data(staff, productApi.list, { limit: 9999 })).list.every((row) => row.firmId === firmId)).toBe(
      true,
    );
    expect((await app.data(staff, productApi.listAll, {})).every((row) => row.firmId === firmId)).toBe(true);
    expect((await app.data(staff, productApi.list, { firmId: other })).total).toBe(0);
    expect((await app.data(platform, productApi.list, { firmId: other })).total).toBe(1);
    const codes = await Promise.all([
      app.call(staff, productApi.info, { id }),
      app.call(staff, productApi.update, foreign),
      app.call(staff, productApi.copy, { id }),
      app.call(staff, productApi.remove, { id }),
      app.call(staff, productApi.updateStatus, { id, status: 1 }),
    ]);
    expect(codes.map(({ code }) => code)).toEqual([404, 404, 404, 404, 404]);
    const mine = await app.data(staff, productApi.save, draft({ firmId: other }));
    expect((await info(mine.id)).firmId).toBe(firmId);
  });
});

describe('exporting', () => {
  it('writes the rows of the firm alone', async () => {
    const other = await makeFirm(app);
    await app.data(platform, productApi.save, draft({ firmId: other, storeName: '导出别家' }));
    const { id } = await save({
      storeName: '导出本家',
      gtin: '036000291452',
      caseNum: 4,
      boxNum: 6,
      shelfLife: 18,
      shelfUnit: 2,
    });
    const { fileName } = await app.data(staff, productApi.export, { keywords: '导出' });
    const { rows } = await downloadSheet(app, fileName);
    expect(rows).toHaveLength(2);
    expect(rows[1]).toEqual(
      expect.arrayContaining(['导出本家', '0036000291452', '1大箱=4小箱=24盒', '18个月', '青岚山茶业']),
    );
    const shelf = productColumns.find(({ title }) => title === '保质期');
    expect(shelf?.cell({ shelfLife: null, shelfUnit: 2 } as ProductRow)).toBe('');
    expect((await app.call(staff, productApi.export, { ids: String(id), status: 1 })).code).toBe(63701);
  });
});

describe('disabling and deleting', () => {
  it('disables a product for new codes', async () => {
    const { id } = await save({ caseNum: 6 });
    const db = app.dbOfFirm(firmId);
    expect(await requireProduct(db, id)).toMatchObject({ id, firmId, caseNum: 6, boxNum: 0, gtin: null });
    await app.data(staff, productApi.updateStatus, { id, status: 1 });
    await expect(requireProduct(db, id)).rejects.toMatchObject({ code: 61012, message: '产品已停用或不存在' });
    await expect(requireProduct(app.dbOfFirm(await makeFirm(app)), id)).rejects.toMatchObject({ code: 61012 });
  });

  it('keeps products with active codes', async () => {
    const [kept, gone] = [await save(), await save()];
    await app.db.updateTable('product').set({ activeCnt: 3 }).where('id', '=', kept.id).execute();
    expect((await app.call(staff, productApi.remove, { id: kept.id })).code).toBe(61092);
    expect(await app.data(staff, productApi.removeMany, { ids: `${kept.id},${gone.id}` })).toEqual({
      ok: 1,
      fail: [{ id: kept.id, message: '已有启用的码，不能删除' }],
    });
    expect((await app.call(staff, productApi.info, { id: gone.id })).code).toBe(404);
  });
});

it('asks for a token and for the permission of each act', async () => {
  const { token } = await makeStaff(app, { firmId, permissions: ['admin:identity:firm:list'] });
  for (const endpoint of Object.values(productApi)) {
    expect((await app.call('', endpoint, {} as never)).code, endpoint.path).toBe(401);
    expect((await app.call(token, endpoint, {} as never)).code, endpoint.path).toBe(403);
  }
});
