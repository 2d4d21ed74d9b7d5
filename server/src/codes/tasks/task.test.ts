import { PartState, TaskStatus, TaskPhase } from '@zhuiyuan/contract/codes/state/code-enums';
import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { taskApi } from '@zhuiyuan/contract/codes/tasks/task';
import { BlobReader, TextWriter, ZipReader, configure, type FileEntry } from '@zip.js/zip.js';
import { randomUUID } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { eventually } from '../../../test/eventually.ts';
import { makeCodeWorld } from '../../../test/factories/codes.ts';
import { takeDownload } from '../../kit/files/download.ts';

configure({ useWebWorkers: false });
let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
beforeAll(async () => {
  app = await openTestApp({ work: true });
  world = await makeCodeWorld(app);
});
afterAll(() => app.close());

const settled = (id: number) =>
  eventually(async () => {
    const [at] = await app.data(world.token, taskApi.progress, { ids: String(id) });
    if (!at || ![4, 5, 6].includes(at.phase)) throw new Error(`task ${id} does not end`);
    return at;
  });

const unzip = async (fileName: string, password: string): Promise<{ name: string; text: string }> => {
  const { file } = (await takeDownload(app.db, fileName))!;
  const { stream } = (await app.files.open(file))!;
  const zip = new ZipReader(new BlobReader(new Blob([new Uint8Array(await buffer(stream))])));
  const [entry] = await zip.getEntries();
  return { name: entry!.filename, text: await (entry as FileEntry).getData(new TextWriter(), { password }) };
};

test('a task writes its files in parts; what is printed is what the console and the shopper resolve', async () => {
  const { taskId } = await world.issue({ itemCount: 25_000, fileRows: 10_000, productId: world.productId });
  expect(await settled(taskId)).toMatchObject({ phase: 4, status: 3, progress: 100, rowsDone: 25_000 });
  const { list } = await app.data(world.token, taskApi.parts, { taskId });
  expect(list.map(({ rows, state }) => [rows, state])).toEqual([
    [10_000, 2],
    [10_000, 2],
    [5000, 2],
  ]);

  const offered = await app.data(world.token, taskApi.partUrl, { taskId, partNos: '1,3' });
  expect(offered.password).toMatch(/^[A-Za-z0-9]{16}$/);
  const { text } = await unzip(offered.files[1]!.fileName, offered.password!);
  const lines = text.replace('\uFEFF', '').trim().split(/\r?\n/);
  expect(lines).toHaveLength(5001);
  const [serial, code, url] = lines[1]!.split(',');
  expect(serial).toBe('20001');
  expect(await app.data(world.token, identityApi.info, { code: code! })).toMatchObject({
    serial: 20_001,
    life: 0,
    url,
  });
  expect((await app.data(world.token, taskApi.partUrl, { taskId, partNos: '1' })).password).toBeNull();
});

test('a set prints every item beside its box and case', async () => {
  const { taskId } = await world.issue({ assocMode: 1, itemCount: 0, caseCount: 10, productId: world.productId });
  await settled(taskId);
  const info = await app.data(world.token, taskApi.info, { id: taskId });
  expect(info).toMatchObject({ caseCount: 10, boxCount: 40, itemCount: 240 });
  const parts = (await app.data(world.token, taskApi.parts, { taskId })).list;
  const items = parts.find(({ level }) => level === 0)!;
  const offered = await app.data(world.token, taskApi.partUrl, { taskId, partNos: String(items.partNo) });
  const { text } = await unzip(offered.fileName, offered.password!);
  const [head, ...lines] = text.replace('\uFEFF', '').trim().split(/\r?\n/);
  expect(head).toBe('serial,code,url,boxCode,caseCode');
  const seventh = lines[6]!.split(',');
  const box = await app.data(world.token, identityApi.info, { code: seventh[3]! });
  const crate = await app.data(world.token, identityApi.info, { code: seventh[4]! });
  expect([box.level, box.serial, crate.level, crate.serial]).toEqual([1, 2, 2, 1]);
});

test('a task may ask for sheets, up to a hundred thousand codes', async () => {
  const { taskId } = await world.issue({ itemCount: 12_000, fileRows: 10_000, fileType: 'xlsx' });
  expect((await settled(taskId)).phase).toBe(4);
  const { list } = await app.data(world.token, taskApi.parts, { taskId });
  expect(list.map(({ rows }) => rows)).toEqual([10_000, 2000]);
  const offered = await app.data(world.token, taskApi.partUrl, { taskId, partNos: '2' });
  const { name } = await unzip(offered.fileName, offered.password!);
  expect(name).toMatch(/-002-item\.xlsx$/);
  const draft = { name: '任务', fileType: 'xlsx', idemKey: randomUUID() } as const;
  expect(await app.call(world.token, taskApi.save, { ...draft, itemCount: 100_001 })).toMatchObject({ code: 400 });
  const set = { ...draft, assocMode: 1, caseCount: 5000, productId: world.productId } as const;
  expect(await app.call(world.token, taskApi.save, set)).toMatchObject({
    code: 400,
    message: '文件格式为xlsx时最多生成100000个码',
  });
});

