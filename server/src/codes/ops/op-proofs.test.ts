import { SpanKind } from '../state/code-states.ts';
import { codeOpApi } from '@zhuiyuan/contract/codes/ops/code-op';
import { publicTraceApi } from '@zhuiyuan/contract/scan/query/public-trace';
import { sql } from 'kysely';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeCodeWorld } from '../../../test/factories/codes.ts';
import { depth } from '../../../test/depth.ts';
import { askOp } from './ask-op.ts';
import type { Asked } from './op-kind.ts';
import { openKeyring } from '../cipher/keyring.ts';
import { Refusal } from '../../kit/refusal.ts';
import { readUnit } from '../state/read-unit.ts';
import { runOp } from './run-op.ts';
import { undoActivation } from './undo-activation.ts';

let app: TestApp;
let world: Awaited<ReturnType<typeof makeCodeWorld>>;
let lots: number[];
beforeAll(async () => {
  app = await openTestApp();
  world = await makeCodeWorld(app);
  lots = [world.lotId];
  for (const lotNo of ['P1', 'P2']) {
    const draft = { firmId: world.firmId, productId: world.productId, lotNo, produceDate: '2026-11-05' };
    lots.push((await app.db.insertInto('lot').values(draft).returning('id').executeTakeFirstOrThrow()).id);
  }
});
afterAll(() => app.close());

const range = (seg: number, serialFrom: number, serialTo: number) => ({
  mode: 1 as const,
  ranges: [{ seg, serialFrom, serialTo }],
});
const segmentOf = (seg: number) =>
  app.db.selectFrom('segment').selectAll().where('seg', '=', seg).executeTakeFirstOrThrow();

const size = 64;
const step = fc.record({
  opType: fc.constantFrom(1, 1, 2, 2, 3, 4, 4, 5, 5),
  from: fc.integer({ min: 1, max: size }),
  length: fc.constantFrom(1, 5, 15, 16, 30, 64),
  lot: fc.integer({ min: 0, max: 2 }),
});
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

const askedBy = ({ opType, lot }: { opType: number; lot: number }): Asked => {
  if (opType === 1) return { productId: world.productId, lotId: lots[lot] };
  return opType === 2 ? { newLotId: lots[lot], reason: '改' } : { reason: '停' };
};

test('random operations give the same codes whether done as ranges or one by one, and the counters tell the truth', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 4, maxLength: 9 }), async (steps) => {
      const [ranged, single] = [
        (await world.issue({ itemCount: size })).seg,
        (await world.issue({ itemCount: size })).seg,
      ];
      await app.db.transaction().execute(async (transaction) => {
        const db = transaction as never;
        const doIt = async (one: Step, seg: number, from: number, to: number) =>
          runOp(db, openKeyring(app), { id: 1 }, await askOp(db, undefined, one.opType, askedBy(one)), {
            picked: { runs: [{ seg, from, to }], unknown: [] },
            skipsConflicts: true,
            idemKey: randomUUID(),
            request: {},
          });
        for (const one of steps) {
          const to = Math.min(size, one.from + one.length - 1);
          const done = await doIt(one, ranged, one.from, to);
          let ok = 0;
          for (let serial = one.from; serial <= to; serial += 1) ok += (await doIt(one, single, serial, serial)).ok;
          expect(done.ok).toBe(ok);
        }
      });
      const bound = { [ranged]: 0, [single]: 0 };
      const gone = { [ranged]: 0, [single]: 0 };
      for (let serial = 1; serial <= size; serial += 1) {
        const [a, b] = await Promise.all([readUnit(app.db, ranged, serial), readUnit(app.db, single, serial)]);
        const facts = (unit: typeof a) => [serial, unit?.life, unit?.productId, unit?.lotId, unit?.activatedAt];
        expect(facts(a)).toEqual(facts(b));
        for (const [seg, unit] of [
          [ranged, a],
          [single, b],
        ] as const) {
          if (unit?.lotId) bound[seg]! += 1;
          if (unit?.life === 2) gone[seg]! += 1;
        }
      }
      for (const seg of [ranged, single])
        expect(await segmentOf(seg)).toMatchObject({ activeCnt: bound[seg], voidCnt: gone[seg] });
    }),
    { numRuns: depth(5) },
  );
}, 120_000);

