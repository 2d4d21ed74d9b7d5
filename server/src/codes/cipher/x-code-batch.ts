import { a32, codeFormats, timesAlpha, type CodePlace } from '@zhuiyuan/contract/codes/cipher/code-format';
import { assertRange, placeOfNumber, toTweak, type CodeKey } from './code-cipher.ts';
import { Ff1Batch } from './ff1-batch.ts';

const symbolBytes = Uint8Array.from(a32, (symbol) => symbol.charCodeAt(0));

/** Value of every byte as a symbol, −1 for the others. */
const symbolValues = new Int8Array(256).fill(-1);
symbolBytes.forEach((byte, value) => (symbolValues[byte] = value));

/** Two symbols of five bits each as two characters, the first one in the low byte. */
const pairBytes = Uint16Array.from(
  { length: 1024 },
  (_, pair) => symbolBytes[pair >> 5]! | (symbolBytes[pair & 31]! << 8),
);

const weigh = (value: number, position: number): number => {
  let weighed = value;
  for (let power = 0; power <= position; power++) weighed = timesAlpha(weighed);
  return weighed;
};

/** What each pair of body symbols adds to the check symbol: 1,024 entries for every pair, from the left. */
const checkTable = (pairs: number): Uint8Array =>
  Uint8Array.from({ length: pairs * 1024 }, (_, at) => {
    const [pair, value] = [at >> 10, at & 1023];
    return weigh(value >> 5, 1 + pair * 2) ^ weigh(value & 31, 2 + pair * 2);
  });

/** A `CodeBatch` of an X format, without a big integer or an allocation per code. */
export class XCodeBatch {
  readonly #cipher: Ff1Batch;
  readonly #halfBits: number;
  readonly #v: string;
  readonly #pairs: number;
  readonly #check: Uint8Array;

  constructor({ format: name, v, key }: CodeKey) {
    const format = codeFormats[name];
    this.#v = v;
    this.#pairs = format.bodyLength / 2;
    this.#halfBits = this.#pairs * 5;
    this.#cipher = new Ff1Batch(key, this.#halfBits, toTweak(format, v));
    this.#check = checkTable(this.#pairs);
  }

  encode(first: CodePlace, count: number, target: Buffer, offset: number, stride: number): void {
    assertRange(first, count);
    this.#load(first, count);
    this.#cipher.encrypt(count);
    this.#writeTexts(count, target, offset, stride);
  }

  decode(source: Buffer, offset: number, stride: number, count: number, numbers: Float64Array): void {
    for (let at = 0; at < count; at++) numbers[at] = this.#readText(source, offset + at * stride, at * 4) ? 0 : -1;
    this.#cipher.decrypt(count);
    const { halves } = this.#cipher;
    const unit = 2 ** this.#halfBits;
    for (let at = 0, word = 0; at < count; at++, word += 4) {
      const a = halves[word]! * 2 ** 32 + (halves[word + 1]! >>> 0);
      const b = halves[word + 2]! * 2 ** 32 + (halves[word + 3]! >>> 0);
      if (numbers[at] === 0) numbers[at] = a * unit < 2 ** 53 && placeOfNumber(a * unit + b) ? a * unit + b : -1;
    }
  }

  /** Puts a text's body into the words of one number; false when a symbol, the generation or the check symbol is wrong. */
  #readText(source: Buffer, start: number, word: number): boolean {
    const { halves } = this.#cipher;
    const length = this.#pairs * 2 + 2;
    let check = 0;
    let half = 0;
    for (let at = length - 2; at >= 0; at--) {
      const value = symbolValues[source[start + at]!]!;
      if (value < 0) return false;
      check = timesAlpha(check ^ value);
    }
    for (let at = 1; at <= this.#pairs * 2; at++) {
      half = half * 32 + symbolValues[source[start + at]!]!;
      if (at % this.#pairs !== 0) continue;
      const side = at === this.#pairs ? word : word + 2;
      halves[side] = Math.floor(half / 2 ** 32);
      halves[side + 1] = half | 0;
      half = 0;
    }
    return source[start] === this.#v.charCodeAt(0) && symbolBytes[check] === source[start + length - 1];
  }

  #load({ face, seg, serial }: CodePlace, count: number): void {
    const { halves } = this.#cipher;
    const top = face * 2 ** 24 + seg;
    const a = top >>> (this.#halfBits - 28);
    const bHigh = (top >>> 4) & (2 ** (this.#halfBits - 32) - 1);
    const bLowTop = top << 28;
    for (let at = 0, word = 0; at < count; at++, word += 4) {
      halves[word] = 0;
      halves[word + 1] = a;
      halves[word + 2] = bHigh;
      halves[word + 3] = bLowTop | (serial + at);
    }
  }

  #writeTexts(count: number, target: Buffer, offset: number, stride: number): void {
    const { halves } = this.#cipher;
    const view = new DataView(target.buffer, target.byteOffset, target.length);
    const check = this.#check;
    // The body is read as words of 30 bits, three pairs each; the head may be short.
    const headPairs = this.#pairs - 6;
    const joint = this.#halfBits - 30;
    const body = 1 + headPairs * 2;
    const v = this.#v.charCodeAt(0);
    const vCheck = weigh(a32.indexOf(this.#v), 0);
    const t0 = (headPairs - 1) * 1024;
    for (let at = 0, word = 0, byte = offset; at < count; at++, word += 4, byte += stride) {
      const aLow = halves[word + 1]!;
      const bLow = halves[word + 3]!;
      const head = (halves[word]! << (joint + 2)) | (aLow >>> (30 - joint));
      const middle = (aLow << joint) | (halves[word + 2]! << 2) | (bLow >>> 30);
      const h3 = head & 1023;
      const m1 = (middle >>> 20) & 1023;
      const m2 = (middle >>> 10) & 1023;
      const m3 = middle & 1023;
      const n1 = (bLow >>> 20) & 1023;
      const n2 = (bLow >>> 10) & 1023;
      const n3 = bLow & 1023;
      let sum = vCheck ^ check[t0 + h3]! ^ check[t0 + 1024 + m1]! ^ check[t0 + 2048 + m2]! ^ check[t0 + 3072 + m3]!;
      sum ^= check[t0 + 4096 + n1]! ^ check[t0 + 5120 + n2]! ^ check[t0 + 6144 + n3]!;
      view.setUint8(byte, v);
      if (headPairs > 1) {
        const h2 = (head >>> 10) & 1023;
        sum ^= check[t0 - 1024 + h2]!;
        view.setUint16(byte + body - 4, pairBytes[h2]!, true);
      }
      if (headPairs > 2) {
        const h1 = (head >>> 20) & 1023;
        sum ^= check[h1]!;
        view.setUint16(byte + 1, pairBytes[h1]!, true);
      }
      view.setUint16(byte + body - 2, pairBytes[h3]!, true);
      view.setInt32(byte + body, pairBytes[m1]! | (pairBytes[m2]! << 16), true);
      view.setInt32(byte + body + 4, pairBytes[m3]! | (pairBytes[n1]! << 16), true);
      view.setInt32(byte + body + 8, pairBytes[n2]! | (pairBytes[n3]! << 16), true);
      view.setUint8(byte + body + 12, symbolBytes[sum]!);
    }
  }
}
