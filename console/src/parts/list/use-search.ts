import type { DataOf, QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { isBareAddress, readAddress, writeAddress, type ListState, type Values } from './list-state.ts';
import { useFixedViews } from '../views/use-fixed-views.ts';
import { useRows, usualSizes, type Search, type SearchOptions } from './use-rows.ts';
import { type ListEndpoint, type RowOf } from '../../lib/list-endpoint.ts';

export type { Search } from './use-rows.ts';

/**
 * State of a list in the address bar, read through the endpoint's own input schema, and its rows. What the schema does not
 * accept is dropped; other parameters of the address stay. Clearing an initial filter is written as an empty value.
 */
export const useSearch = <E extends ListEndpoint>(
  endpoint: E,
  options: SearchOptions<QueryOf<E>> = {},
): Search<QueryOf<E>, RowOf<E>, DataOf<E>> => {
  const { pathname, search, hash } = useLocation();
  const navigate = useNavigate();
  const limit = (options.sizes ?? usualSizes)[0] ?? usualSizes[0];
  const initial = JSON.stringify(options.initial ?? {});
  const usual = useMemo(() => ({ initial: JSON.parse(initial) as Values, limit }), [initial, limit]);
  const state = useMemo(() => readAddress(search, endpoint.input, usual), [search, endpoint.input, usual]);
  const write = useCallback(
    (next: ListState) =>
      void navigate({ pathname, search: writeAddress(search, endpoint.input, next, usual), hash }, { replace: true }),
    [pathname, search, hash, endpoint.input, usual, navigate],
  );
  const { view } = state;
  const writeWithin = useCallback((next: ListState) => write({ view, ...next }), [write, view]);
  const fixedViews = useFixedViews(endpoint, state, { isOffered: !options.fixed });
  const kept = fixedViews.map(({ name }) => name);
  return {
    ...useRows(endpoint, state, writeWithin, { ...options, kept }),
    fixedViews,
    view,
    openView: (next, values) => write({ values, page: 1, limit: state.limit, view: next }),
    isBare: isBareAddress(search, endpoint.input),
  };
};
