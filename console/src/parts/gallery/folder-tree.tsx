import { allPicturesId } from '@zhuiyuan/contract/media/attachment';
import { categoryApi } from '@zhuiyuan/contract/category/category';
import { Dropdown, Input, Tree, type TreeProps } from 'antd';
import Ellipsis from 'icon:ellipsis';
import Search from 'icon:search';
import { useMemo, useState } from 'react';
import { useMay } from '../../lib/session.ts';
import { countText } from '../format/numbers.ts';
import type { Folder } from './use-folders.ts';

interface FolderActs {
  add: (below: Folder) => void;
  edit: (folder: Folder) => void;
  remove: (id: number) => Promise<void>;
}

interface FolderTreeProps extends FolderActs {
  root: Folder;
  folderId: number;
  open: (id: number) => void;
}

/** Folders whose name holds the text, with what is above and below them. */
const narrowed = (folders: readonly Folder[], text: string): Folder[] =>
  folders.flatMap((folder) => {
    if (folder.name.toLowerCase().includes(text)) return [folder];
    const child = narrowed(folder.child, text);
    return child.length > 0 ? [{ ...folder, child }] : [];
  });

const withChildren = (folder: Folder): number[] =>
  folder.child.length > 0 ? [folder.id, ...folder.child.flatMap(withChildren)] : [];

const FolderMenu = ({
  folder,
  add,
  edit,
  remove,
}: { folder: Folder } & Pick<FolderTreeProps, 'add' | 'edit' | 'remove'>) => {
  const may = useMay();
  const isRoot = folder.id === allPicturesId;
  const items = [
    may(categoryApi.save.may) && { key: 'add', label: '添加分类', onClick: () => add(folder) },
    !isRoot &&
      folder.isOwn &&
      may(categoryApi.update.may) && { key: 'edit', label: '编辑分类', onClick: () => edit(folder) },
    !isRoot &&
      folder.isOwn &&
      may(categoryApi.remove.may) && {
        key: 'remove',
        label: '删除分类',
        danger: true,
        onClick: () => void remove(folder.id).catch(() => undefined),
      },
  ].filter((item) => item !== false);
  if (items.length === 0) return null;
  return (
    <Dropdown
      menu={{ items, onClick: ({ domEvent }) => domEvent.stopPropagation() }}
      trigger={['click']}
      placement="bottomRight"
    >
      <button
        type="button"
        className="zy-folder-menu"
        aria-label={`${folder.name}的操作`}
        onClick={(event) => event.stopPropagation()}
      >
        <Ellipsis size={16} strokeWidth={2} aria-hidden="true" />
      </button>
    </Dropdown>
  );
};

type FolderNode = Folder & NonNullable<TreeProps['treeData']>[number];

const titleOf = (folder: Folder, acts: FolderActs) => (
  <span className="zy-folder">
    <span className="zy-folder-name" title={folder.name}>
      {folder.name}
    </span>
    <span className="zy-folder-count">{countText(folder.count)}</span>
    <FolderMenu folder={folder} {...acts} />
  </span>
);

/** Folders of the library with a filter, the number of files in each, and a menu on each. */
export const FolderTree = ({ root, folderId, open, add, edit, remove }: FolderTreeProps) => {
  const [text, setText] = useState('');
  const [closed, setClosed] = useState<ReadonlySet<number>>(new Set());
  const wanted = text.trim().toLowerCase();
  const shownRoot = useMemo(() => (wanted ? { ...root, child: narrowed(root.child, wanted) } : root), [root, wanted]);
  const expanded = withChildren(shownRoot).filter((id) => wanted !== '' || !closed.has(id));
  return (
    <nav className="zy-folders" aria-label="图片分类">
      <Input
        prefix={<Search size={14} strokeWidth={1.6} aria-hidden="true" />}
        placeholder="选择分类"
        aria-label="筛选分类"
        allowClear
        value={text}
        onChange={(event) => setText(event.target.value)}
      />
      <Tree<FolderNode>
        className="zy-folder-tree"
        blockNode
        treeData={[shownRoot as FolderNode]}
        fieldNames={{ key: 'id', title: 'name', children: 'child' }}
        selectedKeys={[folderId]}
        expandedKeys={expanded}
        onExpand={(keys) => setClosed(new Set(withChildren(shownRoot).filter((id) => !keys.includes(id))))}
        onSelect={(_keys, { node }) => open(node.id)}
        switcherIcon={
          <svg viewBox="0 0 12 12" width="12" height="12" aria-hidden="true">
            <path d="M2.5 4.5h7L6 8.5z" fill="currentColor" />
          </svg>
        }
        titleRender={(folder) => titleOf(folder, { add, edit, remove })}
      />
      {wanted !== '' && shownRoot.child.length === 0 && (
        <p className="zy-folders-none">没有名称带“{text.trim()}”的分类</p>
      )}
    </nav>
  );
};
