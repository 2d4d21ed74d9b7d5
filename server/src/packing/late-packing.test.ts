import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { LogResult } from '@zhuiyuan/contract/kit/log-result';
import { shanghaiNow } from '@zhuiyuan/contract/kit/date-limit';
import { uploadApi } from '@zhuiyuan/contract/media/upload';
import { packingApi } from '@zhuiyuan/contract/packing/packing';
import { packLogApi } from '@zhuiyuan/contract/packing/pack-log';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff } from '../../test/factories/access.ts';
import { makeBoxWorld } from '../../test/factories/boxes.ts';
import { packPermissions } from '../../test/factories/codes.ts';
import { upload } from '../../test/factories/media.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const occurAt = '2026-02-01 08:00:00';

/** A world whose codes were activated long ago, and packing that is told afterwards. */
const makeWorld = async () => {
  const world = await makeBoxWorld(app);
  const { firmId, token, box } = world;
  await app.db.updateTable('segment').set({ createdAt: '2025-01-01 08:00:00' }).where('firmId', '=', firmId).execute();
  const backdate = () =>
    app.db.updateTable('codeOpItem').set({ at: '2026-01-01 08:00:00' }).where('firmId', '=', firmId).execute();
  await backdate();
  const draft = async (serial: number, children: string[], more: object = {}) =>
    ({ parentCode: await box(serial), children, occurAt, reason: '断网', ...more }) as never;
  const save = async (serial: number, children: string[], more: object = {}) =>
    app.call(token, packLogApi.save, await draft(serial, children, more));
  const check = async (serial: number, children: string[], more: object = {}) =>
    app.call(token, packLogApi.check, await draft(serial, children, more));
  return { ...world, backdate, save, check };
};

test('packs as the station does, said to have happened when it did, and marked', async () => {
  const { save, item, box, token, facts, firmId, codesOf, items } = await makeWorld();
  const children = await codesOf(items, 1, 6);
  expect((await save(1, children)).data).toMatchObject({ childCnt: 6, capacity: 6, boxState: 2, repeat: 0 });
  for (const code of children) expect((await facts(code)).boxCode).toBe(await box(1));
  const [entry] = (await app.data(token, packLogApi.list, {})).list;
  expect(entry).toMatchObject({
    isLate: true,
    occurredAt: occurAt,
    reason: '断网',
    result: LogResult.done,
    childCnt: 6,
  });
  expect(entry!.at > occurAt).toBe(true);
  expect(await facts(await item(3))).toMatchObject({ packedAt: occurAt });
  const life = await app.data(token, identityApi.timeline, { code: await item(3) });
  expect(life.find(({ title }) => title === '装箱')).toMatchObject({ at: occurAt });
  expect((await app.data(token, packingApi.list, {})).list[0]).toMatchObject({ packedAt: occurAt, childCnt: 6 });
  const days = await app.db.selectFrom('moveDay').where('firmId', '=', firmId).select(['day', 'packQty']).execute();
  expect(days).toEqual([{ day: '2026-02-01', packQty: 6 }]);
});

test('a time before what happened to a code or the box since is refused, and kept as refused', async () => {
  const { save, check, pack, item, box, token, backdate } = await makeWorld();
  const since = { code: 61074, message: `编码${await item(1)}：该码已有后续流转记录，请先处理后续记录` };
  expect(await save(1, [await item(1)], { occurAt: '2025-12-31 23:59:59' })).toMatchObject(since);
  expect((await save(1, [await item(1)], { occurAt: '2026-01-01 08:00:00' })).code).toBe(200);
  // Of the box: what went in later, and what came out.
  await pack(2, [await item(2)]);
  const ofBox = { code: 61074, message: `编码${await box(2)}：该码已有后续流转记录，请先处理后续记录` };
  expect(await save(2, [await item(3)])).toMatchObject(ofBox);
  expect(await check(2, [await item(3)])).toMatchObject(ofBox);
  await app.call(token, packingApi.dissolve, { code: await box(2) });
  expect(await save(2, [await item(3)])).toMatchObject({ code: 61074 });
  expect(await check(3, [await item(2), await item(3)])).toMatchObject({
    data: { ok: 1, bad: [{ code: await item(2), errCode: 61074 }] },
  });
  const { list } = await app.data(token, packLogApi.list, { result: LogResult.failed });
  expect(list).toHaveLength(3);
  expect(list[2]).toMatchObject({
    isLate: true,
    childText: await item(1),
    occurredAt: '2025-12-31 23:59:59',
    reason: '断网',
    errMsg: '该码已有后续流转记录，请先处理后续记录',
  });
  // What was told afterwards counts by when it happened.
  await backdate();
  expect((await save(1, [await item(4)], { occurAt: '2026-01-01 08:00:00' })).code).toBe(200);
  expect(await save(1, [await item(5)], { occurAt: '2025-12-31 08:00:00' })).toMatchObject({ code: 61074 });
});

