import type { ReactNode } from 'react';
import type { GoTab } from './use-shop-tab.ts';

/** What each part of 门店关联 gets: the tabs above it, and the way to another part. */
export interface TabProps {
  tabs: ReactNode;
  go: GoTab;
}
