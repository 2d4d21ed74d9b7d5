import { homeMenuId, publicMenuIds, rootAccount, sensitiveMenuIds } from '@zhuiyuan/contract/access/fixed-rows';
import { adminScreens } from '@zhuiyuan/contract/access/admin-screens';
import { everybodyMay, everybodysScreens } from '@zhuiyuan/contract/access/public-permission';
import { permissionsOf, type Endpoint } from '@zhuiyuan/contract/kit/endpoint';
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
  /** Its screen, or what it opens, is for 管理员角色 only. */
  needsAdmin: boolean;
  /** Nothing that exists asks for it, nor for anything below it. */
  isAbsent: boolean;
  /** The operator holds every permission of the node. */
  isHeld: boolean;
}

/** All nodes of the menu tree in the order of the sidebar, judged for one operator. */
export const grantables = async (db: Db, endpoints: readonly Endpoint[], operator: Operator): Promise<Grantable[]> => {
  const menus = await db
    .selectFrom('menu')
    .select(['id', 'pid', 'name', 'icon', 'menuType', 'component', 'perms', 'sort'])
    .orderBy('sort', 'desc')
    .orderBy('id')
    .limit(mostInTree)
    .execute();
  const withBelow = (ids: readonly number[]) => new Set(ids.flatMap((id) => [id, ...idsBelow(menus, id)]));
  const publicIds = withBelow(publicMenuIds).add(homeMenuId);
  const reservedIds = withBelow(sensitiveMenuIds);
  const isRoot = operator.account === rootAccount;
  const opened = new Set(endpoints.filter(({ needsAdmin }) => !needsAdmin).flatMap(({ may }) => permissionsOf(may)));
  const closed = new Set(endpoints.filter(({ needsAdmin }) => needsAdmin).flatMap(({ may }) => permissionsOf(may)));
  const isAbsent = absentAmong(menus, endpoints, publicIds);
  return menus.map(({ perms, component, ...menu }) => ({
    ...menu,
    menuType: menu.menuType as Grantable['menuType'],
    isPublic: publicIds.has(menu.id),
    needsAdmin: adminScreens.has(component) || toPermissions(perms).some((one) => closed.has(one) && !opened.has(one)),
    isAbsent: isAbsent(menu.id),
    isReserved: !isRoot && reservedIds.has(menu.id),
    isHeld: toPermissions(perms).every((one) => operator.may({ all: [one] })),
  }));
};

interface Row {
  id: number;
  pid: number;
  component: string;
  perms: string;
}

/**
 * Tells which nodes belong to parts that do not exist yet: no call asks for their permissions, or everybody has them
 * already and the node only says so again, without a screen to see, and nothing below them exists.
 */
const absentAmong = (
  menus: readonly Row[],
  endpoints: readonly Endpoint[],
  publicIds: ReadonlySet<number>,
): ((id: number) => boolean) => {
  const asked = new Set(endpoints.flatMap(({ may, furtherMay = [] }) => [...permissionsOf(may), ...furtherMay]));
  const everybodys = new Set<string>(everybodyMay);
  const exists = ({ id, component, perms }: Row) =>
    everybodysScreens.has(component) ||
    toPermissions(perms).some((one) => asked.has(one) && (publicIds.has(id) || !everybodys.has(one)));
  const below = new Map<number, Row[]>();
  for (const menu of menus) below.set(menu.pid, [...(below.get(menu.pid) ?? []), menu]);
  const known = new Map<number, boolean>();
  const judge = (menu: Row): boolean => {
    const children = below.get(menu.id) ?? [];
    const isEmpty = children.map(judge).every(Boolean);
    const isAbsent = isEmpty && !exists(menu) && (menu.perms.trim() !== '' || children.length > 0);
    known.set(menu.id, isAbsent);
    return isAbsent;
  };
  for (const menu of menus) if (!known.has(menu.id)) judge(menu);
  return (id) => known.get(id) ?? false;
};

/** The permission strings of a menu row, which may name several. */
export const toPermissions = (perms: string): string[] =>
  perms
    .split(',')
    .map((one) => one.trim())
    .filter(Boolean);

/** The permission tree of what exists, with the nodes of `ticked` (and what everybody has) ticked. */
export const menuChoices = (menus: Grantable[], ticked: ReadonlySet<number> = new Set()): MenuChoice[] => {
  const choices = menus
    .filter(({ isAbsent }) => !isAbsent)
    .map(({ isPublic, isReserved, isHeld, isAbsent: _exists, ...menu }): MenuChoice => ({
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
