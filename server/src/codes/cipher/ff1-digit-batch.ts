import { aesBlocks, domainBlock, rounds } from './ff1.ts';
import { batchSize } from './ff1-batch.ts';

/** Numbers of one half: nine decimal digits, so that a half is one word. */
export const halfCount = 10 ** 9;

/** One scratch for the thread, as in `Ff1Batch`. */
const blocks = Buffer.alloc(batchSize * 16);
const view = new DataView(blocks.buffer, blocks.byteOffset, blocks.length);
const halves = new Int32Array(batchSize * 2);

const remainder = (value: number): number => value - Math.floor(value / halfCount) * halfCount;

/** The round's number (eight bytes) modulo 10^9, sixteen bits at a time so that doubles stay exact. */
const roundRemainder = (high: number, low: number): number =>
  remainder(remainder(remainder(high) * 65_536 + (low >>> 16)) * 65_536 + (low & 65_535));

const load = (constant: Buffer, side: number, third: number, fourth: number, count: number): void => {
  const first = constant.readInt32BE(0);
  const second = constant.readInt32BE(4);
  for (let at = 0, byte = 0; at < count; at++, byte += 16) {
    view.setInt32(byte, first);
    view.setInt32(byte + 4, second);
    view.setInt32(byte + 8, third);
    view.setInt32(byte + 12, fourth ^ halves[at * 2 + side]!);
  }
};

/** Adds a round's AES output to the halves of one side (sign −1: subtracts) and puts the sums into the blocks for the next round. */
const addRound = (output: Buffer, side: number, sign: 1 | -1, third: number, fourth: number, count: number): void => {
  const added = new DataView(output.buffer, output.byteOffset, output.length);
  for (let at = 0, byte = 0; at < count; at++, byte += 16) {
    const value = sign * roundRemainder(added.getUint32(byte), added.getUint32(byte + 4));
    const sum = remainder(halves[at * 2 + side]! + value);
    halves[at * 2 + side] = sum;
    view.setInt32(byte + 8, third);
    view.setInt32(byte + 12, fourth ^ sum);
  }
};

/** FF1 with radix 10 over thousands of numbers of eighteen digits at a time, one AES call per round; the tweak has eight bytes. */
export class Ff1DigitBatch {
  /** The numbers, two words each: half A and half B. Shared by the thread. */
  readonly halves = halves;
  readonly #encipher: (blocks: Uint8Array) => Buffer;
  readonly #constant: Buffer;

  constructor(key: Uint8Array, tweak: Uint8Array) {
    this.#encipher = aesBlocks(key);
    this.#constant = this.#encipher(domainBlock(10, 18, tweak.length));
    for (let at = 0; at < tweak.length; at++) this.#constant[at]! ^= tweak[at]!;
  }

  /** Enciphers the first `count` numbers of `halves` in place. */
  encrypt(count: number): void {
    this.#start(1, 0, count);
    for (let round = 0; round < rounds; round++) this.#step(round % 2, 1, round + 1, count);
  }

  /** Deciphers the first `count` numbers of `halves` in place. */
  decrypt(count: number): void {
    this.#start(0, rounds - 1, count);
    for (let round = rounds - 1; round >= 0; round--) this.#step(round % 2, -1, round - 1, count);
  }

  #start(side: number, round: number, count: number): void {
    load(this.#constant, side, this.#constant.readInt32BE(8) ^ round, this.#constant.readInt32BE(12), count);
  }

  #step(side: number, sign: 1 | -1, nextRound: number, count: number): void {
    const output = this.#encipher(blocks.subarray(0, count * 16));
    addRound(output, side, sign, this.#constant.readInt32BE(8) ^ nextRound, this.#constant.readInt32BE(12), count);
  }
}
