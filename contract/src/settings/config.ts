import { z } from 'zod';
import type { RefusalText } from '../kit/codes.ts';
import { change, defineApi, done, LogKind, read } from '../kit/endpoint.ts';
import { id, int, time } from '../kit/fields.ts';

export const configRefusals = {
  noForm: [63601, '表单配置不正确，请关联正确表单后使用'],
  notSaved: [63602, '配置项不存在'],
} as const satisfies Record<string, RefusalText>;

/** What a secret is shown as; sent back unchanged, it keeps the stored one. */
export const maskedSecret = '******';

const key = z.string({ error: '配置键不能为空' }).trim().min(1, '配置键不能为空').max(80, '配置键不能超过80个字符');
const longest = 20_000;
/** A value is stored as text; numbers, switches and lists that a form sends are written as JSON. null clears, absent leaves as it is. */
const value = z
  .union([z.string(), z.number(), z.boolean(), z.array(z.unknown()).max(1000, '配置内容过长'), z.null()])
  .transform((given) => (given === null ? '' : typeof given === 'string' ? given : JSON.stringify(given)))
  .pipe(z.string().max(longest, `配置内容不能超过${longest}个字符`))
  .optional();

export const ConfigRow = z.object({
  id: z.number(),
  /** The setting's key. */
  name: z.string(),
  title: z.string(),
  formId: z.number(),
  value: z.string(),
  status: z.boolean(),
  createTime: time,
  updateTime: time,
});
export type ConfigRow = z.output<typeof ConfigRow>;

const fields = z
  .array(z.object({ name: key, value, title: z.string().max(200).optional() }), { error: '表单内容不正确' })
  .min(1, '表单内容不正确')
  .max(200, '表单内容不正确');

/** Settings by form or by key. No call ever answers a secret. */
export const configApi = defineApi({
  info: {
    method: 'GET',
    path: '/admin/system/config/info',
    may: 'admin:system:config:info',
    platform: true,
    input: z.object({ formId: id('表单id不能为空') }),
    /** `id` is the form; every other name a field of it. */
    data: z.record(z.string(), z.union([z.string(), z.number()])),
    title: '系统设置',
  },
  saveForm: change(
    '保存系统设置',
    '/admin/system/config/save/form',
    'admin:system:config:save:form',
    z.object({
      id: id('表单id不能为空'),
      sort: int(0, 999_999, '排序不正确').optional(),
      status: z.unknown().optional(),
      fields,
    }),
    done,
    { platform: true },
  ),
  getUnique: read(
    '读取配置',
    '/admin/system/config/getuniq',
    'admin:system:config:getuniq',
    z.object({ key }),
    z.string(),
  ),
  saveUnique: change(
    '保存配置',
    '/admin/system/config/saveuniq',
    { all: ['admin:system:config:saveuniq', 'admin:system:config:save:form'] },
    z.object({ key, value }),
    z.boolean(),
    { platform: true, changes: 'key' },
  ),
  check: {
    method: 'GET',
    path: '/admin/system/config/check',
    may: 'admin:system:config:check',
    input: z.object({ name: key }),
    /** Whether a setting has this key. */
    data: z.boolean(),
    title: '检查配置键',
  },
  get: read('配置详情', '/admin/system/config/get', 'admin:system:config:get', z.object({ key }), z.array(ConfigRow)),
  update: {
    method: 'POST',
    path: '/admin/system/config/update',
    may: { all: ['admin:system:config:update', 'admin:system:config:save:form'] },
    platform: true,
    /** The body is the list itself. */
    input: z.object({
      list: z
        .array(z.object({ id: id().optional(), name: key, value }), { error: '配置内容不正确' })
        .min(1, '配置内容不正确')
        .max(200, '配置内容不正确'),
    }),
    data: z.boolean(),
    title: '修改配置',
    log: LogKind.update,
  },
});
