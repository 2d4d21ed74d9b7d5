import { Level } from '@zhuiyuan/contract/codes/state/code-enums';
import { DeliverStatus, DiffAct, DiffKind } from '@zhuiyuan/contract/movement/move-enums';
import { signApi } from '@zhuiyuan/contract/movement/sign/sign';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { makeMoveWorld } from '../../../test/factories/movement.ts';
import { autoSign } from './auto-sign.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const diffsOf = (deliverId: number) =>
  app.db.selectFrom('deliverDiff').selectAll().where('deliverId', '=', deliverId).orderBy('id').execute();

describe('signing', () => {
  test('for a part of it divides the lines, and needs a word about the rest', async () => {
    const { ship, sign, line, items, item, docOf, linesOf, stockOf, agent } = await makeMoveWorld(app);
    const { data } = await ship([await line(items, 1, 40)]);
    const codes = await Promise.all([5, 6, 7].map(item));
    expect(await sign(data.id, { mode: 'codes', codes })).toMatchObject({ code: 400, message: '请填写差异说明' });
    const answer = await sign(data.id, { mode: 'codes', codes, remark: '只到了三件' });
    expect(answer.data).toEqual({ signed: 3, remain: 37, extra: 0 });
    expect((await linesOf(data.id)).map(({ from, to, itemQty, status }) => [from, to, itemQty, status])).toEqual([
      [1, 4, 4, 1],
      [5, 7, 3, 3],
      [8, 40, 33, 1],
    ]);
    expect(await docOf(data.id)).toMatchObject({ status: DeliverStatus.shipped, signQty: 3, hasDiff: true });
    expect(await stockOf(agent)).toMatchObject([{ transitQty: 37, handQty: 3, inQty: 3 }]);
    expect((await sign(data.id, { mode: 'codes', codes, remark: '再来' })).data).toEqual({
      signed: 0,
      remain: 37,
      extra: 0,
    });
    expect((await sign(data.id)).data).toEqual({ signed: 37, remain: 0, extra: 0 });
    expect(await docOf(data.id)).toMatchObject({ status: DeliverStatus.signed, signQty: 40, hasDiff: false });
  });

  test('for a whole line beside scanned codes', async () => {
    const { ship, sign, line, items, item, linesOf, docOf } = await makeMoveWorld(app);
    const { data } = await ship([await line(items, 1, 20), { code: await item(30) }, { code: await item(31) }]);
    const [first] = await linesOf(data.id);
    const more = { mode: 'codes', lineIds: [first!.id], codes: [await item(31)], remark: '少一件' };
    const strange = (await linesOf((await ship([{ code: await item(40) }])).data.id))[0]!.id;
    expect((await sign(data.id, { ...more, lineIds: [strange] })).code).toBe(404);
    expect(await docOf(data.id)).toMatchObject({ signQty: 0, hasDiff: false });
    expect((await sign(data.id, more)).data).toEqual({ signed: 21, remain: 1, extra: 0 });
    expect((await sign(data.id, more)).data).toEqual({ signed: 0, remain: 1, extra: 0 });
  });

  test('is refused for what was never shipped, was taken back, lies in a box, or is somebody else’s', async () => {
    const { ship, sign, cancel, item, box, pack, beside, to, docOf } = await makeMoveWorld(app);
    await pack(1, 1, 6);
    const { data } = await ship([{ code: await box(1) }, { code: await item(10) }, { code: await item(11) }]);
    const other = await ship([{ code: await item(12) }], to(beside));
    const scan = async (code: string) => {
      const answer = await sign(data.id, { mode: 'codes', codes: [code], remark: '扫码' });
      return [answer.code, answer.message.replace(/^编码\w+：/, '')];
    };
    expect(await scan(await item(50))).toEqual([61076, '未发货，不能签收']);
    expect(await scan(await item(2))).toEqual([61136, `编码在箱${await box(1)}内，请扫箱码`]);
    expect(await scan(await item(12))).toEqual([61077, '不是收货方，不能签收']);
    const { rows } = {
      rows: await app.db
        .selectFrom('deliverLine')
        .select(['id', 'seg'])
        .where('deliverId', '=', data.id)
        .where('level', '=', Level.item)
        .orderBy('id')
        .execute(),
    };
    await cancel(data.id, { parts: [{ lineId: rows[0]!.id }] });
    const cancelled = [await scan(await item(10)), await scan(await item(11))].find(([code]) => code !== 200);
    expect(cancelled).toEqual([61078, '发货已取消，不能签收']);
    await cancel(other.data.id);
    expect(await sign(other.data.id)).toMatchObject({ code: 61078, message: '发货已取消，不能签收' });
    expect((await docOf(other.data.id)).signQty).toBe(0);
  });

  test('goes for staff who may, of the firm', async () => {
    const { ship, item, firmId } = await makeMoveWorld(app);
    const { data } = await ship([{ code: await item(1) }]);
    const { token } = await makeStaff(app, { firmId, permissions: ['admin:identity:deliver:list'] });
    expect((await app.call(token, signApi.sign, { id: data.id, mode: 'all' } as never)).code).toBe(403);
    const stranger = await makeMoveWorld(app);
    expect((await stranger.sign(data.id)).code).toBe(404);
  });
});

