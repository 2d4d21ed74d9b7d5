import { z } from 'zod';
import { fenToYuan, moneyText } from './decimal.ts';
import { asAsked, plainNumber } from './typed.ts';

// oxlint-disable-next-line no-control-regex -- control characters are what this refuses
const controlCharacter = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/;
const clean = (value: string) => !controlCharacter.test(value);
const dirtyText = '内容包含非法字符';

/** As a text is kept unless it is a number: as it was typed, without blanks around it. */
const asTyped = (text: string): string => text.trim();

interface TextRule {
  min?: number;
  max?: number;
  missing?: string;
  /** What is kept of what was typed, see typed.ts; length and shape are judged behind it. */
  as?: (typed: string) => string;
}

/** Required text as it is kept. Missing or empty answers `请输入{label}` unless `missing` says otherwise. */
export const text = (label: string, { min = 1, max = 200, missing = `请输入${label}`, as = asTyped }: TextRule = {}) =>
  z
    .string({ error: missing })
    .overwrite(as)
    .min(1, missing)
    .min(min, `${label}不能少于${min}个字符`)
    .max(max, `${label}不能超过${max}个字符`)
    .refine(clean, dirtyText);

/** Text that may be left out; absent and blank both come out as ''. */
export const optionalText = (label: string, max = 200, as: (typed: string) => string = asTyped) =>
  z
    .string({ error: `${label}格式不正确` })
    .overwrite(as)
    .max(max, `${label}不能超过${max}个字符`)
    .refine(clean, dirtyText)
    .default('');

/** Text used as a filter: absent when not set. */
export const filterText = z.string().overwrite(asAsked).max(200, '查询内容不能超过200个字符').optional();

const decimalText = /^[+-]?\d{1,16}(?:\.\d{1,16})?$/;

/** The number that a query's text writes in decimal digits; everything else stays what it is, and is refused where a number is meant. */
const written = (value: unknown): unknown => {
  if (typeof value !== 'string') return value;
  const plain = plainNumber(value);
  return decimalText.test(plain) ? Number(plain) : value;
};

/** Number with limits, whole or not; `message` is the text for every breach. */
export const decimal = (min: number, max: number, message: string) =>
  z.preprocess(written, z.number({ error: message }).min(min, message).max(max, message));

/** Whole number with limits; `message` is the text for every breach. */
export const int = (min: number, max: number, message: string) =>
  z.preprocess(written, z.int({ error: message }).min(min, message).max(max, message));

/** One of a few numbers. */
export const oneOf = <const N extends number>(numbers: readonly N[], message: string) =>
  z.preprocess(written, z.literal(numbers, { error: message }));

const badNumber = '参数不正确';

/** A row's number, from a query or a body. */
export const id = (missing = badNumber) => int(1, Number.MAX_SAFE_INTEGER, missing);

/** A count that is kept in four bytes. */
export const count = (min = 0, message = badNumber) => int(min, 2_147_483_647, message);

/** Row numbers as an array, or as a text with commas (`1,2,3`). */
export const ids = (missing = '请先选择数据', number = id(missing), most = 9999) =>
  z.preprocess(
    (value) => (typeof value === 'string' ? value.split(',', most + 1) : value),
    z.array(number, { error: missing }).min(1, missing).max(most, missing),
  );

/** true or false, also sent as `true`, `false`, `1`, `0`. */
export const flag = z
  .union([z.boolean(), z.enum(['true', 'false', '1', '0']), z.literal([0, 1])])
  .transform((value) => value === true || value === 'true' || value === '1' || value === 1);

const degree = (most: number, message: string) => decimal(-most, most, message).nullable().default(null);

/** Degrees east and north, both null where the place is not known. */
export const longitude = degree(180, '经度不正确');
export const latitude = degree(90, '纬度不正确');

/** Integer fen (分), negative only where `least` is; `tooLow` and `tooHigh` are said in place of the usual words. Says apart that it is missing, too little, too much, or finer than a fen. */
export const fen = (
  label: string,
  {
    least = 0,
    most = 99_999_999_999,
    tooLow,
    tooHigh = `${label}不能超过${moneyText(most)}元`,
  }: { least?: number; most?: number; tooLow?: string; tooHigh?: string } = {},
) => {
  const low =
    tooLow ??
    (least === 0
      ? `${label}应为不小于0的金额`
      : least === 1
        ? `${label}须大于0`
        : `${label}不能少于${fenToYuan(least)}元`);
  return z.preprocess(
    written,
    z
      .int({
        error: ({ input }) =>
          input === undefined || input === null
            ? `请输入${label}`
            : typeof input === 'number' && !Number.isInteger(input)
              ? `${label}最多两位小数`
              : low,
      })
      .min(least, low)
      .max(most, tooHigh),
  );
};

/** Time on the wire: `yyyy-MM-dd HH:mm:ss`, Asia/Shanghai. */
export const time = z.string();
/** Day on the wire: `yyyy-MM-dd`. */
export const day = z.string();

/** Version of a row the sender last saw; absent means the check is skipped (inherited calls). */
export const version = count().optional();
