import { CategoryType, categoryApi } from '@zhuiyuan/contract/category/category';
import { allPicturesId } from '@zhuiyuan/contract/media/attachment';
import { text } from '@zhuiyuan/contract/kit/fields';
import { z } from 'zod';
import { OwnField, NumberField, TextField } from '../form/fields.tsx';
import { FormModal } from '../form/form-modal.tsx';
import { TreeCascader, type TreeNode } from '../pickers/tree-cascader.tsx';
import { useDraft } from '../form/use-draft.ts';
import type { Folder } from './use-folders.ts';

/** A folder as the dialog knows it; what else a category has goes along unseen. */
const FolderDraft = z.object({
  id: z.number().optional(),
  pid: z.number({ error: '请选择上级分类' }),
  name: text('分类名称', { max: 20 }),
  sort: z.number({ error: '请输入排序' }).int('排序应为整数').min(0, '排序不能小于0'),
  type: z.literal(CategoryType.attachment),
  url: z.string(),
  status: z.union([z.boolean(), z.literal(0)]),
});

/** What goes along with every folder, as clients of this family send it. */
const fixed = { type: CategoryType.attachment, url: 'url' } as const;

const create = { ...categoryApi.save, input: FolderDraft };
const update = { ...categoryApi.update, input: FolderDraft };
const refresh = [categoryApi.tree];

/** Which folder is being added or edited. */
export const useFolderDraft = () => {
  const draft = useDraft({
    create,
    update,
    refresh,
    blank: { sort: 1, status: 0, ...fixed },
    from: (row) => {
      const { id, pid, name, sort, status } = row as Folder;
      return { id, pid, name, sort, status, ...fixed };
    },
  });
  return {
    ...draft,
    add: (below: Folder) => draft.open(undefined, { pid: below.id }),
    edit: (folder: Folder) => draft.open(folder),
  };
};

const nodesOf = (folders: readonly Folder[], without: number | undefined): TreeNode[] =>
  folders
    .filter(({ id }) => id !== without)
    .map(({ id, name, child }) => {
      const below = nodesOf(child, without);
      return { value: String(id), label: name, ...(below.length > 0 && { children: below }) };
    });

const ParentInput = ({
  root,
  without,
  value,
  onChange,
  ...rest
}: {
  root: Folder;
  without: number | undefined;
  id?: string;
  value?: number;
  onChange?: (id: number | undefined) => void;
}) => (
  <TreeCascader
    {...rest}
    tree={nodesOf([root], without)}
    value={value === undefined ? undefined : String(value === 0 ? allPicturesId : value)}
    onChange={(picked) => onChange?.(picked === undefined ? undefined : Number(picked))}
    anyLevel
    placeholder="请选择上级分类"
  />
);

/** 添加分类, 编辑分类. */
export const FolderDialog = ({ draft, root }: { draft: ReturnType<typeof useFolderDraft>; root: Folder }) => (
  <FormModal draft={draft} title={draft.isNew ? '添加分类' : '编辑分类'} save="确定">
    <OwnField name="pid" label="上级分类">
      <ParentInput root={root} without={(draft.row as Folder | undefined)?.id} />
    </OwnField>
    <TextField name="name" label="分类名称" />
    <NumberField name="sort" label="排序" min={0} help="数字越大越靠前" />
  </FormModal>
);
