import { z } from 'zod';
import { CodeFacts } from '../codes/lookup/identity.ts';
import { defineApi, done, nothing, read, send } from '../kit/endpoint.ts';
import { enumeration } from '../kit/enumeration.ts';
import { text, time } from '../kit/fields.ts';
import { asAsked } from '../kit/typed.ts';

/** What a search finds beside codes and menus, in the order shown. */
export const SearchGroup = enumeration({
  lot: { label: '批次' },
  task: { label: '生码任务' },
  deliver: { label: '发货单' },
  order: { label: '要货订单' },
  apply: { label: '要货申请' },
  agent: { label: '经销商' },
  shop: { label: '门店' },
  product: { label: '产品' },
  activity: { label: '抽奖活动' },
  consumer: { label: '消费者' },
  police: { label: '预警' },
  firm: { label: '企业' },
});
export type SearchGroup = (typeof SearchGroup.options)[number]['value'];

/** Rows of one kind shown at most. */
export const mostInGroup = 3;
/** What a person opened last, kept at most. */
export const mostRecent = 5;

export const SearchRow = z.object({
  id: z.number(),
  /** What people call it: a name or a number. */
  title: z.string(),
  /** What tells it from others. */
  text: z.string(),
  status: z.object({ label: z.string(), tone: z.enum(['idle', 'doing', 'wait', 'good', 'bad', 'gone']) }).nullable(),
  /** After a code: why it stands here; '' otherwise. */
  why: z.string(),
});
export type SearchRow = z.output<typeof SearchRow>;

/** The one code that was pasted, scanned or typed whole. */
export const FoundCode = CodeFacts.pick({
  code: true,
  level: true,
  life: true,
  shipStatus: true,
  storeName: true,
  image: true,
  holderName: true,
  scanCnt: true,
}).extend({
  firstScanAt: time.nullable(),
  lastScan: z.object({ at: time, province: z.string(), city: z.string() }).nullable(),
});
export type FoundCode = z.output<typeof FoundCode>;

export const Found = z.object({
  /** Null for anything else, and for codes of other firms. */
  code: FoundCode.nullable(),
  /** After a code what it belongs to, else what is called so. Groups without rows, and those the person may not see, are left out. */
  groups: z.array(z.object({ group: SearchGroup.schema, rows: z.array(SearchRow), hasMore: z.boolean() })),
});
export type Found = z.output<typeof Found>;

/** Something opened from the search, by what leads to it again. */
export const RecentFind = z.object({
  kind: z.enum(['code', 'menu', ...SearchGroup.options.map(({ value }) => value)], { error: '种类不正确' }),
  /** The code, the menu's address, or the row's number. */
  key: text('标识', { max: 200 }),
  title: text('名称', { max: 200 }),
});
export type RecentFind = z.output<typeof RecentFind>;

export const searchApi = defineApi({
  /** What is called so, newest first, an exact number before all others. */
  find: read(
    '全局搜索',
    '/admin/search/find',
    'signed-in',
    z.object({
      words: z
        .string({ error: '请输入要找的内容' })
        .overwrite(asAsked)
        .min(1, '请输入要找的内容')
        .max(512, '最多512个字符'),
    }),
    Found,
    { typed: ['words'] },
  ),
  /** What this person opened last from the search, newest first. */
  recent: read('最近搜索', '/admin/search/recent', 'signed-in', nothing, z.array(RecentFind)),
  remember: send('记录最近搜索', '/admin/search/recent/save', 'signed-in', RecentFind, done, { log: false }),
  forget: send('清除最近搜索', '/admin/search/recent/delete', 'signed-in', nothing, done, { log: false }),
});
