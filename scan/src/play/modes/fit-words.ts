/** Breadth of words in em: a Chinese character is one, others some six tenths. */
const breadth = (words: string): number =>
  Array.from(words).reduce((sum, character) => sum + (character > '\u2e7f' ? 1 : 0.6), 0);

const isLatin = (character: string | undefined): boolean => character !== undefined && /[\w.]/.test(character);

/** The words in two lines about as broad, never broken within a number or a word of letters. */
const half = (words: string): [string, string] => {
  const characters = Array.from(words);
  const whole = breadth(words);
  let best = characters.length;
  let gap = Infinity;
  for (let at = 1; at < characters.length; at += 1) {
    if (isLatin(characters[at - 1]) && isLatin(characters[at])) continue;
    const off = Math.abs(breadth(characters.slice(0, at).join('')) - whole / 2);
    if (off < gap) [best, gap] = [at, off];
  }
  return [characters.slice(0, best).join('').trim(), characters.slice(best).join('').trim()];
};

const cut = (words: string, most: number): string => {
  if (breadth(words) <= most) return words;
  let kept = '';
  for (const character of words) {
    if (breadth(kept + character) > most - 1) break;
    kept += character;
  }
  return `${kept}…`;
};

/**
 * Lines and size (px) in which words fit a room of so many px: one line down to 12 px, then two, down to 10, then cut.
 */
export const fitWords = (words: string, room: number, largest: number): { lines: string[]; size: number } => {
  const whole = breadth(words);
  const one = Math.min(largest, room / whole);
  if (one >= 12 || whole <= 3) return { lines: [words], size: Math.max(10, Math.floor(one * 2) / 2) };
  const lines = half(words);
  const size = Math.min(largest, 13, room / Math.max(...lines.map(breadth)));
  if (size >= 10) return { lines, size: Math.floor(size * 2) / 2 };
  return { lines: lines.map((line) => cut(line, room / 10)), size: 10 };
};
