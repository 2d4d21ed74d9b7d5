import { Holder, OpType, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { packingApi } from '@zhuiyuan/contract/packing/packing';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { openKeyring } from '../../src/codes/cipher/keyring.ts';
import { beginOp, nextSeq } from '../../src/codes/ops/begin-op.ts';
import { lockRuns } from '../../src/codes/ops/lock/lock-runs.ts';
import { StopKind } from '../../src/codes/state/code-states.ts';
import { heldItems, stockOf } from '../../src/codes/state/custody/held-items.ts';
import { moveStock } from '../../src/codes/state/custody/move-stock.ts';
import type { Custody } from '../../src/codes/state/custody/read-custody.ts';
import { writeCustody } from '../../src/codes/state/custody/write-custody.ts';
import type { Place } from '../../src/codes/state/parent-places.ts';
import { readBinds, readStops } from '../../src/codes/state/pieces.ts';
import { cutOut, merged, type Run } from '../../src/codes/state/ranges.ts';
import { withChildren } from '../../src/codes/state/with-children.ts';
import type { Db } from '../../src/kit/db/database.ts';
import type { TestApp } from '../app.ts';
import { makeStaff } from './access.ts';
import { codePermissions, makeCodeWorld, opsOf, packPermissions, range } from './codes.ts';

const [itemCount, boxCount, setBoxes] = [24, 5, 3];
export const caseCount = 2;
const [boxFits, caseFits] = [6, 4];

/** Loose items, boxes and cases, and a set of boxes joined with its items before printing. */
export const makePackingWorld = async (app: TestApp) => {
  const world = await makeCodeWorld(app);
  const ops = opsOf(app, world);
  const { token } = await makeStaff(app, {
    firmId: world.firmId,
    permissions: [...codePermissions, ...packPermissions],
  });
  const loose = await world.issue({ itemCount, boxCount, caseCount, assocMode: 0 });
  const set = await world.issue({
    assocMode: 1,
    productId: world.productId,
    boxNum: boxFits,
    boxCount: setBoxes,
    itemCount: setBoxes * boxFits,
  });
  const textsOf = async (task: typeof loose, level: number) => {
    const { seg, count } = task.segments.find((segment) => segment.level === level)!;
    if (level === 0 || task === set) await ops.use(range(seg, 1, count));
    return ops.textsOf(seg, ...Array.from({ length: count }, (_, at) => at + 1));
  };
  const items = [...(await textsOf(loose, 0)), ...(await textsOf(set, 0))];
  const setBoxCodes = await textsOf(set, 1);
  const boxes = [...(await textsOf(loose, 1)), ...setBoxCodes];
  const cases = await textsOf(loose, 2);
  const parents = new Map<string, string>();
  for (const [at, code] of items.slice(itemCount).entries()) parents.set(code, setBoxCodes[Math.floor(at / boxFits)]!);
  const keyring = openKeyring(app);
  const places = new Map<string, Place>();
  for (const [code, { place }] of await keyring.findMany(app.db, [...items, ...boxes, ...cases]))
    places.set(code, place);
  const bound = { productId: world.productId, lotId: world.lotId };
  const sealed = new Set(setBoxCodes);
  /** Custody of roots alone, and codes that are void. */
  const [custody, gone] = [new Map<string, Custody>(), new Set<string>()];
  return { ...bound, firmId: world.firmId, ops, token, items, boxes, cases, places, parents, sealed, custody, gone };
};

export type PackingWorld = Awaited<ReturnType<typeof makePackingWorld>>;

export const toRun = ({ seg, serial }: Place): Run => ({ seg, from: serial, to: serial });

const contentsOf = ({ parents }: PackingWorld, box: string): string[] =>
  [...parents].flatMap(([child, parent]) => (parent === box ? [child] : []));

const rootOf = ({ parents }: PackingWorld, code: string): string => {
  let root = code;
  for (let box = parents.get(root); box !== undefined; box = parents.get(root)) root = box;
  return root;
};
export const custodyOf = (world: PackingWorld, code: string): Custody | undefined =>
  world.custody.get(rootOf(world, code));
export const isOnItsWay = (custody: Custody | undefined) => custody?.shipStatus === Shipping.shipped;
const ownerOf = (custody: Custody | undefined) =>
  custody?.shipStatus === Shipping.signed ? (custody.holderId ?? 0) : 0;
const keep = ({ custody }: PackingWorld, code: string, held: Custody | undefined): void => {
  if (held) custody.set(code, held);
  else custody.delete(code);
};

/** Takes codes out of their boxes in the model: each has what its root had. */
const takeOutInModel = (world: PackingWorld, codes: readonly string[]): void => {
  for (const [code, held] of codes.map((one) => [one, custodyOf(world, one)] as const)) {
    world.sealed.delete(world.parents.get(code)!);
    world.parents.delete(code);
    keep(world, code, held);
  }
};

/** What the model says a packing comes to: the children then in the box, or nothing done. */
const packInModel = (world: PackingWorld, box: string, children: readonly string[], isCase: boolean): boolean => {
  const inside = contentsOf(world, box);
  const fresh = children.filter((child) => world.parents.get(child) !== box);
  const fits = isCase ? caseFits : boxFits;
  const isFree = fresh.every((child) => !world.parents.has(child));
  const areFull =
    !isCase ||
    fresh.every(
      (child) =>
        contentsOf(world, child).length === boxFits || (world.sealed.has(child) && contentsOf(world, child).length > 0),
    );
  if (new Set(children).size < children.length || world.sealed.has(box) || !isFree || !areFull) return false;
  if (inside.length + fresh.length > fits || isOnItsWay(custodyOf(world, box))) return false;
  if (fresh.some((child) => world.gone.has(child) || isOnItsWay(world.custody.get(child)))) return false;
  const [first] = fresh;
  const adopts = first !== undefined && inside.length === 0 && !world.parents.has(box);
  const held = adopts ? world.custody.get(first) : custodyOf(world, box);
  if (fresh.some((child) => ownerOf(world.custody.get(child)) !== ownerOf(held))) return false;
  if (adopts) keep(world, box, held);
  for (const child of fresh) {
    world.parents.set(child, box);
    world.custody.delete(child);
  }
  return true;
};

export type Step =
  | { kind: 'pack'; box: number; children: number[] }
  | { kind: 'case'; box: number; children: number[] }
  | { kind: 'remove'; children: number[] }
  | { kind: 'dissolve'; box: number }
  | { kind: 'seal'; box: number }
  | { kind: 'replace'; old: number; fresh: number; voidOld: boolean }
  | { kind: 'ship'; codes: number[]; level: number; shipStatus: number; holderId: number };

const nat = (max: number) => fc.integer({ min: 0, max: max - 1 });
const allItems = itemCount + setBoxes * boxFits;
const allBoxes = boxCount + setBoxes;
/** Neighbours, which become spans, and codes from anywhere. */
const children = fc.oneof(
  fc
    .tuple(nat(allItems), fc.integer({ min: 1, max: boxFits }))
    .map(([from, count]) => Array.from({ length: count }, (_, at) => (from + at) % allItems)),
  fc.array(nat(allItems), { minLength: 1, maxLength: 4 }),
);
export const step: fc.Arbitrary<Step> = fc.oneof(
  { weight: 6, arbitrary: fc.record({ kind: fc.constant('pack' as const), box: nat(allBoxes), children }) },
  {
    weight: 2,
    arbitrary: fc.record({
      kind: fc.constant('case' as const),
      box: nat(caseCount),
      children: fc.array(nat(allBoxes), { minLength: 1, maxLength: 3 }),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('remove' as const),
      children: fc.array(nat(allItems), { minLength: 1, maxLength: 3 }),
    }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('dissolve' as const), box: nat(allBoxes) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('seal' as const), box: nat(allBoxes) }) },
);

