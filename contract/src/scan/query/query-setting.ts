import { resource } from '../../kit/resource.ts';
import { z } from 'zod';
import { dateLimit } from '../../kit/date-limit.ts';
import { defineApi } from '../../kit/endpoint.ts';
import { Enabled, enumeration } from '../../kit/enumeration.ts';
import { filterText, flag, id, int, oneOf, optionalText, text, time } from '../../kit/fields.ts';
import { picking } from '../../kit/picking.ts';
import { Verdict, verdictWords } from '../../codes/state/verdict.ts';
import { verdictVariables } from './verdict-text.ts';

/** Whom a query setting is for. */
export const SelectScope = enumeration({
  firm: { value: 1, label: '企业默认' },
  products: { value: 2, label: '产品' },
});

const unknownVariable = (sentence: string): string | undefined =>
  [...sentence.matchAll(/\{([^{}]*)\}/g)].map(([, name]) => name!).find((name) => !(name in verdictVariables));

const sentence = text('提示语', { max: 200, missing: '请输入提示语' }).superRefine((value, context) => {
  const name = unknownVariable(value);
  if (name !== undefined) context.addIssue({ code: 'custom', message: `没有变量{${name}}` });
});

/** One text for each verdict. */
export const VerdictTexts = z.object(
  Object.fromEntries(Verdict.options.map(({ value }) => [value, sentence])) as Record<Verdict, typeof sentence>,
);
export type VerdictTexts = z.output<typeof VerdictTexts>;

/** The texts a setting begins with. */
export const defaultTexts = Object.fromEntries(
  Verdict.options.map(({ value }) => [value, verdictWords[value].text]),
) as VerdictTexts;

const address = z
  .string({ error: '跳转地址格式不正确' })
  .trim()
  .max(300, '跳转地址不能超过300个字符')
  .refine((value) => value === '' || /^https:\/\/[^\s/]+\.[^\s/]+/.test(value), '跳转地址须以https://开头')
  .default('');

const phone = optionalText('客服电话', 20).refine(
  (value) => value === '' || /^[\d+ -]{5,20}$/.test(value),
  '客服电话格式不正确',
);

const fields = z.object({
  /** Whose setting it is; staff of a firm need not say. */
  firmId: id('请选择所属企业').optional(),
  name: text('名称', { max: 30 }),
  scope: oneOf([SelectScope.firm, SelectScope.products], '请选择适用范围'),
  /** Products of a setting of scope 2. */
  productIds: z
    .array(id())
    .max(500, '一个设置最多选择500个产品')
    .transform((list) => [...new Set(list)])
    .default([]),
  needPin: flag.default(false),
  overLimit: int(2, 100, '超限次数应为2-100的整数'),
  dedupeMin: int(0, 1440, '去重时间应为0-1440分钟'),
  showFirstInfo: flag.default(true),
  voiceOn: flag.default(false),
  servicePhone: phone,
  jumpUrl: address,
  texts: VerdictTexts,
  status: Enabled.schema.default(0),
});
const withProducts = <T extends typeof fields>(draft: T) =>
  draft.refine(({ scope, productIds }) => scope === SelectScope.firm || productIds.length > 0, {
    path: ['productIds'],
    message: '请选择产品',
  });

/** What the form of a query setting sends. */
export const QuerySettingDraft = withProducts(fields);
export type QuerySettingDraft = z.output<typeof QuerySettingDraft>;

export const QuerySettingRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  name: z.string(),
  scope: z.number(),
  productText: z.string(),
  needPin: z.boolean(),
  overLimit: z.number(),
  dedupeMin: z.number(),
  voiceOn: z.boolean(),
  status: z.number(),
  version: z.number(),
  createTime: time,
  updateTime: time,
});
export type QuerySettingRow = z.output<typeof QuerySettingRow>;

export const QuerySetting = QuerySettingRow.extend({
  productIds: z.array(z.number()),
  products: z.array(z.object({ id: z.number(), name: z.string() })),
  showFirstInfo: z.boolean(),
  servicePhone: z.string(),
  jumpUrl: z.string(),
  texts: VerdictTexts,
});
export type QuerySetting = z.output<typeof QuerySetting>;

const querySettingAt = resource('/admin/identity/select', 'admin:identity:select', '防伪查询设置');
/** 防伪查询设置. */
export const querySettingApi = defineApi({
  list: querySettingAt.list(QuerySettingRow, {
    firmId: id().optional(),
    name: filterText,
    scope: SelectScope.schema.optional(),
    productId: id().optional(),
    status: Enabled.schema.optional(),
    dateLimit,
  }),
  listAll: querySettingAt.read(
    '全部防伪查询设置',
    '/list/all',
    'list',
    z.object(picking),
    z.array(z.object({ id: z.number(), name: z.string() })),
  ),
  /** What a new setting of a firm begins with: its rules, its telephone and the usual texts. */
  blank: querySettingAt.read(
    '防伪查询设置初值',
    '/blank',
    'list',
    z.object({ firmId: id().optional() }),
    z.object({
      /** False once the firm has its default. */
      mayBeDefault: z.boolean(),
      firmName: z.string(),
      servicePhone: z.string(),
      overLimit: z.number(),
      dedupeMin: z.number(),
      texts: VerdictTexts,
    }),
  ),
  info: querySettingAt.info(QuerySetting),
  save: querySettingAt.save(QuerySettingDraft),
  update: querySettingAt.update(QuerySettingDraft),
  remove: querySettingAt.remove(),
  removeMany: querySettingAt.removeMany(),
  updateStatus: querySettingAt.updateStatus(),
});
