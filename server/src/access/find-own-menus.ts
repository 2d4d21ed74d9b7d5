import { homeMenuId } from '@zhuiyuan/contract/access/fixed-rows';
import type { MenuNode } from '@zhuiyuan/contract/access/session';
import { mostInTree } from '@zhuiyuan/contract/kit/tree';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import type { Operator } from '../kit/operator.ts';
import { toPermissions } from './menu-choices.ts';

const deepest = 4;

/**
 * The sidebar of one operator: the shown menus they were given and the shown directories above them, siblings by
 * sort descending, then id, four levels at most. Staff of a firm see no screen of the platform.
 */
export const findOwnMenus = async (db: Db, operator: Operator): Promise<MenuNode[]> => {
  const menus = await db
    .selectFrom('menu')
    .select(['id', 'pid', 'name', 'icon', 'perms', 'component', 'menuType', 'sort'])
    .where('menuType', 'in', ['M', 'C'])
    .where('isShow', '=', true)
    .orderBy('sort', 'desc')
    .orderBy('id')
    .limit(mostInTree)
    .execute();
  const { withheld } = operator;
  const opens = (perms: string) =>
    toPermissions(perms).length === 0 || toPermissions(perms).some((one) => !withheld.has(one));
  const given = operator.isSuper ? undefined : await givenMenus(db, operator.id);
  const below = (pid: number, level: number): MenuNode[] =>
    level > deepest
      ? []
      : menus
          .filter((menu) => menu.pid === pid)
          .map((menu) => ({
            ...menu,
            menuType: menu.menuType as MenuNode['menuType'],
            childList: below(menu.id, level + 1),
          }))
          .filter(({ id, menuType, perms, childList }) =>
            menuType === 'M' ? childList.length > 0 : opens(perms) && (!given || given.has(id) || id === homeMenuId),
          );
  return below(0, 1);
};

const givenMenus = async (db: Db, adminId: number): Promise<Set<number>> => {
  const { rows } = await sql<{ menuId: number }>`
    select distinct role_menu.menu_id from admin_role
    join role on role.id = admin_role.role_id and role.status
    join role_menu on role_menu.role_id = role.id
    where admin_role.admin_id = ${adminId}`.execute(db);
  return new Set(rows.map(({ menuId }) => menuId));
};
