import { accessRefusals } from '@zhuiyuan/contract/access/access-refusals';
import { rootAccount, superRoleId } from '@zhuiyuan/contract/access/fixed-rows';
import { everything } from '@zhuiyuan/contract/access/permission';
import type { RoleDraft } from '@zhuiyuan/contract/access/role';
import type { Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import { sql, type RawBuilder } from 'kysely';
import type { z } from 'zod';
import type { Db } from '../kit/db/database.ts';
import type { Operator } from '../kit/operator.ts';
import { notFound, refuse, stale, type Constraints } from '../kit/refusal.ts';
import { announceSessionChange } from '../kit/http/session.ts';
import { grantables, type Grantable } from './menu-choices.ts';

type Draft = z.output<typeof RoleDraft>;
type Columns = Pick<Draft, 'roleName' | 'status'> & { isAdmin: boolean };

/** What the database refuses of them, in words. */
export const roleConstraints: Constraints = {
  role_name_uq: () => {
    const { roleNameTaken } = accessRefusals;
    return refuse(roleNameTaken, {}, { fields: [{ field: 'roleName', message: roleNameTaken[1] }] });
  },
};

const missing = () => notFound('角色不存在');

/**
 * Whether the role a query knows as `role` gives nothing the operator lacks: the roles one may hand out.
 * Role 1 only for the account `admin`, 管理员角色 only for somebody who has it.
 */
export const isWithin = (operator: Operator): RawBuilder<boolean> => {
  if (operator.account === rootAccount) return sql<boolean>`true`;
  // What opens nothing for staff of a firm stands in no one's way to pass the rest on.
  const held = [...operator.permissions, ...operator.withheld];
  const hasAll = operator.isSuper || operator.permissions.has(everything);
  return sql<boolean>`(role.id <> ${superRoleId} and (${operator.isAdmin} or not role.is_admin) and (${hasAll} or not exists (
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

/**
 * Writes a new role (`id` absent) or an existing one with exactly the permissions of the draft. Only nodes the operator
 * could grant may differ from before, so nobody passes on, or takes away, what they do not have.
 * Throws 63621, 63623–63629, 404, 409.
 */
export const saveRole = async (
  db: Db,
  endpoints: readonly Endpoint[],
  draft: Draft,
  operator: Operator,
  existing?: { id: number; version?: number },
): Promise<void> => {
  const before = existing ? await lockRole(db, existing.id, operator) : undefined;
  if (before && existing?.version !== undefined && existing.version !== before.version) throw stale();
  if (before && draft.status !== before.status) await lockRoleWithin(db, before.id, operator);
  const isAdmin = draft.isAdmin ?? before?.isAdmin ?? false;
  if (isAdmin !== (before?.isAdmin ?? false) && operator.account !== rootAccount)
    throw refuse(accessRefusals.adminRoleFlag);

  const had = new Set(before ? await findMenuIds(db, before.id) : []);
  const wanted = checkedRules(draft.rules, had, await grantables(db, endpoints, operator));
  const columns = { roleName: draft.roleName, status: draft.status, isAdmin };
  const roleId = before ? before.id : await insertRole(db, columns);
  if (before) {
    await changeRole(db, roleId, columns);
    const dropped = [...had].filter((id) => !wanted.has(id));
    if (dropped.length > 0)
      await db.deleteFrom('roleMenu').where('roleId', '=', roleId).where('menuId', 'in', dropped).execute();
  }
  const added = [...wanted].filter((id) => !had.has(id));
  if (added.length > 0)
    await db
      .insertInto('roleMenu')
      .values(added.map((menuId) => ({ roleId, menuId })))
      .execute();
  if (before) await announceRoleChange(db, roleId);
};

/** Deletes a role nobody holds any more. Throws 404, 63622, 63623, 63627. */
export const removeRole = async (db: Db, id: number, operator: Operator): Promise<void> => {
  await lockRoleWithin(db, id, operator);
  const holders = db
    .selectFrom('adminRole')
    .innerJoin('admin', 'admin.id', 'adminRole.adminId')
    .where('adminRole.roleId', '=', id);
  if (await holders.select('admin.id').where('admin.isDel', '=', false).executeTakeFirst())
    throw refuse(accessRefusals.roleInUse);
  await db.deleteFrom('adminRole').where('roleId', '=', id).execute();
  await db.deleteFrom('role').where('id', '=', id).execute();
};

/** Enables or disables a role. Throws 404, 63623, 63627. */
export const switchRole = async (
  db: Db,
  { id, status }: { id: number; status: boolean },
  operator: Operator,
): Promise<void> => {
  await lockRoleWithin(db, id, operator);
  await changeRole(db, id, { status });
  await announceRoleChange(db, id);
};

/** A role as a change of it is written, locked. Throws 403, 404, 63623. */
export const storedRole = async (db: Db, id: number, operator: Operator) => {
  const { roleName, status, isAdmin } = await lockRole(db, id, operator);
  return { roleName, status, isAdmin, rules: await findMenuIds(db, id) };
};

/** Makes every holder of a role feel its change at the next call. */
const announceRoleChange = async (db: Db, roleId: number): Promise<void> => {
  const holders = await db.selectFrom('adminRole').select('adminId').where('roleId', '=', roleId).execute();
  await announceSessionChange(
    db,
    holders.map(({ adminId }) => adminId),
  );
};

const changeRole = async (db: Db, id: number, columns: Partial<Columns>): Promise<void> => {
  await db
    .updateTable('role')
    .set((role) => ({ ...columns, version: role('version', '+', 1), updatedAt: role.fn('now') }))
    .where('id', '=', id)
    .execute();
};

const insertRole = async (db: Db, columns: Columns): Promise<number> =>
  (await db.insertInto('role').values(columns).returning('id').executeTakeFirstOrThrow()).id;

const findMenuIds = async (db: Db, roleId: number): Promise<number[]> =>
  (await db.selectFrom('roleMenu').select('menuId').where('roleId', '=', roleId).execute()).map(({ menuId }) => menuId);

/**
 * The nodes to store: those asked for, without what everybody has. Throws, naming the node, where one is unknown or of a part
 * to come, and where the operator may not grant a difference: nothing is left out in silence.
 */
const checkedRules = (rules: number[], had: ReadonlySet<number>, menus: readonly Grantable[]): Set<number> => {
  const asked = new Set(rules);
  const wanted = new Set<number>();
  const byId = new Map(menus.map((menu) => [menu.id, menu]));
  const unknown = rules.find((id) => !byId.has(id));
  if (unknown !== undefined) throw refuse(accessRefusals.menuUnknown, { id: unknown });
  for (const menu of menus) {
    if (menu.isPublic) continue;
    // What nobody is shown stays as it was, until its part exists.
    const isWanted = asked.has(menu.id) || (menu.isAbsent && had.has(menu.id));
    if (isWanted) wanted.add(menu.id);
    if (isWanted === had.has(menu.id)) continue;
    const name = toName(menu, byId.get(menu.pid));
    if (menu.isAbsent) throw refuse(accessRefusals.menuAbsent, { name });
    if (menu.isReserved) throw refuse(accessRefusals.sensitiveMenu, { name });
    if (!menu.isHeld) throw refuse(accessRefusals.menuNotHeld, { name });
  }
  return wanted;
};

/** A button is called as many others are: its screen tells which it is. */
const toName = ({ menuType, name }: Grantable, above: Grantable | undefined): string =>
  menuType === 'A' && above ? `${above.name} / ${name}` : name;
