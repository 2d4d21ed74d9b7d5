import { useState } from 'react';
import type { Filter, FilterControl } from './filters.tsx';
import type { Search } from './use-rows.ts';

export interface FilterState {
  valueOf: (name: string) => string | undefined;
  controlOf: (filter: Filter) => FilterControl;
  apply: () => void;
  reset: () => void;
}

/** Holds what is being typed into the filters until Enter, 查询 or another filter applies it. */
export const useFilters = (search: Pick<Search, 'values' | 'refused' | 'set' | 'reset' | 'reload'>): FilterState => {
  const [typed, setTyped] = useState<Record<string, string | undefined>>({});
  const valueOf = (name: string) => (name in typed ? typed[name] : search.values[name]);
  /** Only a field for text can show what it does not understand. */
  const shownOf = ({ name, search: isText }: Filter) =>
    isText || name in typed || !search.refused?.includes(name) ? valueOf(name) : undefined;
  const put = (changes: Record<string, string | undefined>) => {
    const next = Object.fromEntries(
      Object.entries({ ...typed, ...changes }).map(([name, text]) => [name, text?.trim()]),
    );
    setTyped({});
    if (Object.entries(next).some(([name, text]) => (text ?? '') !== (search.values[name] ?? ''))) search.set(next);
    else search.reload();
  };
  return {
    valueOf,
    controlOf: (filter) => ({
      label: filter.label,
      value: shownOf(filter),
      set: (value) => put({ [filter.name]: value }),
      type: (value) => setTyped({ ...typed, [filter.name]: value }),
      apply: () => put({}),
    }),
    apply: () => put({}),
    reset: () => {
      setTyped({});
      search.reset();
    },
  };
};