test('a whole task is voided by its typed number, for ever', async () => {
  const { taskId, seg } = await world.issue({ itemCount: 100, boxCount: 10, productId: world.productId });
  const { taskNo } = await app.data(world.token, taskApi.info, { id: taskId });
  const ask = (draft: object) =>
    app.call(world.token, taskApi.void, { id: taskId, taskNo, reason: '印刷损坏', ...draft });
  await settled(taskId);
  expect(await ask({ taskNo: 'T1' })).toMatchObject({ code: 400, message: '任务编号不一致' });
  expect(await ask({ reason: '' })).toMatchObject({ code: 400, message: '请填写原因' });
  expect(await ask({})).toMatchObject({ code: 200, data: { total: 110 } });
  expect(await ask({})).toMatchObject({ code: 61030 });
  const [sample] = await app.data(world.token, taskApi.sample, { taskId, n: 1 });
  expect(await app.data(world.token, identityApi.info, { code: sample!.code })).toMatchObject({ life: 2 });
  expect((await app.data(world.token, taskApi.info, { id: taskId })).segments.map(({ voidCnt }) => voidCnt)).toEqual(
    expect.arrayContaining([100, 10]),
  );
  expect(await app.call(world.token, taskApi.print, { taskId, seg, serialFrom: 1, count: 1 })).toMatchObject({
    code: 61030,
  });
});

test('a task whose codes are not there yet cannot be voided', async () => {
  const { id } = await app.data(world.token, taskApi.save, {
    name: '待审核',
    itemCount: 3_000_000,
    idemKey: randomUUID(),
  });
  const { taskNo } = await app.data(world.token, taskApi.info, { id });
  expect(await app.call(world.token, taskApi.void, { id, taskNo, reason: '测试码' })).toMatchObject({ code: 61020 });
  await app.data(world.token, taskApi.cancel, { id });
});

test('labels carry the printed address and the verify code', async () => {
  const { taskId, seg } = await world.issue({ itemCount: 20, pinLen: 4, productId: world.productId });
  const { labels, storeName } = await app.data(world.token, taskApi.print, { taskId, seg, serialFrom: 19, count: 2 });
  expect(storeName).toBe('明前龙井 250g');
  expect(labels.map(({ serial, pin }) => [serial, pin?.length])).toEqual([
    [19, 4],
    [20, 4],
  ]);
  expect(labels[0]!.url).toBe(`${app.config.publicUrl}/c/${labels[0]!.code}`);
  const ask = (more: object) => app.call(world.token, taskApi.print, { taskId, seg, serialFrom: 1, ...more });
  expect(await ask({ serialFrom: 20, count: 2 })).toMatchObject({ code: 400, message: '序号超出码段范围（1-20）' });
  expect(await ask({ count: 501 })).toMatchObject({ code: 400, message: '一次打印1-500张' });
});

test('downloads are counted and end at their limit; another password needs new packages', async () => {
  const { taskId } = await world.issue({ itemCount: 10, maxDownload: 2 });
  await settled(taskId);
  const first = await app.data(world.token, taskApi.partUrl, { taskId, partNos: '1' });
  await app.data(world.token, taskApi.partUrl, { taskId, partNos: '1' });
  expect(await app.call(world.token, taskApi.partUrl, { taskId, partNos: '1' })).toMatchObject({ code: 61023 });
  const before = (await app.data(world.token, taskApi.parts, { taskId })).list[0]!.sha256;
  await app.data(world.token, taskApi.resetPassword, { id: taskId });
  expect((await settled(taskId)).phase).toBe(4);
  const again = await app.data(world.token, taskApi.partUrl, { taskId, partNos: '1' });
  expect(again.password).not.toBe(first.password);
  expect((await app.data(world.token, taskApi.parts, { taskId })).list[0]!.sha256).toBe(before);
});

test('a lost lease is taken back and the part comes out the same', async () => {
  const { taskId } = await world.issue({ itemCount: 20_000, fileRows: 10_000 });
  await settled(taskId);
  const before = (await app.data(world.token, taskApi.parts, { taskId })).list.map(({ sha256 }) => sha256);
  await app.db
    .updateTable('task')
    .set({ phase: TaskPhase.generating, status: TaskStatus.running })
    .where('id', '=', taskId)
    .execute();
  await app.db
    .updateTable('taskPart')
    .set({ state: PartState.making, leaseOwner: 'a killed process', leaseUntil: '2020-01-01' })
    .where('taskId', '=', taskId)
    .where('partNo', '=', 2)
    .execute();
  await app.jobs.send(app.db, 'code-task', { taskId });
  expect((await settled(taskId)).phase).toBe(4);
  expect((await app.data(world.token, taskApi.parts, { taskId })).list.map(({ sha256 }) => sha256)).toEqual(before);
});

test('codes may be activated as soon as they are generated', async () => {
  const { taskId, segments } = await world.issue({
    itemCount: 500,
    productId: world.productId,
    lotId: world.lotId,
    autoActivate: true,
  });
  await settled(taskId);
  const [sample] = await app.data(world.token, taskApi.sample, { taskId, n: 1 });
  expect(await app.data(world.token, identityApi.info, { code: sample!.code })).toMatchObject({
    life: 1,
    lotNo: 'L261104-1',
    seg: segments[0]!.seg,
  });
});

