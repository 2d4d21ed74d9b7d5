import { z } from 'zod';
import type { CollectField } from '../campaign-states.ts';
import { isMobile, plainPhone } from '../../kit/phone.ts';
import { plainNumber } from '../../kit/typed.ts';

const weights = [7, 9, 10, 5, 8, 4, 2, 1, 6, 3, 7, 9, 10, 5, 8, 4, 2];

/** Whether a text is a resident's identity number of 18 places, by its check symbol (GB 11643). */
export const isIdentityNumber = (text: string): boolean => {
  if (!/^[1-9]\d{16}[\dX]$/.test(text)) return false;
  const sum = weights.reduce((total, weight, at) => total + weight * Number(text[at]), 0);
  return '10X98765432'[sum % 11] === text[17];
};

const isDay = (text: string): boolean => {
  if (!/^(?:19|20)\d{2}-\d{2}-\d{2}$/.test(text)) return false;
  const at = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(at.getTime()) && at.toISOString().startsWith(text) && at.getTime() < Date.now();
};

// oxlint-disable-next-line no-control-regex -- control characters are what this refuses
const dirty = /[\u0000-\u001f\u007f]/;

/** What may be left out, of at most `max` characters; blank is as left out. */
const answer = (
  label: string,
  max: number,
  isRight: (value: string) => boolean = () => true,
  as: (typed: string) => string = (text) => text.trim(),
) =>
  z
    .string({ error: `${label}格式不正确` })
    .overwrite(as)
    .max(max, `${label}不能超过${max}个字符`)
    .refine((value) => value === '' || (!dirty.test(value) && isRight(value)), `${label}格式不正确`)
    .default('');

/** 收集信息 of a winner; a field that was not asked is ''. */
export const Collected = z.object({
  name: answer('姓名', 30),
  phone: answer('手机号', 11, isMobile, plainPhone),
  wechat: answer('微信号', 30),
  card: z.preprocess(
    (value) => (typeof value === 'string' ? value.toUpperCase() : value),
    answer('身份证', 18, isIdentityNumber, plainNumber),
  ),
  sex: answer('性别', 1, (value) => value === '男' || value === '女'),
  birth: answer('生日', 10, isDay),
});
export type Collected = z.output<typeof Collected>;

/** The first field that has to be filled in and is not; nothing where none is missing. */
export const missingField = (
  asked: readonly { key: CollectField; required: boolean }[],
  collected: Partial<Collected>,
): CollectField | undefined => asked.find(({ key, required }) => required && !collected[key])?.key;