/** What a code is, as anybody would say it. */
interface Said {
  lotId: number | null;
  /** The step that bound it last. */
  boundBy: number;
  isFrozen: boolean;
  isVoid: boolean;
}

const wild = fc.record({
  opType: fc.constantFrom(1, 1, 1, 2, 3, 4, 5, 16, 16, 16),
  from: fc.integer({ min: 1, max: size }),
  length: fc.constantFrom(1, 4, 15, 16, 40),
  lot: fc.integer({ min: 0, max: 2 }),
  /** Does nothing when any code stands against it. */
  isStrict: fc.boolean(),
  which: fc.nat({ max: 20 }),
});
type Wild = typeof wild extends fc.Arbitrary<infer S> ? S : never;

/** What each kind of operation does to one code: changes it, finds it so already, or must leave it out. */
const fates: Record<number, (code: Said, lotId: number) => 'change' | 'same' | 'leave'> = {
  1: (code, lotId) => {
    if (code.isVoid || code.isFrozen) return 'leave';
    return code.lotId === null ? 'change' : code.lotId === lotId ? 'same' : 'leave';
  },
  2: (code, lotId) => {
    if (code.isVoid || code.isFrozen || code.lotId === null) return 'leave';
    return code.lotId === lotId ? 'same' : 'change';
  },
  3: (code) => (code.isVoid ? 'leave' : 'change'),
  4: (code) => (code.isVoid || code.isFrozen ? 'leave' : 'change'),
  5: (code) => (code.isFrozen && !code.isVoid ? 'change' : 'leave'),
};
const effects: Record<number, (lotId: number, at: number) => Partial<Said>> = {
  1: (lotId, at) => ({ lotId, boundBy: at }),
  2: (lotId, at) => ({ lotId, boundBy: at }),
  3: () => ({ isVoid: true }),
  4: () => ({ isFrozen: true }),
  5: () => ({ isFrozen: false }),
};

const refusalOf = async (work: Promise<{ ok: number }>): Promise<number> => {
  try {
    return (await work).ok;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return -error.code;
  }
};

test('random operations and their undoing do what a simple model says, refuse what it refuses, and keep their counters', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(wild, { minLength: 8, maxLength: 16 }), async (steps: Wild[]) => {
      const { seg } = await world.issue({ itemCount: size });
      const said = Array.from({ length: size }, (): Said => ({
        lotId: null,
        boundBy: -1,
        isFrozen: false,
        isVoid: false,
      }));
      const done: { at: number; opId: number; codes: Said[] }[] = [];
      await app.db.transaction().execute(async (transaction) => {
        const db = transaction as never;
        for (const [at, one] of steps.entries()) {
          if (one.opType === 16) {
            const undone = done[one.which % Math.max(1, done.length)];
            if (!undone) continue;
            const { codes } = undone;
            const free = codes.filter(({ isVoid, isFrozen, boundBy }) => !isVoid && !isFrozen && boundBy === undone.at);
            let expected = free.length;
            if (free.length === 0 || (one.isStrict && free.length < codes.length)) {
              if (codes.some((code) => code.isVoid)) expected = -61030;
              else if (codes.some((code) => code.isFrozen)) expected = -61033;
              else expected = -61046;
            }
            const how = { idemKey: randomUUID(), skipsConflicts: !one.isStrict };
            expect(await refusalOf(undoActivation(db, openKeyring(app), { id: 1 }, undone.opId, how))).toBe(expected);
            if (expected < 0) continue;
            for (const code of free) Object.assign(code, { lotId: null, boundBy: -1 });
            done.splice(done.indexOf(undone), 1);
            continue;
          }
          const to = Math.min(size, one.from + one.length - 1);
          const lotId = lots[one.lot]!;
          const touched = said.slice(one.from - 1, to);
          const fate = (code: Said) => fates[one.opType]!(code, lotId);
          const isStopped = one.isStrict && touched.some((code) => fate(code) === 'leave');
          const changed = isStopped ? [] : touched.filter((code) => fate(code) === 'change');
          const run = runOp(db, openKeyring(app), { id: 1 }, await askOp(db, undefined, one.opType, askedBy(one)), {
            picked: { runs: [{ seg, from: one.from, to }], unknown: [] },
            skipsConflicts: !one.isStrict,
            idemKey: randomUUID(),
            request: {},
          });
          const answer = await refusalOf(run);
          if (isStopped) expect(answer).toBeLessThan(-61000);
          else expect(answer).toBe(changed.length);
          for (const code of changed) Object.assign(code, effects[one.opType]!(lotId, at));
          if (one.opType === 1 && changed.length > 0) done.push({ at, opId: (await run).opId, codes: changed });
        }
      });
      for (const [at, code] of said.entries()) {
        const { life, lotId } = (await readUnit(app.db, seg, at + 1))!;
        const expected = code.isVoid ? 2 : code.isFrozen ? 3 : code.lotId === null ? 0 : 1;
        expect([at + 1, life, lotId]).toEqual([at + 1, expected, code.lotId]);
      }
      expect(await segmentOf(seg)).toMatchObject({
        activeCnt: said.filter((code) => code.lotId !== null).length,
        voidCnt: said.filter((code) => code.isVoid).length,
      });
    }),
    { numRuns: depth(12) },
  );
}, 120_000);

