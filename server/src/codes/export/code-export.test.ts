import { codeExportApi } from '@zhuiyuan/contract/codes/export/code-export';
import { taskApi } from '@zhuiyuan/contract/codes/tasks/task';
import { excelLogApi } from '@zhuiyuan/contract/jobs/excel-log';
import { BlobReader, configure, TextWriter, ZipReader, type FileEntry } from '@zip.js/zip.js';
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { eventually } from '../../../test/eventually.ts';
import { makeFirmStaff, makeStaff } from '../../../test/factories/access.ts';
import { codePermissions, makeCodeWorld, opsOf } from '../../../test/factories/codes.ts';
import { takeDownload } from '../../kit/files/download.ts';
import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';

configure({ useWebWorkers: false });
const password = 'Secret-2026';
let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
let plain: string;
beforeAll(async () => {
  app = await openTestApp({ work: true });
  world = await makeCodeWorld(app);
  const permissions = [...codePermissions, 'admin:identity:batch:plain'];
  plain = (await makeStaff(app, { firmId: world.firmId, permissions })).token;
});
afterAll(() => app.close());

const draftOf = (pick: object, more: object = {}) =>
  ({ pick, columns: ['serial', 'code'], password, purpose: '补印', idemKey: randomUUID(), ...more }) as never;

const finished = (token: string, id: number) =>
  eventually(async () => {
    const { list } = await app.data(token, codeExportApi.list, {});
    const job = list.find((one) => one.id === id);
    if (!job || job.status === 1) throw new Error(`export ${id} does not end`);
    return job;
  });

const unpack = async (token: string, id: number): Promise<{ name: string; text: string }[]> => {
  const { fileName } = await app.data(token, codeExportApi.url, { id });
  const { file } = (await takeDownload(app.db, fileName))!;
  const { stream } = (await app.files.open(file))!;
  const zip = new ZipReader(new BlobReader(new Blob([new Uint8Array(await buffer(stream))])));
  const entries = await zip.getEntries();
  return Promise.all(
    entries.map(async (entry) => ({
      name: entry.filename,
      text: await (entry as FileEntry).getData(new TextWriter(), { password }),
    })),
  );
};

test('exported lines say what the codes are, with their boxes, binding and life', async () => {
  const { taskId, segments } = await world.issue({
    assocMode: 1,
    itemCount: 0,
    caseCount: 2,
    faces: 2,
    pinLen: 4,
    productId: world.productId,
  });
  const items = segments.find(({ level }) => level === 0)!;
  await app.data(world.token, codeOpApi.use, {
    pick: { mode: 1, ranges: [{ seg: items.seg, serialFrom: 1, serialTo: 30 }] },
    productId: world.productId,
    lotId: world.lotId,
    policy: 0,
    idemKey: randomUUID(),
  });
  const columns = [
    'serial',
    'code',
    'innerCode',
    'pin',
    'boxCode',
    'caseCode',
    'storeName',
    'lotNo',
    'life',
    'shipStatus',
  ];
  const { taskId: id } = await app.data(
    plain,
    codeExportApi.save,
    draftOf({ mode: 3, taskId, levels: [0] }, { columns }),
  );
  expect(await finished(plain, id)).toMatchObject({ status: 2, total: 48, done: 48 });
  const [file] = await unpack(plain, id);
  const [head, ...lines] = file!.text
    .replace('\uFEFF', '')
    .trimEnd()
    .split('\r\n')
    .map((line) => line.split(','));
  expect(head).toEqual(['序号', '编码', '暗码', '验证码', '小箱码', '大箱码', '产品', '批次', '状态', '流向']);
  expect(lines).toHaveLength(48);
  const { labels } = await app.data(world.token, taskApi.print, { taskId, seg: items.seg, serialFrom: 8, count: 1 });
  expect([lines[7]![1], lines[7]![3]]).toEqual([labels[0]!.code, labels[0]!.pin]);
  expect(lines[7]!.slice(6)).toEqual(['明前龙井 250g', 'L261104-1', '已启用', '未发货']);
  expect(lines[40]!.slice(6)).toEqual(['', '', '未启用', '未发货']);
  expect(new Set(lines.map((line) => line[4])).size).toBe(8);
  expect(new Set(lines.map((line) => line[5])).size).toBe(2);
});

test('large exports are cut into files; the same request is carried out once', async () => {
  const { seg } = await world.issue({ itemCount: 25_000 });
  const draft = draftOf({ mode: 1, ranges: [{ seg, serialFrom: 1, serialTo: 25_000 }] }, { fileRows: 10_000 });
  const one = await app.data(world.token, codeExportApi.save, draft);
  expect(await app.data(world.token, codeExportApi.save, draft)).toEqual(one);
  expect(await finished(world.token, one.taskId)).toMatchObject({ done: 25_000 });
  const files = await unpack(world.token, one.taskId);
  expect(files.map(({ name }) => name)).toEqual(['codes-001.csv', 'codes-002.csv', 'codes-003.csv']);
  expect(files.map(({ text }) => text.trimEnd().split('\r\n').length - 1)).toEqual([10_000, 10_000, 5000]);
  expect(files[2]!.text.trimEnd().split('\r\n').at(-1)!.split(',')[0]).toBe('25000');
});

