import { useCallback, useLayoutEffect, useRef, useState } from 'react';
import { useLatest } from '../lib/use-latest.ts';
import { reasonOf } from '../lib/reason-of.ts';

export interface PageOf<R> {
  list: R[];
  page: number;
  totalPage: number;
  total: number;
}

export interface Paged<R> {
  rows: R[];
  /** The last page that came; nothing before the first has. */
  last?: PageOf<R>;
  hasMore: boolean;
  isAsking: boolean;
  /** Why a page did not come, and which. */
  failed?: { words: string; page: number; error: unknown };
  /** Asks for the next page, or once more for the one that did not come. */
  next: () => void;
}

/** Rows that come page by page, the first at once. */
export const usePaged = <R>(load: (page: number) => Promise<PageOf<R>>): Paged<R> => {
  const [state, setState] = useState<Omit<Paged<R>, 'next' | 'hasMore'>>({ rows: [], isAsking: true });
  const latest = useLatest(load);
  const isLeft = useRef(false);
  const fetchPage = useCallback(
    async (page: number): Promise<void> => {
      setState((before) => ({ ...before, isAsking: true, failed: undefined }));
      try {
        const last = await latest.current(page);
        if (!isLeft.current) setState(({ rows }) => ({ rows: [...rows, ...last.list], last, isAsking: false }));
      } catch (error) {
        const failed = { words: reasonOf(error), page, error };
        if (!isLeft.current) setState((before) => ({ ...before, failed, isAsking: false }));
      }
    },
    [latest],
  );
  useLayoutEffect(() => {
    void fetchPage(1);
    return () => void (isLeft.current = true);
  }, [fetchPage]);
  const { last, isAsking } = state;
  const next = (): void => {
    if (!isAsking) void fetchPage((last?.page ?? 0) + 1);
  };
  return { ...state, hasMore: last !== undefined && last.page < last.totalPage, next };
};
