import { asAsked, lookOf, plainNumber } from '@zhuiyuan/contract/kit/typed';
import { z } from 'zod';
import { plainTime } from './plain-time.ts';

const wrong = (title: string) => `${title}格式不正确`;

/** Text of a cell, by default without marks around and in it; '' when it is empty. */
export const textCell = (title: string, max: number, as: (typed: string) => string = asAsked) =>
  z.string().overwrite(as).max(max, `${title}不能超过${max}个字符`).default('');

/** A number of a cell by the rule it has elsewhere, also written `1,000`. */
export const numberCell = <Rule extends z.ZodType>(rule: Rule) =>
  z.preprocess((cell) => (typeof cell === 'string' ? plainNumber(cell).replace(/,/g, '') : cell), rule);

/** Day of a cell as `yyyy-MM-dd`, also written `2026/1/5`, `2026.1.5`, `20260105`, `2026年1月5日`, or with a time behind, also by ISO 8601; absent when empty. */
export const dayCell = (title: string) =>
  z
    .string()
    .transform((cell, context) => {
      const text = plainTime(lookOf(cell));
      const [, year, month, day] =
        /^(\d{4})\s*[-/.年]\s*(\d{1,2})\s*[-/.月]\s*(\d{1,2})日?(?:\s+[\d:.]+)?$/.exec(text) ??
        /^(\d{4})(\d{2})(\d{2})$/.exec(text) ??
        [];
      const found = year ? `${year}-${month!.padStart(2, '0')}-${day!.padStart(2, '0')}` : '';
      const at = new Date(`${found}T00:00:00Z`);
      if (found && !Number.isNaN(at.getTime()) && at.toISOString().startsWith(found)) return found;
      context.addIssue({ code: 'custom', message: wrong(title) });
      return z.NEVER;
    })
    .optional();

/** One of several labels; absent when empty. */
export const choiceCell = <V extends string | number>(title: string, options: readonly { value: V; label: string }[]) =>
  z
    .string()
    .overwrite(lookOf)
    .transform((text, context): V => {
      const found = options.find(({ label }) => lookOf(label) === text);
      if (found) return found.value;
      context.addIssue({
        code: 'custom',
        message: `${title}应为${options.map(({ label }) => label).join('、')}之一`,
      });
      return z.NEVER;
    })
    .optional();
