import { readSidebarIsOpen, writeSidebarIsOpen } from '../../lib/cookies.ts';
import { createStore } from '../../lib/store.ts';

const open = createStore(readSidebarIsOpen());
const drawer = createStore(false);

/** Opens or folds the sidebar of a wide window, remembered in a cookie. */
export const toggleSidebar = (): void => {
  open.set(!open.get());
  writeSidebarIsOpen(open.get());
};

/** Shows or hides the drawer that holds the sidebar of a narrow window. */
export const openSidebarDrawer = (isOpen: boolean): void => drawer.set(isOpen);

export const useSidebar = () => ({ isOpen: open.use(), isDrawerOpen: drawer.use() });
