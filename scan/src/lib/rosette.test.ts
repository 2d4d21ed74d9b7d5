import { expect, it } from 'vitest';
import { rosette } from './rosette.ts';

it('is the same line every time, closed, and inside its drawing', () => {
  const paths = [...rosette().querySelectorAll('path')].map((path) => path.getAttribute('d')!);
  expect(paths).toEqual([...rosette().querySelectorAll('path')].map((path) => path.getAttribute('d')));
  for (const path of paths) {
    const numbers = path.match(/-?\d+\.\d/g)!.map(Number);
    expect(numbers.slice(-2)).toEqual(numbers.slice(0, 2));
    expect(Math.max(...numbers.map(Math.abs))).toBeLessThan(310);
  }
});
