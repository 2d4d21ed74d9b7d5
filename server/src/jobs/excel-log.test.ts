import { JobKind } from '@zhuiyuan/contract/jobs/job-enums';
import { excelLogApi } from '@zhuiyuan/contract/jobs/excel-log';
import { productApi } from '@zhuiyuan/contract/trace/product/product';
import { sql } from 'kysely';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import type { TestApp } from '../../test/app.ts';
import { firmWorld, makeStaff } from '../../test/factories/access.ts';
import { offeredRows } from '../../test/factories/jobs.ts';
import { takeDownload } from '../kit/files/download.ts';
import { dropExpired } from './run-file-jobs.ts';

vi.setConfig({ testTimeout: 60_000 });
let app: TestApp;
let token: string;
let staffId: number;
let firmId: number;
const acts = ['list', 'save', 'delete', 'download'].map((act) => `admin:identity:excelLog:${act}`);
const permissions = [
  ...acts,
  'admin:identity:product:export',
  'admin:identity:identity:export',
  'admin:identity:flow:export',
];

beforeAll(async () => {
  ({ app, firmId, token, staffId } = await firmWorld(permissions, { work: true }));
  await sql`
    insert into product (firm_id, store_name, product_no, unit, brand)
    select ${firmId}, case when n = 1 then '=HYPERLINK("http://x")' else '茶' || n end, 'N' || n, '盒', case when n <= 3 then '少' else '' end
    from generate_series(1, 10001) n`.execute(app.db);
});
afterAll(() => app.close());
beforeEach(() => app.db.deleteFrom('fileJob').execute());

const ended = async (id: number) => {
  await expect
    .poll(async () => (await app.data(token, excelLogApi.info, { id })).status, { interval: 100 })
    .not.toBe(1);
  return app.data(token, excelLogApi.info, { id });
};

test('an export of up to 10,000 rows is a file at once, a larger one a job with its file in the log', async () => {
  const small = await app.data(token, productApi.export, { brand: '少' });
  const rows = await offeredRows(app, small.fileName!);
  expect(rows).toHaveLength(4);
  expect(rows[3]![0]).toBe(`'=HYPERLINK("http://x")`);
  const { list } = await app.data(token, excelLogApi.list, {});
  expect(list).toMatchObject([
    { kind: 1, biz: 'product', bizName: '产品列表', okCnt: 3, total: 3, status: 2, downCnt: 1, hasFile: false },
  ]);
  const { conditions } = await app.data(token, excelLogApi.info, { id: list[0]!.id });
  expect(conditions).toEqual([{ label: '品牌', value: '少' }]);
  await app.data(token, excelLogApi.remove, { id: list[0]!.id });

  const { taskId, fileName } = await app.data(token, productApi.export, {});
  expect(fileName).toBeUndefined();
  const log = await ended(taskId!);
  expect(log).toMatchObject({
    kind: 1,
    biz: 'product',
    bizName: '产品列表',
    okCnt: 10_001,
    status: 2,
    hasFile: true,
    err: '',
  });
  expect(log.fileSize).toBeGreaterThan(10_000);
  const taken = await app.data(token, excelLogApi.url, { id: taskId! });
  expect(await offeredRows(app, taken.fileName)).toHaveLength(10_002);
  expect((await app.data(token, excelLogApi.info, { id: taskId! })).downCnt).toBe(1);

  await app.db.updateTable('fileJob').set({ expireAt: '2026-01-01' }).where('id', '=', taskId!).execute();
  expect(await app.call(token, excelLogApi.url, { id: taskId! })).toMatchObject({
    code: 61024,
    message: '文件已过期，请重新生成',
  });
  const again = await app.data(token, excelLogApi.redo, { id: taskId! });
  expect(await ended(again.id)).toMatchObject({ okCnt: 10_001, status: 2, hasFile: true });
  const { file } = await app.db
    .selectFrom('fileJob')
    .where('id', '=', again.id)
    .select('file')
    .executeTakeFirstOrThrow();
  expect(await app.files.size(file)).toBeGreaterThan(10_000);
  await app.data(token, excelLogApi.removeMany, { ids: [taskId!, again.id] });
  expect((await app.data(token, excelLogApi.list, {})).list).toEqual([]);
  await dropExpired(app);
  expect(await app.files.size(file)).toBeUndefined();
});