test('cells that a program could take for formulas are disarmed', async () => {
  const { seg } = await world.issue({ itemCount: 3 });
  const ops = opsOf(app, world);
  const productId = await ops.makeProduct();
  await app.db.updateTable('product').set({ storeName: '=cmd|x' }).where('id', '=', productId).execute();
  await app.data(world.token, codeOpApi.use, {
    pick: { mode: 1, ranges: [{ seg, serialFrom: 1, serialTo: 3 }] },
    productId,
    lotId: await ops.makeLot(productId),
    policy: 0,
    idemKey: randomUUID(),
  });
  const pick = { mode: 1, ranges: [{ seg, serialFrom: 1, serialTo: 3 }] };
  const { taskId } = await app.data(world.token, codeExportApi.save, draftOf(pick, { columns: ['storeName'] }));
  await finished(world.token, taskId);
  expect((await unpack(world.token, taskId))[0]!.text.split('\r\n')[1]).toBe("'=cmd|x");
});

test('secret columns need their permission; password, purpose and way of choosing are checked', async () => {
  const { seg, taskId } = await world.issue({ itemCount: 3, pinLen: 4 });
  const pick = { mode: 1, ranges: [{ seg, serialFrom: 1, serialTo: 3 }] };
  const ask = (draft: never, token = world.token) => app.call(token, codeExportApi.save, draft);
  expect(await ask(draftOf(pick, { columns: ['pin'] }))).toMatchObject({ code: 403 });
  expect(await ask(draftOf(pick, { password: 'onlyletters' }))).toMatchObject({
    code: 400,
    message: '请输入8-32位含字母和数字的解压密码',
  });
  expect(await ask(draftOf(pick, { purpose: '' }))).toMatchObject({ code: 400, message: '请填写导出用途' });
  expect(await ask(draftOf(pick, { columns: [] }))).toMatchObject({ code: 400, message: '请选择导出列' });
  expect(await ask(draftOf({ mode: 5, codes: ['x'] }))).toMatchObject({ code: 400 });
  const other = await makeFirmStaff(app, codePermissions);
  expect(await ask(draftOf(pick), other.token)).toMatchObject({ code: 61002 });
  expect(await ask(draftOf({ mode: 3, taskId, levels: [0] }), other.token)).toMatchObject({ code: 400 });
  const { taskId: job } = await app.data(world.token, codeExportApi.save, draftOf(pick));
  expect(await app.call(other.token, codeExportApi.url, { id: job })).toMatchObject({ code: 404 });
  const without = await makeStaff(app, { firmId: world.firmId, permissions: [] });
  expect(await ask(draftOf(pick), without.token)).toMatchObject({ code: 403 });
});

test('新建导出 offers the codes of a task without what would let them be forged, and says what it was asked for', async () => {
  const { taskId } = await world.issue({ itemCount: 3, faces: 2, pinLen: 4, productId: world.productId });
  const { taskNo } = await app.db
    .selectFrom('task')
    .select('taskNo')
    .where('id', '=', taskId)
    .executeTakeFirstOrThrow();
  const acts = ['list', 'save', 'download'].map((act) => `admin:identity:excelLog:${act}`);
  const staff = async (...more: string[]) =>
    (await makeStaff(app, { firmId: world.firmId, permissions: [...acts, ...more] })).token;
  const token = await staff('admin:identity:batch:export', 'admin:identity:batch:plain');
  const form = (await app.data(token, excelLogApi.forms, {})).find(({ biz }) => biz === 'code_list')!;
  expect(form.columns).toEqual('序号 编码 链接 小箱码 大箱码 产品 批次 状态 流向 首扫时间'.split(' '));
  const draft = {
    biz: 'code_list',
    title: '码',
    fileType: 'csv',
    columns: ['序号', '编码', '状态'],
    filters: {},
  };
  expect(await app.call(token, excelLogApi.save, draft)).toMatchObject({
    code: 400,
    data: { fields: [{ field: 'filters.taskNo' }] },
  });
  const asked = { ...draft, filters: { taskNo, level: 0 } };
  const stranger = await staff('admin:identity:agentselect:export');
  expect(await app.call(stranger, excelLogApi.save, asked)).toMatchObject({ code: 403 });
  const { id } = await app.data(token, excelLogApi.save, asked);
  const ended = async (by: string, log: number) => {
    await expect.poll(async () => (await app.data(by, excelLogApi.info, { id: log })).status).not.toBe(1);
    return app.data(by, excelLogApi.info, { id: log });
  };
  expect(await ended(token, id)).toMatchObject({
    okCnt: 3,
    conditions: [
      { label: '任务编号', value: taskNo },
      { label: '层级', value: '产品' },
    ],
  });
  const { fileName } = await app.data(token, excelLogApi.url, { id });
  const { file } = (await takeDownload(app.db, fileName))!;
  const lines = (await buffer((await app.files.open(file))!.stream)).toString('utf8').trim().split('\r\n');
  expect(lines).toHaveLength(4);
  expect(lines[3]).toMatch(/^3,[^,]{16,},未启用$/);

  const stock = await app.data(stranger, excelLogApi.save, {
    biz: 'agent_stock',
    title: '库存',
    fileType: 'xlsx',
    columns: ['经销商', '在手'],
    filters: { productId: world.productId },
  });
  expect(await ended(stranger, stock.id)).toMatchObject({ status: 3, err: '没有可导出的数据' });
});
