import { useLayoutEffect, useRef, type ReactNode } from 'react';
import { usePaged, type PageOf } from '../../parts/use-paged.ts';
import { Failure } from '../../parts/waiting.tsx';
import { Skeleton } from './cards.tsx';

interface PagedRowsProps<R> {
  load: (page: number) => Promise<PageOf<R>>;
  children: (row: R) => ReactNode;
  empty: ReactNode;
}

/** Rows that come page by page, the next when it is asked for. What is asked for, such as the words of a search, is its key: another begins anew. */
export const PagedRows = <R,>({ load, children, empty }: PagedRowsProps<R>) => {
  const { rows, last, hasMore, isAsking, failed, next } = usePaged(load);
  if (failed?.page === 1) return <Failure words={failed.words} retry={next} />;
  if (!last) return <Skeleton cards={1} />;
  if (last.total === 0) return empty;
  return (
    <div>
      <div className="card f-rows">{rows.map(children)}</div>
      {failed ? (
        <Failure words={failed.words} retry={next} />
      ) : (
        hasMore && (
          <div className="f-more">
            <button type="button" className="button" disabled={isAsking} onClick={next}>
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
