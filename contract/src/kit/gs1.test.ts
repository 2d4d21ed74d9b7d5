import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { checkDigit, hasCompanyPrefix, internalGtin, isGln, isGtin, shownGtin, toGtin14 } from './gs1.ts';

const digits = (length: number) => fc.stringMatching(new RegExp(`^\\d{${length}}$`));
const body = fc.constantFrom(7, 11, 12, 13).chain(digits);

describe('check digits', () => {
  it('agree with published numbers', () => {
    for (const gtin of [
      '6901234567892',
      '4006381333931',
      '036000291452',
      '96385074',
      '00012345600012',
      '10614141000415',
    ])
      expect(isGtin(gtin), gtin).toBe(true);
    expect(isGln('0614141000005')).toBe(true);
  });

  it('complete any body', () => {
    fc.assert(fc.property(body, (text) => isGtin(text + checkDigit(text))));
  });

  it('catch every single wrong digit', () => {
    fc.assert(
      fc.property(body, fc.nat(), fc.integer({ min: 1, max: 9 }), (text, where, by) => {
        const gtin = text + checkDigit(text);
        const at = where % gtin.length;
        const wrong = gtin.slice(0, at) + ((Number(gtin[at]) + by) % 10) + gtin.slice(at + 1);
        return !isGtin(wrong);
      }),
    );
  });

  it('stay right when a short number is written with 14 digits', () => {
    fc.assert(fc.property(body, (text) => isGtin(toGtin14(text + checkDigit(text)))));
  });

  it('are shown as they were typed, with eight or thirteen digits', () => {
    for (const gtin of ['96385074', '6901234567892', '10614141000415']) expect(shownGtin(toGtin14(gtin))).toBe(gtin);
    expect(shownGtin(internalGtin(1))).toMatch(/^04\d{11}$/);
    expect(shownGtin('')).toBe('');
  });

  it('refuse other lengths, letters and nothing', () => {
    for (const text of ['', '1', '690123456789', '69012345678921', '690123456789A', '６９０１２３４５６７８９２'])
      expect(isGtin(text), text).toBe(false);
    expect(isGln('614141000005')).toBe(false);
  });
});

describe('made numbers', () => {
  it('are valid, different and in the internal range', () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.integer({ min: 1, max: 9_999_999_999 }), { minLength: 2, maxLength: 2 }),
        ([one, other]) => {
          const gtin = internalGtin(one!);
          return isGtin(gtin) && gtin.length === 14 && gtin.startsWith('004') && gtin !== internalGtin(other!);
        },
      ),
    );
  });
});

it('knows a company prefix in every length', () => {
  expect(hasCompanyPrefix('6901234567892', '6901234')).toBe(true);
  expect(hasCompanyPrefix('06901234567892', '6901234')).toBe(true);
  expect(hasCompanyPrefix('6901234567892', '6901235')).toBe(false);
});
