import { Holder, OpType, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { packingApi } from '@zhuiyuan/contract/packing/packing';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../../test/app.ts';
import { makeStaff } from '../../../../test/factories/access.ts';
import { codePermissions, makeCodeWorld, opsOf, packPermissions, range } from '../../../../test/factories/codes.ts';
import { sql } from 'kysely';
import type { Db } from '../../../kit/db/database.ts';
import { beginOp, nextSeq } from '../../ops/begin-op.ts';
import { lockRuns } from '../../ops/lock-runs.ts';
import { countItems } from './count-items.ts';
import { moveStock } from './move-stock.ts';
import { readCustody, readOwnCustody, type Custody, type CustodyPiece } from './read-custody.ts';
import { writeCustody, type CustodyPut } from './write-custody.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const makeWorld = async () => {
  const world = await makeCodeWorld(app);
  const { token } = await makeStaff(app, {
    firmId: world.firmId,
    permissions: [...codePermissions, ...packPermissions],
  });
  const inFirm = <T>(work: (db: Db) => Promise<T>) =>
    app.db.transaction().execute((transaction) => work(transaction as Db));
  const write = (puts: CustodyPut[]) =>
    inFirm(async (db) => {
      const op = await beginOp(
        db,
        { id: null },
        { firmId: world.firmId, opType: OpType.ship, idemKey: randomUUID(), request: 0, params: {} },
      );
      await lockRuns(db, world.firmId, puts);
      return writeCustody(db, { firmId: world.firmId, opId: op.id, seq: await nextSeq(db) }, puts);
    });
  return { ...world, token, write, ops: opsOf(app, world), read: readCustody.bind(undefined, app.db, world.firmId) };
};

const held = (holderId: number, shipStatus: number = Shipping.signed): Custody => ({
  shipStatus,
  holderKind: Holder.agent,
  holderId,
  deliverId: 77,
  shipAt: '2026-11-04 09:00:00',
  signAt: shipStatus === Shipping.signed ? '2026-11-05 10:30:00' : null,
});

const brief = (pieces: readonly CustodyPiece[]) => pieces.map(({ from, to, holderId }) => [from, to, holderId]);

test('custody written of long and short runs reads as it was written, the later over the earlier, and what held before is answered', async () => {
  const { seg, ...world } = await world100();
  await world.write([{ seg, from: 1, to: 60, custody: held(5) }]);
  const [before] = await world.write([{ seg, from: 10, to: 12, custody: held(6, Shipping.shipped) }]);
  expect(before).toEqual([expect.objectContaining({ seg, from: 10, to: 12, ...held(5) })]);
  expect(brief(await world.read([{ seg, from: 1, to: 100 }]))).toEqual([
    [1, 9, 5],
    [10, 10, 6],
    [11, 11, 6],
    [12, 12, 6],
    [13, 60, 5],
  ]);
  // A long run over single ones holds for all of them.
  await world.write([{ seg, from: 5, to: 40, custody: held(7) }]);
  expect(brief(await world.read([{ seg, from: 1, to: 20 }]))).toEqual([
    [1, 4, 5],
    [5, 20, 7],
  ]);
  // Taken away it is as if never shipped, of single codes and long runs alike.
  await world.write([
    { seg, from: 6, to: 6, custody: null },
    { seg, from: 20, to: 60, custody: null },
  ]);
  expect(brief(await world.read([{ seg, from: 1, to: 100 }]))).toEqual([
    [1, 4, 5],
    [5, 5, 7],
    [7, 19, 7],
  ]);
});

const world100 = async () => {
  const world = await makeWorld();
  const { seg } = await world.issue({ itemCount: 100 });
  return { ...world, seg };
};

test('what lies in a box is where the outermost box is, by rule, by span and by row', async () => {
  const world = await makeWorld();
  const set = await world.issue({ assocMode: 1, productId: world.productId, boxNum: 6, boxCount: 8, itemCount: 48 });
  const loose = await world.issue({ itemCount: 20, boxCount: 2, caseCount: 1, assocMode: 0 });
  const at = (task: typeof set, level: number) => task.segments.find((segment) => segment.level === level)!.seg;
  const [items, boxes, loosen, own, cases] = [at(set, 0), at(set, 1), at(loose, 0), at(loose, 1), at(loose, 2)];
  await world.ops.use(range(items, 1, 48));
  await world.ops.use(range(boxes, 1, 8));
  await world.ops.use(range(loosen, 1, 20));
  const [box] = await world.ops.textsOf(own, 1);
  const [big] = await world.ops.textsOf(cases, 1);
  const some = await world.ops.textsOf(loosen, 1, 2, 3, 4, 5, 6);
  await app.data(world.token, packingApi.alone, { parentCode: box!, children: some } as never);
  const [small] = await world.ops.textsOf(boxes, 3);
  await app.data(world.token, packingApi.box, { parentCode: big!, children: [box!, small!] } as never);

  await world.write([
    { seg: boxes, from: 1, to: 2, custody: held(5) },
    { seg: boxes, from: 4, to: 4, custody: held(8) },
    { seg: cases, from: 1, to: 1, custody: held(9) },
  ]);
  expect(brief(await world.read([{ seg: items, from: 4, to: 40 }]))).toEqual([
    [4, 6, 5],
    [7, 12, 5],
    [13, 18, 9],
    [19, 24, 8],
  ]);
  expect(brief(await world.read([{ seg: loosen, from: 1, to: 20 }]))).toEqual([[1, 6, 9]]);
  expect(await readOwnCustody(app.db, world.firmId, [{ seg: items, from: 1, to: 48 }])).toEqual([]);
  expect(
    await countItems(app.db, world.firmId, [[{ seg: cases, from: 1, to: 1 }], [{ seg: boxes, from: 1, to: 2 }]]),
  ).toEqual([
    expect.objectContaining({ items: 12, parts: [{ productId: world.productId, lotId: world.lotId, items: 12 }] }),
    expect.objectContaining({ items: 12, stopped: [], inactive: [] }),
  ]);
});

test('stock moves by sums and never below nothing', async () => {
  const { firmId, productId, lotId } = await makeWorld();
  const one = { holderKind: Holder.agent, holderId: 31, productId, lotId } as const;
  const stock = async () =>
    (
      await sql`select transit_qty, hand_qty, in_qty, out_qty from stock where firm_id = ${firmId} order by holder_id`.execute(
        app.db,
      )
    ).rows;
  const move = (moves: Parameters<typeof moveStock>[2]) => moveStock(app.db, firmId, moves);
  await move([
    { ...one, transit: 12 },
    { ...one, holderId: 30, hand: 3 },
    { ...one, transit: 8 },
  ]);
  await move([{ ...one, transit: -12, hand: 12, in: 12, receivedAt: '2026-11-05 10:00:00' }]);
  expect(await stock()).toEqual([
    { transitQty: 0, handQty: 3, inQty: 0, outQty: 0 },
    { transitQty: 8, handQty: 12, inQty: 12, outQty: 0 },
  ]);
  await expect(move([{ ...one, hand: -13 }])).rejects.toThrow('stock_hand_qty_check');
});
