import { useLayoutEffect, useRef, useState, type ReactNode } from 'react';
import { reasonOf } from '../../parts/field.ts';
import { Failure, Skeleton } from './cards.tsx';

export interface PageOf<R> {
  list: R[];
  page: number;
  totalPage: number;
  total: number;
}

interface PagedRowsProps<R> {
  load: (page: number) => Promise<PageOf<R>>;
  /** What is asked for, such as the words of a search: another begins anew. */
  of?: unknown;
  draw: (row: R) => ReactNode;
  empty: ReactNode;
  counted?: (total: number) => void;
}

/** Rows that come page by page, the next when it is asked for. */
export const PagedRows = <R,>({ load, of = null, draw, empty, counted }: PagedRowsProps<R>) => {
  const [rows, setRows] = useState<R[]>([]);
  const [last, setLast] = useState<PageOf<R>>();
  const [failed, setFailed] = useState<{ words: string; page: number }>();
  const [isAsking, setAsking] = useState(true);
  const asked = useRef(0);
  const fetchPage = async (page: number): Promise<void> => {
    const mine = (asked.current += 1);
    setAsking(true);
    setFailed(undefined);
    if (page === 1) setLast(undefined);
    try {
      const answer = await load(page);
      if (mine !== asked.current) return;
      counted?.(answer.total);
      setRows((before) => (page === 1 ? answer.list : [...before, ...answer.list]));
      setLast(answer);
    } catch (error) {
      if (mine === asked.current) setFailed({ words: reasonOf(error), page });
    }
    if (mine === asked.current) setAsking(false);
  };
  useLayoutEffect(() => {
    void fetchPage(1);
    return () => void (asked.current += 1);
  }, [of]);
  if (failed?.page === 1) return <Failure words={failed.words} retry={() => void fetchPage(1)} />;
  if (!last) return <Skeleton cards={1} />;
  if (last.total === 0) return empty;
  return (
    <div>
      <div className="card f-rows">{rows.map(draw)}</div>
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
