import { OpType } from '@zhuiyuan/contract/codes/state/code-enums';
import { ConflictPolicy } from '@zhuiyuan/contract/codes/ops/op-draft';
import { packingApi } from '@zhuiyuan/contract/packing/packing';
import { randomUUID } from 'node:crypto';
import { beginOp, nextSeq } from '../../src/codes/ops/begin-op.ts';
import { lockRuns } from '../../src/codes/ops/lock-runs.ts';
import { StopKind } from '../../src/codes/state/code-states.ts';
import { heldItems, stockOf } from '../../src/codes/state/custody/held-items.ts';
import { moveStock } from '../../src/codes/state/custody/move-stock.ts';
import { writeCustody } from '../../src/codes/state/custody/write-custody.ts';
import { readBinds, readStops } from '../../src/codes/state/pieces.ts';
import { cutOut, merged, toRun } from '../../src/codes/state/ranges.ts';
import { withChildren } from '../../src/codes/state/with-children.ts';
import type { Db } from '../../src/kit/db/database.ts';
import type { TestApp } from '../app.ts';
import { range } from './codes.ts';
import { toShip, useAt, type PackingWorld } from './packing-model.ts';
import { itemCount, type Step } from './packing-steps.ts';

/** The number of an operation that nobody made. */
const noOp = 999_999_999_999;

/** Gives roots a custody as shipping does, with the stock of who has them. */
const ship = async (app: TestApp, world: PackingWorld, one: Extract<Step, { kind: 'ship' }>) => {
  const { firmId, places } = world;
  const { roots, custody } = toShip(world, one);
  const runs = merged(roots.map((code) => toRun(places.get(code)!)));
  await app.db.transaction().execute(async (transaction) => {
    const db = transaction as Db;
    const asked = { firmId, opType: OpType.ship, idemKey: randomUUID(), request: 0, params: {} };
    const op = await beginOp(db, { id: null }, asked);
    await lockRuns(db, firmId, runs);
    const stock = async (sign: 1 | -1) => {
      const inside = await withChildren(db, firmId, runs);
      const stops = (await readStops(db, firmId, inside)).filter(({ voidKind }) => voidKind === StopKind.void);
      const binds = cutOut(await readBinds(db, firmId, inside), stops);
      return stockOf(await heldItems(db, firmId, inside), binds, sign);
    };
    const before = await stock(-1);
    await writeCustody(
      db,
      { firmId, opId: op.id, seq: await nextSeq(db) },
      runs.map((run) => ({ ...run, custody })),
    );
    await moveStock(db, firmId, [...before, ...(await stock(1))]);
  });
  return { code: 200, message: 'ok' };
};

/** Activates a run of loose items for one of the lots; the model keeps what the operation is found by. */
const use = async (
  { ops, looseSeg, lots, uses }: PackingWorld,
  { from, count, lot, skips }: Extract<Step, { kind: 'use' }>,
) => {
  const run = range(looseSeg, from + 1, Math.min(from + count, itemCount));
  const { data, ...answer } = await ops.use(run, {
    lotId: lots[lot],
    policy: skips ? ConflictPolicy.skip : ConflictPolicy.refuse,
  });
  if (answer.code === 200) uses.push({ opId: data.opId!, codes: [], isUndone: false });
  return answer;
};

/** Does a step by the calls of the product. */
export const send = (app: TestApp, world: PackingWorld, one: Step): Promise<{ code: number; message: string }> => {
  const { token, items, boxes, cases } = world;
  switch (one.kind) {
    case 'ship':
      return ship(app, world, one);
    case 'use':
      return use(world, one);
    case 'undoUse':
      return world.ops.undo(useAt(world, one.nth)?.opId ?? noOp, {
        policy: one.skips ? ConflictPolicy.skip : ConflictPolicy.refuse,
      });
    case 'replace':
      return app.call(token, packingApi.replace, {
        oldCode: items[one.old]!,
        newCode: items[one.fresh]!,
        voidOld: one.voidOld,
        reason: '破损',
      });
    case 'pack':
      return app.call(token, packingApi.alone, {
        parentCode: boxes[one.box]!,
        children: one.children.map((at) => items[at]!),
      } as never);
    case 'case':
      return app.call(token, packingApi.box, {
        parentCode: cases[one.box]!,
        children: one.children.map((at) => boxes[at]!),
      } as never);
    case 'remove':
      return app.call(token, packingApi.remove, { childCodes: one.children.map((at) => items[at]!) });
    case 'dissolve':
      return app.call(token, packingApi.dissolve, { code: boxes[one.box]! });
    case 'seal':
      return app.call(token, packingApi.seal, { code: boxes[one.box]! });
  }
};
