import { regionApi, type Region } from '@zhuiyuan/contract/settings/region';
import { useQuery } from '@tanstack/react-query';
import { TreeSelect } from 'antd';
import { useMemo } from 'react';
import { call } from '../../lib/call.ts';
import { queryClient } from '../../lib/query-client.ts';
import type { Filter, FilterControl } from '../list/filters.tsx';
import { pathTo, TreeCascader, type TreeNode } from './tree-cascader.tsx';
import { clearable } from '../form/clearable.tsx';
import { useLeftByTab } from '../form/choice-select.tsx';

const nodesOf = (regions: readonly Region[]): TreeNode[] =>
  regions.map(({ cityId, name, child }) => ({
    value: String(cityId),
    label: name,
    ...(child && { children: nodesOf(child) }),
  }));

/** The regions of the country, read once. */
const useRegions = (): TreeNode[] | undefined => {
  const { data } = useQuery({
    queryKey: [regionApi.tree.path],
    queryFn: () => call(regionApi.tree, {}, { quiet: true }),
    staleTime: Number.POSITIVE_INFINITY,
  });
  return useMemo(() => data && nodesOf(data), [data]);
};

/** A province, city or district; the draft keeps its six-digit code. Goes into an `OwnField`. */
export const RegionInput = ({
  placeholder = '请选择地区',
  ...rest
}: {
  id?: string;
  value?: string;
  onChange?: (code: string | undefined) => void;
  placeholder?: string;
  disabled?: boolean;
}) => <TreeCascader {...rest} tree={useRegions()} placeholder={placeholder} />;

/** The tree with a place for chosen codes it does not have: districts that ceased since they were chosen. */
const withGone = (tree: TreeNode[] | undefined, codes: readonly string[]): TreeNode[] | undefined => {
  if (!tree) return tree;
  const gone = codes.filter((code) => !pathTo(tree, code));
  return gone.length > 0 ? [...tree, ...gone.map((code) => ({ value: code, label: `已撤销的地区 ${code}` }))] : tree;
};

/** Several regions, each with everything below it; the draft keeps their codes. Goes into an `OwnField`. */
export const RegionsInput = ({
  value,
  onChange,
  placeholder = '请选择地区',
  ...rest
}: {
  id?: string;
  value?: string[];
  onChange?: (codes: string[]) => void;
  placeholder?: string;
  disabled?: boolean;
}) => {
  const regions = useRegions();
  const { onInputKeyDown: onKeyDown, ...held } = useLeftByTab();
  const tree = useMemo(() => withGone(regions, value ?? []), [regions, value]);
  return (
    <TreeSelect
      {...rest}
      {...held}
      onKeyDown={onKeyDown}
      className="zy-full"
      treeData={tree}
      value={value ?? []}
      onChange={(codes: string[]) => onChange?.(codes)}
      treeCheckable
      showCheckedStrategy={TreeSelect.SHOW_PARENT}
      showSearch={{ treeNodeFilterProp: 'label' }}
      maxTagCount={6}
      allowClear={clearable}
      placeholder={placeholder}
    />
  );
};

const RegionControl = ({ label, value, set }: FilterControl) => (
  <TreeCascader
    tree={useRegions()}
    value={value}
    onChange={set}
    anyLevel
    placeholder="全部"
    label={label}
    prefix={<span className="zy-filter-label">{label}</span>}
  />
);

/** Filter by a region of any level, with everything below it. */
export const regionFilter = <N extends string>(name: N, label: string): Filter<N> => ({
  name,
  label,
  control: (props) => <RegionControl {...props} />,
  words: (code) => {
    const known = queryClient.getQueryData<Region[]>([regionApi.tree.path]);
    const path = known && pathTo(nodesOf(known), code);
    return path?.map((node) => node.label).join('') ?? code;
  },
});
