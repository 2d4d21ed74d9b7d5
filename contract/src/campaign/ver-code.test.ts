import fc from 'fast-check';
import { expect, test } from 'vitest';
import { groupVerCode, isVerCode, readVerCode, verSymbols, withCheck } from './ver-code.ts';

const symbol = fc.constantFrom(...verSymbols);
const code = fc.array(symbol, { minLength: 11, maxLength: 11 }).map((body) => withCheck(body.join('')));

test('one mistaken symbol and two swapped ones are noticed', () => {
  fc.assert(
    fc.property(code, fc.nat(11), symbol, (text, at, other) => {
      expect(isVerCode(text)).toBe(true);
      const mistaken = text.slice(0, at) + other + text.slice(at + 1);
      expect(isVerCode(mistaken)).toBe(mistaken === text);
      if (at < 11) {
        const swapped = text.slice(0, at) + text[at + 1]! + text[at]! + text.slice(at + 2);
        expect(isVerCode(swapped)).toBe(swapped === text);
      }
    }),
  );
});

test('a code is read as it was typed', () => {
  const text = withCheck('0123456789A');
  expect(readVerCode(groupVerCode(text).toLowerCase())).toBe(text);
  expect(readVerCode(text.replace('0', 'o').replace('1', 'l'))).toBe(text);
  expect(isVerCode('')).toBe(false);
});
