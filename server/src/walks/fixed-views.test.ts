import { TaskPhase } from '@zhuiyuan/contract/codes/state/code-enums';
import { taskApi } from '@zhuiyuan/contract/codes/tasks/task';
import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { Review } from '@zhuiyuan/contract/kit/review';
import { needApplyApi } from '@zhuiyuan/contract/movement/replenish/need-apply';
import { ApplyStatus, NeedUnit, OrderStatus } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { needOrderApi } from '@zhuiyuan/contract/movement/replenish/need-order';
import { deliverApi } from '@zhuiyuan/contract/movement/document/deliver';
import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../test/app.ts';
import { makeFirmStaff, makeStaff } from '../../test/factories/access.ts';
import { codePermissions, openOps, range } from '../../test/factories/codes.ts';
import { makeMoveWorld, shipPermissions } from '../../test/factories/movement.ts';
import { makeAgent, shopDraft } from '../../test/factories/parties.ts';
import { makeGoods, makeNeedApply, makeNeedOrder, needDraft, needPermissions } from '../../test/factories/replenish.ts';
import { downloadSheet } from '../../test/sheets.ts';

let app: TestApp;
let world: Awaited<ReturnType<typeof openOps>>['world'];
let ops: Awaited<ReturnType<typeof openOps>>['ops'];
let tokens: string[];
beforeAll(async () => {
  ({ app, world, ops } = await openOps());
  const permissions = [...codePermissions, ...['list', 'save', 'export'].map((act) => `admin:identity:shop:${act}`)];
  const staff = () => makeStaff(app, { firmId: world.firmId, permissions });
  tokens = [(await staff()).token, (await staff()).token];
});
afterAll(() => app.close());

test('我的 are the rows of whoever asks, 待处理 those that wait, in the list and in its file', async () => {
  const [own, other] = tokens as [string, string];
  const agentId = await makeAgent(app, world.firmId);
  const save = async (token: string, name: string) =>
    (await app.data(token, shopApi.save, shopDraft(agentId, { name }) as never)).id;
  const passed = await save(own, '本人的店');
  await save(own, '本人待审的店');
  await save(other, '别人的店');
  await app.db.updateTable('shop').set({ audit: Review.passed }).where('id', '=', passed).execute();
  const names = async (token: string, filters: object) =>
    (await app.data(token, shopApi.list, filters as never)).list.map(({ name }) => name).sort();
  expect(await names(own, { mine: '1' })).toEqual(['本人待审的店', '本人的店']);
  expect(await names(other, { mine: '1' })).toEqual(['别人的店']);
  expect(await names(other, { waiting: '1' })).toEqual(['别人的店', '本人待审的店']);
  expect(await names(own, { mine: '1', waiting: '1' })).toEqual(['本人待审的店']);
  expect(await names(own, { mine: '0', waiting: '0' })).toHaveLength(3);

  const exported = async (token: string) => {
    const answer = await app.data(token, shopApi.export, { mine: '1' } as never);
    const { rows } = await downloadSheet(app, (answer as { fileName: string }).fileName);
    return rows.flat().filter((cell) => String(cell).endsWith('的店')).length;
  };
  expect([await exported(own), await exported(other)]).toEqual([2, 1]);
});

test('我的 of shipping documents are those that whoever asks has shipped, in the list and in its file', async () => {
  const { token, firmId, ship, item } = await makeMoveWorld(app);
  const { data } = await ship([{ code: await item(1) }]);
  const other = await makeStaff(app, { firmId, permissions: shipPermissions });
  const ids = async (asker: string, filters: object) =>
    (await app.data(asker, deliverApi.list, filters as never)).list.map(({ id }) => id);
  expect(await ids(token, { mine: '1' })).toEqual([data.id]);
  expect(await ids(other.token, { mine: '1' })).toEqual([]);
  expect(await ids(other.token, {})).toEqual([data.id]);
  const answer = await app.data(token, deliverApi.export, { mine: '1' } as never);
  const { rows } = await downloadSheet(app, (answer as { fileName: string }).fileName);
  expect(rows.flat()).toContain(data.deliverNo);
  expect(await app.call(other.token, deliverApi.export, { mine: '1' } as never)).toMatchObject({ code: 63701 });
});

test('requests wait until they are decided, orders until all is shipped or they are ended', async () => {
  const { firmId, token } = await makeFirmStaff(app, needPermissions);
  const agentId = await makeAgent(app, firmId);
  const productId = await makeGoods(app, firmId);
  const statuses = [ApplyStatus.draft, ApplyStatus.waiting, ApplyStatus.reviewing, ApplyStatus.passed];
  const applies: number[] = [];
  for (const status of statuses) {
    applies.push(await makeNeedApply(app, { firmId, agentId }, productId));
    await app.db.updateTable('needApply').set({ status }).where('id', '=', applies.at(-1)!).execute();
  }
  const waiting = await app.data(token, needApplyApi.list, { waiting: true });
  expect(waiting.list.map(({ id }) => id).sort((one, two) => one - two)).toEqual([applies[1], applies[2]]);
  const orders: number[] = [];
  const changes = [
    {},
    { status: OrderStatus.shipped, shipQty: 5 },
    { status: OrderStatus.shipped, shipQty: 12 },
    { status: OrderStatus.cancelled },
    { status: OrderStatus.shipped, shipQty: 5, closedAt: new Date().toISOString() },
  ];
  for (const change of changes) {
    orders.push(await makeNeedOrder(app, { firmId, agentId }, [[productId, 12]]));
    await app.db
      .updateTable('needOrder')
      .set({ version: 1, ...change })
      .where('id', '=', orders.at(-1)!)
      .execute();
  }
  const open = await app.data(token, needOrderApi.list, { waiting: true });
  expect(open.list.map(({ id }) => id).sort((one, two) => one - two)).toEqual([orders[0], orders[1]]);
  const own = await app.data(
    token,
    needApplyApi.save,
    needDraft(agentId, [{ productId, unit: NeedUnit.item, qty: 1, price: 0 }]),
  );
  expect((await app.data(token, needApplyApi.list, { mine: true })).list.map(({ id }) => id)).toEqual([own.id]);
  expect((await app.data(token, needOrderApi.list, { mine: true })).list).toEqual([]);
});

test('a task waits for somebody while it is to be reviewed, and once it failed', async () => {
  const made = await Promise.all([0, 1, 2].map(() => world.issue()));
  const put = (at: number, phase: number) =>
    app.db.updateTable('task').set({ phase }).where('id', '=', made[at]!.taskId).execute();
  await put(0, TaskPhase.review);
  await put(1, TaskPhase.failed);
  await put(2, TaskPhase.done);
  const { list } = await app.data(world.token, taskApi.list, { waiting: true });
  const found = new Set(list.map(({ id }) => id));
  expect(made.map(({ taskId }) => found.has(taskId))).toEqual([true, true, false]);
  const { seg } = made[2]!;
  const used = await ops.use(range(seg, 1, 5));
  const of = async (token: string) =>
    (await app.data(token, codeOpApi.list, { mine: true })).list.some(({ id }) => id === used.data.opId);
  expect([await of(world.token), await of(tokens[0]!)]).toEqual([true, false]);
});
