import { useCallback, useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { reasonOf } from '../../parts/field.ts';
import { useLatest } from '../lib/use-latest.ts';
import { Failure, Skeleton } from './cards.tsx';

export interface PageOf<R> {
  list: R[];
  page: number;
  totalPage: number;
  total: number;
}

interface PagedRowsProps<R> {
  load: (page: number) => Promise<PageOf<R>>;
  children: (row: R) => ReactNode;
  empty: ReactNode;
}

/** Rows that come page by page, the next when it is asked for. What is asked for, such as the words of a search, is its key: another begins anew. */
export const PagedRows = <R,>({ load, children, empty }: PagedRowsProps<R>) => {
  const [rows, setRows] = useState<R[]>([]);
  const [last, setLast] = useState<PageOf<R>>();
  const [failed, setFailed] = useState<{ words: string; page: number }>();
  const [isAsking, setAsking] = useState(true);
  const latest = useLatest(load);
  const isLeft = useRef(false);
  const fetchPage = useCallback(
    async (page: number): Promise<void> => {
      setAsking(true);
      setFailed(undefined);
      try {
        const answer = await latest.current(page);
        if (isLeft.current) return;
        setRows((before) => [...before, ...answer.list]);
        setLast(answer);
      } catch (error) {
        if (!isLeft.current) setFailed({ words: reasonOf(error), page });
      }
      if (!isLeft.current) setAsking(false);
    },
    [latest],
  );
  useLayoutEffect(() => {
    void fetchPage(1);
    return () => void (isLeft.current = true);
  }, [fetchPage]);
  if (failed?.page === 1) return <Failure words={failed.words} retry={() => void fetchPage(1)} />;
  if (!last) return <Skeleton cards={1} />;
  if (last.total === 0) return empty;
  return (
    <div>
      <div className="card f-rows">{rows.map(children)}</div>
      {failed ? (
        <Failure words={failed.words} retry={() => void fetchPage(failed.page)} />
      ) : (
        last.page < last.totalPage && (
          <div className="f-more">
            <button type="button" className="button" disabled={isAsking} onClick={() => void fetchPage(last.page + 1)}>
              {isAsking ? '加载中' : '加载更多'}
            </button>
          </div>
        )
      )}
    </div>
  );
};

/** How long the words of a search rest before they are asked for. */
const restMs = 300;

/** A field that searches as one types. */
export const SearchBox = ({ placeholder, changed }: { placeholder: string; changed: (words: string) => void }) => {
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useLayoutEffect(() => () => clearTimeout(timer.current), []);
  const typed = (words: string): void => {
    clearTimeout(timer.current);
    timer.current = setTimeout(() => changed(words), restMs);
  };
  return (
    <div className="f-search">
      <input
        className="input"
        type="search"
        placeholder={placeholder}
        aria-label={placeholder}
        enterKeyHint="search"
        onInput={(event) => typed(event.currentTarget.value.trim())}
      />
    </div>
  );
};
