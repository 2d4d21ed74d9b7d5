import { Holder, Shipping } from '@zhuiyuan/contract/codes/state/code-enums';
import { openKeyring } from '../../src/codes/cipher/keyring.ts';
import type { Custody } from '../../src/codes/state/custody/read-custody.ts';
import type { Place } from '../../src/codes/state/parent-places.ts';
import type { TestApp } from '../app.ts';
import { makeStaff } from './access.ts';
import { codePermissions, makeCodeWorld, opsOf, packPermissions, range } from './codes.ts';
import {
  activeCount,
  boxCount,
  boxFits,
  caseCount,
  caseFits,
  itemCount,
  setBoxes,
  type Step,
} from './packing-steps.ts';

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
    if (task === set) await ops.use(range(seg, 1, count));
    else if (level === 0) await ops.use(range(seg, 1, activeCount));
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
  const { firmId, productId, lotId } = world;
  const looseSeg = loose.segments.find(({ level }) => level === 0)!.seg;
  const given = { firmId, productId, ops, token, looseSeg, lots: [lotId, await ops.makeLot()] as const };
  const codes = { items, boxes, cases, places, parents, sealed: new Set(setBoxCodes) };
  const bound = new Map(
    [...items.slice(0, activeCount), ...items.slice(itemCount), ...setBoxCodes].map((code) => [code, lotId]),
  );
  /** Custody of roots alone, codes that are void, those that were packed by somebody, and the items packed for each holder. */
  const happened = {
    custody: new Map<string, Custody>(),
    gone: new Set<string>(),
    handled: new Set<string>(),
    packed: new Map<number, number>(),
    uses: [] as Use[],
  };
  return { ...given, ...codes, bound, ...happened };
};

/** An activation, the codes it bound, and whether it was taken back. */
interface Use {
  opId: number;
  codes: readonly string[];
  isUndone: boolean;
}

export type PackingWorld = Awaited<ReturnType<typeof makePackingWorld>>;

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
    world.handled.add(code);
    keep(world, code, held);
  }
};

const putInModel = ({ parents, custody, handled }: PackingWorld, child: string, box: string): void => {
  parents.set(child, box);
  custody.delete(child);
  handled.add(child);
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
  if (fresh.some((child) => !world.bound.has(child))) return false;
  if (adopts) keep(world, box, held);
  if (first !== undefined && !world.bound.has(box)) world.bound.set(box, world.bound.get(first)!);
  for (const child of fresh) putInModel(world, child, box);
  const holder = ownerOf(custodyOf(world, box));
  if (!isCase) world.packed.set(holder, (world.packed.get(holder) ?? 0) + fresh.length);
  return true;
};

const ofLevel = ({ items, boxes, cases }: PackingWorld, level: number): string[] => [items, boxes, cases][level]!;
/** The roots that a shipping step means, and what they then are. */
export const toShip = (
  world: PackingWorld,
  { codes, level, shipStatus, holderId }: Extract<Step, { kind: 'ship' }>,
) => {
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

type Range = Extract<Step, { kind: 'use' }>;
const usedBy = ({ items }: PackingWorld, { from, count }: Range): string[] =>
  items.slice(from, Math.min(from + count, itemCount));

/** The activation that a step takes back: the first one, the second … of those there are. */
export const useAt = ({ uses }: PackingWorld, nth: number): Use | undefined => uses[nth % Math.max(uses.length, 1)];

const useInModel = (world: PackingWorld, one: Range): boolean => {
  const { bound, gone, lots, uses } = world;
  const lotId = lots[one.lot];
  const codes = usedBy(world, one);
  const isBad = (code: string) => gone.has(code) || (bound.get(code) ?? lotId) !== lotId;
  if (!one.skips && codes.some(isBad)) return false;
  const fresh = codes.filter((code) => !isBad(code) && !bound.has(code));
  for (const code of fresh) bound.set(code, lotId);
  uses.at(-1)!.codes = fresh;
  return true;
};

const undoInModel = (world: PackingWorld, { nth, skips }: Extract<Step, { kind: 'undoUse' }>): boolean => {
  const { bound, gone, handled } = world;
  const undone = useAt(world, nth);
  if (!undone) return false;
  if (undone.isUndone) return true;
  const free = undone.codes.filter((code) => !gone.has(code) && !handled.has(code) && !custodyOf(world, code));
  if (free.length === 0 || (!skips && free.length < undone.codes.length)) return false;
  for (const code of free) bound.delete(code);
  undone.isUndone = true;
  return true;
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
  if (one.kind === 'use') return useInModel(world, one);
  if (one.kind === 'undoUse') return undoInModel(world, one);
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
    if (!world.bound.has(fresh)) world.bound.set(fresh, world.bound.get(old)!);
    takeOutInModel(world, [old]);
    putInModel(world, fresh, box);
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
