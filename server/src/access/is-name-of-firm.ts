import type * as Pinyin from 'pinyin-pro';
import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);

/** The syllables of the Chinese letters of a name, ü as u; the dictionary is read when it is first asked for, because most processes never do. */
const toSyllables = (name: string): string[] => {
  const { pinyin } = load('pinyin-pro') as typeof Pinyin;
  return pinyin(name, { toneType: 'none', type: 'array', v: true, nonZh: 'removed' }).map((one) =>
    one.replaceAll('v', 'u'),
  );
};

/** Whether a text is two syllables or more that follow one another. */
const isRunOf = (syllables: readonly string[], text: string): boolean =>
  syllables.some((_, from) => {
    for (let to = from + 2; to <= syllables.length; to += 1)
      if (syllables.slice(from, to).join('') === text) return true;
    return false;
  });

const toLetters = (typed: string): string => typed.replaceAll(/\P{L}/gu, '');

/** Whether a password, but for digits and signs, is two letters or more of a Chinese name that follow one another. */
export const isPartOfName = (typed: string, name: string): boolean => {
  const letters = toLetters(typed);
  return /^\p{Script=Han}{2,}$/u.test(letters) && name.includes(letters);
};

/** Whether a password, but for digits and signs, is the pinyin of two letters or more of a Chinese name, or the first letters of three or more. */
export const isPinyinOfName = (typed: string, name: string): boolean => {
  const letters = toLetters(typed).replaceAll('v', 'u');
  if (!/^[a-z]{3,}$/.test(letters) || !/\p{Script=Han}/u.test(name)) return false;
  const syllables = toSyllables(name);
  const initials = syllables.map(([first]) => first).join('');
  return initials.includes(letters) || isRunOf(syllables, letters);
};
