import { Cascader } from 'antd';
import type { ReactNode } from 'react';

/** A node of a tree one picks from. */
export interface TreeNode {
  value: string;
  label: string;
  children?: TreeNode[];
}

/** Values from the top down to one node; undefined when the tree does not have it. */
export const pathTo = (tree: readonly TreeNode[], value: string): TreeNode[] | undefined => {
  for (const node of tree) {
    if (node.value === value) return [node];
    const below = pathTo(node.children ?? [], value);
    if (below) return [node, ...below];
  }
  return undefined;
};

interface TreeCascaderProps {
  id?: string;
  /** Value of the picked node alone. */
  value?: string;
  onChange?: (value: string | undefined) => void;
  tree: readonly TreeNode[] | undefined;
  /** Nodes that have others below them may be picked too. */
  anyLevel?: boolean;
  placeholder?: string;
  disabled?: boolean;
  prefix?: ReactNode;
  label?: string;
}

/** Picks one node of a tree level by level, or by typing a part of its name. A value the tree does not have yet stays in sight. */
export const TreeCascader = ({
  id,
  value,
  onChange,
  tree,
  anyLevel = false,
  placeholder,
  disabled,
  prefix,
  label,
}: TreeCascaderProps) => {
  const path = value ? pathTo(tree ?? [], value) : undefined;
  return (
    <Cascader
      id={id}
      className="zy-full"
      options={tree as TreeNode[] | undefined}
      value={path?.map((node) => node.value) ?? (value ? [value] : undefined)}
      loading={!tree}
      changeOnSelect={anyLevel}
      placeholder={placeholder}
      disabled={disabled}
      prefix={prefix}
      aria-label={label}
      allowClear
      showSearch
      onChange={(picked) => onChange?.(picked?.at(-1))}
    />
  );
};
