import { listViewApi, type ListLayout, type OwnLists } from '@zhuiyuan/contract/settings/list-view';
import { useQueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { call } from '../../lib/call.ts';
import { queryClient } from '../../lib/query-client.ts';
import { toast } from '../../lib/toast.ts';
import { useRead } from '../../lib/use-read.ts';

const cacheKey = [listViewApi.own.path, 'read', {}];
const none: OwnLists = { lists: [], views: [] };

/** How one list looks to the signed-in person: own columns, the view it opens with, and the views there are of it. */
export interface OwnList {
  layout: ListLayout | null;
  viewId: number | null;
}

const usual: OwnList = { layout: null, viewId: null };

/** Asks for it before the first list is drawn; a list that has to do without looks as it does to a new person. */
export const prefetchOwnLists = (): Promise<void> =>
  queryClient.prefetchQuery({
    queryKey: cacheKey,
    queryFn: () => call(listViewApi.own, {}, { quiet: true }),
    retry: false,
  });

/** What the server keeps of a person's lists; asked again whenever a list opens. */
export const useOwnLists = () => useRead(listViewApi.own, {});

export const findOwn = (lists: OwnLists | undefined, list: string): OwnList =>
  lists?.lists.find((one) => one.list === list) ?? usual;

/** Changes wait for one another, so that the last one stays. */
let queue = Promise.resolve();

/** Keeps how a list looks: at once here, a moment later on the server. */
export const useKeepList = (list: string) => {
  const client = useQueryClient();
  return useCallback(
    (change: Partial<OwnList>): void => {
      // An older answer that is under way must not undo this.
      void client.cancelQueries({ queryKey: cacheKey }, { revert: false });
      const known = client.getQueryData<OwnLists>(cacheKey) ?? none;
      const next = { ...findOwn(known, list), list, ...change };
      client.setQueryData<OwnLists>(cacheKey, {
        ...known,
        lists: [...known.lists.filter((one) => one.list !== list), next],
      });
      queue = queue
        .then(() => call(listViewApi.keep, next, { quiet: true }))
        .then(
          () => undefined,
          (error: unknown) => {
            toast.failure(error);
            void client.invalidateQueries({ queryKey: cacheKey });
          },
        );
    },
    [client, list],
  );
};
