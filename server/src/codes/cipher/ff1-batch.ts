import { aesBlocks, domainBlock, rounds } from './ff1.ts';

/** Numbers per AES call: large enough to hide the call, small enough that the buffers stay in the second-level cache. */
export const batchSize = 8192;

/*
 * One scratch for the thread: a batch runs to its end without giving way, and constants of the module let the compiler
 * drop most bounds checks from the inner loop, a quarter of its time.
 */
const blocks = Buffer.alloc(batchSize * 16);
const view = new DataView(blocks.buffer, blocks.byteOffset, blocks.length);
const halves = new Int32Array(batchSize * 4);

/** Where the words of a half begin inside the four words of a number. */
const sideA = 0;
const sideB = 2;

/** Writes the blocks that are the input of the first round, with the halves of one side; only their last words change later. */
const load = (constant: Buffer, side: number, third: number, fourth: number, count: number): void => {
  const first = constant.readInt32BE(0);
  const second = constant.readInt32BE(4);
  for (let at = 0, word = side, byte = 0; at < count; at++, word += 4, byte += 16) {
    view.setInt32(byte, first);
    view.setInt32(byte + 4, second);
    view.setInt32(byte + 8, third ^ halves[word]!);
    view.setInt32(byte + 12, fourth ^ halves[word + 1]!);
  }
};

/**
 * Adds a round's AES output to the halves of one side and puts the sums into the blocks for the next round.
 * `flip` −1 subtracts instead, since a − y = ~(~a + y).
 */
const addRound = (
  output: Buffer,
  side: number,
  flip: 0 | -1,
  mask: number,
  third: number,
  fourth: number,
  count: number,
): void => {
  const added = new DataView(output.buffer, output.byteOffset, output.length);
  for (let at = 0, word = side, byte = 0; at < count; at++, word += 4, byte += 16) {
    const a = halves[word + 1]! ^ flip;
    const y = added.getInt32(byte + 8);
    const sum = (a + y) | 0;
    // A comparison would be a branch that is guessed wrong every other time.
    const carry = ((a & y) | ((a | y) & ~sum)) >>> 31;
    const low = sum ^ flip;
    const high = (((halves[word]! ^ flip) + added.getInt32(byte + 4) + carry) ^ flip) & mask;
    halves[word] = high;
    halves[word + 1] = low;
    view.setInt32(byte + 8, third ^ high);
    view.setInt32(byte + 12, fourth ^ low);
  }
};

/**
 * FF1 with radix 2 over thousands of numbers at a time, one AES call per round. A number is two halves of 33 to 48 bits;
 * with an eight-byte tweak the input of a round is exactly one block, most of which never changes.
 */
export class Ff1Batch {
  /** The numbers, four words each: high and low word of half A, high and low word of half B. Shared by the thread. */
  readonly halves = halves;
  readonly #encipher: (blocks: Uint8Array) => Buffer;
  readonly #constant: Buffer;
  readonly #mask: number;
  readonly #roundShift: number;

  constructor(key: Uint8Array, halfBits: number, tweak: Uint8Array) {
    this.#encipher = aesBlocks(key);
    this.#constant = this.#encipher(domainBlock(2, halfBits * 2, tweak.length));
    for (let at = 0; at < tweak.length; at++) this.#constant[at]! ^= tweak[at]!;
    this.#mask = 2 ** (halfBits - 32) - 1;
    // The number of the round stands in the byte before the half's own bytes.
    this.#roundShift = (Math.ceil(halfBits / 8) - 4) * 8;
  }

  /** Enciphers the first `count` numbers of `halves` in place. */
  encrypt(count: number): void {
    const input = this.#start(sideB, 0, count);
    for (let round = 0; round < rounds; round += 2) {
      addRound(this.#encipher(input), sideA, 0, this.#mask, this.#third(round + 1), this.#fourth(), count);
      addRound(this.#encipher(input), sideB, 0, this.#mask, this.#third(round + 2), this.#fourth(), count);
    }
  }

  /** Deciphers the first `count` numbers of `halves` in place. */
  decrypt(count: number): void {
    const input = this.#start(sideA, rounds - 1, count);
    for (let round = rounds - 2; round >= 0; round -= 2) {
      addRound(this.#encipher(input), sideB, -1, this.#mask, this.#third(round), this.#fourth(), count);
      addRound(this.#encipher(input), sideA, -1, this.#mask, this.#third(round - 1), this.#fourth(), count);
    }
  }

  #start(side: number, round: number, count: number): Buffer {
    load(this.#constant, side, this.#third(round), this.#fourth(), count);
    return blocks.subarray(0, count * 16);
  }

  #third(round: number): number {
    return this.#constant.readInt32BE(8) ^ (round << this.#roundShift);
  }

  #fourth(): number {
    return this.#constant.readInt32BE(12);
  }
}