test('a hundred million codes cost a handful of rows', async () => {
  const count = async () => {
    const one = async (table: 'task' | 'segment' | 'taskPart' | 'codeSpan' | 'codeUnit') =>
      Number(
        (
          await app.db
            .selectFrom(table)
            .select((row) => row.fn.countAll().as('n'))
            .executeTakeFirstOrThrow()
        ).n,
      );
    return (await Promise.all((['task', 'segment', 'taskPart', 'codeSpan', 'codeUnit'] as const).map(one))).reduce(
      (sum, n) => sum + n,
      0,
    );
  };
  const before = await count();
  const { id, phase } = await app.data(world.token, taskApi.save, {
    name: '一亿',
    itemCount: 100_000_000,
    idemKey: randomUUID(),
  });
  expect(phase).toBe(0);
  expect((await count()) - before).toBeLessThanOrEqual(5);
  expect(await app.call(world.token, taskApi.partUrl, { taskId: id, partNos: '1' })).toMatchObject({ code: 61025 });
  const remark = '数量有误'.repeat(50);
  expect(await app.call(world.token, taskApi.audit, { id, isPassed: false, remark: `${remark}。` })).toMatchObject({
    code: 400,
    message: '审核意见不能超过200个字符',
  });
  expect(await app.call(world.token, taskApi.audit, { id, isPassed: false, remark })).toMatchObject({ code: 200 });
  expect(await app.data(world.token, taskApi.info, { id })).toMatchObject({
    phase: 6,
    failReason: `审核驳回：${remark}`,
  });
});

test('a failed task is not tried again for a firm that may issue no codes by now', async () => {
  const { firmId, token, issue } = await makeCodeWorld(app);
  const { taskId } = await issue();
  const phaseNow = () => app.data(token, taskApi.info, { id: taskId }).then(({ phase }) => phase);
  await expect.poll(phaseNow).toBe(TaskPhase.done);
  await app.db.updateTable('task').set({ phase: TaskPhase.failed }).where('id', '=', taskId).execute();
  await app.db.updateTable('firm').set({ validTo: '2020-01-31' }).where('id', '=', firmId).execute();
  expect(await app.call(token, taskApi.retry, { id: taskId })).toMatchObject({ code: 61148 });
  expect(await phaseNow()).toBe(TaskPhase.failed);
  await app.db.updateTable('firm').set({ validTo: null }).where('id', '=', firmId).execute();
  expect(await app.call(token, taskApi.retry, { id: taskId })).toMatchObject({ code: 200 });
});

test('drafts that cannot be carried out are refused with their reasons', async () => {
  const save = (draft: object) =>
    app.call(world.token, taskApi.save, { name: '任务', itemCount: 10, idemKey: randomUUID(), ...draft } as never);
  expect(await save({ fmt: 'N20' })).toMatchObject({ code: 400, message: '数字码须启用防伪验证码' });
  expect(await save({ itemCount: 0 })).toMatchObject({ code: 400, message: '请输入生码数量' });
  expect(await save({ name: '' })).toMatchObject({ code: 400, message: '请输入任务名称' });
  expect(await save({ assocMode: 1, caseCount: 2, itemCount: 7, productId: world.productId })).toMatchObject({
    code: 61022,
  });
  expect(await save({ urlStyle: 2, productId: world.productId })).toMatchObject({
    code: 400,
    message: '请选择GS1商品条码的产品',
  });
});

test('the estimate tells files, quota and the address before the code; the firm’s own domain is printed when asked for', async () => {
  const draft = { itemCount: 25_000, boxCount: 10, fileRows: 10_000, productId: world.productId };
  expect(await app.data(world.token, taskApi.estimate, draft)).toMatchObject({
    total: 25_010,
    files: 4,
    firmHost: '',
    urlPrefix: `${app.config.publicUrl}/c/`,
  });
  const save = () =>
    app.call(world.token, taskApi.save, { ...draft, name: '域名', usesFirmDomain: true, idemKey: randomUUID() });
  expect(await save()).toMatchObject({ code: 400, message: '企业未设置专属扫码域名' });
  const domain = `m${Date.now()}.example.com`;
  await app.db.updateTable('firm').set({ domain, codeQuota: 1_000_000 }).where('id', '=', world.firmId).execute();
  const { firmHost, urlPrefix, quotaLeft } = await app.data(world.token, taskApi.estimate, {
    ...draft,
    usesFirmDomain: true,
  });
  expect([firmHost, urlPrefix]).toEqual([`https://${domain}`, `https://${domain}/c/`]);
  const { data } = await save();
  expect(await app.data(world.token, taskApi.info, { id: data.id })).toMatchObject({ usesFirmDomain: true });
  const after = await app.data(world.token, taskApi.estimate, { ...draft, itemCount: 0, boxCount: 0 });
  expect(after.quotaLeft).toBe(quotaLeft);
  await app.db.updateTable('firm').set({ codeQuota: null }).where('id', '=', world.firmId).execute();
});
