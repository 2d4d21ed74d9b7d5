import { codeFormats, dammTable, type CodePlace } from '@zhuiyuan/contract/codes/cipher/code-format';
import { assertRange, numberOfPlace, placeOfNumber, toTweak, type CodeKey } from './code-cipher.ts';
import { Ff1DigitBatch, halfCount } from './ff1-digit-batch.ts';

const zero = 0x30;
const damm = Uint8Array.from(dammTable.flat());

/** Writes nine digits that end before `end`. */
const writeHalf = (target: Buffer, end: number, half: number): void => {
  for (let at = end - 1, rest = half; at >= end - 9; at--) {
    const tens = (rest / 10) | 0;
    target[at] = zero + rest - tens * 10;
    rest = tens;
  }
};

const readHalf = (source: Buffer, start: number): number => {
  let half = 0;
  for (let at = start; at < start + 9; at++) half = half * 10 + source[at]! - zero;
  return half;
};

/** State of Damm's walk over a text's nineteen leading symbols, or −1 when one is no digit. */
const toCheckDigit = (text: Buffer, start: number): number => {
  let state = 0;
  for (let at = start; at < start + 19; at++) {
    const digit = text[at]! - zero;
    if (digit < 0 || digit > 9) return -1;
    state = damm[state * 10 + digit]!;
  }
  return state;
};

/** A `CodeBatch` of N20, without a big integer or an allocation per code. */
export class DigitCodeBatch {
  readonly #cipher: Ff1DigitBatch;
  readonly #v: number;

  constructor({ v, key }: CodeKey) {
    this.#v = v.charCodeAt(0);
    this.#cipher = new Ff1DigitBatch(key, toTweak(codeFormats.N20, v));
  }

  encode(first: CodePlace, count: number, target: Buffer, offset: number, stride: number): void {
    assertRange(first, count);
    const { halves } = this.#cipher;
    const number = numberOfPlace(first);
    for (let at = 0; at < count; at++) {
      const a = Math.floor((number + at) / halfCount);
      halves[at * 2] = a;
      halves[at * 2 + 1] = number + at - a * halfCount;
    }
    this.#cipher.encrypt(count);
    for (let at = 0, start = offset; at < count; at++, start += stride) {
      target[start] = this.#v;
      writeHalf(target, start + 10, halves[at * 2]!);
      writeHalf(target, start + 19, halves[at * 2 + 1]!);
      target[start + 19] = zero + toCheckDigit(target, start);
    }
  }

  decode(source: Buffer, offset: number, stride: number, count: number, numbers: Float64Array): void {
    const { halves } = this.#cipher;
    for (let at = 0, start = offset; at < count; at++, start += stride) {
      const isGood = source[start] === this.#v && toCheckDigit(source, start) === source[start + 19]! - zero;
      numbers[at] = isGood ? 0 : -1;
      halves[at * 2] = isGood ? readHalf(source, start + 1) : 0;
      halves[at * 2 + 1] = isGood ? readHalf(source, start + 10) : 0;
    }
    this.#cipher.decrypt(count);
    for (let at = 0; at < count; at++) {
      const number = halves[at * 2]! * halfCount + halves[at * 2 + 1]!;
      if (numbers[at] === 0) numbers[at] = number < 2 ** 53 && placeOfNumber(number) ? number : -1;
    }
  }
}
