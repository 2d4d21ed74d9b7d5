import type { May } from '@zhuiyuan/contract/kit/endpoint';
import type { ComponentType } from 'react';

/** A screen: one row gives its route, guard, tab, breadcrumb and title. */
export interface ScreenRow {
  path: string;
  title: string;
  /** Title when the path carries its optional `:id`. */
  editTitle?: string;
  may?: May;
  load: () => Promise<ComponentType>;
  /** Menu entry that stays marked while this screen, which is not in the menu, is shown. */
  activeMenu?: string;
  /** Built anew at every visit instead of being kept behind its tab. */
  noCache?: boolean;
  /** Fills the window, without menu and tabs: it has a bar of its own, with the way out. */
  isStation?: boolean;
}
