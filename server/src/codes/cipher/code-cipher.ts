import {
  codeFormats,
  toCodeId,
  checkSymbol,
  findFormat,
  type CodeFormat,
  type CodeFormatName,
  type CodePlace,
} from '@zhuiyuan/contract/codes/cipher/code-format';
import { Face } from '@zhuiyuan/contract/codes/cipher/face';
import { maxSeg, maxSerial } from '@zhuiyuan/contract/kit/place-fields';
import { batchSize } from './ff1-batch.ts';
import { ff1 } from './ff1.ts';

/** One key generation of one format: what enciphers and deciphers its codes. */
export interface CodeKey {
  format: CodeFormatName;
  /** First symbol of every code of this generation: a letter, or a digit for N20. */
  v: string;
  /** 32 bytes, AES-256. */
  key: Uint8Array;
}

/** The tweak binds a ciphertext to its generation and format. */
export const toTweak = (format: CodeFormat, v: string): Buffer =>
  Buffer.from([v.charCodeAt(0), format.number, 0, 0, 0, 0, 0, 0]);

/** The 53-bit number that is enciphered: face, segment and serial side by side. */
export const numberOfPlace = ({ face, seg, serial }: CodePlace): number => face * 2 ** 52 + toCodeId(seg, serial);

/** The place a deciphered number names, or undefined when no code can have it. */
export const placeOfNumber = (value: number): CodePlace | undefined => {
  const serial = value % 2 ** 28;
  const top = Math.floor(value / 2 ** 28);
  const seg = top % 2 ** 24;
  const face = Math.floor(top / 2 ** 24);
  if (seg === 0 || serial === 0 || (face !== Face.outer && face !== Face.inner)) return undefined;
  return { face, seg, serial };
};

export const assertPlace = ({ face, seg, serial }: CodePlace): void => {
  const isInside = (value: number, from: number, to: number) => Number.isInteger(value) && value >= from && value <= to;
  if (!isInside(face, 0, 1) || !isInside(seg, 1, maxSeg) || !isInside(serial, 1, maxSerial))
    throw new RangeError(`no such place: face ${face}, seg ${seg}, serial ${serial}`);
};

/** Refuses a run of serials that leaves the number ranges or does not fit into one batch. */
export const assertRange = (first: CodePlace, count: number): void => {
  assertPlace(first);
  assertPlace({ ...first, serial: first.serial + count - 1 });
  if (!(count >= 1 && count <= batchSize)) throw new RangeError(`no such batch: ${count} codes`);
};

const toSymbols = (value: bigint, format: CodeFormat): string => {
  const radix = BigInt(format.alphabet.length);
  let symbols = '';
  for (let rest = value; symbols.length < format.bodyLength; rest /= radix)
    symbols = format.alphabet[Number(rest % radix)] + symbols;
  return symbols;
};

const toValue = (symbols: string, format: CodeFormat): bigint => {
  const radix = BigInt(format.alphabet.length);
  let value = 0n;
  for (const symbol of symbols) value = value * radix + BigInt(format.alphabet.indexOf(symbol));
  return value;
};

/** Single codes of one key generation. */
export interface CodeCipher {
  /** Text of a place; throws a RangeError outside the number ranges. */
  encode(place: CodePlace): string;
  /** Place of a normalised text; undefined when format, generation, check symbol or the deciphered number is wrong. */
  decode(text: string): CodePlace | undefined;
}

/** Enciphers and deciphers single codes; prepared once per key generation and kept. */
export const codeCipher = ({ format: name, v, key }: CodeKey): CodeCipher => {
  const format = codeFormats[name];
  const [radix, length] = name === 'N20' ? [10, format.bodyLength] : [2, format.bodyLength * 5];
  const cipher = ff1(key, radix, length, toTweak(format, v));
  return {
    encode(place) {
      assertPlace(place);
      const payload = v + toSymbols(cipher.encrypt(BigInt(numberOfPlace(place))), format);
      return payload + checkSymbol(format, payload);
    },
    decode(text) {
      if (text[0] !== v || findFormat(text) !== format) return undefined;
      const plain = cipher.decrypt(toValue(text.slice(1, -1), format));
      return plain < 2n ** 53n ? placeOfNumber(Number(plain)) : undefined;
    },
  };
};
