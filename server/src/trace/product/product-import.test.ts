import { importTaskApi } from '@zhuiyuan/contract/jobs/import-task';
import { productApi } from '@zhuiyuan/contract/trace/product/product';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { firmWorld, makeStaff } from '../../../test/factories/access.ts';
import { makeFirm } from '../../../test/factories/parties.ts';
import { importEnded, importRows, offeredRows, uploaded } from '../../../test/factories/jobs.ts';
import { book } from '../../../test/sheets.ts';
import { upload } from '../../../test/factories/media.ts';

let app: TestApp;
let token: string;
const permissions = [
  'admin:identity:importTask:list',
  'admin:identity:importTask:save',
  'admin:identity:product:list',
  'admin:identity:product:import',
  'admin:identity:lot:save',
];
const titles = ['编号', '名称*', '规格', '单位*', '条码', '箱比', '大箱比', '保质期', '保质期单位', '产地', '执行标准'];

beforeAll(async () => {
  ({ app, token } = await firmWorld(permissions, { work: true }));
});
afterAll(() => app.close());

/** A firm that has nothing yet, and its staff. */
const newFirm = async () => {
  const firmId = await makeFirm(app);
  return { firmId, ...(await makeStaff(app, { firmId, permissions })) };
};

test('good rows become products, bad rows are told with number, column and reason', async () => {
  const { token: own } = await newFirm();
  const ended = await importRows(app, own, 'product', [
    titles,
    ['A-1', '明前龙井', '250g', '盒', '6901234567892', 12, 6, 18, '月', '杭州', 'GB/T 18650'],
    ['A-2', '', '250g', '盒'],
    ['A-1', '又一个龙井', '', '盒'],
    ['', '云雾绿茶', '100g', '袋', '6901234567893'],
    ['', '云雾绿茶', '100g', '袋'],
  ]);
  expect(ended).toMatchObject({ total: 5, ok: 2, fail: 3, skip: 0, status: 3, phase: 3, err: '' });
  expect(ended.errors.map(({ rowNo, field, errMsg }) => [rowNo, field, errMsg])).toEqual([
    [3, '名称', '第3行：名称不能为空'],
    [4, '编号', '第4行：编号重复，与第2行相同'],
    [5, '条码', '第5行：条码校验位不正确'],
  ]);
  const { list } = await app.data(own, productApi.list, {});
  expect(
    list.map(({ productNo, storeName, gtin, boxNum, shelfLife, shelfUnit }) => [
      productNo,
      storeName,
      gtin,
      boxNum,
      shelfLife,
      shelfUnit,
    ]),
  ).toEqual([
    ['P000001', '云雾绿茶', '', 0, null, 1],
    ['A-1', '明前龙井', '06901234567892', 12, 18, 2],
  ]);
});

test('the error file is the template with its reasons, and can be corrected and uploaded as it is', async () => {
  const first = await importRows(app, token, 'product', [
    titles,
    ['B-1', '', '500g', '盒'],
    ['B-2', '碧螺春', '', '罐'],
  ]);
  const { fileName } = await app.data(token, importTaskApi.exportErrors, { id: first.taskId });
  const rows = await offeredRows(app, fileName!);
  expect(rows[0]).toEqual([
    ...titles.map((title) => title.replace('*', '')),
    '行号',
    '字段',
    '错误代码',
    '错误原因',
    '处理建议',
  ]);
  expect(rows[1]!.slice(0, 4)).toEqual(['B-1', '', '500g', '盒']);
  expect(rows[1]!.slice(11, 15)).toEqual([2, '名称', 400, '第2行：名称不能为空']);
  rows[1]![1] = '碧螺春特级';
  expect(await importRows(app, token, 'product', rows as never)).toMatchObject({ ok: 1, fail: 0, status: 2 });
});