test('a difference names a code of the document, or one in a box of it; what came beside it is no difference', async () => {
  const { ship, sign, item, box, pack, docOf, cancel, linesOf } = await makeMoveWorld(app);
  await pack(1, 1, 6);
  const { data } = await ship([{ code: await box(1) }, { code: await item(10) }, { code: await item(11) }]);
  const gone = (await linesOf(data.id)).find(({ to, level }) => level === Level.item && to === 11)!;
  expect((await cancel(data.id, { parts: [{ lineId: gone.id, serialFrom: 11, serialTo: 11 }] })).code).toBe(200);
  const damaged = (code: string, more: object = {}) => ({ code, kind: DiffKind.damaged, note: '破损', ...more });
  const outside = await item(60);
  for (const mode of ['all', 'codes'])
    expect(await sign(data.id, { mode, diffs: [damaged(outside)], remark: '破损' })).toMatchObject({
      code: 61191,
      message: `编码${outside}：不在该发货单内，请登记为多货`,
    });
  expect((await sign(data.id, { diffs: [damaged(await item(11))], remark: '破损' })).code).toBe(61191);
  expect((await sign(data.id, { diffs: [damaged('ANKZM978FKKY9T48')], remark: '破损' })).code).toBeGreaterThan(61000);
  expect(await diffsOf(data.id)).toEqual([]);
  expect(await docOf(data.id)).toMatchObject({ signQty: 0, hasDiff: false });
  const diffs = [damaged(await item(10)), damaged(await item(3))];
  expect((await sign(data.id, { diffs, remark: '破损' })).data).toEqual({ signed: 6, remain: 1, extra: 0 });
});

