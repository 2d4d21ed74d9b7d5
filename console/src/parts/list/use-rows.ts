import { useInfiniteQuery, useQuery, useQueryClient } from '@tanstack/react-query';
import type { DataOf, QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import type { Page } from '@zhuiyuan/contract/kit/page';
import { useEffect, useMemo } from 'react';
import { call } from '../../lib/call.ts';
import type { ListEndpoint, RowOf } from '../../lib/list-endpoint.ts';
import { comingBack, saysItselfOld } from '../../lib/query-client.ts';
import { refusedOf, type ListState, type Values } from './list-state.ts';
import type { FixedView } from '../views/use-fixed-views.ts';
import { useNarrow } from '../frame/use-narrow.ts';

/** What a list screen needs of its search: filters and page, the rows, and the ways to change them. */
export interface Search<Q = Record<string, unknown>, Row = unknown, Answer = unknown> {
  /** Names the list: key of its cache, of its columns and of its views. */
  path: string;
  /** Filters as the address carries them. */
  values: Values;
  /** Filters that are not understood: no rows are asked for, and none shown. */
  refused?: readonly string[];
  /** What the call is made with: filters, page, limit and fixed fields. Exports pass it on. */
  input: Q;
  page: number;
  limit: number;
  sizes: readonly number[];
  rows: Row[];
  /** The whole newest answer: sums and whatever else stands beside the rows. */
  answer: Answer | undefined;
  total: number;
  /** The count stopped at `total`; there are more. */
  more: boolean;
  /** No rows have come yet. */
  isFirstLoad: boolean;
  isLoading: boolean;
  error: Error | null;
  updatedAt: number;
  /** Merges filters and goes to page 1; '' and undefined clear one. */
  set: (values: Partial<Record<keyof Q & string, string | undefined>>) => void;
  go: (page: number, limit?: number) => void;
  /** Puts every filter back to how a first visit finds it and loads anew. */
  reset: () => void;
  /** Clears every filter. */
  clear: () => void;
  reload: () => void;
  hasMore: boolean;
  loadMore: () => void;
  /** Number of the open view; 0 = none, although one opens by default. */
  view?: number;
  /** Opens a view, or none; absent where filters do not stand in the address. */
  openView?: (view: number | undefined, values: Values) => void;
  /** The address says nothing of filters, page and view. */
  isBare?: boolean;
  /** The tabs everybody has of this list. */
  fixedViews?: readonly FixedView[];
}

export interface SearchOptions<Q> {
  /** Fields every call carries and the filters do not. */
  fixed?: Partial<Q>;
  /** Filters a first visit starts with. */
  initial?: Partial<Record<keyof Q & string, string>>;
  sizes?: readonly number[];
  /** Reloads by itself this often, in ms, for lists of running work. */
  every?: number | false;
  /** Filters that are tabs: clearing the others leaves them. */
  kept?: readonly string[];
}

export const usualSizes = [20, 40, 60, 80, 100] as const;

/** Rows of a list whose filters and page are kept elsewhere. On phones pages follow one another, elsewhere they replace. */
export const useRows = <E extends ListEndpoint>(
  endpoint: E,
  { values, page, limit }: ListState,
  write: (next: ListState) => void,
  { fixed, initial = {}, sizes = usualSizes, every = false, kept = [] }: SearchOptions<QueryOf<E>>,
): Search<QueryOf<E>, RowOf<E>, DataOf<E>> => {
  type Q = QueryOf<E>;
  type Loaded = Page<RowOf<E>> & DataOf<E> & { at: number };
  const client = useQueryClient();
  const isNarrow = useNarrow();
  const fixedText = JSON.stringify(fixed ?? {});
  const filters = useMemo(() => ({ ...values, ...(JSON.parse(fixedText) as Values) }), [values, fixedText]);
  const input = useMemo(() => ({ ...filters, page, limit }) as Q, [filters, page, limit]);

  const refused = useMemo(() => refusedOf(endpoint.input, values), [endpoint.input, values]);
  const isAsked = refused.length === 0;

  const load = async (asked: Q): Promise<Loaded> => {
    const loaded = (await call(endpoint, asked, { quiet: true })) as Page<RowOf<E>> & DataOf<E>;
    return { ...loaded, at: Date.now() };
  };
  const paged = useQuery({
    queryKey: [endpoint.path, 'page', input],
    queryFn: () => load(input),
    // Only rows are kept for the time of loading: "nothing found" would be said of filters nobody has answered yet.
    placeholderData: (before) => (before?.list.length ? before : undefined),
    enabled: !isNarrow && isAsked,
    refetchInterval: comingBack(every),
    meta: { [saysItselfOld]: true },
  });
  const growing = useInfiniteQuery({
    queryKey: [endpoint.path, 'more', filters, limit],
    queryFn: ({ pageParam }) => load({ ...filters, page: pageParam, limit } as Q),
    initialPageParam: 1,
    getNextPageParam: (last: Loaded) => (last.page * last.limit < last.total || last.more ? last.page + 1 : undefined),
    placeholderData: (before) => (before?.pages[0]?.list.length ? before : undefined),
    enabled: isNarrow && isAsked,
    refetchInterval: comingBack(every),
    meta: { [saysItselfOld]: true },
  });
  const active = isNarrow ? growing : paged;
  const pages = useMemo(() => {
    if (!isAsked) return [];
    return isNarrow ? (growing.data?.pages ?? []) : [paged.data].filter((each) => each !== undefined);
  }, [isAsked, isNarrow, growing.data, paged.data]);
  const last = pages.at(-1);
  const rows = useMemo(() => pages.flatMap((each) => each.list), [pages]);

  // A page that emptied (its last row was deleted) steps back to the last one that has rows.
  const lastPage = last && !last.more ? Math.max(1, Math.ceil(last.total / limit)) : page;
  const isPast = !isNarrow && isAsked && paged.data !== undefined && !paged.isPlaceholderData && page > lastPage;
  useEffect(() => {
    if (isPast) write({ values, page: lastPage, limit });
  }, [isPast, lastPage, values, limit, write]);

  const keptValues = Object.fromEntries(kept.map((name) => [name, values[name]]));

  return {
    path: endpoint.path,
    values,
    refused,
    input,
    page,
    limit,
    sizes,
    rows,
    answer: last,
    total: last?.total ?? 0,
    more: last?.more ?? false,
    isFirstLoad: isAsked && (active.isPending || (active.isError && !last && active.isFetching)),
    isLoading: active.isFetching && (!every || active.isPlaceholderData),
    error: isAsked ? active.error : null,
    updatedAt: last?.at ?? 0,
    set: (changes) => write({ values: { ...values, ...(changes as Values) }, page: 1, limit }),
    go: (next, nextLimit = limit) => write({ values, page: nextLimit === limit ? next : 1, limit: nextLimit }),
    reset: () => {
      write({ values: { ...initial, ...keptValues }, page: 1, limit });
      void client.invalidateQueries({ queryKey: [endpoint.path] });
    },
    clear: () => write({ values: keptValues, page: 1, limit }),
    reload: () => isAsked && void active.refetch(),
    hasMore: isNarrow && isAsked && growing.hasNextPage,
    loadMore: () => void growing.fetchNextPage(),
  };
};
