import { codeFormats, type CodePlace } from '@zhuiyuan/contract/codes/code-format';
import { codeCipher, numberOfPlace, type CodeKey } from './code-text.ts';
import { XCodeBatch } from './x-code-batch.ts';

/** Codes by the thousand, straight from and to ASCII bytes. */
export interface CodeBatch {
  /**
   * Writes the codes of `count` (up to `batchSize`) serials from `first` on, the first text at `offset` of the target and
   * each next one `stride` bytes further. Throws a RangeError outside the number ranges.
   */
  encode(first: CodePlace, count: number, target: Buffer, offset: number, stride: number): void;
  /**
   * Reads `count` (up to `batchSize`) normalised texts of the format's length and writes what they say into `numbers`: the
   * 53-bit number of face, segment and serial, or −1 where `decode` of a single code would be undefined.
   */
  decode(source: Buffer, offset: number, stride: number, count: number, numbers: Float64Array): void;
}

/** Digit codes go one by one: their decimal domain gains little from a batch beside the verify code they always carry. */
const digitBatch = (codeKey: CodeKey): CodeBatch => {
  const cipher = codeCipher(codeKey);
  const { length } = codeFormats[codeKey.format];
  return {
    encode(first, count, target, offset, stride) {
      for (let at = 0; at < count; at++)
        target.write(cipher.encode({ ...first, serial: first.serial + at }), offset + at * stride, 'latin1');
    },
    decode(source, offset, stride, count, numbers) {
      for (let at = 0; at < count; at++) {
        const start = offset + at * stride;
        const place = cipher.decode(source.toString('latin1', start, start + length));
        numbers[at] = place ? numberOfPlace(place) : -1;
      }
    },
  };
};

/** The batch of a key generation. */
export const codeBatch = (codeKey: CodeKey): CodeBatch =>
  codeKey.format === 'N20' ? digitBatch(codeKey) : new XCodeBatch(codeKey);
