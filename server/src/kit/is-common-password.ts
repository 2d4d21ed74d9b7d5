import type * as Passwords from '@zxcvbn-ts/language-common';
import { createRequire } from 'node:module';

const load = createRequire(import.meta.url);
let listed: Set<string> | undefined;

/** Some 49,000 passwords of leaked collections; read when it is first asked for, because most processes never do. */
const isListed = (password: string): boolean => {
  const read = () => load('@zxcvbn-ts/language-common') as typeof Passwords;
  listed ??= new Set(read().dictionary['passwords-common']);
  return listed.has(password);
};

/** What those collections, made elsewhere, lack of the habits of this country: a word or a name, and a well-known number. */
const words =
  'woaini|aini|woaiwo|woaiwojia|wojia|wodemima|mima|nihao|woshishui|wojiushiwo|laopo|laogong|baobao|baobei|caonima|nimabi|' +
  'tiancai|xiaoxiao|iloveyou|love|admin|administrator|root|user|test|guest|system|manager|password|pass|qwer|qwerty|asdf|' +
  'zhuiyuan|suyuan|zhongguo|china|beijing|shanghai|' +
  'wang|zhang|liu|chen|yang|zhao|huang|zhou|sun|zhu|gao|lin|guo|luo|liang|song|zheng|xie|han|tang|feng|dong|xiao|cheng|cao|' +
  'yuan|deng|shen|zeng|peng|jiang|cai|jia|ding|wei|xue|yan|pan|dai|xia|zhong|[a-z]{1,3}';
const numbers =
  '0+|1+|2+|3+|4+|5+|6+|7+|8+|9+|12|123|1234|12345|123456|1234567|12345678|123456789|1234567890|0123456789|123123|123321|' +
  '321|4321|54321|654321|456|789|520|521|1314|5201314|5211314|1314520|1314521|520520|7758521|7758258|110|119|168|147258|' +
  '147258369|159357|258369|(?:19|20)\\d\\d';
const habit = new RegExp(`^(?:${words})?[@_.#!]?(?:${numbers})?[.!]?$`);

/** One to four characters again and again. */
const repeated = /^(.{1,4})\1+$/u;

/** What fingers follow: the alphabet, the digits, the rows, columns and diagonals of a keyboard. */
const forth = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890',
  '1357924680',
  'qwertyuiop[]',
  'asdfghjkl;',
  'zxcvbnm,./',
  '!@#$%^&*()',
  '1qaz2wsx3edc4rfv5tgb6yhn7ujm8ik,9ol.0p;/',
  '1q2w3e4r5t6y7u8i9o0p',
  'q1w2e3r4t5y6u7i8o9p0',
  'qazwsxedcrfvtgbyhnujmik,ol.p;/',
  'a1b2c3d4e5f6g7h8i9',
  '1a2b3c4d5e6f7g8h9i',
];
const tracks = [...forth, ...forth.map((track) => [...track].reverse().join(''))];

/** How many letters from a place on lie on one track, or are the same. */
const runFrom = (text: string, from: number): number => {
  let same = from + 1;
  while (same < text.length && text[same] === text[from]) same += 1;
  let to = from + 1;
  while (to < text.length && tracks.some((track) => track.includes(text.slice(from, to + 1)))) to += 1;
  return Math.max(same, to) - from;
};

/** Whether a password is nothing but runs along such tracks, of four letters altogether at least, and digits and signs after them. */
const isSequence = (text: string): boolean => {
  let read = 0;
  while (read < text.length) {
    const run = runFrom(text, read);
    if (run < 3) break;
    read += run;
  }
  return read >= 4 && /^[^\p{L}]*$/u.test(text.slice(read));
};

/** Whether a password is among the most used ones, or follows the alphabet, the digits or the keyboard, in whatever case. */
export const isCommonPassword = (password: string): boolean => {
  const lower = password.toLowerCase();
  return repeated.test(lower) || isSequence(lower) || habit.test(lower) || isListed(lower);
};
