import { categoryApi, CategoryType, type CategoryBranch } from '@zhuiyuan/contract/category/category';
import { allPicturesId, attachmentApi } from '@zhuiyuan/contract/media/attachment';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { call } from '../../lib/call.ts';

/** A folder with everything below it; `count` includes those. */
export interface Folder {
  id: number;
  pid: number;
  name: string;
  sort: number;
  status: boolean;
  isOwn: boolean;
  count: number;
  child: Folder[];
}

const allStates = -1;

const foldersOf = (branches: readonly CategoryBranch[], counts: ReadonlyMap<number, number>): Folder[] =>
  branches.map(({ id, pid, name, sort, status, isOwn, child }) => {
    const below = foldersOf(child, counts);
    const count = below.reduce((sum, folder) => sum + folder.count, counts.get(id) ?? 0);
    return { id, pid: pid || allPicturesId, name, sort, status, isOwn, count, child: below };
  });

/** All folders of the library under 全部图片, with how many files of these kinds each holds. */
export const useFolders = (attType: string): { root: Folder; error: Error | null } => {
  const tree = useQuery({
    queryKey: [categoryApi.tree.path, CategoryType.attachment, allStates],
    queryFn: () => call(categoryApi.tree, { type: CategoryType.attachment, status: allStates }, { quiet: true }),
  });
  const counts = useQuery({
    queryKey: [attachmentApi.counts.path, attType],
    queryFn: () => call(attachmentApi.counts, { attType }, { quiet: true }),
    placeholderData: (before) => before,
  });
  const root = useMemo(() => {
    const ofFolder = new Map(counts.data?.map(({ pid, count }) => [pid, count]));
    return {
      id: allPicturesId,
      pid: 0,
      name: '全部图片',
      sort: 0,
      status: true,
      isOwn: false,
      count: [...ofFolder.values()].reduce((sum, count) => sum + count, 0),
      child: foldersOf(tree.data ?? [], ofFolder),
    };
  }, [tree.data, counts.data]);
  return { root, error: tree.error };
};

/** The folder of a number within a tree. */
export const folderIn = (root: Folder, id: number): Folder | undefined =>
  root.id === id ? root : root.child.map((each) => folderIn(each, id)).find(Boolean);

/** The number the server knows a folder by: the root is 0. */
export const sentPid = (id: number): number => (id === allPicturesId ? 0 : id);
