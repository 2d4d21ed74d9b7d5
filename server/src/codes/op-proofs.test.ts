import { batchApi } from '@zhuiyuan/contract/codes/batch';
import { publicTraceApi } from '@zhuiyuan/contract/codes/public-trace';
import { sql } from 'kysely';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeCodeWorld } from '../../test/codes.ts';
import { askOp, type Asked } from './ask-op.ts';
import { keyringOf } from './keyring.ts';
import { readUnit } from './read-unit.ts';
import { runOp } from './run-op.ts';

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

const askedBy = ({ opType, lot }: Step): Asked => {
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
          runOp(db, keyringOf(app), { id: 1 }, await askOp(db, undefined, one.opType, askedBy(one)), {
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
    { numRuns: 8 },
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
  const { data } = await app.call(world.token, batchApi.use, {
    pick: range(seg, 1, 500),
    productId: world.productId,
    lotId: world.lotId,
    idemKey: randomUUID(),
  } as never);
  const overlap = sql`
    insert into code_span (firm_id, seg, kind, span, payload, op_id, seq)
    values (${world.firmId}, ${seg}, 1, int8range(500, 600, '[]'), '{}', ${data.opId}, 1)`.execute(app.db);
  await expect(overlap).rejects.toMatchObject({ constraint: 'code_span_no_overlap' });
});

test('two people who void overlapping ranges at the same moment: one wins, the other is told, nothing is half done', async () => {
  const { seg } = await world.issue();
  const answers = await Promise.all(
    [range(seg, 1, 600), range(seg, 500, 1000), range(seg, 400, 550)].map((pick) =>
      app.call(world.token, batchApi.delete, { pick, reasonType: 1, idemKey: randomUUID() } as never),
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
    if (i % 4 === 3) return app.call(world.token, batchApi.delete, { ...common, reasonType: 1 } as never);
    if (i % 4 === 2) return app.call(world.token, batchApi.freeze, { ...common, reason: '查' } as never);
    return app.call(world.token, batchApi.use, {
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
  const twice = async (endpoint: (typeof batchApi)['use'], body: object, other: object) => {
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
  const { opId } = await twice(batchApi.use, use, other);
  expect((await segmentOf(seg)).activeCnt).toBe(100);
  const undone = await Promise.all([1, 2].map(() => app.call(world.token, batchApi.undo, { opId } as never)));
  expect(undone.map(({ code }) => code)).toEqual([200, 200]);
  expect((await segmentOf(seg)).activeCnt).toBe(0);
  await twice(batchApi.use, use, other);
  await twice(batchApi.update as never, { pick, newLotId: lots[1], reason: '改' }, { newLotId: lots[2] });
  await twice(batchApi.freeze as never, { pick, reason: '停' }, { reason: '别的' });
  await twice(batchApi.unfreeze as never, { pick, reason: '完' }, other);
  await twice(batchApi.delete as never, { pick, reasonType: 1 }, { reasonType: 2 });
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
  const answer = await app.call(world.token, batchApi.use, {
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
  const code = await keyringOf(app).textOf(await segmentOf(seg), 99_999_999);
  expect((await app.call('', publicTraceApi.scan, { code, deviceId: 'x' } as never)).data).toMatchObject({
    verdict: 'FIRST',
  });
});

test('a hundred thousand pasted codes are refused with what to do instead', async () => {
  const codes = Array.from({ length: 100_000 }, (_, i) => `AMNS${String(i).padStart(12, '2')}`);
  const answer = await app.call(world.token, batchApi.check, { pick: { mode: 5, codes } } as never);
  expect(answer).toMatchObject({ code: 400, message: '最多粘贴5000个编码，更多请上传文件' });
});