test('an export at will has its columns, its filters in words, and is a csv when asked to', async () => {
  const forms = await app.data(token, excelLogApi.forms, {});
  expect(forms.map(({ biz }) => biz).sort()).toEqual(['flow', 'segment']);
  expect(forms.find(({ biz }) => biz === 'segment')!.fields.map(({ name }) => name)).not.toContain('firmId');
  const { id: productId } = await app.db
    .selectFrom('product')
    .select('id')
    .where('productNo', '=', 'N2')
    .executeTakeFirstOrThrow();
  const draft = {
    biz: 'segment',
    title: '我的码段',
    columns: ['码段号', '数量'],
    fileType: 'csv' as const,
    filters: { level: 0, taskNo: '', productId },
  };
  expect(await app.call(token, excelLogApi.save, { ...draft, biz: 'scan' })).toMatchObject({ code: 403 });
  expect(await app.call(token, excelLogApi.save, { ...draft, columns: [] })).toMatchObject({
    code: 400,
    message: '请选择导出列',
  });
  expect(await app.call(token, excelLogApi.save, { ...draft, biz: 'product' })).toMatchObject({
    code: 400,
    message: '请选择业务类型',
  });
  expect(await app.call(token, excelLogApi.save, { ...draft, filters: { level: 9 } })).toMatchObject({ code: 400 });
  const none = await app.data(token, excelLogApi.save, draft);
  expect(await ended(none.id)).toMatchObject({ status: 3, err: '没有可导出的数据' });
  const log = await app.data(token, excelLogApi.info, { id: none.id });
  expect(log).toMatchObject({
    title: '我的码段',
    columns: ['码段号', '数量'],
    conditions: [
      { label: '产品', value: '茶2' },
      { label: '层级', value: '产品' },
    ],
  });
});

test('text in a csv is no formula, and commas stay within their cell', async () => {
  const { taskId } = await app.data(token, productApi.export, {});
  await app.db.updateTable('fileJob').set({ fileType: 'csv' }).where('id', '=', taskId!).execute();
  await ended(taskId!);
  const { id } = await app.data(token, excelLogApi.redo, { id: taskId! });
  await ended(id);
  const { fileName } = await app.data(token, excelLogApi.url, { id });
  const { file, name } = (await takeDownload(app.db, fileName))!;
  expect(name).toBe('产品列表.csv');
  const lines = (await text((await app.files.open(file))!.stream)).split('\r\n');
  expect(lines[0]).toMatch(/^产品名称,产品编号/);
  expect(lines).toHaveLength(10_003);
  expect(lines.at(-2)).toMatch(/^"'=HYPERLINK\(""http:\/\/x""\)",N1,/);
});

test('one sees one’s own rows, with the permission everybody’s; nobody exports what he may not', async () => {
  const other = await makeStaff(app, { firmId, permissions: acts });
  const all = await makeStaff(app, { firmId, permissions: [...acts, 'admin:identity:excelLog:all'] });
  await ended((await app.data(token, productApi.export, {})).taskId!);
  const mine = (await app.data(token, excelLogApi.list, {})).list;
  expect(mine.length).toBeGreaterThan(0);
  expect((await app.data(other.token, excelLogApi.list, {})).list).toEqual([]);
  expect(await app.call(other.token, excelLogApi.url, { id: mine[0]!.id })).toMatchObject({ code: 404 });
  expect((await app.data(all.token, excelLogApi.list, {})).total).toBe(mine.length);
  expect((await app.data(all.token, excelLogApi.choices, {})).operators).toEqual([{ value: staffId, label: '测试' }]);
  expect(await app.data(other.token, excelLogApi.forms, {})).toEqual([]);
  expect(await app.call(all.token, excelLogApi.redo, { id: mine[0]!.id })).toMatchObject({ code: 403 });
});

test('a running export is cancelled and leaves no file', async () => {
  const idle = await app.db
    .insertInto('fileJob')
    .values({
      firmId,
      kind: JobKind.export,
      taskNo: 'EXC',
      biz: 'product',
      title: '取消',
      params: JSON.stringify({ filters: {} }),
      operatorId: staffId,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await app.data(token, excelLogApi.cancel, { id: idle.id });
  await app.jobs.send(app.db, 'excelExportRun', {});
  expect(await ended(idle.id)).toMatchObject({ status: 3, err: '已取消', hasFile: false });
  expect(await app.call(token, excelLogApi.cancel, { id: idle.id })).toMatchObject({ code: 61087 });
  expect(await app.call(token, excelLogApi.url, { id: idle.id })).toMatchObject({ code: 61024 });
});
