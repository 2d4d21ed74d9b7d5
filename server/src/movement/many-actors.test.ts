import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { fieldMovesApi } from '@zhuiyuan/contract/fieldwork/field-moves';
import { ConflictPolicy } from '@zhuiyuan/contract/codes/ops/op-draft';
import { BizType } from '@zhuiyuan/contract/movement/move-enums';
import { packingApi } from '@zhuiyuan/contract/packing/packing';
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { expectTruth } from '../../test/expect-truth.ts';
import { bindPerson } from '../../test/factories/account.ts';
import { range } from '../../test/factories/codes.ts';
import { importRows } from '../../test/factories/jobs.ts';
import { makeMoveWorld } from '../../test/factories/movement.ts';

vi.setConfig({ testTimeout: 240_000 });

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ work: true, poolSize: 10 });
});
afterAll(() => app.close());

/** Items from this one on: the first 36 of them are activated, the others may come to be. */
const firstItem = 265;
const [itemCount, boxCount, caseCount] = [60, 8, 2];

/** Numbers that come again under the same seed. */
const randomOf = (seed: number) => {
  let state = seed;
  return (below: number): number => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
};

const makeActors = async () => {
  const world = await makeMoveWorld(app);
  const { agent, shop, beside, firmId, lotId, ops, items, boxes, cases, codesOf } = world;
  const codes = {
    items: await codesOf(items, firstItem, firstItem + itemCount - 1),
    boxes: await codesOf(boxes, 1, boxCount),
    cases: await codesOf(cases, 1, caseCount),
  };
  const dealer = await bindPerson(app, { firmId, kind: RoleKind.agent, id: agent });
  const seller = await bindPerson(app, { firmId, kind: RoleKind.shop, id: shop });
  const receivers = [
    { toKind: Holder.agent, toId: agent },
    { toKind: Holder.agent, toId: beside },
    { toKind: Holder.shop, toId: shop },
  ];
  const { agentNo } = await app.db
    .selectFrom('agent')
    .where('id', '=', agent)
    .select('agentNo')
    .executeTakeFirstOrThrow();
  const lots = [lotId, await ops.makeLot()];
  return { ...world, codes, dealer, seller, receivers, agentNo, lots, docs: [] as number[], uses: [] as number[] };
};
type Actors = Awaited<ReturnType<typeof makeActors>>;

interface Answered {
  code: number;
  message: string;
  data: unknown;
}
type Act = (world: Actors, random: (below: number) => number) => Promise<Answered>;

const some = <T>(random: (below: number) => number, from: readonly T[], most: number): T[] => {
  const start = random(from.length);
  const isRow = random(2) === 0;
  const picked = Array.from(
    { length: 1 + random(most) },
    (_, at) => from[isRow ? (start + at) % from.length : random(from.length)]!,
  );
  return [...new Set(picked)];
};
const one = <T>(random: (below: number) => number, from: readonly T[]): T => from[random(from.length)]!;

/** Neighbours, which become a span, or too few for one. */
const someRun = (random: (below: number) => number, most: number): { from: number; to: number } => {
  const from = firstItem + random(itemCount - most + 1);
  return { from, to: from + 3 + random(most - 3) };
};

/** One of the latest documents, which are likely to be under way still. */
const latest = ({ docs }: Pick<Actors, 'docs'>, random: (below: number) => number): number =>
  docs.length > 0 ? one(random, docs.slice(-3)) : 1;

const shipped = async (world: Actors, asked: Promise<Answered>): Promise<Answered> => {
  const answer = await asked;
  const id = (answer.data as { id?: number } | null)?.id;
  if (answer.code === 200 && id) world.docs.push(id);
  return answer;
};