test('nothing was packed before its codes were made', async () => {
  const { save, check, item, box, token, boxes } = await makeWorld();
  const make = (at: string) => app.db.updateTable('segment').set({ createdAt: at }).where('seg', '=', boxes).execute();
  await make('2026-02-01 08:00:01');
  const later = { code: 61074, message: `编码${await box(1)}：编码生成于2026-02-01 08:00:01，实际包装时间不能更早` };
  expect(await check(1, [await item(1)])).toMatchObject(later);
  expect(await save(1, [await item(1)])).toMatchObject(later);
  expect((await app.data(token, packLogApi.list, { result: LogResult.failed })).list).toMatchObject([
    { parentCode: await box(1), isLate: true, errMsg: '编码生成于2026-02-01 08:00:01，实际包装时间不能更早' },
  ]);
  await make(occurAt);
  expect((await save(1, [await item(1)])).code).toBe(200);
});

test('asks for what is missing, and takes no time to come', async () => {
  const { save, item, token } = await makeWorld();
  const fieldOf = async (more: object) => {
    const { code, data } = await save(1, [await item(1)], more);
    const [field] = (data as unknown as { fields: { field: string; message: string }[] }).fields;
    return [code, field!.field, field!.message];
  };
  expect(await fieldOf({ occurAt: '2999-01-01 00:00:00' })).toEqual([400, 'occurAt', '不能晚于当前时间']);
  expect(await fieldOf({ occurAt: undefined })).toEqual([400, 'occurAt', '请选择实际包装时间']);
  expect(await fieldOf({ reason: ' ' })).toEqual([400, 'reason', '请输入补录原因']);
  expect(await fieldOf({ parentCode: '' })).toEqual([400, 'parentCode', '请输入箱码']);
  expect(await fieldOf({ children: undefined })).toEqual([400, 'children', '请输入下级编码']);
  expect((await save(1, [await item(1)], { occurAt: shanghaiNow() })).code).toBe(200);
  expect((await app.data(token, packLogApi.list, { result: LogResult.failed })).total).toBe(0);
});

test('a check names each wrong code and changes nothing; submitting them packs none', async () => {
  const { save, check, item, box, token, pack, backdate } = await makeWorld();
  await pack(2, [await item(2)]);
  await backdate();
  const children = [await item(1), await item(2), await item(160), 'NONE'];
  const { data } = await check(1, children);
  expect(data).toMatchObject({ ok: 1, repeat: 0, box: { code: await box(1), childCnt: 0, capacity: 6 } });
  expect(data!.bad.map(({ code, errCode }) => [code, errCode])).toEqual([
    ['NONE', 61001],
    [await item(2), 61052],
    [await item(160), 61058],
  ]);
  expect((await app.data(token, packLogApi.list, { result: LogResult.failed })).total).toBe(0);
  expect((await save(1, children)).code).toBe(61031);
  expect((await app.data(token, packingApi.list, { code: await box(1) })).total).toBe(0);
});

test('sent twice it has one effect; the box of a case takes full boxes', async () => {
  const { save, item, codesOf, items, ops, cases, boxes, token, backdate } = await makeWorld();
  const idemKey = randomUUID();
  const children = await codesOf(items, 1, 6);
  const [one, two] = await Promise.all([save(1, children, { idemKey }), save(1, children, { idemKey })]);
  expect(one.data).toEqual(two.data);
  expect((await app.data(token, packLogApi.list, {})).total).toBe(1);
  expect((await save(1, children, { idemKey, reason: '另一个原因' })).code).toBe(61097);
  await backdate();
  const parentCode = await ops.codeOf(cases, 1);
  await save(2, [await item(20)]);
  const intoCase = (...serials: number[]) =>
    ops.textsOf(boxes, ...serials).then((boxCodes) => save(1, boxCodes, { parentCode }));
  expect((await intoCase(2)).code).toBe(61059);
  expect((await intoCase(1)).data).toMatchObject({ childCnt: 1, capacity: 4 });
});

test('codes come from a file, one in a line and a thousand at most', async () => {
  const { firmId, item } = await makeWorld();
  const { token } = await makeStaff(app, { firmId, permissions: [...packPermissions, 'admin:upload:file'] });
  const read = async (lines: string[], name = 'codes.txt') => {
    const { data } = await upload(app, token, uploadApi.file, { name, content: Buffer.from(lines.join('\n')) });
    return app.call(token, packLogApi.readFile, { fileUrl: data.url });
  };
  const codes = [await item(1), await item(2)];
  expect((await read(codes)).data).toEqual({ codes });
  expect(await read(['起始编码,结束编码', codes.join(',')], 'codes.csv')).toMatchObject({
    code: 400,
    message: '第2行：每行只能有一个编码',
  });
  const many = Array.from({ length: 1001 }, (_, at) => `AAAAAAAA${at}`);
  expect((await read(['编码', ...many])).message).toBe('文件最多1000个编码');
  expect((await read(['名称', '茶'])).message).toBe('文件应只有一列编码，首行可写“编码”');
  expect((await app.call(token, packLogApi.readFile, { fileUrl: '/media/none.txt' })).code).toBe(400);
});