test('the same file again is asked about, and then changes nothing', async () => {
  const content = await book([titles, ['C-1', '金骏眉', '', '盒'], ['', '正山小种', '', '盒']]);
  const first = await app.data(token, productApi.import, { fileUrl: await uploaded(app, token, 'product', content) });
  expect(await importEnded(app, token, first.taskId)).toMatchObject({ ok: 2, status: 2 });
  const fileUrl = await uploaded(app, token, 'product', content);
  const asked = await app.call(token, productApi.import, { fileUrl });
  expect(asked).toMatchObject({ code: 61085, data: { taskId: first.taskId } });
  expect(asked.message).toMatch(/^该文件已于\d{4}-\d\d-\d\d \d\d:\d\d:\d\d导入，确定再次导入？$/);
  const second = await app.data(token, productApi.import, { fileUrl, again: true, idemKey: 'k1' });
  expect(await importEnded(app, token, second.taskId)).toMatchObject({ ok: 0, skip: 2, fail: 0, status: 2 });
  expect(await app.data(token, productApi.import, { fileUrl, again: true, idemKey: 'k1' })).toEqual(second);
});

test('lots find their product by its number', async () => {
  const columns = ['产品编号*', '批号*', '生产日期*', '到期日期', '产线', '车间', '班组', '计划数量'];
  const { firmId, token: own } = await newFirm();
  await importRows(app, own, 'product', [titles, ['A-1', '明前龙井', '250g', '盒']]);
  const ended = await importRows(app, own, 'lot', [
    columns,
    ['A-1', 'L1', '2026/1/5', '', '1号线', '', '早班', 5000],
    ['A-9', 'L1', '2026-01-05'],
    ['A-1', 'L2', '20260230'],
    ['A-1', '批1', '2026-01-05'],
    ['A-1', 'L3', '2099-01-05'],
  ]);
  expect(ended.errors.map(({ field, errMsg, errCode }) => [field, errMsg, errCode])).toEqual([
    ['产品编号', '第3行：产品编号不存在：A-9', 404],
    ['生产日期', '第4行：生产日期格式不正确', 400],
    ['批号', '第5行：批号格式不正确，仅支持字母、数字和-._/，最长20位', 400],
    ['生产日期', '生产日期不能晚于今天', 61014],
  ]);
  const lot = await app.db.selectFrom('lot').selectAll().where('firmId', '=', firmId).executeTakeFirstOrThrow();
  expect(lot).toMatchObject({ lotNo: 'L1', produceDate: '2026-01-05', planQty: 5000 });
});

test('platform staff say whose rows they import; without the permission nothing begins', async () => {
  const { firmId } = await newFirm();
  const platform = await makeStaff(app, { permissions });
  const content = await book([titles, ['D-1', '大红袍', '', '盒']]);
  const fileUrl = await uploaded(app, platform.token, 'product', content);
  expect(await app.call(platform.token, productApi.import, { fileUrl })).toMatchObject({
    code: 400,
    message: '请选择所属企业',
  });
  const { taskId } = await app.data(platform.token, productApi.import, { fileUrl, firmId });
  expect(await importEnded(app, platform.token, taskId)).toMatchObject({ ok: 1 });
  const other = await makeStaff(app, {
    firmId,
    permissions: ['admin:identity:importTask:save', 'admin:identity:lot:save'],
  });
  const sent = (biz: string, name = '产品.xlsx') =>
    upload(app, other.token, importTaskApi.upload, { name, content }, { biz });
  expect(await sent('product')).toMatchObject({ code: 403 });
  expect(await sent('lot', '批次.docx')).toMatchObject({ code: 63511, message: '上传文件的类型只能是：xlsx,csv,txt' });
  expect(await sent('lot')).toMatchObject({ code: 200 });
  expect(await app.call(other.token, importTaskApi.save, { biz: 'product', fileUrl })).toMatchObject({ code: 403 });
  expect(await app.call(other.token, importTaskApi.template, { biz: 'product' })).toMatchObject({ code: 403 });
});

test('the template has the titles it takes', async () => {
  const { fileName } = await app.data(token, importTaskApi.template, { biz: 'product' });
  expect((await offeredRows(app, fileName))[0]).toEqual(titles);
});
