import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDecimal, fenToYuan, moneyText, multiplyDecimal, oddsText, percentText, yuanToFen } from './decimal.ts';

/** A decimal with up to six places, as its units and places. */
const decimal = fc.record({
  units: fc.integer({ min: -999_999_999, max: 999_999_999 }),
  places: fc.integer({ min: 0, max: 6 }),
});
const written = ({ units, places }: { units: number; places: number }): string => {
  const digits = String(Math.abs(units)).padStart(places + 1, '0');
  return `${units < 0 ? '-' : ''}${digits.slice(0, digits.length - places)}${places ? `.${digits.slice(-places)}` : ''}`;
};

describe('decimals', () => {
  it('adds and multiplies what floats get wrong', () => {
    expect(addDecimal(0.1, 0.2)).toBe(0.3);
    expect(multiplyDecimal(1.005, 100)).toBe(100.5);
    expect(multiplyDecimal(19.9, 100)).toBe(1990);
    expect(addDecimal('1e-7', 0.1)).toBe(0.1000001);
    expect(addDecimal('1.', '.5', 2)).toBe(3.5);
  });

  it('refuses what is no number', () => {
    for (const text of ['', '.', '-', 'abc', '1,000', '0x10', 'Infinity']) expect(addDecimal(text, 1), text).toBeNaN();
  });

  it('adds exactly', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        const scaled = BigInt(a.units) * 10n ** BigInt(6 - a.places) + BigInt(b.units) * 10n ** BigInt(6 - b.places);
        expect(addDecimal(written(a), written(b))).toBe(Number(`${scaled}e-6`) + 0);
      }),
    );
  });

  it('multiplies exactly', () => {
    fc.assert(
      fc.property(decimal, decimal, (a, b) => {
        expect(multiplyDecimal(written(a), written(b))).toBe(
          Number(`${BigInt(a.units) * BigInt(b.units)}e-${a.places + b.places}`) + 0,
        );
      }),
    );
  });

  it('does not care about the order', () => {
    fc.assert(
      fc.property(fc.array(decimal, { minLength: 1, maxLength: 6 }), (list) => {
        const texts = list.map(written);
        expect(addDecimal(...texts)).toBe(addDecimal(...texts.toReversed()));
        expect(multiplyDecimal(...texts)).toBe(multiplyDecimal(...texts.toReversed()));
      }),
    );
  });
});

describe('fen and yuan', () => {
  it('writes two decimals', () => {
    expect(fenToYuan(0)).toBe('0.00');
    expect(fenToYuan(5)).toBe('0.05');
    expect(fenToYuan(-1250)).toBe('-12.50');
    expect(fenToYuan(4_890_500)).toBe('48905.00');
    expect([0, 5, 99_999, 100_000, 4_890_500, 123_456_789_012, -1250].map(moneyText)).toEqual([
      '0.00',
      '0.05',
      '999.99',
      '1,000.00',
      '48,905.00',
      '1,234,567,890.12',
      '−12.50',
    ]);
  });

  it('goes there and back', () => {
    fc.assert(
      fc.property(fc.integer({ min: -99_999_999_999, max: 99_999_999_999 }), (fen) => {
        expect(yuanToFen(fenToYuan(fen))).toBe(fen);
      }),
    );
  });

  it('refuses what is finer than a fen', () => {
    expect(yuanToFen('12.345')).toBeNaN();
    expect(yuanToFen('12.340')).toBe(1234);
    expect(yuanToFen('')).toBeNaN();
  });
});

describe('shares', () => {
  it('of one have one decimal, odds in parts of a million four', () => {
    expect([0, 0.684, 1].map(percentText)).toEqual(['0.0%', '68.4%', '100.0%']);
    expect([1, 200, 949_900, 1_000_000].map(oddsText)).toEqual(['0.0001', '0.0200', '94.9900', '100.0000']);
  });
});
