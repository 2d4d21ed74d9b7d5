import { resource } from '../../kit/resource.ts';
import { Saved, oneRow } from '../../kit/standard.ts';
import { z } from 'zod';
import { defineApi, done, LogKind } from '../../kit/endpoint.ts';
import { Enabled } from '../../kit/enumeration.ts';
import { filterText, id, int, text, time, version } from '../../kit/fields.ts';
import { optionalFileAddress } from '../../kit/picture.ts';
import { Block, Blocks } from './template-blocks.ts';
import { Theme } from './template-theme.ts';

/** A trace-page template as its card shows it. */
export const TemplateRow = z.object({
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
export type TemplateRow = z.output<typeof TemplateRow>;

export const Template = TemplateRow.extend({ blocks: z.array(Block), theme: Theme });
export type Template = z.output<typeof Template>;

export const TemplateVersion = z.object({
  version: z.number(),
  publishTime: time,
  publisher: z.string(),
  blockCount: z.number(),
  /** Version it was taken back from, or null. */
  fromVersion: z.number().nullable(),
  isLive: z.boolean(),
});
export type TemplateVersion = z.output<typeof TemplateVersion>;

/** A template as it is edited; shoppers see it once it is published. */
export const TemplateDraft = z.object({
  firmId: id('请选择所属企业').optional(),
  name: text('模板名称', { max: 30 }),
  cover: optionalFileAddress,
  blocks: Blocks,
  theme: Theme.prefault({}),
});
export type TemplateDraft = z.output<typeof TemplateDraft>;

const templateAt = resource('/admin/identity/temp', 'admin:identity:temp', '溯源模板');
export const templateApi = defineApi({
  list: templateAt.list(TemplateRow, { firmId: id().optional(), name: filterText, status: Enabled.schema.optional() }),
  listAll: templateAt.listAll(
    z.array(
      z.object({
        id: z.number(),
        name: z.string(),
        firmId: z.number(),
        status: z.number(),
        isDefault: z.boolean(),
        publishVersion: z.number(),
      }),
    ),
    { may: { any: ['admin:identity:temp:list', 'admin:identity:product:list'] } },
  ),
  info: templateAt.info(Template),
  save: templateAt.save(TemplateDraft),
  update: templateAt.change('编辑溯源模板', '/update', 'update', TemplateDraft.extend({ id: id(), version }), Saved, {
    changes: 'id',
  }),
  /** Makes a twin named `…-副本` from the draft, unpublished. */
  copy: templateAt.write(LogKind.insert, '复制溯源模板', '/copy', 'save', oneRow, Saved),
  remove: templateAt.remove(),
  removeMany: templateAt.removeMany(),
  /** Products of a disabled template are shown with the firm's default. */
  updateStatus: templateAt.updateStatus(),
  /** Puts the draft before shoppers as the next version. The first one of a firm becomes its default. */
  publish: templateAt.change('发布溯源模板', '/publish', 'publish', oneRow, z.object({ publishVersion: z.number() })),
  setDefault: templateAt.change('设为默认溯源模板', '/default', 'publish', oneRow, done),
  versions: templateAt.read('溯源模板版本', '/version/list', 'list', oneRow, z.array(TemplateVersion)),
  /** Publishes an older version again, as the next one; the draft becomes the same. */
  rollback: templateAt.change(
    '回滚溯源模板',
    '/rollback',
    'publish',
    z.object({ id: id(), version: int(1, 1_000_000, '版本不正确') }),
    z.object({ publishVersion: z.number() }),
  ),
});
