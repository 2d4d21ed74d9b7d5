import { expect, test } from 'vitest';
import { addAll } from './add-all.ts';

test('adds more rows than a call takes arguments, in their order', () => {
  const rows = Array.from({ length: 200_000 }, (_, at) => at);
  const list = [-1];
  expect(() => [...list].push(...rows)).toThrow(RangeError);
  addAll(list, rows);
  expect(list).toEqual([-1, ...rows]);
});
