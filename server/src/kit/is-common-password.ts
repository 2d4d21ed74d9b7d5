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

/** Whether a password is among the most used ones, in whatever case. */
export const isCommonPassword = (password: string): boolean => {
  const lower = password.toLowerCase();
  return repeated.test(lower) || habit.test(lower) || isListed(lower);
};
