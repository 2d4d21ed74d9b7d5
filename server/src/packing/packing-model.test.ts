import { identityApi } from '@zhuiyuan/contract/codes/lookup/identity';
import { packingApi } from '@zhuiyuan/contract/packing/packing';
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff } from '../../test/factories/access.ts';
import { codePermissions, makeCodeWorld, opsOf, packPermissions, range } from '../../test/factories/codes.ts';

vi.setConfig({ testTimeout: 180_000 });

let app: TestApp;
beforeAll(async () => {
  app = await openTestApp();
});
afterAll(() => app.close());

const [itemCount, boxCount, caseCount, setBoxes] = [24, 5, 2, 3];
const [boxFits, caseFits] = [6, 4];

/** Loose items, boxes and cases, and a set of boxes joined with its items before printing. */
const makeWorld = async () => {
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
  return { ops, token, items, boxes, cases, parents, sealed: new Set(setBoxCodes) };
};

type World = Awaited<ReturnType<typeof makeWorld>>;

const contentsOf = ({ parents }: World, box: string): string[] =>
  [...parents].flatMap(([child, parent]) => (parent === box ? [child] : []));

/** What the model says a packing comes to: the children then in the box, or nothing done. */
const packInModel = (world: World, box: string, children: readonly string[], isCase: boolean): boolean => {
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
  if (inside.length + fresh.length > fits) return false;
  for (const child of fresh) world.parents.set(child, box);
  return true;
};

type Step =
  | { kind: 'pack'; box: number; children: number[] }
  | { kind: 'case'; box: number; children: number[] }
  | { kind: 'remove'; children: number[] }
  | { kind: 'dissolve'; box: number }
  | { kind: 'seal'; box: number };

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
const step: fc.Arbitrary<Step> = fc.oneof(
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

const send = (world: World, one: Step) => {
  const { token, items, boxes, cases } = world;
  switch (one.kind) {
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
const follow = (world: World, one: Step): boolean => {
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
  if (one.kind === 'remove') {
    const codes = one.children.map((at) => items[at]!);
    if (!codes.every((code) => parents.has(code))) return false;
    for (const code of new Set(codes)) {
      sealed.delete(parents.get(code)!);
      parents.delete(code);
    }
    return true;
  }
  const box = boxes[one.box]!;
  const inside = contentsOf(world, box);
  if (inside.length === 0) return false;
  if (one.kind === 'seal') sealed.add(box);
  else {
    sealed.delete(box);
    for (const child of inside) parents.delete(child);
  }
  return true;
};

/** Every code lies where the model has it, and every box counts what lies in it. */
const expectAgreement = async ({ token, items, boxes, cases, parents }: World) => {
  const { rows, errors } = await app.data(token, identityApi.query, { texts: [...items, ...boxes, ...cases] });
  expect(errors).toEqual([]);
  for (const row of rows) expect([row.code, row.boxCode]).toEqual([row.code, parents.get(row.code) ?? null]);
  const { list } = await app.data(token, packingApi.list, { limit: 100 });
  for (const box of list) {
    const inside = [...parents.values()].filter((parent) => parent === box.code).length;
    expect([box.code, box.childCnt]).toEqual([box.code, inside]);
    expect(box.childCnt).toBeLessThanOrEqual(box.capacity);
    expect(box.boxState === 0).toBe(inside === 0);
    const { total } = await app.data(token, identityApi.children, { codeId: box.id });
    expect([box.code, total]).toEqual([box.code, inside]);
  }
};

test('whatever is packed, taken out, dissolved and sealed, every code lies where a plain list has it', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
      const world = await makeWorld();
      for (const one of steps) {
        const answer = await send(world, one);
        expect([JSON.stringify(one), answer.message, answer.code === 200]).toEqual([
          JSON.stringify(one),
          answer.message,
          follow(world, one),
        ]);
      }
      await expectAgreement(world);
    }),
    { numRuns: 12 },
  );
});

test('eight people at once: no code in two boxes, no box beyond what fits, counts that are true', async () => {
  const world = await makeWorld();
  const steps = fc.sample(step, 120);
  const work = async () => {
    for (let one = steps.pop(); one; one = steps.pop()) {
      const { code } = await send(world, one);
      expect([200, 400, 61031, 61050, 61051, 61052, 61053, 61054, 61055, 61059, 61061, 61062, 61098]).toContain(code);
    }
  };
  await Promise.all(Array.from({ length: 8 }, work));
  const { token, items, boxes, cases } = world;
  const { rows } = await app.data(token, identityApi.query, { texts: [...items, ...boxes] });
  const { list } = await app.data(token, packingApi.list, { limit: 100 });
  const listed = new Map<string, string>();
  for (const box of list) {
    const inside = await app.data(token, identityApi.children, { codeId: box.id, limit: 100 });
    expect([box.code, inside.total]).toEqual([box.code, box.childCnt]);
    expect(box.childCnt).toBeLessThanOrEqual(box.capacity);
    for (const { code } of inside.list) {
      expect(listed.has(code)).toBe(false);
      listed.set(code, box.code);
    }
  }
  for (const { code, boxCode } of rows) {
    const isUntouched = boxCode !== null && !list.some((box) => box.code === boxCode);
    if (!isUntouched) expect([code, boxCode]).toEqual([code, listed.get(code) ?? null]);
  }
  expect(cases).toHaveLength(caseCount);
});

test('two people pack the same code into two boxes: one of them is told where it lies', async () => {
  const world = await makeWorld();
  const { token, items, boxes } = world;
  for (const code of items.slice(0, 5)) {
    const answers = await Promise.all(
      boxes
        .slice(0, 2)
        .map((parentCode) => app.call(token, packingApi.alone, { parentCode, children: [code] } as never)),
    );
    expect(answers.map((answer) => answer.code).toSorted((a, b) => a - b)).toEqual([200, 61052]);
  }
});
