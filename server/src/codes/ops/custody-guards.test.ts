import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { taskApi } from '@zhuiyuan/contract/codes/tasks/task';
import { Holder, OpType, Shipping, TaskPhase } from '@zhuiyuan/contract/codes/state/code-enums';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { codePermissions, makeCodeWorld, once, openOps, opsOf, range } from '../../../test/factories/codes.ts';
import type { Db } from '../../kit/db/database.ts';
import { countItems } from '../state/custody/count-items.ts';
import { heldItems, stockOf } from '../state/custody/held-items.ts';
import { moveStock } from '../state/custody/move-stock.ts';
import { readCustody, type Custody } from '../state/custody/read-custody.ts';
import { writeCustody } from '../state/custody/write-custody.ts';
import { readBinds } from '../state/pieces.ts';
import type { Run } from '../state/ranges.ts';
import { withChildren } from '../state/with-children.ts';
import { beginOp, nextSeq } from './begin-op.ts';
import { lockRuns } from './lock-runs.ts';

let app: TestApp;
beforeAll(async () => {
  ({ app } = await openOps());
});
afterAll(() => app.close());

const custody = (shipStatus: number, holderId = 31): Custody => ({
  shipStatus,
  holderKind: Holder.agent,
  holderId,
  deliverId: 7,
  shipAt: '2026-11-04 09:00:00',
  signAt: shipStatus === Shipping.signed ? '2026-11-05 10:00:00' : null,
});

/** A set of boxes of six items, activated, and what gives boxes to a dealer with his stock. */
const makeSet = async (more: object = {}) => {
  const world = await makeCodeWorld(app);
  const ops = opsOf(app, world);
  const set = await world.issue({
    assocMode: 1,
    productId: world.productId,
    boxNum: 6,
    boxCount: 8,
    itemCount: 48,
    ...more,
  });
  const [items, boxes] = [0, 1].map((level) => {
    const { seg, count } = set.segments.find((segment) => segment.level === level)!;
    return { seg, count };
  }) as [{ seg: number; count: number }, { seg: number; count: number }];
  const use = await ops.use({
    mode: 1,
    ranges: [items, boxes].map(({ seg, count }) => ({ seg, serialFrom: 1, serialTo: count })),
  });
  const give = (run: Run, held: Custody) =>
    app.db.transaction().execute(async (transaction) => {
      const db = transaction as Db;
      const { firmId } = world;
      const asked = { firmId, opType: OpType.ship, idemKey: randomUUID(), request: 0, params: {} };
      const op = await beginOp(db, { id: null }, asked);
      await lockRuns(db, firmId, [run]);
      const stock = async (sign: 1 | -1) => {
        const inside = await withChildren(db, firmId, [run]);
        return stockOf(await heldItems(db, firmId, inside), await readBinds(db, firmId, inside), sign);
      };
      const before = await stock(-1);
      await writeCustody(db, { firmId, opId: op.id, seq: await nextSeq(db) }, [{ ...run, custody: held }]);
      await moveStock(db, firmId, [...before, ...(await stock(1))]);
    });
  const stock = async () =>
    (
      await app.db
        .selectFrom('stock')
        .where('firmId', '=', world.firmId)
        .select(['lotId', 'transitQty', 'handQty'])
        .orderBy('lotId')
        .execute()
    ).map(({ lotId, transitQty, handQty }) => [lotId, transitQty, handQty]);
  return { ...world, ops, taskId: set.taskId, items: items.seg, boxes: boxes.seg, opId: use.data!.opId!, give, stock };
};

test('an item in a box on its way is not voided, alone or with its task, is not bound elsewhere and its activation is not taken back', async () => {
  const { ops, items, boxes, give, stock, taskId, token, opId, lotId } = await makeSet();
  await give({ seg: boxes, from: 2, to: 2 }, custody(Shipping.shipped));
  expect(await stock()).toEqual([[lotId, 6, 0]]);
  expect((await ops.remove(range(items, 7, 7))).code).toBe(61028);
  expect((await ops.update(range(items, 12, 12), { newLotId: await ops.makeLot() })).code).toBe(61037);
  expect((await ops.undo(opId)).code).toBe(61046);
  await app.db.updateTable('task').set({ phase: TaskPhase.done }).where('id', '=', taskId).execute();
  const { taskNo } = await app.data(token, taskApi.info, { id: taskId });
  const voided = await app.call(token, taskApi.void, { id: taskId, taskNo, reason: '印错了' } as never);
  expect([voided.code, voided.message]).toEqual([61028, '编码已发货在途，不能作废']);
  expect((await ops.remove(range(items, 13, 13))).code).toBe(200);
  expect(await stock()).toEqual([[lotId, 6, 0]]);
});

test('void and forced rebinding of goods in hand move the stock of who has them', async () => {
  const { ops, items, boxes, give, stock, lotId, firmId } = await makeSet();
  await give({ seg: boxes, from: 1, to: 4 }, custody(Shipping.shipped));
  await give({ seg: boxes, from: 1, to: 4 }, custody(Shipping.signed));
  expect(await stock()).toEqual([[lotId, 0, 24]]);
  expect((await ops.remove(range(items, 23, 26))).code).toBe(200);
  expect(await stock()).toEqual([[lotId, 0, 22]]);
  const other = await ops.makeLot();
  expect((await ops.update(range(items, 1, 1), { newLotId: other })).code).toBe(61037);
  const { token } = await makeStaff(app, { firmId, permissions: [...codePermissions, 'admin:identity:batch:force'] });
  const forced = once({ pick: range(items, 1, 10), newLotId: other, force: true, reason: '贴错标签' });
  expect((await app.call(token, codeOpApi.update, forced)).code).toBe(200);
  expect(await stock()).toEqual([
    [lotId, 0, 12],
    [other, 0, 10],
  ]);
});

test('goods that were shipped before they were activated are in stock from then on', async () => {
  const { ops, give, stock, issue, lotId } = await makeSet();
  const { seg } = await issue({ itemCount: 40 });
  await give({ seg, from: 1, to: 30 }, custody(Shipping.signed));
  expect(await stock()).toEqual([]);
  expect((await ops.use(range(seg, 21, 40))).code).toBe(200);
  expect(await stock()).toEqual([[lotId, 0, 10]]);
});

test('ten million items in a million boxes are given, read and counted as one piece each', async () => {
  const { items, boxes, give, firmId, productId, lotId } = await makeSet({
    boxNum: 10,
    boxCount: 1_000_000,
    itemCount: 10_000_000,
  });
  await give({ seg: boxes, from: 1, to: 1_000_000 }, custody(Shipping.signed));
  const all = { seg: items, from: 1, to: 10_000_000 };
  expect(await readCustody(app.db, firmId, [all])).toMatchObject([{ ...all, holderId: 31 }]);
  const [counted] = await countItems(app.db, firmId, [[{ seg: boxes, from: 1, to: 1_000_000 }]]);
  expect(counted).toMatchObject({ items: 10_000_000, parts: [{ productId, lotId, items: 10_000_000 }] });
  const rows = await app.db
    .selectFrom('codeUnit')
    .where('seg', 'in', [items, boxes])
    .select(({ fn }) => fn.countAll<number>().as('rows'))
    .executeTakeFirstOrThrow();
  expect(rows.rows).toBe(0);
});
