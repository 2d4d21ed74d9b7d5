import type { DataOf, QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { useState } from 'react';
import type { ListState, Values } from './list-state.ts';
import { useRows, usualSizes, type Search, type SearchOptions } from './use-rows.ts';
import { type ListEndpoint, type RowOf } from '../../lib/list-endpoint.ts';

/** A list inside a drawer or dialog: as `useSearch`, but its filters and page live in the component, not in the address. */
export const useLocalSearch = <E extends ListEndpoint>(
  endpoint: E,
  options: SearchOptions<QueryOf<E>> = {},
): Search<QueryOf<E>, RowOf<E>, DataOf<E>> => {
  const [state, setState] = useState<ListState>(() => ({
    values: (options.initial ?? {}) as Values,
    page: 1,
    limit: (options.sizes ?? usualSizes)[0] ?? usualSizes[0],
  }));
  return useRows(endpoint, state, setState, options);
};