/** What people do, at the console and on the phone. */
const acts: Record<string, Act> = {
  pack: ({ token, codes }, random) =>
    app.call(token, packingApi.alone, {
      parentCode: one(random, codes.boxes),
      children: some(random, codes.items, 3),
    } as never),
  stack: ({ token, codes }, random) =>
    app.call(token, packingApi.box, {
      parentCode: one(random, codes.cases),
      children: some(random, codes.boxes, 2),
      allowUnfull: true,
    } as never),
  takeOut: ({ token, codes }, random) =>
    app.call(token, packingApi.remove, { childCodes: some(random, codes.items, 2) }),
  dissolve: ({ token, codes }, random) => app.call(token, packingApi.dissolve, { code: one(random, codes.boxes) }),
  replace: ({ token, codes }, random) =>
    app.call(token, packingApi.replace, {
      oldCode: one(random, codes.items),
      newCode: one(random, codes.items),
      voidOld: random(4) === 0,
      reason: '破损',
    }),
  ship: (world, random) =>
    shipped(
      world,
      world.ship(
        some(random, random(2) === 0 ? world.codes.items : world.codes.boxes, 2).map((code) => ({ code })),
        one(random, world.receivers),
      ),
    ),
  shipRange: async (world, random) => {
    const { from, to } = someRun(random, 20);
    return shipped(world, world.ship([await world.line(world.items, from, to)], one(random, world.receivers)));
  },
  takeBack: (world, random) =>
    shipped(
      world,
      world.ship(
        some(random, world.codes.items, 1).map((code) => ({ code })),
        {
          bizType: BizType.takeBack,
          fromKind: Holder.agent,
          fromId: world.agent,
          toKind: Holder.firm,
          toId: 0,
          reason: '滞销',
        },
      ),
    ),
  transfer: (world, random) =>
    shipped(
      world,
      world.ship(
        some(random, world.codes.items, 1).map((code) => ({ code })),
        {
          bizType: BizType.transfer,
          fromKind: Holder.agent,
          fromId: world.agent,
          toKind: Holder.agent,
          toId: world.beside,
        },
      ),
    ),
  sign: (world, random) => world.sign(latest(world, random)),
  signSome: (world, random) =>
    world.sign(latest(world, random), {
      mode: 'codes',
      codes: some(random, world.codes.items, 2),
      remark: '先收几件',
    }),
  cancel: (world, random) => world.cancel(latest(world, random)),
  cancelPart: async (world, random) => {
    const id = latest(world, random);
    const lines = await world.linesOf(id);
    if (lines.length === 0) return world.cancel(id);
    const { id: lineId, from, to } = one(random, lines);
    const serialFrom = from + random(to - from + 1);
    return world.cancel(id, { parts: [{ lineId, serialFrom, serialTo: serialFrom + random(to - serialFrom + 1) }] });
  },
  shipFile: async (world, random) => {
    const { token, agentNo, codes, docs, firmId } = world;
    const { from, to } = someRun(random, 18);
    const row = (code: string, ends: readonly string[]) => ['经销商', agentNo, code, ...ends];
    const { ok } = await importRows(app, token, 'deliver', [
      ['收货方类型', '收货方编号', '编码', '起始编码', '结束编码'],
      ...some(random, [...codes.items, ...codes.boxes], 6).map((code) => row(code, ['', ''])),
      row('', [codes.items[from - firstItem]!, codes.items[to - firstItem]!]),
    ]);
    if (ok === 0) return { code: 400, message: '没有发出', data: null };
    const made = app.db.selectFrom('deliver').where('firmId', '=', firmId).select('id').orderBy('id', 'desc');
    docs.push((await made.executeTakeFirstOrThrow()).id);
    return { code: 200, message: 'ok', data: null };
  },
  use: async ({ ops, items, lots, uses }, random) => {
    const { from, to } = someRun(random, 24);
    const answer = await ops.use(range(items, from, to), { lotId: one(random, lots), policy: ConflictPolicy.skip });
    if (answer.code === 200) uses.push(answer.data.opId!);
    return answer;
  },
  undoUse: ({ ops, uses }, random) => ops.undo(uses.length > 0 ? one(random, uses) : 1, { policy: random(2) }),
  freeze: async ({ ops, items }, random) => ops.freeze(await ops.single(items, firstItem + random(itemCount))),
  thaw: async ({ ops, items }, random) => ops.unfreeze(await ops.single(items, firstItem + random(itemCount))),
  scrap: async ({ ops, items }, random) => ops.remove(await ops.single(items, firstItem + random(itemCount))),
  signOnPhone: ({ dealer, docs }, random) =>
    dealer.call(fieldMovesApi.sign, { deliverId: latest({ docs }, random), mode: 'all' } as never),
  signInShop: ({ seller, docs }, random) =>
    seller.call(fieldMovesApi.sign, { deliverId: latest({ docs }, random), mode: 'all' } as never),
  shipOnPhone: (world, random) =>
    shipped(
      world,
      world.dealer.call(fieldMovesApi.ship, {
        toKind: Holder.shop,
        toId: world.shop,
        codes: some(random, world.codes.items, 1),
      } as never),
    ),
};
const names = Object.keys(acts);
/** What stops goods is rare, or nothing would be left to move. */
const rare = new Set(['freeze', 'scrap', 'shipFile']);
const often = [...names, ...names.filter((name) => !rare.has(name)), ...names.filter((name) => !rare.has(name))];

/** Fifty calls of one person; answers what came of each kind. */
const act = async (world: Actors, seed: number, done: Map<string, number>): Promise<void> => {
  const random = randomOf(seed);
  for (let step = 0; step < 50; step += 1) {
    const name = one(random, often);
    const { code, message } = await acts[name]!(world, random);
    // A refusal has its number and its text; what nobody foresaw has 500.
    expect([name, code, message]).toEqual([name, code === 500 ? 'foreseen' : code, message]);
    if (code === 200) done.set(name, (done.get(name) ?? 0) + 1);
  }
};

/** Seconds are few: one world in which everybody acts at once, another seed at every run. TEST_SEED makes it the same again. */
test('whatever several people do at once, codes, boxes, stock and documents are what their operations come to', async () => {
  const seed = Number(process.env.TEST_SEED ?? randomInt(2 ** 31));
  const done = new Map<string, number>();
  try {
    const world = await makeActors();
    const { token, codes } = world;
    const file = codes.items.slice(0, 12).map((code, at) => [codes.boxes[at % 3]!, code]);
    const [imported] = await Promise.all([
      importRows(app, token, 'pack', [['箱码', '下级码'], ...file]),
      ...[1, 2, 3, 4].map((nth) => act(world, seed + nth, done)),
    ]);
    expect(imported.ok + imported.fail + imported.skip).toBe(file.length);
    const sum = () => [...done.values()].reduce((all, count) => all + count, 0);
    // Whoever scraps or freezes much at first leaves little to the others: they go on until enough was done.
    for (let round = 1; sum() <= 20 && round < 5; round += 1)
      await Promise.all([1, 2, 3, 4].map((nth) => act(world, seed + round * 4 + nth, done)));
    await expectTruth(app, world.firmId, [
      { seg: world.items, first: firstItem, count: itemCount },
      { seg: world.boxes, first: 1, count: boxCount },
      { seg: world.cases, first: 1, count: caseCount },
    ]);
    expect(sum()).toBeGreaterThan(20);
  } catch (error) {
    throw new Error(`with TEST_SEED=${seed}: ${(error as Error).message}`, { cause: error });
  }
});
