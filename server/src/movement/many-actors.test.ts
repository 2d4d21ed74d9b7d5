import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { Holder, Life, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { fieldMovesApi } from '@zhuiyuan/contract/fieldwork/field-moves';
import { BizType, DeliverStatus } from '@zhuiyuan/contract/movement/move-enums';
import { packingApi } from '@zhuiyuan/contract/packing/packing';
import { sql } from 'kysely';
import { randomInt } from 'node:crypto';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { bindPerson } from '../../test/factories/account.ts';
import { importRows } from '../../test/factories/jobs.ts';
import { makeMoveWorld } from '../../test/factories/movement.ts';
import { codeKey, replay, type Replayed } from '../../test/factories/replayed.ts';
import { readCustody } from '../codes/state/custody/read-custody.ts';
import { findContainers } from '../codes/state/find-containers.ts';
import { readUnit } from '../codes/state/read-unit.ts';

vi.setConfig({ testTimeout: 240_000 });

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp({ work: true, poolSize: 10 });
});
afterAll(() => app.close());

const [itemCount, boxCount, caseCount] = [48, 8, 2];

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
  const { agent, shop, beside, firmId, items, boxes, cases, codesOf } = world;
  const codes = {
    items: await codesOf(items, 1, itemCount),
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
  return { ...world, codes, dealer, seller, receivers, docs: [] as number[] };
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
    const from = 1 + random(itemCount - 20);
    return shipped(world, world.ship([await world.line(world.items, from, from + 19)], one(random, world.receivers)));
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
  freeze: async ({ ops, items }, random) => ops.freeze(await ops.single(items, 1 + random(itemCount))),
  thaw: async ({ ops, items }, random) => ops.unfreeze(await ops.single(items, 1 + random(itemCount))),
  scrap: async ({ ops, items }, random) => ops.remove(await ops.single(items, 1 + random(itemCount))),
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
const rare = new Set(['freeze', 'scrap']);
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

const rootOf = (codes: Map<string, Replayed>, key: string): { root: string; boxes: string[] } => {
  const boxes: string[] = [];
  let root = key;
  for (let box = codes.get(key)?.parent; box !== undefined; box = codes.get(box)?.parent) {
    boxes.push(box);
    root = box;
    expect(boxes.length).toBeLessThan(3);
  }
  return { root, boxes };
};

const written = (custody: NonNullable<Replayed['custody']> | undefined) =>
  custody && custody.shipStatus !== Shipping.none
    ? [custody.shipStatus, custody.holderKind, custody.holderId, custody.deliverId].join(' ')
    : 'none';

/** Everything that is kept about codes is what the trail of the operations comes to. */
const expectTruth = async (world: Actors): Promise<void> => {
  const { firmId, items, boxes, cases } = world;
  const codes = await replay(app, firmId);
  const levels = [
    [items, itemCount],
    [boxes, boxCount],
    [cases, caseCount],
  ] as const;
  const inside = new Map<string, number>();
  const stock = new Map<string, number>();
  for (const [level, [seg, count]] of levels.entries()) {
    const pieces = await readCustody(app.db, firmId, [{ seg, from: 1, to: count }]);
    for (let serial = 1; serial <= count; serial += 1) {
      const key = codeKey(seg, serial);
      const model = codes.get(key);
      const chain = rootOf(codes, key);
      const unit = (await readUnit(app.db, seg, serial))!;
      const found = await findContainers(app.db, unit);
      expect([key, found.boxes.map((box) => codeKey(box.seg, box.serial))]).toEqual([key, chain.boxes]);
      expect(found.boxes.every((box, at) => box.level > (found.boxes[at - 1]?.level ?? level))).toBe(true);
      const life = model?.isVoid
        ? Life.void
        : model?.isFrozen
          ? Life.frozen
          : model?.isActive
            ? Life.active
            : Life.inactive;
      expect([key, unit.life]).toEqual([key, life]);
      const custody = written(codes.get(chain.root)?.custody);
      expect([key, written(found.custody)]).toEqual([key, custody]);
      expect([key, written(pieces.find(({ from, to }) => from <= serial && serial <= to))]).toEqual([key, custody]);
      if (chain.boxes[0]) inside.set(chain.boxes[0], (inside.get(chain.boxes[0]) ?? 0) + 1);
      const holder = codes.get(chain.root)?.custody;
      if (level > 0 || model?.isVoid || !holder?.holderId) continue;
      const held = `${holder.holderKind} ${holder.holderId} ${holder.shipStatus === Shipping.shipped ? 'transit' : 'hand'}`;
      stock.set(held, (stock.get(held) ?? 0) + 1);
    }
  }
  const kept = await app.db.selectFrom('box').where('firmId', '=', firmId).selectAll().execute();
  for (const { seg, serial, childCnt, capacity } of kept) {
    const key = codeKey(seg, serial);
    expect([key, childCnt]).toEqual([key, inside.get(key) ?? 0]);
    expect(childCnt).toBeLessThanOrEqual(capacity);
    inside.delete(key);
  }
  expect([...inside]).toEqual([]);
  const rows = await app.db.selectFrom('stock').where('firmId', '=', firmId).selectAll().execute();
  const counted = new Map<string, number>();
  for (const { holderKind, holderId, transitQty, handQty } of rows)
    for (const [where, qty] of [['transit', transitQty] as const, ['hand', handQty] as const])
      if (qty !== 0)
        counted.set(
          `${holderKind} ${holderId} ${where}`,
          (counted.get(`${holderKind} ${holderId} ${where}`) ?? 0) + qty,
        );
  expect(counted).toEqual(stock);
  await expectDocuments(firmId);
};

/** Sums of documents are those of their lines, and what is under way is so by one line alone, whose document its custody names. */
const expectDocuments = async (firmId: number): Promise<void> => {
  const { rows: sums } = await sql`
    select d.id from deliver d join lateral (
      select coalesce(sum(item_qty) filter (where status <> ${sql.lit(DeliverStatus.cancelled)}), 0) as items,
        coalesce(sum(item_qty) filter (where status = ${sql.lit(DeliverStatus.signed)}), 0) as signed
      from deliver_line where deliver_id = d.id) l on true
    where d.firm_id = ${firmId} and (d.item_qty, d.sign_qty) <> (l.items, l.signed)`.execute(app.db);
  expect(sums).toEqual([]);
  const { rows: twice } = await sql`
    select a.id from deliver_line a join deliver_line b on b.seg = a.seg and b.span && a.span and b.id > a.id
    where a.firm_id = ${firmId} and a.status = ${sql.lit(DeliverStatus.shipped)} and b.status = ${sql.lit(DeliverStatus.shipped)}`.execute(
    app.db,
  );
  expect(twice).toEqual([]);
};

/** Seconds are few: one world in which everybody acts at once, another seed at every run. MOVE_SEED makes it the same again. */
test('whatever several people do at once, codes, boxes, stock and documents are what their operations come to', async () => {
  const seed = Number(process.env.MOVE_SEED ?? randomInt(2 ** 31));
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
    await expectTruth(world);
    expect([...done.values()].reduce((sum, count) => sum + count, 0)).toBeGreaterThan(20);
  } catch (error) {
    throw new Error(`with MOVE_SEED=${seed}: ${(error as Error).message}`, { cause: error });
  }
});
