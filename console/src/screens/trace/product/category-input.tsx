import { categoryApi, type CategoryBranch, type CategoryType } from '@zhuiyuan/contract/category/category';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../../lib/call.ts';
import { queryClient } from '../../../lib/query-client.ts';
import type { Filter, FilterControl } from '../../../parts/list/filters.tsx';
import { pathTo, TreeCascader, type TreeNode } from '../../../parts/pickers/tree-cascader.tsx';

type CategoryKind = typeof CategoryType.product | typeof CategoryType.article;

/** All categories of a type, closed ones too, as the lists show them. */
const allStates = -1;

const nodesOf = (branches: readonly CategoryBranch[]): TreeNode[] =>
  branches.map(({ id, name, child }) => ({
    value: String(id),
    label: name,
    ...(child.length > 0 && { children: nodesOf(child) }),
  }));

const keyOf = (type: CategoryKind) => [categoryApi.tree.path, type, allStates];

const useCategories = (type: CategoryKind): TreeNode[] | undefined => {
  const { data } = useQuery({
    queryKey: keyOf(type),
    queryFn: () => call(categoryApi.tree, { type, status: allStates }, { quiet: true }),
    staleTime: 60_000,
  });
  return useMemo(() => data && nodesOf(data), [data]);
};

/** One category of a type, of any level; the draft keeps its number. Goes into an `OwnField`. */
export const CategoryInput = ({
  type,
  value,
  onChange,
  placeholder = '请选择分类',
  ...rest
}: {
  type: CategoryKind;
  id?: string;
  value?: number | null;
  onChange?: (id: number | null) => void;
  placeholder?: string;
}) => (
  <TreeCascader
    {...rest}
    tree={useCategories(type)}
    value={value ? String(value) : undefined}
    onChange={(picked) => onChange?.(picked ? Number(picked) : null)}
    anyLevel
    placeholder={placeholder}
  />
);

const CategoryControl = ({ of, label, value, set }: FilterControl & { of: CategoryKind }) => (
  <TreeCascader
    tree={useCategories(of)}
    value={value}
    onChange={set}
    anyLevel
    placeholder="全部"
    label={label}
    prefix={<span className="zy-filter-label">{label}</span>}
  />
);

/** Filter by a category of a type, with everything below it. */
export const categoryFilter = <N extends string>(name: N, label: string, type: CategoryKind): Filter<N> => ({
  name,
  label,
  control: (props) => <CategoryControl {...props} of={type} />,
  words: (id) => {
    const known = queryClient.getQueryData<CategoryBranch[]>(keyOf(type));
    const path = known && pathTo(nodesOf(known), id);
    return path?.map((node) => node.label).join(' / ') ?? id;
  },
});
