import { z } from 'zod';
import type { RefusalText } from '../kit/codes.ts';
import { defineApi, done, LogKind, nothing, read, send, write } from '../kit/endpoint.ts';
import { id, int, text, time } from '../kit/fields.ts';
import { oneRow, Saved } from '../kit/standard.ts';

/** Who beside its owner may change a view that all of the firm use: those who look after the firm's accounts. */
export const mayChangeShared = 'admin:system:admin:update';

export const viewRefusals = {
  viewNameTaken: [63751, '已有同名视图'],
  tooManyViews: [63752, '一个列表最多保存20个视图'],
} as const satisfies Record<string, RefusalText>;

/** Views one person may keep of one list. */
export const mostViews = 20;

/** 行高: 32, 40 or 48 px. */
export const Density = z.enum(['compact', 'normal', 'loose']);
export type Density = z.output<typeof Density>;

/** Widths a column may be given, in px. */
export const columnWidth = { least: 64, most: 480 } as const;

const widthText = `列宽应为${columnWidth.least}-${columnWidth.most}`;
const key = z.string().min(1).max(60);

/** The columns a list shows, in their order, and how high its rows are. A column it does not name is hidden. */
export const ListLayout = z.object({
  columns: z
    .array(
      z.object({
        key,
        width: int(columnWidth.least, columnWidth.most, widthText).optional(),
        isPinned: z.boolean().optional(),
      }),
    )
    .max(60, '列过多'),
  density: Density,
});
export type ListLayout = z.output<typeof ListLayout>;

/** Letters of all filters of a view together. */
const mostLetters = 4000;

/** What a view keeps. A list without a layout has its usual columns; `values` are the filters and the order, as the address carries them. */
export const ViewContent = z.object({
  values: z
    .record(key, z.string().max(2000))
    .refine((values) => Object.keys(values).length <= 60, '筛选条件过多')
    // Every page's first call brings all views of a person.
    .refine((values) => Object.values(values).join('').length <= mostLetters, '筛选条件过长')
    .default({}),
  layout: ListLayout.nullable().default(null),
});
export type ViewContent = z.output<typeof ViewContent>;

/** A list by the path of its rows. */
const list = z.string({ error: '请选择列表' }).regex(/^[\w/:#-]{1,120}$/, '列表不正确');

const ViewDraft = z.object({
  name: text('视图名称', { max: 12 }),
  isShared: z.boolean({ error: '请选择谁可用' }),
  content: ViewContent,
});

/** A saved view. */
export const ListView = z.object({
  id: z.number(),
  list: z.string(),
  name: z.string(),
  isShared: z.boolean(),
  isOwn: z.boolean(),
  content: ViewContent,
  version: z.number(),
  updatedAt: time,
  /** Who changed it last; '' where that account is gone. */
  updatedBy: z.string(),
});
export type ListView = z.output<typeof ListView>;

/** How one list looks to a person. */
const OwnList = z.object({ list: z.string(), layout: ListLayout.nullable(), viewId: z.number().nullable() });

/** Everything a person's lists are drawn by: own layouts, own views, and those all of the firm use. */
export const OwnLists = z.object({ lists: z.array(OwnList), views: z.array(ListView) });
export type OwnLists = z.output<typeof OwnLists>;

export const listViewApi = defineApi({
  own: read('列表视图', '/admin/list/own', 'signed-in', nothing, OwnLists),
  /** Keeps columns and default view of one list; null goes back to the usual ones. */
  keep: send(
    '列设置',
    '/admin/list/layout',
    'signed-in',
    z.object({ list, layout: ListLayout.nullable().default(null), viewId: id().nullable().default(null) }),
    done,
    { log: false },
  ),
  save: write(LogKind.insert, '新增视图', '/admin/list/view/save', 'signed-in', ViewDraft.extend({ list }), Saved),
  /** Refuses a view that somebody else has changed since, and one of somebody else without {@link mayChangeShared}. */
  update: write(
    LogKind.update,
    '编辑视图',
    '/admin/list/view/update',
    'signed-in',
    ViewDraft.extend({ id: id(), version: int(0, 2_147_483_647, '参数不正确') }),
    Saved,
  ),
  remove: write(LogKind.delete, '删除视图', '/admin/list/view/delete', 'signed-in', oneRow, done),
});
