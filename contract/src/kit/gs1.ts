const digitsOnly = /^\d+$/;

/** Check digit that follows `body` in a GTIN, GLN or SSCC (GS1 General Specifications 7.9). `body` holds digits only. */
export const checkDigit = (body: string): string => {
  let sum = 0;
  for (let fromRight = 1; fromRight <= body.length; fromRight++)
    sum += Number(body[body.length - fromRight]) * (fromRight % 2 === 1 ? 3 : 1);
  return String((10 - (sum % 10)) % 10);
};

const endsInItsCheckDigit = (digits: string): boolean =>
  digitsOnly.test(digits) && checkDigit(digits.slice(0, -1)) === digits.slice(-1);

/** Whether a text is a GTIN-8, -12, -13 or -14 with its right check digit. */
export const isGtin = (digits: string): boolean =>
  [8, 12, 13, 14].includes(digits.length) && endsInItsCheckDigit(digits);

/** A GTIN in the 14-digit form it is stored and printed in. */
export const toGtin14 = (gtin: string): string => gtin.padStart(14, '0');

/** A stored GTIN as people know it: 8 or 13 digits where the rest is padding. */
export const shownGtin = (gtin14: string): string => gtin14.replace(/^(?:000000|0)(?=\d{8}$|\d{13}$)/, '');

/** Whether a text is a 13-digit location number with its right check digit. */
export const isGln = (digits: string): boolean => digits.length === 13 && endsInItsCheckDigit(digits);

/** Prefix of numbers that circulate inside one company only (GS1 ranges 040–049). */
const internalPrefix = '04';

/** The internal barcode of a running number, 14 digits: `04`, ten digits, check digit. `number` below 10^10. */
export const internalGtin = (number: number): string => {
  const body = internalPrefix + String(number).padStart(10, '0');
  return toGtin14(body + checkDigit(body));
};

/** Whether a GTIN, of whatever length, was given out under a company prefix. */
export const hasCompanyPrefix = (gtin: string, companyPrefix: string): boolean =>
  toGtin14(gtin).slice(1).startsWith(companyPrefix);
