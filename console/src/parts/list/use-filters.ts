import { crossedEnds, crossedText } from '@zhuiyuan/contract/kit/page';
import { useState } from 'react';
import type { Filter, FilterControl } from './filters.tsx';
import type { Search } from './use-rows.ts';

export interface FilterState {
  valueOf: (name: string) => string | undefined;
  controlOf: (filter: Filter) => FilterControl;
  /** Why what a filter says is refused; said under it. */
  issueOf: (name: string) => string | undefined;
  /** False where a filter is refused: what was typed stays, and nobody is asked. */
  apply: () => boolean;
  reset: () => void;
}

/** Holds what is being typed into the filters until Enter, 查询 or another filter applies it. */
export const useFilters = (search: Pick<Search, 'values' | 'refused' | 'set' | 'reset' | 'reload'>): FilterState => {
  const [typed, setTyped] = useState<Record<string, string | undefined>>({});
  /** Somebody tried to apply ends that are crossed; while they are typed they may well be. */
  const [isTried, setIsTried] = useState(false);
  const valueOf = (name: string) => (name in typed ? typed[name] : search.values[name]);
  const crossed = crossedEnds({ ...search.values, ...typed });
  const issueOf = (name: string) =>
    crossed.includes(name) && (isTried || search.refused?.includes(name)) ? crossedText : undefined;
  /** Only a field for text can show what it does not understand. */
  const shownOf = ({ name, search: isText }: Filter) =>
    isText || name in typed || crossed.includes(name) || !search.refused?.includes(name) ? valueOf(name) : undefined;
  const put = (changes: Record<string, string | undefined>): boolean => {
    const next = Object.fromEntries(
      Object.entries({ ...typed, ...changes }).map(([name, text]) => [name, text?.trim()]),
    );
    const isCrossed = crossedEnds({ ...search.values, ...next }).length > 0;
    setIsTried(isCrossed);
    setTyped(isCrossed ? next : {});
    if (isCrossed) return false;
    if (Object.entries(next).some(([name, text]) => (text ?? '') !== (search.values[name] ?? ''))) search.set(next);
    else search.reload();
    return true;
  };
  return {
    valueOf,
    issueOf,
    controlOf: (filter) => ({
      label: filter.label,
      value: shownOf(filter),
      set: (value) => void put({ [filter.name]: value }),
      type: (value) => setTyped({ ...typed, [filter.name]: value }),
      apply: () => void put({}),
      isWrong: issueOf(filter.name) !== undefined,
    }),
    apply: () => put({}),
    reset: () => {
      setIsTried(false);
      setTyped({});
      search.reset();
    },
  };
};
