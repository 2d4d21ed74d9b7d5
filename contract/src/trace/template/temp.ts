import { z } from 'zod';
import { defineApi, done, LogKind, nothing } from '../../kit/endpoint.ts';
import { Enabled } from '../../kit/enumeration.ts';
import { filterText, id, ids, int, text, time, version } from '../../kit/fields.ts';
import { pageOf, paging } from '../../kit/page.ts';
import { optionalFileAddress } from '../../kit/picture.ts';
import { Block, Blocks } from './temp-blocks.ts';
import { Theme } from './temp-theme.ts';

/** A trace-page template as its card shows it. */
export const TempRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  name: z.string(),
  cover: z.string(),
  isDefault: z.boolean(),
  /** Products shown with this template: those that name it, and for the default those that name none. */
  productCount: z.number(),
  /** 0 while nothing was published. */
  publishVersion: z.number(),
  publishTime: time.nullable(),
  /** The draft differs from what shoppers see. */
  hasChanges: z.boolean(),
  /** What the card draws where there is no cover. */
  color: z.string(),
  kinds: z.array(z.string()),
  status: z.number(),
  version: z.number(),
  createTime: time,
  updateTime: time,
});
export type TempRow = z.output<typeof TempRow>;

export const Temp = TempRow.extend({ blocks: z.array(Block), theme: Theme });
export type Temp = z.output<typeof Temp>;

export const TempVersion = z.object({
  version: z.number(),
  publishTime: time,
  publisher: z.string(),
  blockCount: z.number(),
  /** Version it was taken back from, or null. */
  fromVersion: z.number().nullable(),
  isLive: z.boolean(),
});
export type TempVersion = z.output<typeof TempVersion>;

/** A template as it is edited; shoppers see it once it is published. */
export const TempDraft = z.object({
  firmId: id('请选择所属企业').optional(),
  name: text('模板名称', { max: 30 }),
  cover: optionalFileAddress,
  blocks: Blocks,
  theme: Theme.prefault({}),
});
export type TempDraft = z.output<typeof TempDraft>;

const saved = z.object({ id: z.number(), version: z.number() });
const one = z.object({ id: id() });

export const tempApi = defineApi({
  list: {
    method: 'GET',
    path: '/admin/identity/temp/list',
    may: 'admin:identity:temp:list',
    input: z.object({ ...paging, firmId: id().optional(), name: filterText, status: Enabled.schema.optional() }),
    data: pageOf(TempRow),
    title: '溯源模板列表',
  },
  listAll: {
    method: 'GET',
    path: '/admin/identity/temp/list/all',
    may: { any: ['admin:identity:temp:list', 'admin:identity:product:list'] },
    input: nothing,
    data: z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        firmId: z.number(),
        status: z.number(),
        isDefault: z.boolean(),
        publishVersion: z.number(),
      }),
    ),
    title: '全部溯源模板',
  },
  info: {
    method: 'GET',
    path: '/admin/identity/temp/info',
    may: 'admin:identity:temp:list',
    input: one,
    data: Temp,
    title: '溯源模板详情',
  },
  save: {
    method: 'POST',
    path: '/admin/identity/temp/save',
    may: 'admin:identity:temp:save',
    input: TempDraft,
    data: saved,
    title: '新增溯源模板',
    log: LogKind.insert,
  },
  update: {
    method: 'POST',
    path: '/admin/identity/temp/update',
    may: 'admin:identity:temp:update',
    input: TempDraft.extend({ id: id(), version }),
    data: saved,
    title: '编辑溯源模板',
    changes: 'id',
    log: LogKind.update,
  },
  /** Makes a twin named `…-副本` from the draft, unpublished. */
  copy: {
    method: 'POST',
    path: '/admin/identity/temp/copy',
    may: 'admin:identity:temp:save',
    input: one,
    data: saved,
    title: '复制溯源模板',
    log: LogKind.insert,
  },
  remove: {
    method: 'GET',
    path: '/admin/identity/temp/delete',
    may: 'admin:identity:temp:delete',
    input: one,
    data: done,
    title: '删除溯源模板',
    log: LogKind.delete,
  },
  removeMany: {
    method: 'POST',
    path: '/admin/identity/temp/delete/ids',
    may: 'admin:identity:temp:delete',
    input: z.object({ ids: ids() }),
    data: z.object({ ok: z.number(), fail: z.array(z.object({ id: z.number(), message: z.string() })) }),
    title: '批量删除溯源模板',
    log: LogKind.delete,
  },
  /** Products of a disabled template are shown with the firm's default. */
  updateStatus: {
    method: 'POST',
    path: '/admin/identity/temp/update/status',
    may: 'admin:identity:temp:update',
    input: z.object({ id: id(), status: Enabled.schema }),
    data: done,
    title: '启用或停用溯源模板',
    log: LogKind.update,
  },
  /** Puts the draft before shoppers as the next version. The first one of a firm becomes its default. */
  publish: {
    method: 'POST',
    path: '/admin/identity/temp/publish',
    may: 'admin:identity:temp:publish',
    input: one,
    data: z.object({ publishVersion: z.number() }),
    title: '发布溯源模板',
    log: LogKind.update,
  },
  setDefault: {
    method: 'POST',
    path: '/admin/identity/temp/default',
    may: 'admin:identity:temp:publish',
    input: one,
    data: done,
    title: '设为默认溯源模板',
    log: LogKind.update,
  },
  versions: {
    method: 'GET',
    path: '/admin/identity/temp/version/list',
    may: 'admin:identity:temp:list',
    input: one,
    data: z.array(TempVersion),
    title: '溯源模板版本',
  },
  /** Publishes an older version again, as the next one; the draft becomes the same. */
  rollback: {
    method: 'POST',
    path: '/admin/identity/temp/rollback',
    may: 'admin:identity:temp:publish',
    input: z.object({ id: id(), version: int(1, 1_000_000, '版本不正确') }),
    data: z.object({ publishVersion: z.number() }),
    title: '回滚溯源模板',
    log: LogKind.update,
  },
});
