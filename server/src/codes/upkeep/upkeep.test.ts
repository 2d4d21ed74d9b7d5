import { Holder, OpType, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeCodeWorld, opsOf, range } from '../../../test/factories/codes.ts';
import { depth } from '../../../test/depth.ts';
import type { Db } from '../../kit/db/database.ts';
import { SpanKind } from '../state/code-states.ts';
import { heldItems, stockOf } from '../state/custody/held-items.ts';
import { moveStock } from '../state/custody/move-stock.ts';
import { readCustody, type Custody } from '../state/custody/read-custody.ts';
import { writeCustody } from '../state/custody/write-custody.ts';
import { readBinds } from '../state/pieces.ts';
import type { Run } from '../state/ranges.ts';
import { beginOp, nextSeq } from '../ops/begin-op.ts';
import { lockRuns } from '../ops/lock-runs.ts';
import { changedSegments } from './changed-segments.ts';
import { checkCounters } from './check-counters.ts';
import { compactSpans } from './compact-spans.ts';

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const codes = 80;
const makeWorld = async () => {
  const world = await makeCodeWorld(app);
  const { seg } = await world.issue({ itemCount: codes });
  const write = (run: Run, custody: Custody | null) =>
    app.db.transaction().execute(async (transaction) => {
      const db = transaction as Db;
      const asked = { firmId: world.firmId, opType: OpType.ship, idemKey: randomUUID(), request: 0, params: {} };
      const op = await beginOp(db, { id: null }, asked);
      await lockRuns(db, world.firmId, [run]);
      await writeCustody(db, { firmId: world.firmId, opId: op.id, seq: await nextSeq(db) }, [{ ...run, custody }]);
    });
  const spans = async (kind: number = SpanKind.ship) =>
    (await app.db.selectFrom('codeSpan').where('seg', '=', seg).where('kind', '=', kind).select('id').execute()).length;
  const compact = () => compactSpans(app.db, [{ seg, firmId: world.firmId }], app);
  const ops = opsOf(app, world);
  return { ...world, seg, whole: { seg, from: 1, to: codes }, write, spans, compact, ops };
};

const held = (holderId: number): Custody => ({
  shipStatus: Shipping.signed,
  holderKind: Holder.agent,
  holderId,
  deliverId: 7,
  shipAt: '2026-11-04 09:00:00',
  signAt: '2026-11-05 10:00:00',
});

test('neighbours that say the same become one span, the same codes read as before', async () => {
  const { seg, write, spans, compact, firmId, whole } = await makeWorld();
  await write({ seg, from: 1, to: 20 }, held(5));
  await write({ seg, from: 21, to: 40 }, held(5));
  await write({ seg, from: 41, to: 60 }, held(6));
  await write({ seg, from: 61, to: 80 }, held(6));
  expect(await spans()).toBe(4);
  expect((await changedSegments(app.db)).map((one) => one.seg)).toContain(seg);
  expect(await compact()).toBe(2);
  expect(await spans()).toBe(2);
  expect((await readCustody(app.db, firmId, [whole])).map(({ from, to, holderId }) => [from, to, holderId])).toEqual([
    [1, 40, 5],
    [41, 80, 6],
  ]);
  expect(await compact()).toBe(0);
});

test('a code that was touched between two of them keeps what holds for it', async () => {
  const { seg, write, spans, compact, firmId } = await makeWorld();
  await write({ seg, from: 1, to: 20 }, held(5));
  await write({ seg, from: 7, to: 7 }, held(6));
  await write({ seg, from: 21, to: 40 }, held(5));
  expect(await compact()).toBe(0);
  expect(await spans()).toBe(2);
  expect(await readCustody(app.db, firmId, [{ seg, from: 7, to: 7 }])).toMatchObject([{ holderId: 6 }]);
});

const put = fc.record({
  from: fc.integer({ min: 1, max: codes }),
  length: fc.oneof(fc.integer({ min: 1, max: 3 }), fc.integer({ min: 16, max: 40 })),
  holder: fc.constantFrom(0, 5, 6),
});

test(
  'whatever was written, every code reads after it as before, and nothing is left to do',
  { timeout: 120_000 },
  async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(put, { minLength: 5, maxLength: 25 }), async (puts) => {
        const { seg, write, compact, firmId, whole } = await makeWorld();
        for (const { from, length, holder } of puts)
          await write({ seg, from, to: Math.min(codes, from + length - 1) }, holder === 0 ? null : held(holder));
        const read = async () => {
          const holders: (number | null)[] = Array.from({ length: codes + 1 }, () => 0);
          for (const { from, to, holderId } of await readCustody(app.db, firmId, [whole]))
            holders.fill(holderId, from, to + 1);
          return holders;
        };
        const before = await read();
        await compact();
        expect(await read()).toEqual(before);
        expect(await compact()).toBe(0);
      }),
      { numRuns: depth(15) },
    );
  },
);

test('a segment that cannot be looked at keeps no other from being looked at', async () => {
  const { seg, ops, firmId } = await makeWorld();
  await ops.use(range(seg, 1, 60));
  await app.db.updateTable('segment').set({ activeCnt: 61 }).where('seg', '=', seg).execute();
  const error = vi.spyOn(app.log, 'error').mockImplementation(() => undefined);
  const both = [
    { seg: 2_000_000_000, firmId },
    { seg, firmId },
  ];
  const { differences } = await checkCounters(app.db, both, app);
  expect(error).toHaveBeenCalledWith(expect.objectContaining({ seg: 2_000_000_000 }), expect.any(String));
  error.mockRestore();
  expect(differences).toEqual([{ what: 'segment.active_cnt', id: `${seg}`, kept: 61, counted: 60 }]);
});

test('numbers that are kept agree with the codes, and each that does not is named', async () => {
  const { seg, ops, write, firmId, productId, lotId } = await makeWorld();
  await ops.use(range(seg, 1, 60));
  const goods = { seg, from: 11, to: 50 };
  await write(goods, held(31));
  const stock = stockOf(await heldItems(app.db, firmId, [goods]), await readBinds(app.db, firmId, [goods]), 1);
  await moveStock(app.db, firmId, stock);
  expect((await ops.remove(range(seg, 41, 45))).code).toBe(200);
  const check = async () => (await checkCounters(app.db, [{ seg, firmId }], app)).differences;
  expect(await check()).toEqual([]);
  await app.db.updateTable('segment').set({ activeCnt: 61, voidCnt: 4 }).where('seg', '=', seg).execute();
  await app.db.updateTable('lot').set({ activeCnt: 59, voidCnt: 6 }).where('id', '=', lotId).execute();
  await app.db.updateTable('product').set({ activeCnt: 58 }).where('id', '=', productId).execute();
  await app.db.updateTable('stock').set({ handQty: 34, transitQty: 1 }).where('lotId', '=', lotId).execute();
  expect(await check()).toEqual([
    { what: 'segment.active_cnt', id: `${seg}`, kept: 61, counted: 60 },
    { what: 'segment.void_cnt', id: `${seg}`, kept: 4, counted: 5 },
    { what: 'lot.active_cnt', id: `${lotId}`, kept: 59, counted: 60 },
    { what: 'lot.void_cnt', id: `${lotId}`, kept: 6, counted: 5 },
    { what: 'stock.transit_qty', id: `1 31 ${lotId}`, kept: 1, counted: 0 },
    { what: 'stock.hand_qty', id: `1 31 ${lotId}`, kept: 34, counted: 35 },
    { what: 'product.active_cnt', id: `${productId}`, kept: 58, counted: 59 },
  ]);
});
