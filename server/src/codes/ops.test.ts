import { batchApi } from '@zhuiyuan/contract/codes/batch';
import { channelChangeApi } from '@zhuiyuan/contract/codes/channel-change';
import { identityApi } from '@zhuiyuan/contract/codes/identity';
import { lotApi } from '@zhuiyuan/contract/trace/lot';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { makeStaff, openTestApp, type TestApp } from '../../test/app.ts';
import { codePermissions, makeCodeWorld } from '../../test/codes.ts';
import { keyringOf } from './keyring.ts';

let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
beforeAll(async () => {
  app = await openTestApp();
  world = await makeCodeWorld(app);
});
afterAll(() => app.close());

const range = (seg: number, serialFrom: number, serialTo: number) => ({
  mode: 1 as const,
  ranges: [{ seg, serialFrom, serialTo }],
});
const once = (more: object) => ({ idemKey: randomUUID(), ...more }) as never;
const use = (pick: object, more: object = {}) =>
  app.call(world.token, batchApi.use, once({ pick, productId: world.productId, lotId: world.lotId, ...more }));
const update = (pick: object, more: object) =>
  app.call(world.token, batchApi.update, once({ pick, reason: '贴错标签', ...more }));
const remove = (pick: object, more: object = {}) =>
  app.call(world.token, batchApi.delete, once({ pick, reasonType: 1, ...more }));
const freeze = (pick: object, more: object = {}) =>
  app.call(world.token, batchApi.freeze, once({ pick, reason: '排查串货', ...more }));
const unfreeze = (pick: object, more: object = {}) =>
  app.call(world.token, batchApi.unfreeze, once({ pick, reason: '排查完毕', ...more }));

const codeOf = async (seg: number, serial: number) =>
  keyringOf(app).textOf(
    await app.db.selectFrom('segment').selectAll().where('seg', '=', seg).executeTakeFirstOrThrow(),
    serial,
  );
const facts = async (seg: number, serial: number) =>
  app.data(world.token, identityApi.info, { code: await codeOf(seg, serial) });
const lives = (seg: number, ...serials: number[]) =>
  Promise.all(serials.map(async (serial) => (await facts(seg, serial)).life));
