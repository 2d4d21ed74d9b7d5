import { plainDigits } from '../kit/typed.ts';
/** Crockford's base 32: no I, L, O and U. */
export const verSymbols = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
const bodyLength = 11;

/** Multiplies by the generator of GF(32) with x^5 + x^2 + 1. */
const times = (element: number): number => (element << 1) ^ (element & 16 ? 0b100101 : 0);

const checkOf = (body: string): string => {
  let sum = 0;
  for (const symbol of body) sum = times(sum ^ verSymbols.indexOf(symbol));
  return verSymbols[sum]!;
};

/** The redemption code of eleven symbols: any one that is mistaken, and any two that are swapped, are noticed. */
export const withCheck = (body: string): string => {
  if (body.length !== bodyLength) throw new RangeError(`a redemption code has ${bodyLength} symbols and its check`);
  return body + checkOf(body);
};

/** A redemption code as it was typed or scanned, in capitals without gaps: what people mistake for a digit is read as one. */
export const readVerCode = (typed: string): string =>
  plainDigits(typed).toUpperCase().replace(/O/g, '0').replace(/[IL]/g, '1');

/** Whether a text is a redemption code by its look and its check symbol; says nothing about whether it was given out. */
export const isVerCode = (text: string): boolean =>
  /^[0-9A-HJKMNP-TV-Z]{12}$/.test(text) && withCheck(text.slice(0, bodyLength)) === text;

/** Groups of four, as it is shown. */
export const groupVerCode = (text: string): string => text.replace(/.{4}(?=.)/g, '$& ');
