import type { MenuChoice } from '@zhuiyuan/contract/access/menu-choice';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { boxesOf, nodesNamed, nodesOf, pruned, tick, tickAll, ticksOf } from './permission-ticks.ts';

const node = (
  id: number,
  menuType: MenuChoice['menuType'],
  childList: MenuChoice[] = [],
  locked = false,
  checked = false,
): MenuChoice => ({
  id,
  pid: 0,
  name: String(id),
  icon: '',
  menuType,
  checked,
  locked,
  needsAdmin: false,
  sort: 0,
  childList: childList.map((child) => ({ ...child, pid: id })),
});

const tree = [
  node(1, 'M', [node(11, 'C', [node(111, 'A'), node(112, 'A')]), node(12, 'C', [node(121, 'A', [], true)])]),
  node(2, 'M', [node(21, 'A', [], true, true)], true, true),
];
const sorted = (ids: Iterable<number>) => [...ids].sort((a, b) => a - b);

describe('tick', () => {
  it('takes everything below and above along when linked', () => {
    expect(sorted(tick(tree, new Set(), 11, true, true))).toEqual([1, 11, 111, 112]);
    expect(sorted(tick(tree, new Set(), 112, true, true))).toEqual([1, 11, 112]);
  });

  it('keeps a screen when its last button goes, and drops a directory with its last screen', () => {
    expect(sorted(tick(tree, new Set([1, 11, 111]), 111, false, true))).toEqual([1, 11]);
    expect(sorted(tick(tree, new Set([1, 11]), 11, false, true))).toEqual([]);
  });

  it('changes one node alone when not linked', () => {
    expect(sorted(tick(tree, new Set([111]), 1, true, false))).toEqual([1, 111]);
  });

  it('never changes a locked node', () => {
    const ids = fc.subarray(nodesOf(tree).map(({ id }) => id));
    const steps = fc.array(fc.tuple(fc.constantFrom(...nodesOf(tree).map(({ id }) => id)), fc.boolean(), fc.boolean()));
    fc.assert(
      fc.property(ids, steps, fc.boolean(), (start, walk, all) => {
        let ticks = new Set(start);
        for (const [id, isTicked, isLinked] of walk) ticks = tick(tree, ticks, id, isTicked, isLinked);
        ticks = tickAll(tree, ticks, tree, all, true);
        return nodesOf(tree).every((one) => !one.locked || ticks.has(one.id) === start.includes(one.id));
      }),
    );
  });
});

describe('tickAll', () => {
  it('ticks everything that is not locked', () => {
    expect(sorted(tickAll(tree, new Set(), tree, true, true))).toEqual([1, 11, 12, 111, 112]);
    expect(sorted(tickAll(tree, new Set([1, 11, 111, 112, 12, 2, 21]), tree, false, true))).toEqual([2, 21]);
  });

  it('ticks what a search found, with what is above it and nothing beside it', () => {
    const found = nodesNamed(tree, '111');
    expect(found.map(({ id }) => id)).toEqual([111]);
    expect(nodesOf(pruned(tree, '111')).map(({ id }) => id)).toEqual([1, 11, 111]);
    expect(sorted(tickAll(tree, new Set(), found, true, true))).toEqual([1, 11, 111]);
    expect(sorted(tickAll(tree, new Set(), found, true, false))).toEqual([111]);
    expect(sorted(tickAll(tree, new Set([1, 11, 111, 112]), found, false, true))).toEqual([1, 11, 112]);
  });
});

describe('boxesOf', () => {
  it('shows a screen without its buttons as half, and what everybody has as full', () => {
    expect(boxesOf(tree, new Set([1, 11]), true)).toEqual({ checked: [21, 2], halfChecked: [11, 1] });
    expect(boxesOf(tree, new Set([11]), false)).toEqual({ checked: [11, 21, 2], halfChecked: [1] });
  });
});

describe('ticksOf', () => {
  it('reads what the role holds', () => {
    expect(ticksOf([node(1, 'M', [node(11, 'C', [], false, true), node(12, 'C')], false, true)])).toEqual([1, 11]);
  });
});
