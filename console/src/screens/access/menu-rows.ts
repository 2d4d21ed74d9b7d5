import type { Menu } from '@zhuiyuan/contract/access/menu';
import { idsAbove, toTree } from '@zhuiyuan/contract/kit/tree';
import { treeRows, type TreeRow } from '../../parts/list/tree-name.tsx';

/** A node of the menu tree as a line of the table. */
export type MenuRow = TreeRow<Menu>;

/** The lines to show: the top, and what stands below the opened nodes. */
export const menuRows = (menus: readonly Menu[], isOpen: (id: number) => boolean): MenuRow[] =>
  treeRows(toTree(menus), isOpen);

/** The nodes that have the word in their name and the type, with those above them. */
export const findMenus = (menus: readonly Menu[], { name, menuType }: { name?: string; menuType?: string }): Menu[] => {
  const found = menus.filter(
    (menu) => (!name || menu.name.includes(name)) && (!menuType || menu.menuType === menuType),
  );
  const keptIds = new Set(found.flatMap((menu) => [menu.id, ...idsAbove(menus, menu.id)]));
  return menus.filter((menu) => keptIds.has(menu.id));
};
