import { accessRefusals } from '@zhuiyuan/contract/access/access-refusals';
import { adminRole, everything } from '@zhuiyuan/contract/access/permission';
import { rootAccount, superRoleId } from '@zhuiyuan/contract/access/fixed-rows';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { withheldFrom } from '../kit/http/mounted.ts';
import type { Operator } from '../kit/operator.ts';
import { notFound, refuse } from '../kit/refusal.ts';

const missing = () => notFound('角色不存在');

/**
 * Whether the role a query knows as `role` gives nothing the operator lacks: the roles one may hand out.
 * Role 1 only for the account `admin`, 管理员角色 only for somebody who has it.
 */
export const isWithin = (operator: Operator): RawBuilder<boolean> => {
  if (operator.account === rootAccount) return sql<boolean>`true`;
  // What opens nothing for staff of a firm stands in no one's way to pass the rest on.
  const held = [...operator.permissions, ...withheldFrom(operator.firmId)];
  const hasAll = operator.isSuper || operator.permissions.has(everything);
  const mayOpenAll = operator.roles.includes(adminRole);
  return sql<boolean>`(role.id <> ${superRoleId} and (${mayOpenAll} or not role.is_admin) and (${hasAll} or not exists (
    select 1 from role_menu join menu on menu.id = role_menu.menu_id, unnest(string_to_array(menu.perms, ',')) perm
    where role_menu.role_id = role.id and trim(perm) <> '' and trim(perm) <> all(${held}::text[]))))`;
};

/**
 * The role to be written, locked. Role 1 is unknown to everybody but the account `admin`, and nobody changes it. Throws
 * 404, 63623.
 */
export const lockRole = async (db: Db, id: number, operator: Operator) => {
  const role = await db.selectFrom('role').selectAll().where('id', '=', id).forUpdate().executeTakeFirst();
  if (!role) throw missing();
  if (id === superRoleId) throw operator.account === rootAccount ? refuse(accessRefusals.superRole) : missing();
  return role;
};

/** As {@link lockRole}, for changing a role as a whole: it must give nothing the operator lacks. Throws 63627 too. */
export const lockRoleWithin = async (db: Db, id: number, operator: Operator) => {
  const role = await lockRole(db, id, operator);
  const within = await db
    .selectFrom('role')
    .select('id')
    .where('id', '=', id)
    .where(isWithin(operator))
    .executeTakeFirst();
  if (!within) throw refuse(accessRefusals.roleAbove, { name: role.roleName });
  return role;
};

/** The roles of a list or a picker: role 1 only for the account `admin`, for firm staff only what they may hand out. */
export const visibleRoles = (db: Db, operator: Operator) =>
  db
    .selectFrom('role')
    .$if(operator.account !== rootAccount, (query) => query.where('role.id', '<>', superRoleId))
    .$if(operator.firmId !== null, (query) => query.where(isWithin(operator)));
