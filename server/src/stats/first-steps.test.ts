import { firstStepsApi } from '@zhuiyuan/contract/stats/first-steps';
import { Review } from '@zhuiyuan/contract/kit/review';
import { TaskPhase } from '@zhuiyuan/contract/codes/state/code-enums';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeFirmStaff, makeStaff } from '../../test/factories/access.ts';
import { makeCodeWorld, opsOf } from '../../test/factories/codes.ts';

const permission = firstStepsApi.find.may as string;
let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

test('each step is a fact: it is there once it was done, and gone once it was undone', async () => {
  const world = await makeCodeWorld(app);
  const ops = opsOf(app, world);
  const { token } = await makeStaff(app, { firmId: world.firmId, permissions: [permission] });
  const steps = async () => (await app.data(token, firstStepsApi.find, {}))!;
  const change = (table: 'product' | 'lot', isDel: number) =>
    app.db.updateTable(table).set({ isDel }).where('firmId', '=', world.firmId).execute();

  await change('lot', 1);
  await change('product', 1);
  await app.db
    .updateTable('firm')
    .set({ audit: Review.rejected, auditRemark: '营业执照不清楚' })
    .where('id', '=', world.firmId)
    .execute();
  expect(await steps()).toMatchObject({
    firm: { audit: Review.rejected, auditRemark: '营业执照不清楚' },
    product: null,
    lot: null,
    task: null,
    activation: null,
    template: null,
    firstScanAt: null,
  });

  await change('product', 0);
  expect(await steps()).toMatchObject({ product: { id: world.productId }, lot: null });
  await change('lot', 0);
  expect(await steps()).toMatchObject({ product: { id: world.productId }, lot: { id: world.lotId } });
  await change('product', 1);
  expect(await steps()).toMatchObject({ product: null, lot: null });
  await change('product', 0);
  await app.db.updateTable('firm').set({ audit: Review.passed }).where('id', '=', world.firmId).execute();

  const { taskId, seg } = await world.issue({ itemCount: 40 });
  await app.db.updateTable('task').set({ phase: TaskPhase.done }).where('id', '=', taskId).execute();
  expect((await steps()).task).toMatchObject({ id: taskId, total: 40, phase: TaskPhase.done, progress: 100 });
  const pick = { mode: 1 as const, ranges: [{ seg, serialFrom: 1, serialTo: 30 }] };
  const used = await ops.use(pick);
  expect(used).toMatchObject({ code: 200 });
  expect((await steps()).activation).toMatchObject({ okCnt: 30 });
  await ops.undo((used.data as { opId: number }).opId);
  expect((await steps()).activation).toBeNull();
});

test('a running task is told of until one is done; a cancelled one never', async () => {
  const world = await makeCodeWorld(app);
  const { token } = await makeStaff(app, { firmId: world.firmId, permissions: [permission] });
  const task = async () => (await app.data(token, firstStepsApi.find, {}))!.task;
  const set = (taskId: number, change: object) =>
    app.db.updateTable('task').set(change).where('id', '=', taskId).execute();
  const first = await world.issue({ itemCount: 40 });
  await set(first.taskId, { phase: TaskPhase.cancelled });
  expect(await task()).toBeNull();
  await set(first.taskId, { phase: TaskPhase.packing, rowsDone: 30 });
  expect(await task()).toMatchObject({ id: first.taskId, phase: TaskPhase.packing, progress: 75 });
  await set(first.taskId, { phase: TaskPhase.failed, failReason: '磁盘已满' });
  expect(await task()).toMatchObject({ phase: TaskPhase.failed, failReason: '磁盘已满' });
  await set(first.taskId, { phase: TaskPhase.done });
  const second = await world.issue({ itemCount: 40 });
  await set(second.taskId, { phase: TaskPhase.generating });
  expect(await task()).toMatchObject({ id: first.taskId });
});

test('the platform has no steps, and no firm sees those of another', async () => {
  const world = await makeCodeWorld(app);
  await world.issue({ itemCount: 40 });
  const platform = await makeStaff(app, { permissions: [permission] });
  expect(await app.data(platform.token, firstStepsApi.find, {})).toBeNull();
  const other = await makeFirmStaff(app, [permission]);
  expect(await app.data(other.token, firstStepsApi.find, {})).toMatchObject({ product: null, lot: null, task: null });
});
