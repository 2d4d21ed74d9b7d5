import type { Face } from './face.ts';

/** Symbols of the X formats: powers of two make the cipher cheap, and 0 1 I O are left out because people confuse them. */
export const a32 = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';

export type CodeFormatName = 'X16' | 'X18' | 'X20' | 'N20';

/** How a text format is laid out: the key generation `v`, a body of enciphered symbols, one check symbol. */
export interface CodeFormat {
  name: CodeFormatName;
  /** Its number inside the cipher's tweak. */
  number: number;
  length: number;
  bodyLength: number;
  alphabet: string;
}

const layout = (name: CodeFormatName, number: number, length: number, alphabet: string): CodeFormat => ({
  name,
  number,
  length,
  bodyLength: length - 2,
  alphabet,
});

export const codeFormats: Record<CodeFormatName, CodeFormat> = {
  X16: layout('X16', 1, 16, a32),
  X18: layout('X18', 2, 18, a32),
  X20: layout('X20', 3, 20, a32),
  N20: layout('N20', 4, 20, '0123456789'),
};

/** What a code's text says once deciphered. */
export interface CodePlace {
  face: Face;
  seg: number;
  serial: number;
}

/** One exact number below 2^52 for a code; both faces share it. */
export const toCodeId = (seg: number, serial: number): number => seg * 2 ** 28 + serial;
export const toSeg = (codeId: number): number => Math.floor(codeId / 2 ** 28);
export const toSerial = (codeId: number): number => codeId % 2 ** 28;

/** Multiplies by α = x in GF(32) with x^5 + x^2 + 1. */
export const timesAlpha = (element: number): number => (element << 1) ^ (element & 16 ? 0b100101 : 0);

/** Value of the check symbol over GF(32): c = Σ α^(i+1)·s_i, by Horner's rule from the last symbol. */
const checkOfSymbols = (payload: string): number => {
  let sum = 0;
  for (let at = payload.length - 1; at >= 0; at--) sum = timesAlpha(sum ^ a32.indexOf(payload[at]!));
  return sum;
};

/** The standard quasigroup of order 10 that Damm's check digit walks through. */
export const dammTable = [
  '0317598642',
  '7092154863',
  '4206871359',
  '1750983426',
  '6123045978',
  '3674209581',
  '5869720134',
  '8945362017',
  '9438617205',
  '2581436790',
].map((row) => [...row].map(Number));

const checkOfDigits = (payload: string): number => {
  let state = 0;
  for (const digit of payload) state = dammTable[state]![Number(digit)]!;
  return state;
};

/** The check symbol for everything before it; any single substitution and any adjacent swap changes it. */
export const checkSymbol = (format: CodeFormat, payload: string): string =>
  format.alphabet[format.alphabet === a32 ? checkOfSymbols(payload) : checkOfDigits(payload)]!;

/** A letter opens the X formats and a digit N20; the length tells the X formats apart. */
const formatByLook = (text: string): CodeFormat | undefined => {
  if (/^\d{20}$/.test(text)) return codeFormats.N20;
  if (!/^[A-HJ-NP-Z][2-9A-HJ-NP-Z]+$/.test(text)) return undefined;
  return [codeFormats.X16, codeFormats.X18, codeFormats.X20].find((format) => format.length === text.length);
};

/** The format of a normalised text whose symbols and check are right, else undefined; says nothing about whether it was issued. */
export const findFormat = (text: string): CodeFormat | undefined => {
  const format = formatByLook(text);
  return format && text.endsWith(checkSymbol(format, text.slice(0, -1))) ? format : undefined;
};

/** Groups of four, as a code of ours is shown to people: `AMNS Q74W BEFW XYME`. Imported texts stay as they are. */
export const groupCode = (text: string): string => (formatByLook(text) ? text.replace(/.{4}(?=.)/gu, '$& ') : text);