const single = async (seg: number, serial: number) => ({ mode: 5 as const, codes: [await codeOf(seg, serial)] });
const makeLot = async (productId = world.productId) =>
  (
    await app.db
      .insertInto('lot')
      .values({ firmId: world.firmId, productId, lotNo: `M${randomUUID().slice(0, 8)}`, produceDate: '2026-11-05' })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
const makeProduct = async () =>
  (
    await app.db
      .insertInto('product')
      .values({
        firmId: world.firmId,
        storeName: `雨前龙井 ${randomUUID().slice(0, 4)}`,
        productNo: `P${randomUUID().slice(0, 8)}`,
        unit: '盒',
        boxNum: 6,
        caseNum: 4,
        image: '/media/a.png',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;
const countsOf = async (lotId: number) =>
  app.db.selectFrom('lot').where('id', '=', lotId).select(['activeCnt', 'voidCnt']).executeTakeFirstOrThrow();

describe('改绑', () => {
  test('a range moves to another lot and keeps the time it was activated; counters move with it', async () => {
    const { seg } = await world.issue();
    const [from, to] = [await makeLot(), await makeLot()];
    await use(range(seg, 1, 500), { lotId: from });
    await use(range(seg, 501, 505), { lotId: from });
    const before = await facts(seg, 100);
    expect(await update(range(seg, 101, 503), { newLotId: to })).toMatchObject({
      code: 200,
      data: { ok: 403, fail: 0 },
    });
    expect([(await facts(seg, 100)).lotId, (await facts(seg, 101)).lotId, (await facts(seg, 503)).lotId]).toEqual([
      from,
      to,
      to,
    ]);
    expect((await facts(seg, 504)).lotId).toBe(from);
    expect((await facts(seg, 200)).activatedAt).toBe(before.activatedAt);
    expect([(await countsOf(from)).activeCnt, (await countsOf(to)).activeCnt]).toEqual([102, 403]);
    const items = await app.db.selectFrom('codeOpItem').where('seg', '=', seg).select('before').execute();
    expect(JSON.stringify(items)).toContain(`"lotId":${from}`);
  });

  test('what is not active, void, frozen, of another product or shipped is named and nothing is done', async () => {
    const { seg } = await world.issue();
    const to = await makeLot();
    expect(await update(await single(seg, 1), { newLotId: to })).toMatchObject({ code: 61036 });
    await use(range(seg, 1, 100));
    const other = await makeProduct();
    expect(await update(range(seg, 1, 50), { newLotId: await makeLot(other) })).toMatchObject({
      code: 61031,
      data: { byError: { 61013: 50 } },
    });
    await freeze(range(seg, 1, 20));
    await remove(range(seg, 21, 25));
    expect(await update(range(seg, 1, 110), { newLotId: to })).toMatchObject({
      code: 61031,
      data: { fail: 35, byError: { 61033: 20, 61030: 5, 61036: 10 } },
    });
    await app.db
      .insertInto('codeUnit')
      .values({ seg, serial: 60, firmId: world.firmId, shipStatus: 1, shipSeq: 1 })
      .onConflict((conflict) => conflict.columns(['seg', 'serial']).doUpdateSet({ shipStatus: 1, shipSeq: 1 }))
      .execute();
    expect(await update(await single(seg, 60), { newLotId: to })).toMatchObject({ code: 61037 });
    expect(await update(await single(seg, 60), { newLotId: to, force: true })).toMatchObject({ code: 403 });
    const { token } = await makeStaff(app, {
      firmId: world.firmId,
      permissions: [...codePermissions, 'admin:identity:batch:force'],
    });
    const forced = { pick: await single(seg, 60), newLotId: to, force: true, reason: '召回后换批' };
    expect(await app.call(token, batchApi.update, once(forced))).toMatchObject({ code: 200, data: { ok: 1 } });
    expect(await remove(await single(seg, 60))).toMatchObject({ code: 61028 });
  });

  test('something must change, a product comes with a lot, a reason is asked', async () => {
    const { seg } = await world.issue();
    expect(await update(range(seg, 1, 2), {})).toMatchObject({ code: 400, message: '请至少选择一项变更内容' });
    expect(await update(range(seg, 1, 2), { newProductId: world.productId })).toMatchObject({
      code: 400,
      data: { fields: [{ field: 'newLotId' }] },
    });
    expect(await update(range(seg, 1, 2), { newLotId: world.lotId, reason: '' })).toMatchObject({
      code: 400,
      message: '请填写原因',
    });
  });

  test('an item in a printed box changes its product only with its box', async () => {
    const { segments } = await world.issue({
      itemCount: 24,
      boxCount: 4,
      assocMode: 1,
      productId: world.productId,
    });
    const [items, boxes] = [segments.find(({ level }) => level === 0)!, segments.find(({ level }) => level === 1)!];
    await use(range(boxes.seg, 1, 4), { includeChild: true });
    expect(await lives(items.seg, 1, 24)).toEqual([1, 1]);
    const other = await makeProduct();
    const target = { newProductId: other, newLotId: await makeLot(other) };
    expect(await update(range(items.seg, 1, 6), target)).toMatchObject({
      code: 61031,
      data: { byError: { 61039: 6 } },
    });
    expect(await update(range(boxes.seg, 1, 1), { ...target, includeChild: true })).toMatchObject({
      code: 200,
      data: { ok: 7 },
    });
    expect([(await facts(items.seg, 6)).productId, (await facts(items.seg, 7)).productId]).toEqual([
      other,
      world.productId,
    ]);
  });
});

describe('作废', () => {
  test('void is final: nothing brings a void code back', async () => {
    const { seg } = await world.issue();
    const lotId = await makeLot();
    await use(range(seg, 1, 100), { lotId });
    await freeze(range(seg, 1, 50));
    expect(await remove(range(seg, 20, 60), { reasonType: 5, reason: '客户退回' })).toMatchObject({
      code: 200,
      data: { ok: 41 },
    });
    expect(await lives(seg, 19, 20, 60, 61)).toEqual([3, 2, 2, 1]);
    expect((await countsOf(lotId)).voidCnt).toBe(41);
    const segment = await app.db.selectFrom('segment').where('seg', '=', seg).selectAll().executeTakeFirstOrThrow();
    expect(segment.voidCnt).toBe(41);
    const pick = await single(seg, 30);
    for (const answer of [
      await use(pick),
      await update(pick, { newLotId: await makeLot() }),
      await remove(pick),
      await freeze(pick),
      await unfreeze(pick),
    ])
      expect(answer).toMatchObject({ code: 61030, message: expect.stringContaining('编码已作废，不能操作') });
    const activation = await app.db
      .selectFrom('codeOp')
      .where('opType', '=', 1)
      .orderBy('id', 'desc')
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(await app.call(world.token, batchApi.undo, { opId: activation.id })).toMatchObject({ code: 61030 });
    expect(await lives(seg, 30)).toEqual([2]);
    await unfreeze(range(seg, 1, 19));
    expect(await lives(seg, 1, 30)).toEqual([1, 2]);
  });

  test('a box with items is voided with them or not at all', async () => {
    const { segments } = await world.issue({ itemCount: 24, boxCount: 4, assocMode: 1, productId: world.productId });
    const [items, boxes] = [segments.find(({ level }) => level === 0)!, segments.find(({ level }) => level === 1)!];
    expect(await remove(range(boxes.seg, 2, 2))).toMatchObject({ code: 61041 });
    expect(await remove(range(boxes.seg, 2, 2), { includeChild: true })).toMatchObject({ code: 200, data: { ok: 7 } });
    expect(await lives(items.seg, 6, 7, 12, 13)).toEqual([0, 2, 2, 0]);
    await app.db
      .insertInto('codeUnit')
      .values(
        Array.from({ length: 6 }, (_, i) => ({ seg: items.seg, serial: 13 + i, firmId: world.firmId, packState: 2 })),
      )
      .execute();
    expect(await remove(range(boxes.seg, 3, 3))).toMatchObject({ code: 200, data: { ok: 1 } });
    expect(await lives(items.seg, 13)).toEqual([0]);
  });

  test('a cause is chosen, and written out where it is another one', async () => {
    const { seg } = await world.issue();
    expect(await remove(range(seg, 1, 2), { reasonType: undefined })).toMatchObject({
      code: 400,
      message: '请选择作废原因',
    });
    expect(await remove(range(seg, 1, 2), { reasonType: 5 })).toMatchObject({ code: 400, message: '请填写原因' });
    const { data } = await remove(range(seg, 1, 2), { reasonType: 4 });
    expect(await app.data(world.token, batchApi.info, { id: data.opId })).toMatchObject({
      reason: '测试码',
      opType: 3,
    });
  });
});

describe('冻结与解冻', () => {
  test('a freeze by range and one of a code alone end together', async () => {
    const { seg } = await world.issue();
    await use(range(seg, 1, 100));
    await freeze(await single(seg, 50));
    expect(await freeze(range(seg, 1, 200), { policy: 1 })).toMatchObject({ code: 200, data: { ok: 199, fail: 1 } });
    expect(await lives(seg, 1, 50, 200, 201)).toEqual([3, 3, 3, 0]);
    await unfreeze(await single(seg, 120));
    expect(await lives(seg, 119, 120)).toEqual([3, 0]);
    expect(await unfreeze(range(seg, 1, 200), { policy: 1 })).toMatchObject({ code: 200, data: { ok: 199, fail: 1 } });
    expect(await lives(seg, 1, 50, 119, 120, 200)).toEqual([1, 1, 0, 0, 0]);
  });

  test('says what keeps a code from being frozen or thawed', async () => {
    const { seg } = await world.issue();
    expect(await unfreeze(await single(seg, 1))).toMatchObject({ code: 61027 });
    await freeze(await single(seg, 1));
    expect(await freeze(await single(seg, 1))).toMatchObject({
      code: 61033,
      message: expect.stringContaining('请先解冻'),
    });
    expect(await use(await single(seg, 1))).toMatchObject({ code: 61033 });
    expect(await freeze(range(seg, 5, 9), { reason: ' ' })).toMatchObject({ code: 400, message: '请填写原因' });
    await app.db.updateTable('segment').set({ state: 1 }).where('seg', '=', seg).execute();
    expect(await unfreeze(await single(seg, 2))).toMatchObject({ code: 61026 });
  });

  test('codes of a recalled lot read frozen, and are neither bound elsewhere nor frozen twice', async () => {
    const { seg } = await world.issue();
    const lotId = await makeLot();
    await use(range(seg, 1, 100), { lotId });
    const { token } = await makeStaff(app, { firmId: world.firmId, permissions: ['admin:identity:lot:recall'] });
    await app.data(token, lotApi.recall, { id: lotId, text: '包装破损' } as never);
    expect(await lives(seg, 100, 101)).toEqual([3, 0]);
    expect(await update(await single(seg, 1), { newLotId: await makeLot() })).toMatchObject({ code: 61033 });
    expect(await freeze(await single(seg, 1))).toMatchObject({ code: 61033 });
    await app.data(token, lotApi.cancelRecall, { id: lotId } as never);
    expect(await lives(seg, 100)).toEqual([1]);
  });
});

describe('渠道变更', () => {
  const makeChannel = async (firmId = world.firmId) =>
    (
      await app.db
        .insertInto('channel')
        .values({
          firmId,
          name: `电商 ${randomUUID().slice(0, 4)}`,
          channelNo: randomUUID().slice(0, 8),
          channelType: 3,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;

  test('moves active codes to a channel and leaves product, lot and time as they are', async () => {
    const { seg } = await world.issue();
    await use(range(seg, 1, 100));
    const { token } = await makeStaff(app, {
      firmId: world.firmId,
      permissions: ['admin:identity:channel:change', 'admin:identity:identity:list'],
    });
    const channelId = await makeChannel();
    const draft = { pick: range(seg, 1, 60), channelId, reason: '转线上' };
    expect(await app.data(token, channelChangeApi.check, draft as never)).toMatchObject({
      total: 60,
      ok: 60,
      bindings: [{ lotId: world.lotId, channelId: null, count: 60 }],
    });
    const before = await facts(seg, 1);
    expect(await app.call(token, channelChangeApi.change, once(draft))).toMatchObject({ code: 200, data: { ok: 60 } });
    const after = await facts(seg, 1);
    expect(after).toEqual({ ...before, channelName: expect.stringContaining('电商') });
    expect((await facts(seg, 61)).channelName).toBe('');
    const again = await app.data(token, channelChangeApi.check, { ...draft, pick: range(seg, 1, 101) } as never);
    expect(again).toMatchObject({ total: 101, ok: 100, repeat: 60, byError: { 61036: 1 } });
    const { list } = await app.data(token, channelChangeApi.list, {});
    expect(list[0]).toMatchObject({ okCnt: 60, reason: '转线上', channelName: after.channelName });
    await update(range(seg, 1, 100), { newLotId: await makeLot() });
    expect([(await facts(seg, 60)).channelName, (await facts(seg, 61)).channelName]).toEqual([after.channelName, '']);
  });

  test('another firm’s channel is none, and without the permission nothing is moved', async () => {
    const { seg } = await world.issue();
    await use(range(seg, 1, 10));
    const stranger = await makeCodeWorld(app);
    const { token } = await makeStaff(app, {
      firmId: world.firmId,
      permissions: ['admin:identity:channel:change'],
    });
    const draft = { pick: range(seg, 1, 10), channelId: await makeChannel(stranger.firmId), reason: '转' };
    expect(await app.call(token, channelChangeApi.change, once(draft))).toMatchObject({
      code: 61108,
      message: '渠道已停用或不存在',
      data: { fields: [{ field: 'channelId' }] },
    });
    expect(await app.call(world.token, channelChangeApi.change, once(draft))).toMatchObject({ code: 403 });
  });
});

describe('预检', () => {
  test('says what would happen, by group and by reason, and its token is good for exactly that', async () => {
    const { seg } = await world.issue();
    const [from, to] = [await makeLot(), await makeLot()];
    await use(range(seg, 1, 100), { lotId: from });
    const check = await app.data(world.token, batchApi.check, {
      opType: 2,
      pick: range(seg, 1, 120),
      newLotId: to,
    } as never);
    expect(check).toMatchObject({
      total: 120,
      ok: 100,
      byError: { 61036: 20 },
      bindings: [{ lotId: from, count: 100 }],
      boxes: 0,
    });
    await freeze(await single(seg, 7));
    const submitted = { newLotId: to, policy: 1, token: check.token };
    expect(await update(range(seg, 1, 120), submitted)).toMatchObject({
      code: 61099,
      message: '数据已变化，请重新预检',
    });
    await unfreeze(await single(seg, 7));
    expect(await update(range(seg, 1, 119), submitted)).toMatchObject({ code: 61099 });
    expect(await freeze(range(seg, 1, 120), { token: check.token })).toMatchObject({ code: 61099 });
    expect(await update(range(seg, 1, 120), { ...submitted, token: 'no.token' })).toMatchObject({ code: 61099 });
    expect(await update(range(seg, 1, 120), submitted)).toMatchObject({ code: 200, data: { ok: 100, fail: 20 } });
  });

  test('is for those who may do it', async () => {
    const { seg } = await world.issue();
    const { token } = await makeStaff(app, { firmId: world.firmId, permissions: ['admin:identity:batch:use'] });
    const pick = range(seg, 1, 2);
    expect(await app.call(token, batchApi.check, { opType: 1, pick } as never)).toMatchObject({ code: 200 });
    expect(await app.call(token, batchApi.check, { opType: 3, pick } as never)).toMatchObject({ code: 403 });
  });
});
