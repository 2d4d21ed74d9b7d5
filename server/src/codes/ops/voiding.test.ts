import { SegmentState, OpType, TaskPhase } from '@zhuiyuan/contract/codes/state/code-enums';
import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { taskApi } from '@zhuiyuan/contract/codes/tasks/task';
import { lotApi } from '@zhuiyuan/contract/trace/lot/lot';
import { traceRefusals } from '@zhuiyuan/contract/trace/trace-refusals';
import { randomUUID } from 'node:crypto';
import { PackState } from '../state/code-states.ts';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { openOps, range } from '../../../test/factories/codes.ts';
import { readSegments } from '../state/read-segments.ts';
import { activation } from './activation.ts';
import { rebinding } from './rebinding.ts';

let app: TestApp;
let world: Awaited<ReturnType<typeof openOps>>['world'];
let ops: Awaited<ReturnType<typeof openOps>>['ops'];
beforeAll(async () => {
  ({ app, world, ops } = await openOps());
});
afterAll(() => app.close());

describe('作废', () => {
  test('a whole task that is voided counts in its lots what was not void before', async () => {
    const { seg, taskId } = await world.issue();
    const [one, other] = [await ops.makeLot(), await ops.makeLot()];
    await ops.use(range(seg, 1, 60), { lotId: one });
    await ops.use(range(seg, 61, 70), { lotId: other });
    await ops.remove(range(seg, 51, 65), { reasonType: 5, reason: '客户退回' });
    await app.db.updateTable('task').set({ phase: TaskPhase.done }).where('id', '=', taskId).execute();
    const { taskNo } = await app.data(world.token, taskApi.info, { id: taskId });
    await app.data(world.token, taskApi.void, { id: taskId, taskNo, reason: '印刷损坏' });
    expect((await ops.countsOf(one)).voidCnt).toBe(60);
    expect((await ops.countsOf(other)).voidCnt).toBe(10);
  });

  test('boxes are voided as a task with what was printed for them, and not with codes of another task in them', async () => {
    const set = await world.issue({ itemCount: 24, boxCount: 4, assocMode: 1, productId: world.productId });
    const { seg } = await world.issue();
    const box = set.segments.find(({ level }) => level === 1)!;
    const free = set.segments.find(({ level }) => level === 0)!;
    await app.db.updateTable('task').set({ phase: TaskPhase.done }).where('id', '=', set.taskId).execute();
    const { taskNo } = await app.data(world.token, taskApi.info, { id: set.taskId });
    const remove = () => app.call(world.token, taskApi.void, { id: set.taskId, taskNo, reason: '印刷损坏' });
    await app.db
      .insertInto('codeUnit')
      .values({
        seg,
        serial: 1,
        firmId: world.firmId,
        packState: PackState.packed,
        parentSeg: box.seg,
        parentSerial: 2,
      })
      .execute();
    expect(await remove()).toMatchObject({ code: 61149, message: '箱内装有其他任务的编码，请先拆箱' });
    expect([await ops.lives(box.seg, 2), await ops.lives(free.seg, 7), await ops.lives(seg, 1)]).toEqual([
      [0],
      [0],
      [0],
    ]);
    await app.db
      .updateTable('codeUnit')
      .set({ packState: PackState.unpacked, parentSeg: null, parentSerial: null })
      .where('seg', '=', seg)
      .execute();
    expect(await remove()).toMatchObject({ code: 200, data: { total: 28 } });
    expect([await ops.lives(box.seg, 2), await ops.lives(free.seg, 7), await ops.lives(seg, 1)]).toEqual([
      [2],
      [2],
      [0],
    ]);
  });

  test('a task is voided whatever numbers other requests were sent under', async () => {
    const { seg, taskId } = await world.issue();
    await app.db.updateTable('task').set({ phase: TaskPhase.done }).where('id', '=', taskId).execute();
    await ops.freeze(range(seg, 1, 1), { idemKey: `void task ${taskId}` });
    const { taskNo } = await app.data(world.token, taskApi.info, { id: taskId });
    expect(await app.call(world.token, taskApi.void, { id: taskId, taskNo, reason: '印刷损坏' })).toMatchObject({
      code: 200,
    });
  });

  test('void is final: nothing brings a void code back', async () => {
    const { seg } = await world.issue();
    const lotId = await ops.makeLot();
    await ops.use(range(seg, 1, 100), { lotId });
    await ops.freeze(range(seg, 1, 50));
    expect(await ops.remove(range(seg, 20, 60), { reasonType: 5, reason: '客户退回' })).toMatchObject({
      code: 200,
      data: { ok: 41 },
    });
    expect(await ops.lives(seg, 19, 20, 60, 61)).toEqual([3, 2, 2, 1]);
    expect((await ops.countsOf(lotId)).voidCnt).toBe(41);
    const segment = await app.db.selectFrom('segment').where('seg', '=', seg).selectAll().executeTakeFirstOrThrow();
    expect(segment.voidCnt).toBe(41);
    const pick = await ops.single(seg, 30);
    for (const answer of [
      await ops.use(pick),
      await ops.update(pick, { newLotId: await ops.makeLot() }),
      await ops.remove(pick),
      await ops.freeze(pick),
      await ops.unfreeze(pick),
    ])
      expect(answer).toMatchObject({ code: 61030, message: expect.stringContaining('编码已作废，不能操作') });
    const activated = await app.db
      .selectFrom('codeOp')
      .where('opType', '=', OpType.activate)
      .orderBy('id', 'desc')
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(await app.call(world.token, codeOpApi.undo, { opId: activated.id })).toMatchObject({ code: 61030 });
    expect(await ops.lives(seg, 30)).toEqual([2]);
    await ops.unfreeze(range(seg, 1, 19));
    expect(await ops.lives(seg, 1, 30)).toEqual([1, 2]);
  });

  test('a box with items is voided with them or not at all', async () => {
    const { segments } = await world.issue({ itemCount: 24, boxCount: 4, assocMode: 1, productId: world.productId });
    const [items, boxes] = [segments.find(({ level }) => level === 0)!, segments.find(({ level }) => level === 1)!];
    expect(await ops.remove(range(boxes.seg, 2, 2))).toMatchObject({ code: 61041 });
    expect(await ops.remove(range(boxes.seg, 2, 2), { includeChild: true })).toMatchObject({
      code: 200,
      data: { ok: 7 },
    });
    expect(await ops.lives(items.seg, 6, 7, 12, 13)).toEqual([0, 2, 2, 0]);
    await app.db
      .insertInto('codeUnit')
      .values(
        Array.from({ length: 6 }, (_, i) => ({ seg: items.seg, serial: 13 + i, firmId: world.firmId, packState: 2 })),
      )
      .execute();
    expect(await ops.remove(range(boxes.seg, 3, 3))).toMatchObject({ code: 200, data: { ok: 1 } });
    expect(await ops.lives(items.seg, 13)).toEqual([0]);
  });

  test('a cause is chosen, and written out where it is another one', async () => {
    const { seg } = await world.issue();
    expect(await ops.remove(range(seg, 1, 2), { reasonType: undefined })).toMatchObject({
      code: 400,
      message: '请选择作废原因',
    });
    expect(await ops.remove(range(seg, 1, 2), { reasonType: 5 })).toMatchObject({ code: 400, message: '请填写原因' });
    const { data } = await ops.remove(range(seg, 1, 2), { reasonType: 4 });
    expect(await app.data(world.token, codeOpApi.info, { id: data.opId })).toMatchObject({
      reason: '测试码',
      opType: 3,
    });
  });
});

