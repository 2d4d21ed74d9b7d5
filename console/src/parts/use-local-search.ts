import type { QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import type { Page } from '@zhuiyuan/contract/kit/page';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../lib/call.ts';
import type { Values } from './search-address.ts';
import type { ListEndpoint, RowOf, Search } from './use-search.ts';

const sizes = [20, 40, 60, 80, 100] as const;

/** A list inside a drawer or dialog: as `useSearch`, but its filters and page live in the component, not in the address. */
export const useLocalSearch = <E extends ListEndpoint>(
  endpoint: E,
  { fixed = {}, initial = {} }: { fixed?: Partial<QueryOf<E>>; initial?: Values } = {},
): Search<QueryOf<E>, RowOf<E>> => {
  type Q = QueryOf<E>;
  const [state, setState] = useState<{ values: Values; page: number; limit: number }>({
    values: initial,
    page: 1,
    limit: sizes[0],
  });
  const { values, page, limit } = state;
  const input = { ...values, ...fixed, page, limit } as Q;
  const query = useQuery({
    queryKey: [endpoint.path, 'local', input],
    queryFn: () => call(endpoint, input, { quiet: true }) as Promise<Page<RowOf<E>>>,
    placeholderData: keepPreviousData,
  });
  return {
    path: endpoint.path,
    values,
    input,
    page,
    limit,
    sizes,
    rows: query.data?.list ?? [],
    total: query.data?.total ?? 0,
    more: query.data?.more ?? false,
    isFirstLoad: query.isPending || (query.isError && !query.data && query.isFetching),
    isLoading: query.isFetching,
    error: query.error,
    updatedAt: query.dataUpdatedAt,
    set: (changes) => setState({ values: { ...values, ...(changes as Values) }, page: 1, limit }),
    go: (next, nextLimit = limit) => setState({ values, page: nextLimit === limit ? next : 1, limit: nextLimit }),
    reset: () => setState({ values: initial, page: 1, limit }),
    clear: () => setState({ values: {}, page: 1, limit }),
    reload: () => void query.refetch(),
    hasMore: page * limit < (query.data?.total ?? 0),
    loadMore: () => setState({ values, page: 1, limit: limit + sizes[0] }),
  };
};
