import fc from 'fast-check';
import { expect, it } from 'vitest';
import { creditCheckSymbol, isCreditCode } from './credit-code.ts';

const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const body = fc.stringMatching(/^9[1-3]\d{6}[0-9A-HJ-NPQRTUWXY]{9}$/);

it('accepts codes of public registers', () => {
  for (const code of ['91110000802100433B', '914403001922038216', '9144030071526726XG'])
    expect(isCreditCode(code), code).toBe(true);
});

it('completes any body', () => {
  fc.assert(fc.property(body, (text) => isCreditCode(text + creditCheckSymbol(text))));
});

it('catches every single wrong symbol', () => {
  fc.assert(
    fc.property(body, fc.nat(), fc.integer({ min: 1, max: 30 }), (text, where, by) => {
      const code = text + creditCheckSymbol(text);
      const at = where % 18;
      const wrong = alphabet[(alphabet.indexOf(code[at]!) + by) % 31]!;
      return !isCreditCode(code.slice(0, at) + wrong + code.slice(at + 1));
    }),
  );
});

it('catches every swap of two neighbours', () => {
  fc.assert(
    fc.property(body, fc.integer({ min: 0, max: 16 }), (text, at) => {
      const code = text + creditCheckSymbol(text);
      const swapped = code.slice(0, at) + code[at + 1] + code[at] + code.slice(at + 2);
      return swapped === code || !isCreditCode(swapped);
    }),
  );
});

it('refuses other lengths, small letters and excluded letters', () => {
  for (const code of ['', '91110000802100433', '91110000802100433b', '91110000802100433B1', 'I1110000802100433B'])
    expect(isCreditCode(code), code).toBe(false);
});
