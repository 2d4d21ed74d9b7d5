import fc from 'fast-check';
import { expect, it } from 'vitest';
import { countsOf, topOf, totalOf } from './counts-of.ts';

it('takes typed numbers as they are without association, blank ones as none', () => {
  expect(countsOf({ assocMode: 0, itemCount: 500, caseCount: null, boxNum: 6 })).toEqual({
    itemCount: 500,
    boxCount: 0,
    caseCount: 0,
  });
});

it('computes the lower levels of a set from the top one', () => {
  expect(countsOf({ assocMode: 1, caseNum: 4, boxNum: 6, caseCount: 100, itemCount: 7 })).toEqual({
    caseCount: 100,
    boxCount: 400,
    itemCount: 2400,
  });
  expect(countsOf({ assocMode: 1, caseNum: 12, boxNum: 0, caseCount: 10 })).toEqual({
    caseCount: 10,
    boxCount: 0,
    itemCount: 120,
  });
  expect(countsOf({ assocMode: 1, caseNum: null, boxNum: 6, boxCount: 10, caseCount: 3 })).toEqual({
    caseCount: 0,
    boxCount: 10,
    itemCount: 60,
  });
});

it('asks for nothing while the ratio or the number is missing', () => {
  expect(totalOf(countsOf({ assocMode: 1, itemCount: 100 }))).toBe(0);
  expect(totalOf(countsOf({ assocMode: 1, caseNum: 4, boxNum: 6 }))).toBe(0);
  expect(topOf({})).toBeUndefined();
});

it('fills every box of a set exactly', () => {
  const num = fc.integer({ min: 1, max: 1000 });
  fc.assert(
    fc.property(num, num, fc.integer({ min: 1, max: 100_000 }), (boxNum, caseNum, caseCount) => {
      const counts = countsOf({ assocMode: 1, boxNum, caseNum, caseCount });
      expect(counts.boxCount).toBe(counts.caseCount * caseNum);
      expect(counts.itemCount).toBe(counts.boxCount * boxNum);
    }),
  );
});
