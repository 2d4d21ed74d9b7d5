/** The 31 symbols of a unified social credit code: no I, O, S, V, Z. */
const alphabet = '0123456789ABCDEFGHJKLMNPQRTUWXY';
const shape = /^[0-9A-HJ-NPQRTUWXY]{2}\d{6}[0-9A-HJ-NPQRTUWXY]{10}$/;

/** Check symbol that follows the first 17 symbols (GB 32100-2015: weights are the powers of 3 modulo 31). */
export const creditCheckSymbol = (body: string): string => {
  let sum = 0;
  let weight = 1;
  for (const symbol of body) {
    sum += alphabet.indexOf(symbol) * weight;
    weight = (weight * 3) % 31;
  }
  return alphabet[(31 - (sum % 31)) % 31]!;
};

/** Whether a text is an 18-symbol unified social credit code with its right check symbol. */
export const isCreditCode = (code: string): boolean =>
  shape.test(code) && creditCheckSymbol(code.slice(0, 17)) === code[17];
