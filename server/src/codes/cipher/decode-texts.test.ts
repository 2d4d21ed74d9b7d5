import { codeFormats, type CodeFormatName } from '@zhuiyuan/contract/codes/cipher/code-format';
import { maxSeg, maxSerial } from '@zhuiyuan/contract/kit/place-fields';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { codeBatch } from './code-batch.ts';
import { codeCipher } from './code-cipher.ts';
import { decodeTexts } from './decode-texts.ts';
import { batchSize } from './ff1-batch.ts';

const key = Buffer.from(Array.from({ length: 32 }, (_, at) => at * 5));

const generations: [CodeFormatName, string][] = [
  ['X16', 'A'],
  ['X18', 'Z'],
  ['X20', 'M'],
  ['N20', '7'],
];

describe.each(generations)('texts of %s', (format, v) => {
  const codeKey = { format, v, key };
  const cipher = codeCipher(codeKey);
  const batch = codeBatch(codeKey);
  const layout = codeFormats[format];

  const places = fc.record({
    face: fc.constantFrom(0 as const, 1 as const),
    seg: fc.integer({ min: 1, max: maxSeg }),
    serial: fc.integer({ min: 1, max: maxSerial }),
  });
  const good = places.map((place) => cipher.encode(place));
  const others = fc
    .tuple(places, fc.constantFrom(...generations))
    .map(([place, [name, symbol]]) => codeCipher({ format: name, v: symbol, key }).encode(place));
  /** A symbol as another character, of which the last byte may be the very symbol's. */
  const spoilt = fc
    .tuple(
      good,
      fc.nat(layout.length - 1),
      fc.oneof(fc.constantFrom(...layout.alphabet, 'O', 'a', ' ', ''), fc.nat(0xffff)),
    )
    .map(([text, at, by]) => {
      const put = typeof by === 'string' ? by : String.fromCharCode((by & 0xff00) | text.charCodeAt(at));
      return text.slice(0, at) + put + text.slice(at + 1);
    });
  const shaped = fc
    .array(fc.constantFrom(...layout.alphabet), { minLength: layout.length - 1, maxLength: layout.length - 1 })
    .map((rest) => v + rest.join(''));
  const texts = fc.array(fc.oneof(good, others, spoilt, shaped, fc.string(), fc.string({ unit: 'binary' })), {
    maxLength: 40,
  });

  it('says of each what a single code says, whatever stands beside it', () => {
    fc.assert(
      fc.property(texts, (some) => {
        expect(decodeTexts(batch, format, some)).toEqual(some.map((text) => cipher.decode(text)));
      }),
      { numRuns: 200 },
    );
  });

  it('reads more than one batch, each text in its place', () => {
    const count = batchSize + 5;
    const bytes = Buffer.alloc(batchSize * layout.length);
    batch.encode({ face: 0, seg: 9, serial: 1 }, batchSize, bytes, 0, layout.length);
    const some = Array.from({ length: count }, (_, at) =>
      at % 2 === 0
        ? ''
        : bytes.toString('latin1', (at % batchSize) * layout.length, ((at % batchSize) + 1) * layout.length),
    );
    const read = decodeTexts(batch, format, [...some, ...some]);
    expect(read).toHaveLength(2 * count);
    const wrong = read.findIndex((place, nth) => {
      const at = nth % count;
      return at % 2 === 0 ? place !== undefined : place?.serial !== (at % batchSize) + 1;
    });
    expect(wrong).toBe(-1);
  });
});
