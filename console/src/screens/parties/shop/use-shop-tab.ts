import { useCallback, useRef, type ReactNode } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** What each part of 门店关联 gets: the tabs above it, and the way to another part. */
export interface TabProps {
  tabs: ReactNode;
  go: GoTab;
}

/** Parts of 门店关联. */
export const shopTabs = [
  { value: 'shop', label: '门店列表' },
  { value: 'tie', label: '关联关系' },
  { value: 'verify', label: '核销统计' },
  { value: 'ver', label: '核销日志' },
  { value: 'ded', label: '抵扣列表' },
  { value: 'act', label: '绑定活动' },
] as const;
export type ShopTab = (typeof shopTabs)[number]['value'];

/**
 * Which part of the screen the address shows. Going to another part keeps the filters of this one for the way back; with
 * `filters` the part opens with those instead.
 */
export const useShopTab = (allowed: readonly ShopTab[]) => {
  const { pathname, search } = useLocation();
  const navigate = useNavigate();
  const keptFilters = useRef(new Map<ShopTab, string>());
  const askedTab = new URLSearchParams(search).get('tab');
  const tab = allowed.find((each) => each === askedTab) ?? allowed[0] ?? 'shop';
  const go = useCallback(
    (to: ShopTab, filters?: Record<string, string | number>) => {
      keptFilters.current.set(tab, search);
      const fresh = new URLSearchParams({
        ...(to === 'shop' ? {} : { tab: to }),
        ...Object.fromEntries(Object.entries(filters ?? {}).map(([name, value]) => [name, String(value)])),
      });
      const before = filters ? undefined : keptFilters.current.get(to);
      void navigate({ pathname, search: before ?? `?${fresh}` });
    },
    [tab, search, pathname, navigate],
  );
  return { tab, go };
};
export type GoTab = ReturnType<typeof useShopTab>['go'];
