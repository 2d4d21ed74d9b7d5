import { z } from 'zod';
import { flag, int, optionalText, text } from '../../kit/fields.ts';
import { FieldType } from './flow-enums.ts';

/** Fields one type may have. */
export const mostFields = 40;
/** Longest text of a field that says nothing itself: one line, several lines. */
export const usualLength = { text: 100, area: 1000 } as const;
export const takesOptions = (type: string): boolean => type === 'radio' || type === 'checkbox';
export const takesNumbers = (type: string): boolean => type === 'number' || type === 'sensor';
export const takesLength = (type: string): type is 'text' | 'area' => type === 'text' || type === 'area';

/** A number that may be left out; null, as cleared inputs send it, is absent. */
const maybe = <T extends z.ZodType>(rule: T) => z.preprocess((value) => value ?? undefined, rule.optional());
const amount = (message: string) => maybe(z.number({ error: message }).min(-1e12, message).max(1e12, message));

/** One field of a flow type. Its key names its value in every record and never changes. */
export const FlowField = z
  .object({
    key: z.string({ error: '字段编号不正确' }).regex(/^f[1-9]\d{0,3}$/, '字段编号不正确'),
    label: text('字段名称', { max: 20 }),
    type: FieldType.schema,
    unit: optionalText('单位', 10),
    required: flag.default(false),
    options: z
      .array(text('选项', { max: 30 }))
      .max(50, '选项最多50个')
      .default([]),
    min: amount('最小值不正确'),
    max: amount('最大值不正确'),
    decimals: maybe(int(0, 6, '小数位应为0-6的整数')),
    maxLength: maybe(int(1, 2000, '最多字数应为1-2000的整数')),
    showToConsumer: flag.default(true),
    tip: optionalText('填写提示', 60),
    /** No longer filled in; what older records hold stays. */
    isHidden: flag.default(false),
  })
  .superRefine(({ type, options, min, max }, context) => {
    const wrong = (path: string, message: string) => context.addIssue({ code: 'custom', path: [path], message });
    if (takesOptions(type)) {
      if (options.length < 2) wrong('options', '选项至少2个');
      else if (new Set(options).size < options.length) wrong('options', '选项不能重复');
    }
    if (min !== undefined && max !== undefined && min > max) wrong('max', '最大值不能小于最小值');
  });
export type FlowField = z.output<typeof FlowField>;

/** The fields of a type in their order; labels and keys are unique. */
export const FlowFields = z
  .array(FlowField, { error: '字段格式不正确' })
  .max(mostFields, `最多${mostFields}个字段`)
  .superRefine((fields, context) => {
    for (const name of ['label', 'key'] as const) {
      const known = new Set<string>();
      for (const [at, field] of fields.entries()) {
        if (known.has(field[name])) context.addIssue({ code: 'custom', path: [at, name], message: '字段名称不能重复' });
        known.add(field[name]);
      }
    }
  });

/** The next key of a type: behind the highest ever seen in its fields. */
export const nextKey = (fields: readonly Pick<FlowField, 'key'>[]): string =>
  `f${Math.max(0, ...fields.map(({ key }) => Number(key.slice(1)) || 0)) + 1}`;