/** Neighbours enough for custody to become a span, and single codes. */
const shipped = fc.oneof(
  fc
    .tuple(nat(itemCount), fc.integer({ min: 16, max: itemCount }))
    .map(([from, count]) => Array.from({ length: count }, (_, at) => (from + at) % itemCount)),
  fc.array(nat(allItems), { minLength: 1, maxLength: 5 }),
);
/** Packing among goods that are sent to two dealers, signed for, cancelled and sent back. */
export const movedStep: fc.Arbitrary<Step> = fc.oneof(
  { weight: 8, arbitrary: step },
  {
    weight: 5,
    arbitrary: fc.record({
      kind: fc.constant('ship' as const),
      codes: shipped,
      level: fc.integer({ min: 0, max: 2 }),
      shipStatus: fc.constantFrom(Shipping.shipped, Shipping.cancelled, Shipping.signed, Shipping.signed),
      holderId: fc.constantFrom(0, 71, 72),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      kind: fc.constant('replace' as const),
      old: nat(allItems),
      fresh: nat(allItems),
      voidOld: fc.boolean(),
    }),
  },
);

const ofLevel = ({ items, boxes, cases }: PackingWorld, level: number): string[] => [items, boxes, cases][level]!;
/** The roots that a shipping step means, and what they then are. */
const toShip = (world: PackingWorld, { codes, level, shipStatus, holderId }: Extract<Step, { kind: 'ship' }>) => {
  const all = ofLevel(world, level);
  const roots = [...new Set(codes.map((at) => all[at % all.length]!))].filter((code) => !world.parents.has(code));
  const isNobodys = holderId === 0 || shipStatus === Shipping.cancelled;
  const custody: Custody = {
    shipStatus: holderId === 0 && shipStatus === Shipping.shipped ? Shipping.cancelled : shipStatus,
    holderKind: isNobodys ? Holder.firm : Holder.agent,
    holderId: isNobodys ? null : holderId,
    deliverId: roots.length + 100 * level + holderId,
    shipAt: '2026-11-04 09:00:00',
    signAt: shipStatus === Shipping.signed ? '2026-11-05 10:00:00' : null,
  };
  return { roots, custody };
};

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

