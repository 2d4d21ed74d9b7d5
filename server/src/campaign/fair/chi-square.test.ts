import { expect, test } from 'vitest';
import { chanceOf, sumOfSquares } from './chi-square.ts';

test.each([
  // Critical values of the published tables.
  [3.841, 1, 0.05],
  [10.828, 1, 0.001],
  [5.991, 2, 0.05],
  [18.307, 10, 0.05],
  [29.588, 10, 0.001],
  [3.94, 10, 0.95],
  [124.342, 100, 0.05],
  [0, 4, 1],
])('a sum of %d with %d degrees of freedom is as likely as tables say', (chiSquare, freedom, p) => {
  expect(chanceOf(chiSquare, freedom)).toBeCloseTo(p, 4);
});

test('outcomes of fewer than five expected are counted together, and none is lost', () => {
  expect(
    sumOfSquares([
      { observed: 60, expected: 50 },
      { observed: 40, expected: 50 },
    ]),
  ).toEqual({ chiSquare: 4, freedom: 1 });
  // 1 + 2 + 3 make one cell of six.
  expect(
    sumOfSquares([
      { observed: 0, expected: 1 },
      { observed: 9, expected: 2 },
      { observed: 3, expected: 3 },
      { observed: 88, expected: 94 },
    ]),
  ).toEqual({ chiSquare: 36 / 6 + 36 / 94, freedom: 1 });
  expect(sumOfSquares([{ observed: 3, expected: 3 }])).toEqual({ chiSquare: 0, freedom: 0 });
});
