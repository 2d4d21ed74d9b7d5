import { resource } from '../kit/resource.ts';
import { manyRows, oneRow } from '../kit/standard.ts';
import { z } from 'zod';
import type { RefusalText } from '../kit/codes.ts';
import { defineApi, done, LogKind } from '../kit/endpoint.ts';
import { enumeration } from '../kit/enumeration.ts';
import { filterText, flag, id, int, optionalText, time } from '../kit/fields.ts';
import type { Branch } from '../kit/tree.ts';

/** 分类类型. Firm staff write only attachment folders; all other types are the platform's. */
export const CategoryType = enumeration({
  product: { value: 1, label: '产品分类' },
  attachment: { value: 2, label: '附件分类' },
  article: { value: 3, label: '文章分类' },
  setting: { value: 4, label: '设置分类' },
  menu: { value: 5, label: '菜单分类' },
  config: { value: 6, label: '配置分类' },
  seckill: { value: 7, label: '秒杀配置' },
});

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

const categoryAt = resource('/admin/category', 'admin:category', '分类');
/** Categories of every type. Everybody signed in may read them; the console shows each act by its own permission. */
export const categoryApi = defineApi({
  /** The whole tree of a type; at most `mostInTree` categories. */
  tree: categoryAt.read(
    '分类树',
    '/list/tree',
    'list:tree',
    z.object({ type: CategoryType.schema, status, name: filterText }),
    z.array(CategoryBranch),
  ),
  byIds: categoryAt.read('按编号查询分类', '/list/ids', 'list:ids', manyRows, z.array(Category)),
  list: categoryAt.list(Category, {
    type: CategoryType.schema.optional(),
    status,
    pid: int(0, Number.MAX_SAFE_INTEGER, '父级分类不正确').optional(),
    name: filterText,
  }),
  info: categoryAt.info(Category, { may: 'admin:category:info' }),
  save: categoryAt.write(LogKind.insert, '新增分类', '/save', 'save', CategoryDraft, done),
  update: categoryAt.change('修改分类', '/update', 'update', CategoryDraft.extend({ id: id() }), done, {
    changes: 'id',
  }),
  remove: categoryAt.remove(),
  switchStatus: categoryAt.read('切换分类状态', '/updateStatus/:id', 'update:status', oneRow, done, {
    log: LogKind.update,
  }),
});