export const send = (app: TestApp, world: PackingWorld, one: Step): Promise<{ code: number; message: string }> => {
  const { token, items, boxes, cases } = world;
  switch (one.kind) {
    case 'ship':
      return ship(app, world, one);
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

/** The same step in the model: whether it is done. */
export const follow = (world: PackingWorld, one: Step): boolean => {
  const { items, boxes, cases, parents, sealed } = world;
  if (one.kind === 'pack')
    return packInModel(
      world,
      boxes[one.box]!,
      one.children.map((at) => items[at]!),
      false,
    );
  if (one.kind === 'case')
    return packInModel(
      world,
      cases[one.box]!,
      one.children.map((at) => boxes[at]!),
      true,
    );
  if (one.kind === 'ship') {
    const { roots, custody } = toShip(world, one);
    for (const root of roots) keep(world, root, custody);
    return true;
  }
  if (one.kind === 'replace') {
    const [old, fresh] = [items[one.old]!, items[one.fresh]!];
    const [box, own] = [parents.get(old), world.custody.get(fresh)];
    if (!box || old === fresh || parents.has(fresh) || world.gone.has(fresh)) return false;
    if (isOnItsWay(custodyOf(world, old)) || isOnItsWay(own) || ownerOf(own) !== 0) return false;
    takeOutInModel(world, [old]);
    parents.set(fresh, box);
    world.custody.delete(fresh);
    if (one.voidOld) world.gone.add(old);
    return true;
  }
  if (one.kind === 'remove') {
    const codes = [...new Set(one.children.map((at) => items[at]!))];
    if (!codes.every((code) => parents.has(code) && !isOnItsWay(custodyOf(world, code)))) return false;
    takeOutInModel(world, codes);
    return true;
  }
  const box = boxes[one.box]!;
  const inside = contentsOf(world, box);
  if (inside.length === 0) return false;
  if (one.kind === 'seal') {
    sealed.add(box);
    return true;
  }
  if (isOnItsWay(custodyOf(world, box))) return false;
  takeOutInModel(world, inside);
  sealed.delete(box);
  return true;
};
