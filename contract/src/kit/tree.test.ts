import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { idsAbove, idsBelow, toLevels, mayHangBelow, pruneTree, toRows, toTree, type Twig } from './tree.ts';

/** A forest: every row hangs below an earlier one or at the top; then the rows are shuffled. */
const forest = fc
  .array(fc.nat(), { minLength: 1, maxLength: 30 })
  .map((picks): Twig[] => picks.map((pick, at) => ({ id: at + 1, pid: pick % (at + 1) })))
  .chain((rows) => fc.shuffledSubarray(rows, { minLength: rows.length }));
const forestAndTwo = forest.chain((rows) =>
  fc.record({ rows: fc.constant(rows), a: fc.constantFrom(...rows), b: fc.constantFrom(...rows) }),
);

describe('toTree', () => {
  it('holds every row once, below its parent', () => {
    fc.assert(
      fc.property(forest, (rows) => {
        const all = toRows(toTree(rows));
        expect(all.map(({ id }) => id).toSorted((x, y) => x - y)).toEqual(
          rows.map(({ id }) => id).toSorted((x, y) => x - y),
        );
        for (const branch of all) for (const child of branch.child) expect(child.pid).toBe(branch.id);
      }),
    );
  });

  it('keeps the order of siblings and puts a row with an absent parent at the top', () => {
    const tree = toTree([
      { id: 2, pid: 1 },
      { id: 1, pid: 0 },
      { id: 4, pid: 1 },
      { id: 3, pid: 99 },
    ]);
    expect(tree.map(({ id }) => id)).toEqual([1, 3]);
    expect(tree[0]?.child.map(({ id }) => id)).toEqual([2, 4]);
  });
});

describe('idsBelow and idsAbove', () => {
  it('are each other’s inverse', () => {
    fc.assert(
      fc.property(
        forestAndTwo,
        ({ rows, a, b }) => idsBelow(rows, a.id).has(b.id) === idsAbove(rows, b.id).includes(a.id),
      ),
    );
  });

  it('never hold the row itself, and end on rings', () => {
    fc.assert(
      fc.property(
        forestAndTwo,
        ({ rows, a }) => !idsBelow(rows, a.id).has(a.id) && !idsAbove(rows, a.id).includes(a.id),
      ),
    );
    const ring = [
      { id: 1, pid: 3 },
      { id: 2, pid: 1 },
      { id: 3, pid: 2 },
    ];
    expect(idsBelow(ring, 1)).toEqual(new Set([2, 3]));
    expect(idsAbove(ring, 1)).toEqual([3, 2]);
  });

  it('say the parent first and the top last', () => {
    fc.assert(
      fc.property(forestAndTwo, ({ rows, a }) => {
        const above = idsAbove(rows, a.id);
        if (a.pid === 0) expect(above).toEqual([]);
        else {
          expect(above[0]).toBe(a.pid);
          expect(rows.find(({ id }) => id === above.at(-1))?.pid).toBe(0);
        }
      }),
    );
  });
});

describe('mayHangBelow', () => {
  it('allows exactly the moves that keep a tree', () => {
    fc.assert(
      fc.property(forestAndTwo, ({ rows, a, b }) => {
        const moved = rows.map((row) => (row.id === a.id ? { ...row, pid: b.id } : row));
        const isTree = toRows(toTree(moved)).length === rows.length;
        expect(mayHangBelow(rows, a.id, b.id)).toBe(isTree);
      }),
    );
  });

  it('always allows the top', () => {
    fc.assert(fc.property(forestAndTwo, ({ rows, a }) => mayHangBelow(rows, a.id, 0)));
  });
});

describe('toLevels', () => {
  it('adds up: a child stands one deeper, its branch is lower', () => {
    fc.assert(
      fc.property(forestAndTwo, ({ rows, a }) => {
        if (a.pid === 0) return;
        const [own, parent] = [toLevels(rows, a.id), toLevels(rows, a.pid)];
        expect(own.depth).toBe(parent.depth + 1);
        expect(own.height).toBeLessThan(parent.height);
      }),
    );
  });
});

describe('pruneTree', () => {
  it('keeps a match with its line above and all below, and nothing else', () => {
    fc.assert(
      fc.property(forestAndTwo, ({ rows, a }) => {
        const kept = new Set(toRows(pruneTree(toTree(rows), ({ id }) => id === a.id)).map(({ id }) => id));
        expect(kept).toEqual(new Set([a.id, ...idsAbove(rows, a.id), ...idsBelow(rows, a.id)]));
      }),
    );
  });
});
