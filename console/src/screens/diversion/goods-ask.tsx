import { useNavigate } from 'react-router';
import { useNarrow } from '../../parts/frame/use-narrow.ts';
import type { Filter } from '../../parts/list/filters.tsx';
import { ListFilters } from '../../parts/list/list-filters.tsx';
import { ListSearchBar } from '../../parts/list/list-search-bar.tsx';
import { useFilters } from '../../parts/list/use-filters.ts';
import { onlyOne, useGoodsFilters } from './use-goods-filters.tsx';

const nothing = () => {};

/** Asks for the goods of a document, a dealer or a shop beside a box for codes. */
export const GoodsAsk = () => {
  const navigate = useNavigate();
  const isNarrow = useNarrow();
  const filters = useGoodsFilters() as unknown as readonly Filter[];
  const search = {
    values: {},
    set: (next: Record<string, string | undefined>) => {
      const asked = Object.entries(onlyOne({}, next)).flatMap(([name, value]) => (value ? [[name, value]] : []));
      if (asked.length > 0) void navigate({ search: new URLSearchParams(asked).toString() });
    },
    reset: nothing,
    reload: nothing,
  };
  const state = useFilters(search);
  return isNarrow ? (
    <ListSearchBar filters={filters} state={state} search={search} />
  ) : (
    <ListFilters filters={filters} state={state} />
  );
};
