import { z } from 'zod';

const lengthText = '密码长度在6-30个字符';

/** Why a password is refused that the form alone cannot judge; answered as 400 on its field. */
export const passwordTexts = {
  common: '密码太常见，容易被猜到，请换一个',
  account: '密码不能与账号相同，或只多出数字、符号',
  firm: '密码不能与企业名称相同，或只多出数字、符号',
  pinyin: '密码不能是企业名称的拼音或首字母，或只多出数字、符号',
  phone: '密码不能是手机号或它的尾号，或只多出符号',
  unchanged: '新密码不能与原密码相同',
} as const;

/** A password as it may be chosen: 6 to 30 characters without white space, stored as typed. `missing` is the text when there is none. */
export const newPassword = (missing: string) =>
  z
    .string({ error: missing })
    .min(1, missing)
    .min(6, lengthText)
    .max(30, lengthText)
    .regex(/^\S*$/, '密码不能包含空格');
