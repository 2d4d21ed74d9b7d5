import type { MenuChoice } from '@zhuiyuan/contract/access/menu-choice';
import { Checkbox, Input, Tree } from 'antd';
import ChevronDown from 'icon:chevron-down';
import Search from 'icon:search';
import { useMemo, useState } from 'react';
import { NoticeBar } from '../../parts/feedback/notice-bar.tsx';
import { boxesOf, isGranted, nodesNamed, nodesOf, pathTo, pruned, tick, tickAll } from './permission-ticks.ts';
import './permission-tree.css';

const fields = { key: 'id', title: 'name', children: 'childList' };

/** Said of a node: its own name alone may be that of many buttons. */
const fullName = (tree: readonly MenuChoice[], { id }: MenuChoice): string =>
  pathTo(tree, id)
    .map(({ name }) => name)
    .join(' / ');

/** The permission tree of a role with its three switches, a search and counts. Locked nodes cannot be changed. */
export const PermissionTree = ({
  tree,
  isAdmin,
  value = [],
  onChange,
}: {
  /** Undefined while it is being fetched. */
  tree: MenuChoice[] | undefined;
  /** Whether the role opens what is kept for 管理员角色. */
  isAdmin: boolean;
  value?: number[];
  onChange?: (ids: number[]) => void;
}) => {
  const [isLinked, setIsLinked] = useState(true);
  const [expanded, setExpanded] = useState<number[]>([]);
  const [typed, setTyped] = useState('');
  const [folded, setFolded] = useState<number[]>([]);
  const word = typed.trim();
  const nodes = useMemo(() => nodesOf(tree ?? []), [tree]);
  const shownTree = useMemo(() => (word ? pruned(tree ?? [], word) : (tree ?? [])), [tree, word]);
  const ticks = useMemo(() => new Set(value), [value]);
  const boxes = useMemo(() => boxesOf(tree ?? [], ticks, isLinked), [tree, ticks, isLinked]);
  if (!tree) return <div className="zy-permission-wait">加载中，请稍候</div>;

  const put = (next: Set<number>) => onChange?.([...next].sort((a, b) => a - b));
  const granted = nodes.filter((node) => isGranted(node, ticks)).length;
  const parents = nodes.filter((node) => node.childList.length > 0).map(({ id }) => id);
  // What is not shown is not ticked along.
  const among = word ? nodesNamed(tree, word) : tree;
  const amongAll = nodesOf(among);
  const grantedAmong = amongAll.filter((node) => isGranted(node, ticks)).length;
  const closed = isAdmin ? [] : nodes.filter((node) => node.needsAdmin && isGranted(node, ticks));
  const shownIds = nodesOf(shownTree).map(({ id }) => id);
  const open = word ? shownIds.filter((id) => !folded.includes(id)) : expanded;
  const expand = (ids: number[]) => (word ? setFolded(shownIds.filter((id) => !ids.includes(id))) : setExpanded(ids));
  return (
    <div className="zy-permission">
      <div className="zy-permission-bar">
        <Checkbox
          checked={open.length > 0}
          onChange={({ target }) => expand(target.checked ? (word ? shownIds : parents) : [])}
        >
          展开/折叠
        </Checkbox>
        <Checkbox
          checked={amongAll.length > 0 && grantedAmong === amongAll.length}
          indeterminate={grantedAmong > 0 && grantedAmong < amongAll.length}
          disabled={amongAll.length === 0}
          onChange={({ target }) => put(tickAll(tree, ticks, among, target.checked, isLinked))}
        >
          {word ? '全选/全不选搜索结果' : '全选/全不选'}
        </Checkbox>
        <Checkbox checked={isLinked} onChange={({ target }) => setIsLinked(target.checked)}>
          父子联动
        </Checkbox>
        <span className="zy-permission-count" role="status">
          已选 <b>{granted}</b> / {nodes.length}
        </span>
      </div>
      {closed.length > 0 && (
        <NoticeBar tone="wait">
          {`“${fullName(tree, closed[0]!)}”${closed.length > 1 ? `等 ${closed.length} 项权限` : ''}只对管理员角色开放，此角色不能使用`}
        </NoticeBar>
      )}
      <Input
        variant="borderless"
        className="zy-permission-search"
        prefix={<Search size={14} strokeWidth={1.6} aria-hidden="true" />}
        placeholder="搜索权限"
        aria-label="搜索权限"
        allowClear
        value={typed}
        onChange={({ target }) => {
          setTyped(target.value);
          setFolded([]);
        }}
      />
      {shownTree.length === 0 ? (
        <div className="zy-permission-wait">没有符合条件的权限</div>
      ) : (
        <Tree<MenuChoice>
          checkable
          checkStrictly
          selectable={false}
          switcherIcon={<ChevronDown size={14} strokeWidth={1.6} />}
          height={420}
          treeData={shownTree.map(asBranch)}
          fieldNames={fields}
          expandedKeys={open}
          onExpand={(keys) => expand(keys.map(Number))}
          checkedKeys={boxes}
          onCheck={(_keys, { node, checked }) => put(tick(tree, ticks, node.id, checked, isLinked))}
          aria-label="菜单权限"
        />
      )}
    </div>
  );
};

const asBranch = (node: MenuChoice): MenuChoice & { disableCheckbox: boolean } => ({
  ...node,
  disableCheckbox: node.locked,
  childList: node.childList.map(asBranch),
});
