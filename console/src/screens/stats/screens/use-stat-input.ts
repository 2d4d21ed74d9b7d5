import { statApis, usualTime, type StatApi } from '@zhuiyuan/contract/stats/screens/stat-api';
import type { StatAxis } from '@zhuiyuan/contract/stats/screens/stat-axis';
import { statScreens, type StatName } from '@zhuiyuan/contract/stats/screens/stat-screens';
import type { StatScreen } from '@zhuiyuan/contract/stats/screens/stat-screen';
import type { QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { useMemo } from 'react';
import { useSearchParams } from 'react-router';

export type StatQuery = QueryOf<StatApi['summary']>;

/** How the table is laid out. */
export interface TableState {
  groupBy: StatAxis;
  sort: string | undefined;
  order: 'asc' | 'desc' | undefined;
  page: number;
}

type Asked = Record<string, string | number | undefined>;

/** What a statistics screen asks, as its address has it, and how to change some of it; what the screen does not have asks nothing. */
export const useStatInput = (name: StatName): [StatQuery, TableState, (change: Asked) => void] => {
  const [address, setAddress] = useSearchParams();
  const screen: StatScreen = statScreens[name];
  const input = useMemo(() => {
    const asked: Record<string, unknown> = { dateLimit: usualTime };
    for (const [key, rule] of Object.entries(statApis[name].summary.input.shape)) {
      const read = rule.safeParse(address.get(key) ?? undefined);
      if (read.success && read.data) asked[key] = read.data;
    }
    if (asked['dimId'] === undefined || !screen.filters.some(({ dim }) => dim === asked['dim'])) {
      delete asked['dim'];
      delete asked['dimId'];
    }
    return asked as StatQuery;
  }, [address, name, screen]);
  const table = useMemo((): TableState => {
    const order = address.get('order');
    return {
      groupBy: screen.groups.find(({ by }) => by === address.get('groupBy'))?.by ?? screen.groups[0]!.by,
      sort: address.get('sort') ?? undefined,
      order: order === 'asc' || order === 'desc' ? order : undefined,
      page: Math.max(1, Math.trunc(Number(address.get('page'))) || 1),
    };
  }, [address, screen]);
  const put = (change: Asked) =>
    setAddress(
      (now) => {
        const next = new URLSearchParams(now);
        // Another question has other pages.
        if (!('page' in change)) next.delete('page');
        for (const [key, value] of Object.entries(change))
          if (value === undefined || (key === 'dateLimit' && value === usualTime)) next.delete(key);
          else next.set(key, String(value));
        return next;
      },
      { replace: true },
    );
  return [input, table, put];
};

/** The groups of a screen that figures of one row are kept by. */
export const groupsOf = (screen: StatScreen, dim: unknown): StatAxis[] => {
  const by = screen.groups.map((group) => group.by);
  if (dim === undefined) return by;
  const kept = screen.filters.find((filter) => filter.dim === dim)?.by ?? [];
  return by.filter((axis) => axis === 'day' || axis === dim || kept.includes(axis));
};

/** Whether an axis can be told under a filter. */
export const isTold = (screen: StatScreen, dim: unknown, axis: StatAxis): boolean =>
  dim === undefined ||
  axis === 'day' ||
  axis === dim ||
  screen.filters.some((filter) => filter.dim === dim && filter.by.includes(axis));