describe('冻结与解冻', () => {
  test('a freeze by range and one of a code alone end together', async () => {
    const { seg } = await world.issue();
    await ops.use(range(seg, 1, 100));
    await ops.freeze(await ops.single(seg, 50));
    expect(await ops.freeze(range(seg, 1, 200), { policy: 1 })).toMatchObject({
      code: 200,
      data: { ok: 199, fail: 1 },
    });
    expect(await ops.lives(seg, 1, 50, 200, 201)).toEqual([3, 3, 3, 0]);
    await ops.unfreeze(await ops.single(seg, 120));
    expect(await ops.lives(seg, 119, 120)).toEqual([3, 0]);
    expect(await ops.unfreeze(range(seg, 1, 200), { policy: 1 })).toMatchObject({
      code: 200,
      data: { ok: 199, fail: 1 },
    });
    expect(await ops.lives(seg, 1, 50, 119, 120, 200)).toEqual([1, 1, 0, 0, 0]);
  });

  test('says what keeps a code from being frozen or thawed', async () => {
    const { seg } = await world.issue();
    expect(await ops.unfreeze(await ops.single(seg, 1))).toMatchObject({ code: 61027 });
    await ops.freeze(await ops.single(seg, 1));
    expect(await ops.freeze(await ops.single(seg, 1))).toMatchObject({
      code: 61033,
      message: expect.stringContaining('请先解冻'),
    });
    expect(await ops.use(await ops.single(seg, 1))).toMatchObject({ code: 61033 });
    expect(await ops.freeze(range(seg, 5, 9), { reason: ' ' })).toMatchObject({ code: 400, message: '请填写原因' });
    await app.db.updateTable('segment').set({ state: SegmentState.frozen }).where('seg', '=', seg).execute();
    expect(await ops.unfreeze(await ops.single(seg, 2))).toMatchObject({ code: 61026 });
  });

  test('codes of a recalled lot read frozen, and are neither bound elsewhere nor frozen twice', async () => {
    const { seg } = await world.issue();
    const lotId = await ops.makeLot();
    await ops.use(range(seg, 1, 100), { lotId });
    const { token } = await makeStaff(app, { firmId: world.firmId, permissions: ['admin:identity:lot:recall'] });
    await app.data(token, lotApi.recall, { id: lotId, text: '包装破损' } as never);
    expect(await ops.lives(seg, 100, 101)).toEqual([3, 0]);
    expect(await ops.update(await ops.single(seg, 1), { newLotId: await ops.makeLot() })).toMatchObject({
      code: 61033,
    });
    expect(await ops.freeze(await ops.single(seg, 1))).toMatchObject({ code: 61033 });
    await app.data(token, lotApi.cancelRecall, { id: lotId } as never);
    expect(await ops.lives(seg, 100)).toEqual([1]);
  });

  test('a recalled lot takes nothing new: by 启用, 改绑, a file of either, or an issue of codes', async () => {
    const { seg } = await world.issue();
    const lotId = await ops.makeLot();
    await ops.use(range(seg, 1, 10), { lotId });
    await ops.use(range(seg, 11, 20));
    const { token } = await makeStaff(app, { firmId: world.firmId, permissions: ['admin:identity:lot:recall'] });
    await app.data(token, lotApi.recall, { id: lotId, text: '包装破损' } as never);
    const refused = { code: 61181, message: '批次正在召回，不能再放入编码' };
    const pick = range(seg, 21, 30);
    const toIt = { productId: world.productId, lotId };
    expect(await ops.use(pick, { lotId })).toMatchObject(refused);
    expect(await ops.check(pick, { opType: OpType.activate, ...toIt })).toMatchObject(refused);
    expect(await ops.update(range(seg, 11, 20), { newLotId: lotId })).toMatchObject(refused);
    const draft = { name: '召回', itemCount: 10, idemKey: randomUUID(), ...toIt };
    expect(await app.call(world.token, taskApi.save, draft as never)).toMatchObject(refused);

    // Asked for before the recall and carried out behind it: nothing is bound either.
    const kind = activation({ firmId: world.firmId, ...toIt, boxNum: 6, caseNum: 4 });
    const runs = [{ seg, from: 21, to: 30 }];
    const context = { firmId: world.firmId, segments: await readSegments(app.db, runs), runs };
    expect((await kind.validate(app.db, context)).conflicts).toMatchObject([
      { ...runs[0], why: traceRefusals.lotRecalled },
    ]);
    const move = { ...context, runs: [{ seg, from: 11, to: 20 }] };
    const { conflicts } = await rebinding({ firmId: world.firmId, newLotId: lotId }).validate(app.db, move);
    expect(conflicts).toMatchObject([{ ...move.runs[0], why: traceRefusals.lotRecalled }]);
    expect(await ops.lives(seg, 1, 11, 21)).toEqual([3, 1, 0]);

    await app.data(token, lotApi.cancelRecall, { id: lotId } as never);
    expect(await ops.use(pick, { lotId })).toMatchObject({ code: 200 });
  });

  test('a recall and its end are operations with the codes of the lot as their trail', async () => {
    const { seg } = await world.issue();
    const lotId = await ops.makeLot();
    await ops.use(range(seg, 1, 100), { lotId });
    const { token, id } = await makeStaff(app, { firmId: world.firmId, permissions: ['admin:identity:lot:recall'] });
    await app.data(token, lotApi.recall, { id: lotId, text: '包装破损' } as never);
    expect((await app.call(token, lotApi.recall, { id: lotId, text: '再次' } as never)).code).toBe(61102);
    await ops.use(range(seg, 201, 210));
    await app.data(token, lotApi.cancelRecall, { id: lotId } as never);
    const listed = async (opType: number) =>
      (await app.data(world.token, codeOpApi.list, { opType, operatorId: id })).list;
    const [[recalled], [lifted]] = [await listed(OpType.recall), await listed(OpType.endRecall)];
    expect(recalled).toMatchObject({ total: 100, okCnt: 100, failCnt: 0, reason: '包装破损', canUndo: false });
    expect(recalled!.rangeText).toBe(`1段 ${await ops.codeOf(seg, 1)}~${await ops.codeOf(seg, 100)}`);
    expect(lifted).toMatchObject({ total: 100, okCnt: 100, canUndo: false });
    expect(await app.data(world.token, codeOpApi.info, { id: recalled!.id })).toMatchObject({ lotId });
    const told = async (serial: number) =>
      (await app.data(world.token, identityApi.timeline, { code: await ops.codeOf(seg, serial) }))
        .filter(({ kind }) => kind === 'op')
        .map(({ title }) => title);
    expect(await told(100)).toEqual(['解除召回', '召回', '启用']);
    expect(await told(205)).toEqual(['启用']);
    expect((await app.call(world.token, codeOpApi.undo, { opId: recalled!.id } as never)).code).toBe(404);
  });

  test('a lot without codes is recalled too', async () => {
    const lotId = await ops.makeLot();
    const { token, id } = await makeStaff(app, { firmId: world.firmId, permissions: ['admin:identity:lot:recall'] });
    await app.data(token, lotApi.recall, { id: lotId, text: '包装破损' } as never);
    const { list } = await app.data(world.token, codeOpApi.list, { opType: OpType.recall, operatorId: id });
    expect(list).toMatchObject([{ total: 0, rangeText: '-' }]);
  });
});
