import { Cascader } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { clearable } from '../form/clearable.tsx';

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

/** The first node that is offered for typed words: its own name or one above it has them. */
export const firstHit = (
  tree: readonly TreeNode[],
  words: string,
  anyLevel: boolean,
  isBelowHit = false,
): TreeNode | undefined => {
  for (const node of tree) {
    const isHit = isBelowHit || node.label.includes(words);
    const below = node.children ?? [];
    if (isHit && (anyLevel || below.length === 0)) return node;
    const hit = firstHit(below, words, anyLevel, isHit);
    if (hit) return hit;
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

/**
 * Picks one node of a tree level by level, or by typing a part of its name, when Enter takes the first that has it. A value
 * the tree does not have yet stays in sight.
 */
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
  const [isOpen, setIsOpen] = useState(false);
  const [words, setWords] = useState('');
  // Arrows mark a row, and Enter takes that one.
  const hasMoved = useRef(false);
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
      allowClear={clearable}
      open={isOpen}
      onOpenChange={setIsOpen}
      showSearch={{
        searchValue: words,
        onSearch: (typed) => {
          hasMoved.current = false;
          setWords(typed);
        },
      }}
      onKeyDown={({ key }) => {
        if (key === 'ArrowUp' || key === 'ArrowDown') hasMoved.current = true;
        if (key !== 'Enter' || hasMoved.current || words.trim() === '') return;
        const hit = firstHit(tree ?? [], words, anyLevel);
        if (!hit) return;
        onChange?.(hit.value);
        setWords('');
        setIsOpen(false);
      }}
      onChange={(picked) => onChange?.(picked?.at(-1))}
    />
  );
};
