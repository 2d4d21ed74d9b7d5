import type { Branch, Twig } from '@zhuiyuan/contract/kit/tree';
import ChevronRight from 'icon:chevron-right';
import './tree-name.css';

/** A node of a tree as a line of a table. */
export type TreeRow<T extends Twig> = T & {
  /** 0 at the top. */
  depth: number;
  hasBelow: boolean;
};

/** The lines to show of a tree: the top, and what stands below the opened nodes. */
export const treeRows = <T extends Twig>(
  branches: readonly Branch<T>[],
  isOpen: (id: number) => boolean,
  depth = 0,
): TreeRow<T>[] =>
  branches.flatMap((branch) => [
    { ...branch, depth, hasBelow: branch.child.length > 0 },
    ...(isOpen(branch.id) ? treeRows(branch.child, isOpen, depth + 1) : []),
  ]);

/** The name of a node, set in by its level, with the button that opens what is below it. */
export const TreeName = ({
  row,
  isOpen,
  toggle,
}: {
  row: TreeRow<Twig & { name: string }>;
  isOpen: boolean;
  toggle: () => void;
}) => (
  <span className="zy-tree-name" style={{ paddingInlineStart: row.depth * 24 }}>
    {row.hasBelow ? (
      <button
        type="button"
        className="zy-tree-toggle"
        aria-expanded={isOpen}
        aria-label={`${isOpen ? '折叠' : '展开'} ${row.name}`}
        onClick={toggle}
      >
        <ChevronRight size={14} strokeWidth={1.6} aria-hidden="true" />
      </button>
    ) : (
      <i className="zy-tree-toggle" aria-hidden="true" />
    )}
    {row.name}
  </span>
);
