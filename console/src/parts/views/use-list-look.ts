import type { ListLayout } from '@zhuiyuan/contract/settings/list-view';
import { isSameLayout, toUsualLayout, type LaidOut, type UsualOptions } from './column-layout.ts';
import { findOwn, useKeepList, useOwnLists } from './own-lists.ts';

/** The columns and row height a list is drawn with. */
export interface ListLook {
  layout: ListLayout;
  isUsual: boolean;
  /** Null goes back to the usual columns. */
  change: (layout: ListLayout | null) => void;
}

/** How a person has a list, kept on the server. */
export const useListLook = (list: string, columns: readonly LaidOut[], options: UsualOptions): ListLook => {
  const { data } = useOwnLists();
  const keep = useKeepList(list);
  const usual = toUsualLayout(columns, options);
  const { layout } = findOwn(data, list);
  return {
    layout: layout ?? usual,
    isUsual: layout === null,
    change: (next) => keep({ layout: next && isSameLayout(next, usual) ? null : next }),
  };
};