test('lot counters are what the codes add up to', async () => {
  const { rows } = await sql<{ lotId: number; kept: number }>`
    select id as lot_id, active_cnt as kept from lot where firm_id = ${world.firmId}`.execute(app.db);
  const counted = new Map<number, number>();
  for (const { seg, count } of await app.db
    .selectFrom('segment')
    .where('firmId', '=', world.firmId)
    .select(['seg', 'count'])
    .execute())
    for (let serial = 1; serial <= count; serial += 1) {
      const lotId = (await readUnit(app.db, seg, serial))?.lotId;
      if (lotId) counted.set(lotId, (counted.get(lotId) ?? 0) + 1);
    }
  expect(rows.map(({ lotId, kept }) => [lotId, kept])).toEqual(
    rows.map(({ lotId }) => [lotId, counted.get(lotId) ?? 0]),
  );
}, 60_000);

test('overlapping spans cannot be stored at all', async () => {
  const { seg } = await world.issue();
  const { data } = await app.call(world.token, codeOpApi.use, {
    pick: range(seg, 1, 500),
    productId: world.productId,
    lotId: world.lotId,
    idemKey: randomUUID(),
  } as never);
  const overlap = sql`
    insert into code_span (firm_id, seg, kind, span, payload, op_id, seq)
    values (${world.firmId}, ${seg}, ${SpanKind.bind}, int8range(500, 600, '[]'), '{}', ${data.opId}, 1)`.execute(
    app.db,
  );
  await expect(overlap).rejects.toMatchObject({ constraint: 'code_span_no_overlap' });
});

test('two people who void overlapping ranges at the same moment: one wins, the other is told, nothing is half done', async () => {
  const { seg } = await world.issue();
  const answers = await Promise.all(
    [range(seg, 1, 600), range(seg, 500, 1000), range(seg, 400, 550)].map((pick) =>
      app.call(world.token, codeOpApi.delete, { pick, reasonType: 1, idemKey: randomUUID() } as never),
    ),
  );
  const won = answers.filter(({ code }) => code === 200);
  expect(won).toHaveLength(1);
  expect(answers.filter(({ code }) => code === 61031)).toHaveLength(2);
  expect((await segmentOf(seg)).voidCnt).toBe(won[0]!.data.ok);
  const ops = await app.db.selectFrom('codeOpItem').where('seg', '=', seg).selectAll().execute();
  expect(ops).toHaveLength(1);
});

test('twenty people at once on one segment leave every code in one state and every counter right', async () => {
  const { seg } = await world.issue({ itemCount: 300 });
  const calls = Array.from({ length: 20 }, (_, i) => {
    const pick = range(seg, 1 + ((i * 37) % 200), 60 + ((i * 37) % 200));
    const common = { pick, policy: 1, idemKey: randomUUID() };
    if (i % 4 === 3) return app.call(world.token, codeOpApi.delete, { ...common, reasonType: 1 } as never);
    if (i % 4 === 2) return app.call(world.token, codeOpApi.freeze, { ...common, reason: '查' } as never);
    return app.call(world.token, codeOpApi.use, {
      ...common,
      productId: world.productId,
      lotId: lots[i % 3],
    } as never);
  });
  for (const { code } of await Promise.all(calls)) expect([200, 61098]).toContain(code);
  let [bound, gone] = [0, 0];
  for (let serial = 1; serial <= 300; serial += 1) {
    const unit = await readUnit(app.db, seg, serial);
    if (unit?.lotId) bound += 1;
    if (unit?.life === 2) gone += 1;
  }
  expect(await segmentOf(seg)).toMatchObject({ activeCnt: bound, voidCnt: gone });
}, 60_000);

