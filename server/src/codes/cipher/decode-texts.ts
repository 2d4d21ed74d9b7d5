import { codeFormats, type CodePlace } from '@zhuiyuan/contract/codes/cipher/code-format';
import type { CodeBatch } from './code-batch.ts';
import { placeOfNumber, type CodeKey } from './code-cipher.ts';
import { batchSize } from './ff1-batch.ts';

/** What symbols are made of; beyond these a letter could become another one where it is cut down to a byte. */
const symbols = /^[0-9A-Z]*$/;

/** The place of each of some normalised texts, as `decode` of a single code says it, in their order. */
export const decodeTexts = (
  batch: CodeBatch,
  format: CodeKey['format'],
  texts: readonly string[],
): (CodePlace | undefined)[] => {
  const { length } = codeFormats[format];
  const places: (CodePlace | undefined)[] = texts.map(() => undefined);
  const shaped = [...texts.keys()].filter((at) => texts[at]!.length === length && symbols.test(texts[at]!));
  for (let from = 0; from < shaped.length; from += batchSize) {
    const some = shaped.slice(from, from + batchSize);
    const numbers = new Float64Array(some.length);
    batch.decode(Buffer.from(some.map((at) => texts[at]).join(''), 'latin1'), 0, length, some.length, numbers);
    for (const [nth, at] of some.entries()) if (numbers[nth]! >= 0) places[at] = placeOfNumber(numbers[nth]!);
  }
  return places;
};
