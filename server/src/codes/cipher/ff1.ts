import { createCipheriv } from 'node:crypto';

/** FF1 has ten Feistel rounds. */
export const rounds = 10;

/** Big-endian bytes of a number, padded in front to `length`. */
const toBytes = (value: bigint, length: number): Buffer =>
  Buffer.from(value.toString(16).padStart(length * 2, '0'), 'hex');

const toNumber = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`);

const xor = (left: Buffer, right: Buffer): Buffer => Buffer.from(left.map((byte, at) => byte ^ right[at]!));

const modulo = (value: bigint, modulus: bigint): bigint => ((value % modulus) + modulus) % modulus;

/** AES on whole blocks, each on its own; the key's length picks AES-128, 192 or 256. */
export const aesBlocks = (key: Uint8Array): ((blocks: Uint8Array) => Buffer) => {
  const cipher = createCipheriv(`aes-${key.length * 8}-ecb`, key, null).setAutoPadding(false);
  return (blocks) => cipher.update(blocks);
};

/** The first block of every round's CBC-MAC: it names the domain, so it is the same for all numbers of one domain. */
export const domainBlock = (radix: number, length: number, tweakLength: number): Buffer => {
  const block = Buffer.alloc(16);
  block.set([1, 2, 1]);
  block.writeUIntBE(radix, 3, 3);
  block.set([rounds, Math.floor(length / 2) % 256], 6);
  block.writeUInt32BE(length, 8);
  block.writeUInt32BE(tweakLength, 12);
  return block;
};

/** A keyed permutation of the numbers 0 … radix^length − 1. */
export interface Ff1 {
  encrypt(plain: bigint): bigint;
  decrypt(enciphered: bigint): bigint;
}

/**
 * FF1 of NIST SP 800-38G, any radix and length, written after the standard's text; a numeral string stands as the number it spells.
 * Plain rather than fast: single codes and tests use it, whole ranges go through `Ff1Batch`.
 */
export const ff1 = (key: Uint8Array, radix: number, length: number, tweak: Uint8Array): Ff1 => {
  const encipher = aesBlocks(key);
  const left = Math.floor(length / 2);
  const right = length - left;
  const leftCount = BigInt(radix) ** BigInt(left);
  const rightCount = BigInt(radix) ** BigInt(right);
  const numberBytes = Math.ceil((rightCount - 1n).toString(2).length / 8);
  const roundBytes = 4 * Math.ceil(numberBytes / 4) + 4;
  const first = encipher(domainBlock(radix, length, tweak.length));
  const filled = (tweak.length + 1 + numberBytes) % 16;
  const padding = Buffer.alloc((16 - filled) % 16);

  const toMac = (message: Buffer): Buffer => {
    let chain = first;
    for (let at = 0; at < message.length; at += 16) chain = encipher(xor(chain, message.subarray(at, at + 16)));
    return chain;
  };

  const roundNumber = (round: number, half: bigint): bigint => {
    const mac = toMac(Buffer.concat([tweak, padding, Buffer.of(round), toBytes(half, numberBytes)]));
    const stream = [mac];
    for (let block = 1n; block * 16n < roundBytes; block++) stream.push(encipher(xor(mac, toBytes(block, 16))));
    return toNumber(Buffer.concat(stream).subarray(0, roundBytes));
  };

  return {
    encrypt(plain) {
      let [a, b] = [plain / rightCount, plain % rightCount];
      for (let round = 0; round < rounds; round++) {
        const sum = modulo(a + roundNumber(round, b), round % 2 === 0 ? leftCount : rightCount);
        [a, b] = [b, sum];
      }
      return a * rightCount + b;
    },
    decrypt(enciphered) {
      let [a, b] = [enciphered / rightCount, enciphered % rightCount];
      for (let round = rounds - 1; round >= 0; round--) {
        const difference = modulo(b - roundNumber(round, a), round % 2 === 0 ? leftCount : rightCount);
        [a, b] = [difference, a];
      }
      return a * rightCount + b;
    },
  };
};