describe('a difference', () => {
  const makeDiffs = async () => {
    const world = await makeMoveWorld(app);
    const { ship, sign, item, pack, box } = world;
    await pack(1, 1, 6);
    const codes = await Promise.all([10, 11, 12, 13].map(item));
    const { data } = await ship([...codes.map((code) => ({ code })), { code: await box(1) }]);
    const diffs = [
      { code: codes[0], kind: DiffKind.missing, note: '未到' },
      { code: codes[1], kind: DiffKind.damaged, note: '外箱破损' },
      { code: codes[2], kind: DiffKind.damaged, note: '轻微', signs: true },
      { code: await item(3), kind: DiffKind.damaged, note: '箱内一件破损' },
    ];
    const answer = await sign(data.id, { diffs, extra: [{ code: await item(200), note: '多出一件' }] });
    const handle = (id: number, act: number) =>
      app.call(world.token, signApi.handleDiff, { id, act, remark: '已核实' } as never);
    return { ...world, id: data.id, answer, handle, codes };
  };

  test('leaves its code unsigned unless it is accepted; what lies in a box is a note', async () => {
    const { answer, id, docOf } = await makeDiffs();
    expect(answer.data).toEqual({ signed: 8, remain: 2, extra: 1 });
    expect(await docOf(id)).toMatchObject({ hasDiff: true, signQty: 8, status: DeliverStatus.shipped });
    expect((await diffsOf(id)).map(({ kind, state, note }) => [kind, state, note])).toEqual([
      [1, 0, '未到'],
      [2, 0, '外箱破损'],
      [2, 0, '轻微'],
      [2, 0, '箱内一件破损'],
      [3, 0, '多出一件'],
    ]);
  });

  test('is signed for later, taken back, lost or noted, each once', async () => {
    const { id, handle, docOf, stockOf, agent, ops, items, ship, codes } = await makeDiffs();
    const [missing, damaged, accepted, inBox, extra] = await diffsOf(id);
    expect((await handle(extra!.id, DiffAct.sign)).code).toBe(400);
    expect((await handle(accepted!.id, DiffAct.takeBack)).code).toBe(61073);
    expect((await handle(inBox!.id, DiffAct.takeBack)).code).toBe(61136);
    expect((await handle(missing!.id, DiffAct.lost)).code).toBe(200);
    expect((await handle(missing!.id, DiffAct.noted)).code).toBe(409);
    expect(await ops.lives(items, 10)).toEqual([3]);
    expect((await ship([{ code: codes[0]! }])).code).toBe(61033);
    expect((await handle(damaged!.id, DiffAct.sign)).code).toBe(200);
    for (const diff of [accepted!, inBox!, extra!]) expect((await handle(diff.id, DiffAct.noted)).code).toBe(200);
    expect(await docOf(id)).toMatchObject({ status: DeliverStatus.signed, itemQty: 9, signQty: 9, hasDiff: false });
    expect(await stockOf(agent)).toMatchObject([{ transitQty: 0, handQty: 9, inQty: 9 }]);
    expect((await diffsOf(id)).every(({ state }) => state === 1)).toBe(true);
  });
});

test('what nobody signed for is signed for by the clock, but for open differences and frozen codes', async () => {
  const { ship, sign, item, items, ops, docOf, settle } = await makeMoveWorld(app);
  const codes = await Promise.all([1, 2, 3, 4].map(async (serial) => ({ code: await item(serial) })));
  const { data } = await ship(codes);
  const late = await ship([{ code: await item(9) }]);
  await sign(data.id, {
    mode: 'codes',
    codes: [codes[0]!.code],
    diffs: [{ code: codes[1]!.code, kind: DiffKind.missing, note: '未到' }],
    remark: '其余稍后',
  });
  await ops.freeze(await ops.single(items, 3));
  await app.db.updateTable('deliver').set({ shipAt: '2026-01-01 08:00:00' }).where('id', '=', data.id).execute();
  await settle({ autoSignDays: 0 });
  await autoSign(app);
  expect(await docOf(data.id)).toMatchObject({ signQty: 1 });
  await settle({ autoSignDays: 15 });
  await autoSign(app);
  expect(await docOf(data.id)).toMatchObject({ status: DeliverStatus.shipped, signQty: 2 });
  expect(await docOf(late.data.id)).toMatchObject({ signQty: 0 });
  await autoSign(app);
  expect(await docOf(data.id)).toMatchObject({ signQty: 2 });
});

test('a firm whose settings cannot be read keeps no other firm from being signed for', async () => {
  const broken = await makeMoveWorld(app);
  await broken.settle({ autoSignDays: '十五' });
  const { ship, item, docOf } = await makeMoveWorld(app);
  const { data } = await ship([{ code: await item(1) }]);
  await app.db.updateTable('deliver').set({ shipAt: '2026-01-01 08:00:00' }).where('id', '=', data.id).execute();
  const error = vi.spyOn(app.log, 'error').mockImplementation(() => undefined);
  await autoSign(app);
  expect(error).toHaveBeenCalledWith(expect.objectContaining({ firmId: broken.firmId }), expect.any(String));
  error.mockRestore();
  expect(await docOf(data.id)).toMatchObject({ status: DeliverStatus.signed });
  await broken.settle({ autoSignDays: 15 });
});
