import type { CodePlace } from '@zhuiyuan/contract/codes/cipher/code-format';
import type { CodeKey } from './code-cipher.ts';
import { DigitCodeBatch } from './digit-code-batch.ts';
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

/** The batch of a key generation. */
export const codeBatch = (codeKey: CodeKey): CodeBatch =>
  codeKey.format === 'N20' ? new DigitCodeBatch(codeKey) : new XCodeBatch(codeKey);
