import type { RedShare } from '@zhuiyuan/contract/red/code/red-code';
import { createCipheriv, createDecipheriv, createHash, type Hash } from 'node:crypto';

/** Where a packet lies: its code. */
export interface At {
  seg: number;
  serial: number;
}

const tagBytes = 16;
const poolBytes = 64 * 1024;

/** Whole numbers below a bound, each as likely as the others, the same for the same seed. */
const numbers = (seed: Buffer): ((bound: number) => number) => {
  const key = createHash('sha256').update('red deal').update(seed).digest();
  const stream = createCipheriv('aes-256-ctr', key, Buffer.alloc(16));
  let pool = Buffer.alloc(0);
  let at = 0;
  const word = (): number => {
    if (at + 4 > pool.length) {
      pool = stream.update(Buffer.alloc(poolBytes));
      at = 0;
    }
    at += 4;
    return pool.readUInt32BE(at - 4);
  };
  return (bound) => {
    // What lies beyond the last whole multiple would make small numbers likelier.
    const most = 2 ** 32 - (2 ** 32 % bound);
    let drawn = word();
    while (drawn >= most) drawn = word();
    return drawn % bound;
  };
};

/** Who gets what: amounts in fen in the order of the codes, shuffled by the seed alone. The same seed deals the same. */
export const deal = (seed: Buffer, shares: readonly RedShare[]): Uint32Array => {
  const amounts = new Uint32Array(shares.reduce((sum, { count }) => sum + count, 0));
  let filled = 0;
  for (const { amount, count } of shares) {
    amounts.fill(amount, filled, filled + count);
    filled += count;
  }
  const below = numbers(seed);
  for (let last = amounts.length - 1; last > 0; last -= 1) {
    const other = below(last + 1);
    const kept = amounts[last]!;
    amounts[last] = amounts[other]!;
    amounts[other] = kept;
  }
  return amounts;
};

/** Every code of a batch has a vector of its own, so that the key is never used twice with one. */
const vector = ({ seg, serial }: At): Buffer => {
  const bytes = Buffer.alloc(12);
  bytes.writeUInt32BE(seg, 0);
  bytes.writeBigUInt64BE(BigInt(serial), 4);
  return bytes;
};

/** An amount under the key of its batch (AES-256-GCM), bound to its code. */
export const sealAmount = (key: Buffer, at: At, amount: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(amount);
  const cipher = createCipheriv('aes-256-gcm', key, vector(at));
  return Buffer.concat([cipher.update(bytes), cipher.final(), cipher.getAuthTag()]);
};

/** Opens what {@link sealAmount} made; throws where it was changed or is another code's. */
export const openAmount = (key: Buffer, at: At, sealed: Buffer): number => {
  const decipher = createDecipheriv('aes-256-gcm', key, vector(at)).setAuthTag(sealed.subarray(-tagBytes));
  return Buffer.concat([decipher.update(sealed.subarray(0, -tagBytes)), decipher.final()]).readUInt32BE();
};

/** The digest of a batch: over its seed, then each code with its amount in the order of their places. */
export const beginDigest = (seed: Buffer): Hash => createHash('sha256').update(seed);
export const addToDigest = (hash: Hash, { seg, serial }: At, amount: number): void => {
  hash.update(`${seg} ${serial} ${amount}\n`);
};
