import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { queryClient } from '../../lib/query-client.ts';
import { closedBy, latest, neighbour, type Tab, type TabAction } from './tabs.ts';
import { applyTab, mayLose, tabStore } from './tab-store.ts';

const addressOfTab = ({ key, search, hash }: Tab): string => key + search + hash;

/** What a person can do with the tabs of the strip. */
export const useTabs = () => {
  const navigate = useNavigate();
  const { pathname } = useLocation();

  const show = useCallback((tab: Tab | undefined) => tab && void navigate(addressOfTab(tab)), [navigate]);

  const close = useCallback(
    async (action: TabAction) => {
      const closed = closedBy(tabStore.get(), action);
      if (!(await mayLose(closed))) return;
      applyTab(action);
      if (closed.includes(pathname)) show(latest(tabStore.get()));
      else if (action.type === 'closeOthers' && action.key !== pathname)
        show(tabStore.get().list.find(({ key }) => key === action.key));
    },
    [pathname, show],
  );

  const refresh = useCallback(
    async (key: string) => {
      const tab = tabStore.get().list.find((one) => one.key === key);
      if (!tab || !(await mayLose([key]))) return;
      applyTab({ type: 'refresh', key });
      void queryClient.invalidateQueries({ refetchType: 'none' });
      await navigate(`/redirect${addressOfTab(tab)}`, { replace: key === pathname });
    },
    [navigate, pathname],
  );

  const step = useCallback((by: 1 | -1) => show(neighbour(tabStore.get(), pathname, by)), [pathname, show]);

  return useMemo(() => ({ show, close, refresh, step }), [show, close, refresh, step]);
};

export type TabActs = ReturnType<typeof useTabs>;
