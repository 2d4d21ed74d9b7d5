import { isGtin } from '../../kit/gs1.ts';

/** Widths of bars and gaps of the symbols 0–105 of Code 128 (ISO/IEC 15417), a bar first; then its stop. */
const patterns =
  '212222222122222221121223121322131222122213122312132212221213221312231212112232122132122231113222123122123221223211221132221231213212223112312131311222321122321221312212322112322211212123212321232121111323131123131321112313132113132311211313231113231311112133112331132131113123113321133121313121211331231131213113213311213131311123311321331121312113312311332111314111221411431111111224111422121124121421141122141221112214112412122114122411142112142211241211221114413111241112134111111242121142121241114212124112124211411212421112421211212141214121412121111143111341131141114113114311411113411311113141114131311141411131211412211214211232'.match(
    /.{6}/g,
  )!;
const stop = '2331112';
const [startB, startC, toB, toC] = [104, 105, 100, 99];

/** Symbols of a text: pairs of digits by set C where four or more stand together, the rest by set B. */
const toSymbols = (text: string): number[] => {
  const symbols: number[] = [];
  let set: 'B' | 'C' | undefined;
  for (let at = 0; at < text.length;) {
    const digits = /^\d+/.exec(text.slice(at))?.[0].length ?? 0;
    const pairs = Math.floor(digits / 2);
    if (pairs >= 2 || (set === 'C' && pairs >= 1) || (pairs === 1 && digits === 2 && text.length === 2)) {
      if (set !== 'C') symbols.push(set ? toC : startC);
      set = 'C';
      for (let pair = 0; pair < pairs; pair += 1, at += 2) symbols.push(Number(text.slice(at, at + 2)));
      continue;
    }
    if (set !== 'B') symbols.push(set ? toB : startB);
    set = 'B';
    symbols.push(text.charCodeAt(at) - 32);
    at += 1;
  }
  return symbols;
};

/** Whether Code 128 can say a text: the printable characters of ASCII. */
export const isCode128Text = (text: string): boolean => /^[\x20-\x7e]+$/.test(text);

/** Modules of a text in Code 128, without its quiet zones: true is a bar. Throws a RangeError for other characters than those of ASCII. */
export const code128 = (text: string): boolean[] => {
  if (!isCode128Text(text)) throw new RangeError(`not for Code 128: ${text}`);
  const symbols = toSymbols(text);
  const check = symbols.reduce((sum, symbol, at) => sum + symbol * Math.max(1, at), 0) % 103;
  return toModules([...symbols, check].map((symbol) => patterns[symbol]!).join('') + stop);
};

const toModules = (widths: string): boolean[] =>
  Array.from(widths).flatMap((width, at) => Array.from({ length: Number(width) }, () => at % 2 === 0));

const left = [
  '0001101',
  '0011001',
  '0010011',
  '0111101',
  '0100011',
  '0110001',
  '0101111',
  '0111011',
  '0110111',
  '0001011',
];
const parities = ['LLLLLL', 'LLGLGG', 'LLGGLG', 'LLGGGL', 'LGLLGG', 'LGGLLG', 'LGGGLL', 'LGLGLG', 'LGLGGL', 'LGGLGL'];
const flipped = (bits: string): string => Array.from(bits, (bit) => (bit === '1' ? '0' : '1')).join('');
const backwards = (bits: string): string => Array.from(bits).toReversed().join('');

/** Whether a text is what EAN-13 says: 13 digits with their check digit. */
export const isEan13 = (text: string): boolean => text.length === 13 && isGtin(text);

/** The 95 modules of an EAN-13, without its quiet zones: true is a bar. Throws a RangeError for what is none. */
export const ean13 = (text: string): boolean[] => {
  if (!isEan13(text)) throw new RangeError(`not an EAN-13: ${text}`);
  const digits = Array.from(text, Number);
  const parity = parities[digits[0]!]!;
  const first = digits.slice(1, 7).map((digit, at) => {
    const bits = left[digit]!;
    return parity[at] === 'L' ? bits : backwards(flipped(bits));
  });
  const second = digits.slice(7).map((digit) => flipped(left[digit]!));
  return Array.from(`101${first.join('')}01010${second.join('')}101`, (bit) => bit === '1');
};
