import { categoryApi, CategoryDraft, CategoryType, deepestCategory } from '@zhuiyuan/contract/category/category';
import { text } from '@zhuiyuan/contract/kit/fields';
import { optionalFileAddress } from '@zhuiyuan/contract/kit/picture';
import type { CategoryBranch } from '@zhuiyuan/contract/category/category';
import { z } from 'zod';
import { FieldGroup } from '../../parts/form/field.tsx';
import { NumberField, OwnField, SwitchField, TextField } from '../../parts/form/fields.tsx';
import { FormModal } from '../../parts/form/form-modal.tsx';
import { useDraft } from '../../parts/form/use-draft.ts';
import { ImageField } from '../../parts/gallery/image-field.tsx';
import { TreeCascader, type TreeNode } from '../../parts/pickers/tree-cascader.tsx';

/** A class as the dialog knows it; what else a category has goes along unseen. */
const ProductClassDraft = CategoryDraft.extend({
  id: z.number().optional(),
  name: text('分类名称', { max: 8 }),
  type: z.literal(CategoryType.product),
  pid: CategoryDraft.shape.pid.default(0),
  extra: optionalFileAddress,
});

const create = { ...categoryApi.save, input: ProductClassDraft };
const update = { ...categoryApi.update, input: ProductClassDraft };
const fixed = { type: CategoryType.product, url: '' } as const;

/** How a class of products is made and changed. */
export const useProductClassDraft = () =>
  useDraft({
    create,
    update,
    refresh: [categoryApi.tree],
    blank: { pid: 0, sort: 0, status: true, extra: '', ...fixed },
    from: (row) => {
      const { id, pid, name, extra, sort, status } = row as Omit<CategoryBranch, 'child'>;
      return { id, pid, name, extra, sort, status, ...fixed };
    },
    done: { create: '创建目录成功', update: '更新目录成功' },
  });

const nodesOf = (branches: readonly CategoryBranch[], without: number | undefined, depth: number): TreeNode[] =>
  depth >= deepestCategory
    ? []
    : branches
        .filter(({ id }) => id !== without)
        .map(({ id, name, child }) => {
          const below = nodesOf(child, without, depth + 1);
          return { value: String(id), label: name, ...(below.length > 0 && { children: below }) };
        });

const ParentInput = ({
  tree,
  value,
  onChange,
  ...rest
}: {
  tree: TreeNode[];
  id?: string;
  value?: number;
  onChange?: (id: number) => void;
}) => (
  <TreeCascader
    {...rest}
    tree={tree}
    value={value ? String(value) : undefined}
    onChange={(picked) => onChange?.(Number(picked ?? 0))}
    anyLevel
    placeholder="不选则为顶级分类"
  />
);

/** 创建产品分类, 编辑产品分类. */
export const ProductClassForm = ({
  draft,
  classes,
}: {
  draft: ReturnType<typeof useProductClassDraft>;
  classes: readonly CategoryBranch[];
}) => (
  <FormModal draft={draft} title={draft.isNew ? '创建产品分类' : '编辑产品分类'} save="确定">
    <FieldGroup>
      <TextField name="name" label="分类名称" placeholder="不超过8个字" isWide />
      <OwnField name="pid" label="父级" isWide>
        <ParentInput tree={nodesOf(classes, (draft.row as { id: number } | undefined)?.id, 1)} />
      </OwnField>
      <ImageField name="extra" label="分类图标" help="180×180" />
      <NumberField name="sort" label="排序" min={0} max={999_999} help="数字大的排在前面" />
      <SwitchField name="status" label="显示" on={true} off={false} help="隐藏时下级分类一并隐藏" />
    </FieldGroup>
  </FormModal>
);
