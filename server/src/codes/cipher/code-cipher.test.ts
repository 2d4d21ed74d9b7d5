import {
  checkSymbol,
  codeFormats,
  type CodeFormatName,
  type CodePlace,
} from '@zhuiyuan/contract/codes/cipher/code-format';
import { maxSeg, maxSerial } from '@zhuiyuan/contract/kit/place-fields';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { takeChances } from '../../../test/chances.ts';
import { codeCipher } from './code-cipher.ts';

const randomInt = takeChances();

const key = Buffer.from(Array.from({ length: 32 }, (_, at) => at));
const generations: [CodeFormatName, string][] = [
  ['X16', 'A'],
  ['X18', 'A'],
  ['X20', 'A'],
  ['N20', '1'],
];

/** Computed with two independent implementations that agree. */
const vectors: [CodeFormatName, string, number, number, number, string][] = [
  ['X16', 'A', 0, 1, 1, 'AMNSQ74WBEFWXYME'],
  ['X16', 'A', 0, 1, 2, 'ALC5X7X3Z6XHLTH9'],
  ['X16', 'A', 1, 1, 1, 'AU3SWKVGBPW3VDHR'],
  ['X16', 'A', 0, 16777215, 268435455, 'AZGVWQZU77D3BCRZ'],
  ['X18', 'A', 0, 1, 1, 'AXG9XC2V7V8CA97EWZ'],
  ['X18', 'A', 0, 1, 2, 'AV5F73DDD9GY9UA42J'],
  ['X18', 'A', 0, 16777215, 268435455, 'ACKNKCKDMGSHFJYZBE'],
  ['X20', 'A', 0, 1, 1, 'AJH3YNKSN8SYNQDUTKG4'],
  ['X20', 'A', 1, 1, 1, 'AJ2Y63H95ULDLSENQKNC'],
  ['X20', 'A', 0, 16777215, 268435455, 'A26STBKZKXJDAA67N77N'],
  ['N20', '1', 0, 1, 1, '13024283646253250191'],
  ['N20', '1', 0, 1, 2, '12576322773895578576'],
  ['N20', '1', 1, 1, 1, '12427775209017435769'],
  ['N20', '1', 0, 16777215, 268435455, '10859022052156302517'],
];

const places: fc.Arbitrary<CodePlace> = fc.record({
  face: fc.constantFrom(0 as const, 1 as const),
  seg: fc.integer({ min: 1, max: maxSeg }),
  serial: fc.integer({ min: 1, max: maxSerial }),
});

const isFace = (value: number): value is 0 | 1 => value === 0 || value === 1;

it.each(vectors)('%s %s: face %i, seg %i, serial %i is %s', (format, v, face, seg, serial, text) => {
  if (!isFace(face)) throw new Error('no such face');
  const cipher = codeCipher({ format, v, key });
  expect(cipher.encode({ face, seg, serial })).toBe(text);
  expect(cipher.decode(text)).toEqual({ face, seg, serial });
});

describe.each(generations)('%s', (format, v) => {
  const cipher = codeCipher({ format, v, key });

  it('takes every text back to its place', () => {
    fc.assert(
      fc.property(places, (place) => {
        expect(cipher.decode(cipher.encode(place))).toEqual(place);
      }),
      { numRuns: 2000 },
    );
  });

  it('gives other texts under another key and another generation', () => {
    const otherKey = codeCipher({ format, v, key: Buffer.alloc(32, 9) });
    const otherV = codeCipher({ format, v: format === 'N20' ? '2' : 'B', key });
    fc.assert(
      fc.property(places, (place) => {
        const text = cipher.encode(place);
        expect(otherKey.encode(place)).not.toBe(text);
        expect(otherV.encode(place).slice(1)).not.toBe(text.slice(1));
        expect(otherV.decode(text)).toBeUndefined();
        expect(otherKey.decode(text)).not.toEqual(place);
      }),
    );
  });

  it('refuses places outside the number ranges', () => {
    const bad = [
      { face: 0, seg: 0, serial: 1 },
      { face: 0, seg: maxSeg + 1, serial: 1 },
      { face: 0, seg: 1, serial: 0 },
      { face: 0, seg: 1, serial: maxSerial + 1 },
      { face: 0, seg: 1, serial: 1.5 },
      { face: 0, seg: 1, serial: Number.NaN },
    ] as const;
    for (const place of bad) expect(() => cipher.encode(place)).toThrow(RangeError);
  });

  it('finds no issued code behind well-formed texts made up at random', () => {
    const layout = codeFormats[format];
    let decoded = 0;
    let hits = 0;
    const tries = 10_000;
    for (let left = tries; left > 0; left--) {
      const payload =
        v +
        Array.from({ length: layout.bodyLength }, () => layout.alphabet[randomInt(layout.alphabet.length)]).join('');
      const place = cipher.decode(payload + checkSymbol(layout, payload));
      if (place) decoded++;
      if (place && place.seg === 1 && place.serial <= 100_000) hits++;
    }
    expect(hits).toBe(0);
    // 2^53 of 2^70 … 10^18 numbers name a place.
    expect(decoded).toBeLessThan(format === 'N20' ? tries * 0.015 : 6);
  });
});
