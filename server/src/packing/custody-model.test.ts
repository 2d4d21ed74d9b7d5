import { Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { expectAgreement } from '../../test/expect-packing.ts';
import {
  custodyOf,
  follow,
  isOnItsWay,
  makePackingWorld,
  type PackingWorld,
} from '../../test/factories/packing-model.ts';
import { movedStep } from '../../test/factories/packing-steps.ts';
import { send } from '../../test/factories/send-packing.ts';
import { depth } from '../../test/depth.ts';
import { readCustody, readOwnCustody, type Custody, type CustodyPiece } from '../codes/state/custody/read-custody.ts';
import { findContainers } from '../codes/state/find-containers.ts';
import { merged, toRun, type Run } from '../codes/state/ranges.ts';
import { readUnit } from '../codes/state/read-unit.ts';

vi.setConfig({ testTimeout: 180_000 });

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const written = (custody: Custody | undefined) => {
  if (!custody || custody.shipStatus === Shipping.none) return 'none';
  const { shipStatus, holderKind, holderId, deliverId, shipAt, signAt } = custody;
  return [shipStatus, holderKind, holderId, deliverId, shipAt, signAt].join(' ');
};

/** Every code is where its outermost box is, read alone and with all others; nothing in a box has a custody of its own; stock is what the codes say. */
const expectCustody = async (world: PackingWorld) => {
  const { firmId, places, parents, items, bound, gone, productId } = world;
  const all = [...places].map(([code, place]) => ({ code, run: toRun(place) }));
  const pieces = await readCustody(app.db, firmId, merged(all.map(({ run }) => run)));
  const own = await readOwnCustody(app.db, firmId, merged(all.map(({ run }) => run)));
  const at = (list: readonly CustodyPiece[], { seg, from }: Run) =>
    list.filter((piece) => piece.seg === seg && piece.from <= from && from <= piece.to);
  const stock = new Map<string, number>();
  for (const { code, run } of all) {
    const expected = custodyOf(world, code);
    const found = at(pieces, run);
    expect(found.length).toBeLessThan(2);
    expect([code, written(found[0])]).toEqual([code, written(expected)]);
    const { custody } = await findContainers(app.db, (await readUnit(app.db, run.seg, run.from))!);
    expect([code, written(custody)]).toEqual([code, written(expected)]);
    if (parents.has(code)) expect([code, at(own, run)]).toEqual([code, []]);
    if (!items.includes(code) || gone.has(code) || !bound.has(code) || !expected?.holderId) continue;
    const key = `${expected.holderId} ${bound.get(code)} ${isOnItsWay(expected) ? 'transit' : 'hand'}`;
    stock.set(key, (stock.get(key) ?? 0) + 1);
  }
  const kept = await app.db.selectFrom('stock').where('firmId', '=', firmId).selectAll().execute();
  const counted = new Map<string, number>();
  for (const row of kept) {
    expect(row).toMatchObject({ productId });
    if (row.transitQty > 0) counted.set(`${row.holderId} ${row.lotId} transit`, row.transitQty);
    if (row.handQty > 0) counted.set(`${row.holderId} ${row.lotId} hand`, row.handQty);
  }
  expect(counted).toEqual(stock);
};

test('whatever is packed, taken out, replaced, sent, signed for and cancelled, each code is where its outermost box is', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(movedStep, { minLength: 10, maxLength: 40 }), async (steps) => {
      const world = await makePackingWorld(app);
      for (const one of steps) {
        const answer = await send(app, world, one);
        expect([JSON.stringify(one), answer.message, answer.code === 200]).toEqual([
          JSON.stringify(one),
          answer.message,
          follow(world, one),
        ]);
      }
      await expectCustody(world);
      await expectAgreement(app, world);
    }),
    { numRuns: depth(10), endOnFailure: true },
  );
});
