import { expect, it } from 'vitest';
import { fitsLotPattern, lotPatternSigns } from './lot-pattern.ts';

it('holds lot numbers against a rule, sign by sign', () => {
  expect(fitsLotPattern('', 'anything')).toBe(true);
  expect(fitsLotPattern('L######-#', 'L261114-2')).toBe(true);
  expect(
    ['L26111-2', 'L261114-22', 'l261114-2', 'L26111A-2', 'xL261114-2'].map((no) => fitsLotPattern('L######-#', no)),
  ).toEqual([false, false, false, false, false]);
  expect(fitsLotPattern('@@*#', 'AbC1')).toBe(true);
  expect(fitsLotPattern('@@*#', 'A1C1')).toBe(false);
  expect(fitsLotPattern('A.B', 'A-B')).toBe(false);
  expect(fitsLotPattern('A/B-C', 'A/B-C')).toBe(true);
});

it('knows what a rule may hold', () => {
  expect(['L######-#', '', 'A.B/C_D'].map((rule) => lotPatternSigns.test(rule))).toEqual([true, true, true]);
  expect(['批######', 'L[0-9]+', '(a|b)'].map((rule) => lotPatternSigns.test(rule))).toEqual([false, false, false]);
});
