import { categoryApi } from '@zhuiyuan/contract/category/category';
import {
  allPicturesId,
  attachmentApi,
  pictureTypes,
  videoType,
  type Attachment,
} from '@zhuiyuan/contract/media/attachment';
import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { MediaKind } from '../form/image-picker-context.ts';
import { call } from '../../lib/call.ts';
import { toast } from '../../lib/toast.ts';
import { confirmDelete } from '../feedback/confirm-delete.ts';
import { folderIn, sentPid, useFolders } from './use-folders.ts';

const typesOf: Record<MediaKind, string> = { picture: pictureTypes.join(','), video: videoType };

/** The library as it is looked at: folder, kind and page, what is in them, and what one does with files. */
export const useLibrary = (sizes: readonly number[], firstKind: MediaKind = 'picture') => {
  const client = useQueryClient();
  const [folderId, setFolderId] = useState(allPicturesId);
  const [kind, setKind] = useState(firstKind);
  const [page, setPage] = useState(1);
  const [limit, setLimit] = useState(sizes[0] ?? 10);
  const { root } = useFolders(typesOf[kind]);
  const folder = folderIn(root, folderId) ?? root;
  const input = { pid: sentPid(folderId), attType: typesOf[kind], page, limit };
  const list = useQuery({
    queryKey: [attachmentApi.list.path, input],
    queryFn: () => call(attachmentApi.list, input, { quiet: true }),
    placeholderData: keepPreviousData,
  });

  const total = list.data?.total ?? 0;
  const lastPage = Math.max(1, Math.ceil(total / limit));
  // the last row of a last page may have gone
  useEffect(() => {
    if (list.data && !list.isPlaceholderData && page > lastPage) setPage(lastPage);
  }, [list.data, list.isPlaceholderData, page, lastPage]);

  const reload = () => {
    for (const endpoint of [attachmentApi.list, attachmentApi.counts])
      void client.invalidateQueries({ queryKey: [endpoint.path] });
  };
  const foreign = (files: readonly Attachment[]): boolean => {
    const others = files.filter(({ isOwn }) => !isOwn).length;
    if (others > 0) toast.warning(`有 ${others} 张是平台的图片，只能使用，不能移动或删除`);
    return others > 0;
  };

  return {
    root,
    folder,
    kind,
    page,
    limit,
    total,
    rows: list.data?.list ?? [],
    error: list.error,
    isFirstLoad: list.isPending,
    isReloading: list.isPlaceholderData,
    reload,
    openFolder: (id: number) => {
      setFolderId(id);
      setPage(1);
    },
    show: (wanted: MediaKind) => {
      setKind(wanted);
      setPage(1);
    },
    go: (nextPage: number, nextLimit: number) => {
      setPage(nextLimit === limit ? nextPage : 1);
      setLimit(nextLimit);
    },
    /** Shows what has just arrived. */
    showNewest: () => {
      setPage(1);
      reload();
    },
    /** Asks, deletes, and answers whether the files are gone. */
    remove: async (files: readonly Attachment[]): Promise<boolean> => {
      if (files.length === 0) toast.warning('请先选择图片');
      if (files.length === 0 || foreign(files) || !(await confirmDelete())) return false;
      await call(attachmentApi.remove, { ids: files.map(({ attId }) => attId).join(',') });
      toast.success('删除成功');
      reload();
      return true;
    },
    /** Moves files to another folder, and answers whether they moved. */
    move: async (files: readonly Attachment[], to: number): Promise<boolean> => {
      if (files.length === 0) toast.warning('请先选择图片');
      if (files.length === 0 || foreign(files)) return false;
      await call(attachmentApi.move, { attrId: files.map(({ attId }) => attId).join(','), pid: sentPid(to) });
      toast.success('操作成功');
      reload();
      return true;
    },
    /** Asks and deletes a folder; the folder above is opened instead. */
    removeFolder: async (id: number): Promise<void> => {
      if (!(await confirmDelete())) return;
      await call(categoryApi.remove, { id });
      toast.success('删除成功');
      if (folderId === id) {
        setFolderId(folderIn(root, id)?.pid ?? allPicturesId);
        setPage(1);
      }
      await client.invalidateQueries({ queryKey: [categoryApi.tree.path] });
    },
  };
};

export type Library = ReturnType<typeof useLibrary>;
