import { homeMenuId, publicMenuIds, rootAccount, sensitiveMenuIds } from '@zhuiyuan/contract/access/fixed-rows';
import type { MenuChoice } from '@zhuiyuan/contract/access/menu-choice';
import { idsBelow, mostInTree } from '@zhuiyuan/contract/kit/tree';
import type { Db } from '../kit/db/database.ts';
import type { Operator } from '../kit/operator.ts';

/** A node of the menu tree with what stands between somebody and granting it. */
export interface Grantable {
  id: number;
  pid: number;
  name: string;
  icon: string;
  menuType: 'M' | 'C' | 'A';
  sort: number;
  /** Everybody has it. */
  isPublic: boolean;
  /** Reserved to the account `admin`. */
  isReserved: boolean;
  /** The operator holds every permission of the node. */
  isHeld: boolean;
}

/** All nodes of the menu tree in the order of the sidebar, judged for one operator. */
export const grantables = async (db: Db, operator: Operator): Promise<Grantable[]> => {
  const menus = await db
    .selectFrom('menu')
    .select(['id', 'pid', 'name', 'icon', 'menuType', 'perms', 'sort'])
    .orderBy('sort', 'desc')
    .orderBy('id')
    .limit(mostInTree)
    .execute();
  const withBelow = (ids: readonly number[]) => new Set(ids.flatMap((id) => [id, ...idsBelow(menus, id)]));
  const publicIds = withBelow(publicMenuIds).add(homeMenuId);
  const reservedIds = withBelow(sensitiveMenuIds);
  const isRoot = operator.account === rootAccount;
  return menus.map(({ perms, ...menu }) => ({
    ...menu,
    menuType: menu.menuType as Grantable['menuType'],
    isPublic: publicIds.has(menu.id),
    isReserved: !isRoot && reservedIds.has(menu.id),
    isHeld: toPermissions(perms).every((one) => operator.may({ all: [one] })),
  }));
};

/** The permission strings of a menu row, which may name several. */
export const toPermissions = (perms: string): string[] =>
  perms
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

/** The permission tree, with the nodes of `ticked` (and what everybody has) ticked. */
export const menuChoices = (menus: Grantable[], ticked: ReadonlySet<number> = new Set()): MenuChoice[] => {
  const choices = menus.map(({ isPublic, isReserved, isHeld, ...menu }): MenuChoice => ({
    ...menu,
    checked: isPublic || ticked.has(menu.id),
    locked: isPublic || isReserved || !isHeld,
    childList: [],
  }));
  const byId = new Map(choices.map((choice) => [choice.id, choice]));
  return choices.filter((choice) => {
    const parent = byId.get(choice.pid);
    parent?.childList.push(choice);
    return !parent;
  });
};