test('every operation sent twice at the same moment has one effect and one answer; other content is refused', async () => {
  const { seg } = await world.issue();
  const pick = range(seg, 1, 100);
  const twice = async (endpoint: (typeof codeOpApi)['use'], body: object, other: object) => {
    const idemKey = randomUUID();
    const send = (more: object) => app.call(world.token, endpoint, { ...body, ...more, idemKey } as never);
    const [one, two] = await Promise.all([send({}), send({})]);
    expect(one.code).toBe(200);
    expect(two.data).toEqual(one.data);
    expect((await send({})).data).toEqual(one.data);
    expect(await send(other)).toMatchObject({ code: 61097, message: '请求编号已被使用，内容不一致' });
    const ops = await app.db.selectFrom('codeOp').where('idemKey', '=', idemKey).select('id').execute();
    expect(ops).toHaveLength(1);
    return one.data;
  };
  const other = { pick: range(seg, 1, 99) };
  const use = { pick, productId: world.productId, lotId: world.lotId };
  const { opId } = await twice(codeOpApi.use, use, other);
  expect((await segmentOf(seg)).activeCnt).toBe(100);
  const undone = await Promise.all([1, 2].map(() => app.call(world.token, codeOpApi.undo, { opId } as never)));
  expect(undone.map(({ code }) => code)).toEqual([200, 200]);
  expect((await segmentOf(seg)).activeCnt).toBe(0);
  await twice(codeOpApi.use, use, other);
  await twice(codeOpApi.update as never, { pick, newLotId: lots[1], reason: '改' }, { newLotId: lots[2] });
  await twice(codeOpApi.freeze as never, { pick, reason: '停' }, { reason: '别的' });
  await twice(codeOpApi.unfreeze as never, { pick, reason: '完' }, other);
  await twice(codeOpApi.delete as never, { pick, reasonType: 1 }, { reasonType: 2 });
  expect(await segmentOf(seg)).toMatchObject({ activeCnt: 100, voidCnt: 100 });
});

test('a hundred million codes are activated as one span, and the last but one answers as the first query', async () => {
  await app.db
    .updateTable('firm')
    .set({ settings: JSON.stringify({ taskAuditOver: 200_000_000 }) })
    .where('id', '=', world.firmId)
    .execute();
  const { seg } = await world.issue({ itemCount: 100_000_000 });
  const before = await app.db
    .selectFrom('codeUnit')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  const answer = await app.call(world.token, codeOpApi.use, {
    pick: range(seg, 1, 100_000_000),
    productId: world.productId,
    lotId: world.lotId,
    idemKey: randomUUID(),
  } as never);
  expect(answer).toMatchObject({ code: 200, data: { ok: 100_000_000 } });
  expect(await app.db.selectFrom('codeSpan').where('seg', '=', seg).selectAll().execute()).toHaveLength(1);
  const after = await app.db
    .selectFrom('codeUnit')
    .select(({ fn }) => fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  expect(after).toEqual(before);
  const code = await openKeyring(app).readText(app.db, await segmentOf(seg), 99_999_999);
  expect((await app.call('', publicTraceApi.scan, { code, deviceId: 'x' } as never)).data).toMatchObject({
    verdict: 'FIRST',
  });
});

test('a hundred thousand pasted codes are refused with what to do instead', async () => {
  const codes = Array.from({ length: 100_000 }, (_, i) => `AMNS${String(i).padStart(12, '2')}`);
  const answer = await app.call(world.token, codeOpApi.check, { pick: { mode: 5, codes } } as never);
  expect(answer).toMatchObject({ code: 400, message: '最多粘贴5000个编码，更多请上传文件' });
});
