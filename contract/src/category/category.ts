import { z } from 'zod';
import type { RefusalText } from '../kit/codes.ts';
import { defineApi, done, LogKind } from '../kit/endpoint.ts';
import { enumeration } from '../kit/enumeration.ts';
import { filterText, flag, id, ids, int, optionalText, time } from '../kit/fields.ts';
import { pageOf, paging } from '../kit/page.ts';
import type { Branch } from '../kit/tree.ts';

/** 分类类型. Firm staff write only attachment folders; all other types are the platform's. */
export const CategoryType = enumeration(
  { value: 1, label: '产品分类' },
  { value: 2, label: '附件分类' },
  { value: 3, label: '文章分类' },
  { value: 4, label: '设置分类' },
  { value: 5, label: '菜单分类' },
  { value: 6, label: '配置分类' },
  { value: 7, label: '秒杀配置' },
);
export const productCategory = 1 as const;
export const attachmentFolder = 2 as const;
export const configCategory = 6 as const;

/** Levels a tree of categories may have. */
export const deepestCategory = 5;

/** Parents that clients send for the top: none, the old default, and 全部图片 of the picture library. */
export const topPids: readonly number[] = [0, 1000, 10_000];

export const categoryRefusals = {
  taken: [63501, '此分类已存在'],
  hasChildren: [63502, '当前分类下有子类，请先删除子类！'],
  inUse: [63503, '该分类下有数据，不能删除'],
  hasForm: [63504, '请先解除关联的表单'],
  belowItself: [63505, '不能移动到自己或自己的下级分类'],
  tooDeep: [63506, `分类最多${deepestCategory}级`],
} as const satisfies Record<string, RefusalText>;

/** A category; `path` holds its ancestors as `/0/3/12/`. */
export const Category = z.object({
  id: z.number(),
  pid: z.number(),
  path: z.string(),
  name: z.string(),
  type: z.number(),
  url: z.string(),
  extra: z.string(),
  status: z.boolean(),
  sort: z.number(),
  createTime: time,
  updateTime: time,
});
export type Category = z.output<typeof Category>;

/** `isOwn` says whether the signed-in person may write it. */
const CategoryTwig = Category.omit({ createTime: true, updateTime: true }).extend({ isOwn: z.boolean() });
export type CategoryBranch = Branch<z.output<typeof CategoryTwig>>;
export const CategoryBranch: z.ZodType<CategoryBranch> = CategoryTwig.extend({
  child: z.lazy(() => z.array(CategoryBranch)),
});

export const CategoryDraft = z.object({
  pid: int(0, Number.MAX_SAFE_INTEGER, '请选择父级分类'),
  name: z.string({ error: '分类名称必须填写' }).trim().min(1, '分类名称必须填写').max(50, '分类名称不能超过50个字符'),
  type: CategoryType.schema,
  url: optionalText('分类地址', 255),
  extra: optionalText('扩展字段', 5000),
  sort: int(0, 999_999, '排序应为不小于0的整数'),
  status: flag,
});

/** -1 all, 1 open, 0 closed. */
const status = int(-1, 1, '状态不正确').default(-1);

/** Categories of every type. Everybody signed in may read them; the console shows each act by its own permission. */
export const categoryApi = defineApi({
  tree: {
    method: 'GET',
    path: '/admin/category/list/tree',
    may: 'admin:category:list:tree',
    input: z.object({ type: CategoryType.schema, status, name: filterText }),
    data: z.array(CategoryBranch),
    title: '分类树',
  },
  byIds: {
    method: 'GET',
    path: '/admin/category/list/ids',
    may: 'admin:category:list:ids',
    input: z.object({ ids: ids() }),
    data: z.array(Category),
    title: '按编号查询分类',
  },
  list: {
    method: 'GET',
    path: '/admin/category/list',
    may: 'admin:category:list',
    input: z.object({
      ...paging,
      type: CategoryType.schema.optional(),
      status,
      pid: int(0, Number.MAX_SAFE_INTEGER, '父级分类不正确').optional(),
      name: filterText,
    }),
    data: pageOf(Category),
    title: '分类列表',
  },
  info: {
    method: 'GET',
    path: '/admin/category/info',
    may: 'admin:category:info',
    input: z.object({ id: id() }),
    data: Category,
    title: '分类详情',
  },
  save: {
    method: 'POST',
    path: '/admin/category/save',
    may: 'admin:category:save',
    input: CategoryDraft,
    data: done,
    title: '新增分类',
    log: LogKind.insert,
  },
  update: {
    method: 'POST',
    path: '/admin/category/update',
    may: 'admin:category:update',
    input: CategoryDraft.extend({ id: id() }),
    data: done,
    title: '修改分类',
    changes: 'id',
    log: LogKind.update,
  },
  remove: {
    method: 'GET',
    path: '/admin/category/delete',
    may: 'admin:category:delete',
    input: z.object({ id: id() }),
    data: done,
    title: '删除分类',
    log: LogKind.delete,
  },
  switchStatus: {
    method: 'GET',
    path: '/admin/category/updateStatus/:id',
    may: 'admin:category:update:status',
    input: z.object({ id: id() }),
    data: done,
    title: '切换分类状态',
    log: LogKind.update,
  },
});
