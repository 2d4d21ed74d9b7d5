import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ff1 } from './ff1.ts';

const key128 = '2B7E151628AED2A6ABF7158809CF4F3C';
const key192 = `${key128}EF4359D8D580AA4F`;
const key256 = `${key192}7F036D6F04FC6A94`;
const tenBytes = '39383736353433323130';
const elevenBytes = '3737373770717273373737';

/** The samples NIST publishes with SP 800-38G. */
const samples: [key: string, radix: number, tweak: string, plain: string, enciphered: string][] = [
  [key128, 10, '', '0123456789', '2433477484'],
  [key128, 10, tenBytes, '0123456789', '6124200773'],
  [key128, 36, elevenBytes, '0123456789abcdefghi', 'a9tv40mll9kdu509eum'],
  [key192, 10, '', '0123456789', '2830668132'],
  [key192, 10, tenBytes, '0123456789', '2496655549'],
  [key192, 36, elevenBytes, '0123456789abcdefghi', 'xbj3kv35jrawxv32ysr'],
  [key256, 10, '', '0123456789', '6657667009'],
  [key256, 10, tenBytes, '0123456789', '1001623463'],
  [key256, 36, elevenBytes, '0123456789abcdefghi', 'xs8a0azh2avyalyzuwd'],
];

const numberOf = (numerals: string, radix: number): bigint =>
  [...numerals].reduce((value, numeral) => value * BigInt(radix) + BigInt(Number.parseInt(numeral, radix)), 0n);

describe('FF1', () => {
  it.each(samples)('agrees with the published sample %s %i %s', (key, radix, tweak, plain, enciphered) => {
    const cipher = ff1(Buffer.from(key, 'hex'), radix, plain.length, Buffer.from(tweak, 'hex'));
    const text = (value: bigint) => value.toString(radix).padStart(plain.length, '0');
    expect(text(cipher.encrypt(numberOf(plain, radix)))).toBe(enciphered);
    expect(text(cipher.decrypt(numberOf(enciphered, radix)))).toBe(plain);
  });

  it('is a permutation in any radix, length and tweak, also with long round outputs', () => {
    const domains = fc.record({
      radix: fc.integer({ min: 2, max: 60 }),
      length: fc.integer({ min: 20, max: 90 }),
      tweak: fc.uint8Array({ maxLength: 40 }),
      key: fc.uint8Array({ minLength: 32, maxLength: 32 }),
      seed: fc.bigInt({ min: 0n, max: 2n ** 600n }),
    });
    fc.assert(
      fc.property(domains, ({ radix, length, tweak, key, seed }) => {
        const count = BigInt(radix) ** BigInt(length);
        const cipher = ff1(key, radix, length, tweak);
        const enciphered = cipher.encrypt(seed % count);
        expect(enciphered >= 0n && enciphered < count).toBe(true);
        expect(cipher.decrypt(enciphered)).toBe(seed % count);
      }),
    );
  });

  it('reaches every number of a small domain once', () => {
    const cipher = ff1(Buffer.alloc(32, 7), 10, 3, Buffer.alloc(8));
    const reached = new Set(Array.from({ length: 1000 }, (_, value) => cipher.encrypt(BigInt(value))));
    expect(reached.size).toBe(1000);
  });
});
