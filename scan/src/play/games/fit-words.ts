/** Breadth of words in em: a Chinese character is one, others some six tenths. */
const breadth = (words: string): number =>
  Array.from(words).reduce((sum, character) => sum + (character > '\u2e7f' ? 1 : 0.6), 0);

/** Takes characters until they are as broad as half of the words. */
const half = (words: string): [string, string] => {
  const characters = Array.from(words);
  const whole = breadth(words);
  let at = 0;
  let taken = 0;
  while (taken < whole / 2) taken += breadth(characters[at++]!);
  return [characters.slice(0, at).join(''), characters.slice(at).join('')];
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
 * Lines and size (px) in which words fit a room of so many px: one line down to 13 px, then two, down to 10, then cut.
 */
export const fitWords = (words: string, room: number, largest: number): { lines: string[]; size: number } => {
  const whole = breadth(words);
  const one = Math.min(largest, room / whole);
  if (one >= 13 || whole <= 3) return { lines: [words], size: Math.max(10, Math.floor(one * 2) / 2) };
  const lines = half(words);
  const size = Math.min(largest, 13, room / Math.max(...lines.map(breadth)));
  if (size >= 10) return { lines, size: Math.floor(size * 2) / 2 };
  return { lines: lines.map((line) => cut(line, room / 10)), size: 10 };
};
