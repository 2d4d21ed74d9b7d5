/** Where a tab is; `key` is its pathname. */
export interface Tab {
  key: string;
  title: string;
  search: string;
  hash: string;
  isPinned: boolean;
  /** Screens that are not kept are built anew at every visit. */
  isKept: boolean;
  /** Grows with every refresh, which builds the page anew. */
  round: number;
  /** Order of visits; 0 = not visited since the console was loaded. */
  visitedAt: number;
}

/** The open tabs in the order of the strip. */
export interface Tabs {
  list: readonly Tab[];
  visits: number;
}

export type Visit = Pick<Tab, 'key' | 'title' | 'search' | 'hash' | 'isKept'>;

export type TabAction =
  | ({ type: 'visit' } & Visit)
  | { type: 'close'; key: string }
  | { type: 'closeOthers'; key: string }
  | { type: 'closeAll' }
  | { type: 'refresh'; key: string };

/** The tab that is always first and cannot be closed. */
export const pinnedTab = (key: string, title: string): Tab => ({
  key,
  title,
  search: '',
  hash: '',
  isPinned: true,
  isKept: true,
  round: 0,
  visitedAt: 0,
});

const visited = (tabs: Tabs, visit: Visit): Tabs => {
  const visits = tabs.visits + 1;
  const known = tabs.list.find(({ key }) => key === visit.key);
  const tab: Tab = { isPinned: false, round: 0, ...known, ...visit, visitedAt: visits };
  return { visits, list: known ? tabs.list.map((one) => (one === known ? tab : one)) : [...tabs.list, tab] };
};

/** Next state of the strip; pinned tabs survive every closing. */
export const reduceTabs = (tabs: Tabs, action: TabAction): Tabs => {
  switch (action.type) {
    case 'visit': {
      const { type: _type, ...visit } = action;
      return visited(tabs, visit);
    }
    case 'close':
      return { ...tabs, list: tabs.list.filter(({ key, isPinned }) => isPinned || key !== action.key) };
    case 'closeOthers':
      return { ...tabs, list: tabs.list.filter(({ key, isPinned }) => isPinned || key === action.key) };
    case 'closeAll':
      return { ...tabs, list: tabs.list.filter(({ isPinned }) => isPinned) };
    case 'refresh':
      return {
        ...tabs,
        list: tabs.list.map((tab) => (tab.key === action.key ? { ...tab, round: tab.round + 1, visitedAt: 0 } : tab)),
      };
  }
};

/** Keys an action would close, for asking about unsaved changes before it. */
export const closedBy = (tabs: Tabs, action: TabAction): string[] => {
  const left = new Set(reduceTabs(tabs, action).list.map(({ key }) => key));
  return tabs.list.map(({ key }) => key).filter((key) => !left.has(key));
};

/** The tab visited last among those left. */
export const latest = (tabs: Tabs): Tab | undefined =>
  tabs.list.reduce<Tab | undefined>((best, tab) => (best && best.visitedAt >= tab.visitedAt ? best : tab), undefined);

/** The neighbour of a tab, around the ends. */
export const neighbour = ({ list }: Tabs, key: string, step: 1 | -1): Tab | undefined => {
  const at = list.findIndex((tab) => tab.key === key);
  return list[(at + step + list.length) % list.length];
};

/** At most this many pages are kept alive behind the shown one. */
export const keptPages = 12;

/**
 * Tabs whose pages are kept built, in the order of the strip: the shown one, those with unsaved changes, and the most
 * recently visited of the rest.
 */
export const builtTabs = (
  { list }: Tabs,
  shown: string,
  isDirty: (key: string) => boolean,
  most = keptPages,
): Tab[] => {
  const candidates = list.filter((tab) => tab.isKept && tab.visitedAt > 0 && tab.key !== shown && !isDirty(tab.key));
  const recent = new Set(candidates.toSorted((a, b) => b.visitedAt - a.visitedAt).slice(0, most));
  return list.filter((tab) => tab.key === shown || recent.has(tab) || (isDirty(tab.key) && tab.visitedAt > 0));
};
