import { codeFormats, type CodeFormatName, type CodePlace } from '@zhuiyuan/contract/codes/cipher/code-format';
import { maxSeg, maxSerial } from '@zhuiyuan/contract/kit/place-fields';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { takeChances } from '../../../test/chances.ts';
import { codeBatch } from './code-batch.ts';
import { codeCipher, numberOfPlace } from './code-cipher.ts';
import { batchSize } from './ff1-batch.ts';

const randomInt = takeChances();

const key = Buffer.from(Array.from({ length: 32 }, (_, at) => at * 7));

/** Reads and writes consecutive codes, text behind text. */
const linesOf = (format: CodeFormatName, v: string) => {
  const batch = codeBatch({ format, v, key });
  const { length } = codeFormats[format];
  return {
    length,
    encode: (first: CodePlace, count: number) => {
      const texts = Buffer.alloc(count * length);
      batch.encode(first, count, texts, 0, length);
      return texts;
    },
    decode: (texts: Buffer) => {
      const numbers = new Float64Array(texts.length / length);
      batch.decode(texts, 0, length, numbers.length, numbers);
      return numbers;
    },
  };
};

const ranges = fc.record({
  face: fc.constantFrom(0 as const, 1 as const),
  seg: fc.integer({ min: 1, max: maxSeg }),
  serial: fc.integer({ min: 1, max: maxSerial - 300 }),
  count: fc.integer({ min: 1, max: 300 }),
});

const edges = [
  { face: 0, seg: 1, serial: 1, count: 200 },
  { face: 1, seg: 1, serial: 1, count: 200 },
  { face: 0, seg: maxSeg, serial: maxSerial - 199, count: 200 },
  { face: 1, seg: maxSeg, serial: maxSerial, count: 1 },
  { face: 0, seg: 2 ** 23, serial: 2 ** 27 - 100, count: 200 },
  { face: 1, seg: 127, serial: maxSerial - 9, count: 10 },
] as const;

describe.each([
  ['X16', 'A'],
  ['X18', 'Z'],
  ['X20', 'M'],
  ['N20', '7'],
] as [CodeFormatName, string][])('a batch of %s', (format, v) => {
  const { length, encode, decode } = linesOf(format, v);
  const cipher = codeCipher({ format, v, key });

  it('takes a quarter of a million codes from everywhere there and back, no text twice', () => {
    const texts = new Set<string>();
    const runs = 32;
    for (let run = 0; run < runs; run += 1) {
      const first = {
        face: (run % 2) as 0 | 1,
        seg: 1 + randomInt(maxSeg),
        serial: 1 + randomInt(maxSerial - batchSize),
      };
      const bytes = encode(first, batchSize);
      const numbers = decode(bytes);
      const wrong = numbers.findIndex(
        (number, at) => number !== numberOfPlace({ ...first, serial: first.serial + at }),
      );
      expect(wrong).toBe(-1);
      for (let at = 0; at < batchSize; at += 1) texts.add(bytes.toString('latin1', at * length, (at + 1) * length));
    }
    expect(texts.size).toBe(runs * batchSize);
  });

  const compare = ({ count, ...first }: CodePlace & { count: number }) => {
    const texts = encode(first, count);
    const numbers = decode(texts);
    for (let at = 0; at < count; at++) {
      const place = { ...first, serial: first.serial + at };
      expect(texts.toString('latin1', at * length, (at + 1) * length)).toBe(cipher.encode(place));
      expect(numbers[at]).toBe(numberOfPlace(place));
    }
  };

  it.each(edges)('agrees with single codes at the edge %o', compare);

  it('agrees with single codes in random ranges', () => {
    fc.assert(fc.property(ranges, compare), { numRuns: 15 });
  });

  it('writes at an offset and a stride and leaves the rest alone', () => {
    const target = Buffer.alloc(3 * 40, '.');
    codeBatch({ format, v, key }).encode({ face: 0, seg: 5, serial: 9 }, 3, target, 7, 40);
    for (const [row, serial] of [9, 10, 11].entries()) {
      const line = target.toString('latin1', row * 40, (row + 1) * 40);
      expect(line).toBe(`.......${cipher.encode({ face: 0, seg: 5, serial })}`.padEnd(40, '.'));
    }
  });

  it('reads −1 where a single code would not decode', () => {
    const [good, wrongCheck, otherV, strange] = [0, 1, 2, 3].map((at) =>
      encode({ face: 0, seg: 3, serial: 8 + at }, 1),
    );
    wrongCheck![5] = wrongCheck![5] === 0x34 ? 0x35 : 0x34;
    otherV![0] = format === 'N20' ? 0x38 : 0x42;
    strange![4] = 0x2d;
    expect([...decode(Buffer.concat([good!, wrongCheck!, otherV!, strange!]))]).toEqual([3 * 2 ** 28 + 8, -1, -1, -1]);
  });

  it('refuses ranges that leave the number ranges', () => {
    expect(() => encode({ face: 0, seg: 1, serial: maxSerial }, 2)).toThrow(RangeError);
    expect(() => encode({ face: 0, seg: 1, serial: 0 }, 2)).toThrow(RangeError);
    expect(() => encode({ face: 0, seg: maxSeg + 1, serial: 1 }, 2)).toThrow(RangeError);
  });
});

it.each(['X16', 'X18', 'X20'] as const)('%s: a million codes come back, so no two share a text', (format) => {
  const { encode, decode } = linesOf(format, 'A');
  for (let round = 0; round < 123; round++) {
    const first = { face: (round % 2) as 0 | 1, seg: 1 + round * 136_401, serial: 1 + round * 2_182_402 };
    const numbers = decode(encode(first, batchSize));
    const from = numberOfPlace(first);
    expect(numbers.findIndex((value, at) => value !== from + at)).toBe(-1);
  }
});

it('an X16 text made up at random names a place once in 131,072 times', () => {
  const { encode, decode, length } = linesOf('X16', 'A');
  // Under another key the codes are as good as random texts, but with right check symbols.
  const other = codeBatch({ format: 'X16', v: 'A', key: Buffer.alloc(32, 200) });
  const texts = encode({ face: 0, seg: 1, serial: 1 }, batchSize);
  let named = 0;
  for (let round = 0; round < 123; round++) {
    other.encode({ face: 0, seg: 1, serial: 1 + round * batchSize }, batchSize, texts, 0, length);
    for (const value of decode(texts)) if (value >= 0) named++;
  }
  expect(named).toBeLessThan(40);
});
