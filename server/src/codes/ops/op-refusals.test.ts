import { PackState, SpanKind } from '../state/code-states.ts';
import { OpStatus, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { uploadApi } from '@zhuiyuan/contract/media/upload';
import { sql } from 'kysely';
import type { UndoConflicts } from '@zhuiyuan/contract/codes/ops/op-undo';
import { toTime } from '@zhuiyuan/contract/kit/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { codePermissions, makeCodeWorld, once, opsOf, range } from '../../../test/factories/codes.ts';
import { upload } from '../../../test/factories/media.ts';

let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
let ops: ReturnType<typeof opsOf>;
beforeAll(async () => {
  app = await openTestApp();
  world = await makeCodeWorld(app);
  const { token } = await makeStaff(app, {
    firmId: world.firmId,
    permissions: [...codePermissions, 'admin:upload:file'],
  });
  world.token = token;
  ops = opsOf(app, world);
});
afterAll(() => app.close());

/** Every second code of a segment bound to a lot, one by one. */
const bindEverySecond = (seg: number, count: number, lotId: number) =>
  sql`
    insert into code_unit (firm_id, seg, serial, bind_product, bind_lot, bind_at, bind_seq)
    select ${world.firmId}, ${seg}, n * 2, ${world.productId}, ${lotId}, now(), 1 from generate_series(1, ${count}) n`.execute(
    app.db,
  );

test('more exceptions than can be left out one by one, or more single codes than can be looked at, refuse the whole', async () => {
  const { seg } = await world.issue({ itemCount: 500_000 });
  await bindEverySecond(seg, 10_001, await ops.makeLot());
  expect(await ops.use(range(seg, 1, 20_000), { policy: 1 })).toMatchObject({ code: 200, data: { fail: 10_000 } });
  const { seg: other } = await world.issue({ itemCount: 500_000 });
  const lotId = await ops.makeLot();
  await bindEverySecond(other, 10_001, lotId);
  expect(await ops.use(range(other, 1, 30_000), { policy: 1 })).toMatchObject({
    code: 61032,
    message: '异常码超过10000个，请缩小范围',
  });
  expect((await ops.segmentOf(other)).activeCnt).toBe(0);
  await sql`delete from code_unit where seg = ${other}`.execute(app.db);
  await bindEverySecond(other, 200_001, lotId);
  const answer = { code: 61029, message: '所选范围内单独操作过的码过多，请缩小范围分批操作' };
  expect(await ops.freeze(range(other, 1, 500_000))).toMatchObject({ code: 200 });
  expect(await ops.update(range(other, 1, 500_000), { newLotId: world.lotId })).toMatchObject(answer);
  expect(await ops.check({ mode: 4, lotId }, { opType: 4 })).toMatchObject(answer);
}, 60_000);

test('what codes are activated for must be there, of one firm, enabled and possible', async () => {
  const { seg } = await world.issue();
  const pick = range(seg, 1, 5);
  expect(await ops.use(pick, { productId: 999_999 })).toMatchObject({ code: 61012, message: '产品已停用或不存在' });
  const off = await ops.makeProduct();
  await app.db.updateTable('product').set({ status: Enabled.off }).where('id', '=', off).execute();
  expect(await ops.use(pick, { productId: off })).toMatchObject({ code: 61012 });
  const other = await ops.makeProduct();
  expect(await ops.use(pick, { lotId: await ops.makeLot(other) })).toMatchObject({
    code: 61013,
    message: '批次不属于所选产品',
  });
  const lot = (lotNo: string, produceDate: string) => ops.use(pick, { lotId: undefined, lot: { lotNo, produceDate } });
  expect(await lot('T1', '2099-01-01')).toMatchObject({ code: 400, message: '生产日期不能晚于今天' });
  expect(await lot('批 1', '2026-11-01')).toMatchObject({
    code: 400,
    message: expect.stringContaining('批号格式不正确'),
  });
  const stranger = await makeCodeWorld(app);
  expect(await ops.use(pick, { productId: stranger.productId, lotId: stranger.lotId })).toMatchObject({ code: 61012 });
  const platform = await makeStaff(app, { permissions: codePermissions });
  const mixed = { pick, productId: stranger.productId, lotId: stranger.lotId };
  expect(await app.call(platform.token, codeOpApi.use, once(mixed))).toMatchObject({ code: 61002 });
  expect(await ops.lives(seg, 1)).toEqual([0]);
});

test('the ends of a run are of one segment, in whatever order', async () => {
  const { seg } = await world.issue();
  const { seg: other } = await world.issue();
  const [first, last] = await ops.textsOf(seg, 3, 9);
  const ends = (firstCode: string, lastCode: string) => ops.check({ mode: 2, firstCode, lastCode });
  expect((await ends(last!, first!)).data).toMatchObject({ total: 7, ok: 7 });
  expect(await ends(first!, await ops.codeOf(other, 1))).toMatchObject({
    code: 61040,
    message: '首尾码不属于同一码段',
  });
  expect(await ends(first!, 'ABC')).toMatchObject({ code: 61001 });
});

test('a file too big, of another kind, or not there is refused before anything happens', async () => {
  const send = async (name: string, content: Buffer) =>
    (await upload(app, world.token, uploadApi.file, { name, content })).data.url as string;
  const submit = (fileUrl: string) => ops.remove({ mode: 6, fileUrl });
  const csv = await send('a.csv', Buffer.from('编码\nABC\n'));
  await app.db
    .updateTable('attachment')
    .set({ attSize: 60 * 1024 * 1024 })
    .where('sattDir', '=', csv)
    .execute();
  expect(await submit(csv)).toMatchObject({ code: 61083, message: '文件超过20万行或50MB' });
  const zip = await send('b.xlsx', Buffer.from([0x50, 0x4b, 3, 4, 0, 0, 0, 0, 0, 0, 0, 0]));
  expect(await submit(zip)).toMatchObject({ code: 61084 });
  const stranger = await makeCodeWorld(app);
  const { token } = await makeStaff(app, { firmId: stranger.firmId, permissions: codePermissions });
  const foreign = { pick: { mode: 6, fileUrl: csv }, reasonType: 1 };
  expect(await app.call(token, codeOpApi.delete, once(foreign))).toMatchObject({ code: 400, message: '请上传文件' });
});

test('an activation is taken back while its codes are as it left them, and no later than a day after it took effect', async () => {
  const activate = async (from = 1, to = 40) => {
    const { seg } = await world.issue();
    const { data } = await ops.use(range(seg, from, to));
    return { seg, opId: data.opId as number };
  };
  const used = {
    code: 61046,
    message: expect.stringMatching(/^编码[2-9A-Z]{16}：编码已有扫码、包装或发货记录，不能撤销启用$/),
  };
  const touch = (seg: number, serial: number, what: object) =>
    app.db
      .insertInto('codeUnit')
      .values({ seg, serial, firmId: world.firmId, ...what })
      .execute();
  const packed = await activate();
  await touch(packed.seg, 7, { packState: 2 });
  expect(await ops.undo(packed.opId)).toMatchObject(used);
  const shipped = await activate();
  await touch(shipped.seg, 7, { shipStatus: 1, shipSeq: 1 });
  expect(await ops.undo(shipped.opId)).toMatchObject(used);
  const inBox = await activate();
  await app.db
    .insertInto('codeSpan')
    .values({
      firmId: world.firmId,
      seg: inBox.seg,
      kind: SpanKind.pack,
      span: '[40,60)',
      payload: JSON.stringify({ parentSeg: 1, parentSerial: 1 }),
      opId: inBox.opId,
      seq: 1,
    })
    .execute();
  expect(await ops.undo(inBox.opId)).toMatchObject(used);
  const rebound = await activate(1, 8);
  await ops.update(range(rebound.seg, 3, 3), { newLotId: await ops.makeLot() });
  expect(await ops.undo(rebound.opId)).toMatchObject(used);
  const frozen = await activate();
  await ops.freeze(range(frozen.seg, 40, 41));
  expect(await ops.undo(frozen.opId)).toMatchObject({
    code: 61033,
    message: expect.stringContaining('：编码已冻结，请先解冻'),
  });
  await ops.unfreeze(range(frozen.seg, 40, 41));
  const age = (opId: number, more: string) =>
    sql`update code_op set created_at = now() - interval '25 hours' ${sql.raw(more)} where id = ${opId}`.execute(
      app.db,
    );
  await age(frozen.opId, '');
  expect(await ops.undo(frozen.opId)).toMatchObject({ code: 61045, message: '启用已超过24小时，不能撤销' });
  await age(frozen.opId, `, due_at = now() - interval '1 hour'`);
  const { list } = await app.data(world.token, codeOpApi.list, { opType: 1 });
  const row = list.find(({ id }) => id === frozen.opId);
  expect(row).toMatchObject({ canUndo: true });
  expect(await ops.undo(frozen.opId)).toMatchObject({ code: 200, data: { ok: 40 } });
  expect(await ops.lives(frozen.seg, 1, 40)).toEqual([0, 0]);
  expect((await ops.segmentOf(frozen.seg)).activeCnt).toBe(0);
  expect(await ops.use(range(frozen.seg, 1, 40), { lotId: await ops.makeLot() })).toMatchObject({
    code: 200,
    data: { ok: 40 },
  });
});

test('an undo names the codes that changed since and why, and takes back the others where those are left out', async () => {
  const { seg } = await world.issue();
  const lotId = await ops.makeLot();
  const { data } = await ops.use(range(seg, 1, 100), { lotId });
  const single = (serial: number) => range(seg, serial, serial);
  await ops.remove(single(10), { reasonType: 4 });
  await ops.freeze(single(12));
  await app.db.insertInto('unitScan').values({ seg, serial: 14, firmId: world.firmId, cnt: 2 }).execute();
  await app.db
    .insertInto('codeUnit')
    .values({ seg, serial: 16, firmId: world.firmId, packState: PackState.unpacked })
    .execute();
  await app.db
    .insertInto('codeUnit')
    .values({ seg, serial: 17, firmId: world.firmId, shipStatus: Shipping.shipped, shipSeq: 1 })
    .execute();
  await ops.update(range(seg, 20, 39), { newLotId: await ops.makeLot() });

  const refused = await ops.undo(data.opId);
  const [voided, scanned] = await ops.textsOf(seg, 10, 14);
  expect(refused).toMatchObject({ code: 61030, message: `编码${voided}：编码已作废，不能操作` });
  const { ok, fail, conflicts, byError } = refused.data as never as UndoConflicts & { byError: object };
  expect({ ok, fail, byError }).toEqual({ ok: 75, fail: 25, byError: { 61030: 1, 61033: 1, 61046: 23 } });
  expect(conflicts.map(({ serialFrom, serialTo, errMsg }) => [serialFrom, serialTo, errMsg.split('：')[1]])).toEqual([
    [10, 10, '编码已作废，不能操作'],
    [12, 12, '编码已冻结，请先解冻'],
    [14, 14, '编码已有扫码记录，不能撤销启用'],
    [16, 16, '编码已有包装记录，不能撤销启用'],
    [17, 17, '编码已有发货记录，不能撤销启用'],
    [20, 39, '编码已改绑，不能撤销启用'],
  ]);
  expect(conflicts[2]!.code).toBe(scanned);
  expect(await ops.lives(seg, 1, 100)).toEqual([1, 1]);

  expect(await ops.undo(data.opId, { policy: 1 })).toMatchObject({ code: 200, data: { ok: 75, fail: 25 } });
  expect(await ops.lives(seg, 1, 9, 10, 11, 12, 13, 14, 15, 16, 19, 20, 39, 40, 100)).toEqual([
    0, 0, 2, 0, 3, 0, 1, 0, 1, 0, 1, 1, 0, 0,
  ]);
  expect((await ops.segmentOf(seg)).activeCnt).toBe(25);
  expect(await ops.countsOf(lotId)).toMatchObject({ activeCnt: 5 });
  expect(await app.data(world.token, codeOpApi.info, { id: data.opId })).toMatchObject({
    isUndone: true,
    keptCnt: 25,
    canUndo: false,
  });
  const [reversal] = (await app.data(world.token, codeOpApi.list, { opType: 16 })).list;
  expect(reversal).toMatchObject({ status: OpStatus.unfinished, total: 100, okCnt: 75, failCnt: 25, canRetry: false });
  expect((await app.data(world.token, codeOpApi.info, { id: reversal!.id })).conflicts).toHaveLength(6);
  expect((await app.data(world.token, codeOpApi.errors, { opId: reversal!.id })).fileName).toMatch(/\.xlsx$/);
  // What was left out is bound as before, the rest can be activated anew.
  expect(await ops.use(range(seg, 1, 9))).toMatchObject({ code: 200, data: { ok: 9 } });
});

test('an undo that would take back nothing is refused, also where codes may be left out', async () => {
  const { seg } = await world.issue();
  const { data } = await ops.use(range(seg, 1, 3));
  await ops.freeze(range(seg, 1, 3));
  const [first] = await ops.textsOf(seg, 1);
  expect(await ops.undo(data.opId, { policy: 1 })).toMatchObject({
    code: 61033,
    message: `编码${first}等3个：编码已冻结，请先解冻`,
    data: { ok: 0, fail: 3 },
  });
  expect(await app.data(world.token, codeOpApi.info, { id: data.opId })).toMatchObject({ isUndone: false, keptCnt: 0 });
});

test('a long pasted activation is taken back whole, and what was taken back is not tried again', async () => {
  const { seg } = await world.issue({ itemCount: 9000 });
  const serials = Array.from({ length: 3000 }, (_, i) => i * 2 + 1);
  const codes = await ops.textsOf(seg, ...serials);
  const { data } = await ops.use({ mode: 5, codes: [...codes, 'ABC'] }, { policy: 1 });
  expect(data).toMatchObject({ ok: 3000, fail: 1 });
  expect(await ops.undo(data.opId)).toMatchObject({ code: 200, data: { ok: 3000 } });
  expect(await ops.lives(seg, 1, 5999)).toEqual([0, 0]);
  expect((await ops.segmentOf(seg)).activeCnt).toBe(0);
  expect(await app.data(world.token, codeOpApi.info, { id: data.opId })).toMatchObject({
    canUndo: false,
    canRetry: false,
  });
  expect(await app.call(world.token, codeOpApi.retry, { opId: data.opId })).toMatchObject({
    code: 61048,
    message: '操作已结束，不能继续',
  });
});

test('what waits cannot be taken back, what was called off has nothing to try again', async () => {
  const { seg } = await world.issue();
  const activateAt = toTime(Date.now() + 3_600_000);
  const { data } = await ops.use(range(seg, 1, 5), { activateAt });
  expect(await ops.undo(data.opId)).toMatchObject({ code: 61020, message: '任务状态不允许此操作' });
  await app.data(world.token, codeOpApi.cancel, { opId: data.opId });
  expect(await app.call(world.token, codeOpApi.retry, { opId: data.opId })).toMatchObject({
    code: 61049,
    message: '没有可重试的失败行',
  });
  expect(await ops.undo(data.opId)).toMatchObject({ code: 61020 });
  expect(await ops.undo(999_999_999)).toMatchObject({ code: 404 });
  const { data: frozen } = await ops.freeze(range(seg, 1, 5));
  expect(await ops.undo(frozen.opId)).toMatchObject({ code: 404 });
});
