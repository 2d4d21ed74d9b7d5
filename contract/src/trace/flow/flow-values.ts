import { z } from 'zod';
import { isDay, timeField } from '../../kit/day.ts';
import { decimal, optionalText, text } from '../../kit/fields.ts';
import { fileAddress } from '../../kit/picture.ts';
import type { FieldType } from './flow-enums.ts';
import { takesLength, usualLength, type FlowField } from './flow-field.ts';

/** Papers a record may carry, and how large each may be. */
export const mostFiles = 5;
export const fileExtensions = ['pdf', 'xlsx', 'docx'] as const;
export const fileMegabytes = 20;
export const mostPictures = 9;

const hasAllowedExtension = (address: string) =>
  fileExtensions.some((end) => address.toLowerCase().endsWith(`.${end}`));

/** A paper that was uploaded: the name to show and its address. */
export const FlowFile = z.object({
  name: text('文件名', { max: 90 }),
  url: fileAddress('请上传文件').refine(hasAllowedExtension, '附件只支持pdf、xlsx、docx'),
});
export type FlowFile = z.output<typeof FlowFile>;
export const flowFiles = z.array(FlowFile, { error: '附件格式不正确' }).max(mostFiles, `最多上传${mostFiles}个附件`);
const flowPictures = z
  .array(fileAddress('请选择图片'), { error: '图片格式不正确' })
  .max(mostPictures, `最多选择${mostPictures}张图片`);

export const longitude = decimal(-180, 180, '经度不正确');
export const latitude = decimal(-90, 90, '纬度不正确');

/** A place on the map. */
export const FlowPlace = z.object({ lng: longitude, lat: latitude, address: optionalText('地址', 80) });
/** One reading of a sensor. */
export const SensorReading = z.object({
  value: z.number(),
  device: optionalText('设备', 40),
  at: z.preprocess((value) => value || undefined, timeField('时间格式不正确').optional()),
});

const toNumberRule = ({ label, unit, min, max, decimals = 2 }: FlowField) => {
  const wrong = `${label}应为数字`;
  let rule = z.number({ error: wrong });
  if (min !== undefined) rule = rule.min(min, `${label}不能小于${min}${unit}`);
  if (max !== undefined) rule = rule.max(max, `${label}不能大于${max}${unit}`);
  const step = 10 ** decimals;
  return rule.refine(
    (value) => Math.abs(value * step - Math.round(value * step)) < 1e-6 * Math.max(1, Math.abs(value * step)),
    decimals === 0 ? `${label}应为整数` : `${label}最多${decimals}位小数`,
  );
};

const pickedTypes = new Set<string>(['date', 'datetime', 'radio', 'checkbox', 'region', 'location', 'lot']);
const sent = new Set<string>(['image', 'file']);
const missingText = ({ label, type }: FlowField) =>
  `${pickedTypes.has(type) ? '请选择' : sent.has(type) ? '请上传' : '请输入'}${label}`;

const rules: Record<FieldType, (field: FlowField) => z.ZodType> = {
  text: (field) => text(field.label, { max: field.maxLength ?? usualLength.text }),
  area: (field) => text(field.label, { max: field.maxLength ?? usualLength.area }),
  number: toNumberRule,
  date: (field) =>
    z
      .string({ error: missingText(field) })
      .trim()
      .refine(isDay, `${field.label}应为日期，如2026-05-01`),
  datetime: (field) => timeField(`${field.label}应为时间，如2026-05-01 08:30`),
  radio: ({ label, options }) =>
    z
      .string({ error: `请选择${label}` })
      .refine((value) => options.includes(value), `${label}只能是：${options.join('、')}`),
  checkbox: ({ label, options }) =>
    z
      .array(z.string(), { error: `请选择${label}` })
      .refine((values) => values.every((value) => options.includes(value)), `${label}只能是：${options.join('、')}`)
      .transform((values) => options.filter((option) => values.includes(option))),
  image: () => flowPictures,
  file: () => flowFiles,
  region: ({ label }) => z.string({ error: `请选择${label}` }).regex(/^\d{6}$/, `${label}不正确`),
  location: () => FlowPlace,
  person: ({ label }) => text(label, { max: 20 }),
  lot: ({ label }) =>
    z
      .number({ error: `请选择${label}` })
      .int()
      .positive(`请选择${label}`),
  sensor: (field) => SensorReading.extend({ value: toNumberRule(field) }),
};

const empty = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  value === '' ||
  (Array.isArray(value) && value.length === 0) ||
  (typeof value === 'string' && value.trim() === '');

/** What a cleared control leaves behind: a place or a reading without its numbers is no value. */
const present = (type: string, value: unknown): unknown => {
  if (empty(value)) return undefined;
  if ((type === 'location' || type === 'sensor') && typeof value === 'object' && !Array.isArray(value)) {
    const { lng, lat, value: reading } = value as { lng?: unknown; lat?: unknown; value?: unknown };
    return (type === 'location' ? empty(lng) && empty(lat) : empty(reading)) ? undefined : value;
  }
  return value;
};

/**
 * The one rule for the values of a record: a schema made of its type's fields, read by the form, the import and its
 * preview. Hidden fields are left out of it.
 */
export const flowValues = (fields: readonly FlowField[]): z.ZodObject =>
  z.object(
    Object.fromEntries(
      fields
        .filter(({ isHidden }) => !isHidden)
        .map((field) => {
          const rule = rules[field.type](field);
          const given = z.any().superRefine((value, context) => {
            if (value === undefined) context.addIssue({ code: 'custom', message: missingText(field) });
          });
          const whole = field.required ? given.pipe(rule) : rule.optional();
          return [field.key, z.preprocess((value) => present(field.type, value), whole)];
        }),
    ),
  );

/** Whether a text field counts its characters, and how many it takes. */
export const toLongest = (field: FlowField): number | undefined =>
  takesLength(field.type) ? (field.maxLength ?? usualLength[field.type]) : undefined;
