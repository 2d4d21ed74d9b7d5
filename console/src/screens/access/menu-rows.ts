import type { Menu } from '@zhuiyuan/contract/access/menu';
import { idsAbove, toTree, type Branch } from '@zhuiyuan/contract/kit/tree';

/** A node of the menu tree as a line of the table. */
export interface MenuRow extends Menu {
  /** 0 at the top. */
  depth: number;
  hasBelow: boolean;
}

/** The lines to show: the top, and what stands below the opened nodes. */
export const menuRows = (menus: readonly Menu[], isOpen: (id: number) => boolean): MenuRow[] => {
  const lines = (branches: readonly Branch<Menu>[], depth: number): MenuRow[] =>
    branches.flatMap(({ child, ...menu }) => [
      { ...menu, depth, hasBelow: child.length > 0 },
      ...(isOpen(menu.id) ? lines(child, depth + 1) : []),
    ]);
  return lines(toTree(menus), 0);
};

/** The nodes that have the word in their name and the type, with those above them. */
export const findMenus = (menus: readonly Menu[], { name, menuType }: { name?: string; menuType?: string }): Menu[] => {
  const found = menus.filter(
    (menu) => (!name || menu.name.includes(name)) && (!menuType || menu.menuType === menuType),
  );
  const keptIds = new Set(found.flatMap((menu) => [menu.id, ...idsAbove(menus, menu.id)]));
  return menus.filter((menu) => keptIds.has(menu.id));
};
