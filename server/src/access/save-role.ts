import { accessRefusals } from '@zhuiyuan/contract/access/access-refusals';
import { rootAccount } from '@zhuiyuan/contract/access/fixed-rows';
import type { RoleDraft } from '@zhuiyuan/contract/access/role';
import type { z } from 'zod';
import type { Db } from '../kit/db/database.ts';
import type { Operator } from '../kit/operator.ts';
import { refuse, stale } from '../kit/refusal.ts';
import { announceSessionChange } from '../kit/http/session.ts';
import { grantables } from './menu-choices.ts';
import { lockRole, lockRoleWithin } from './role-of.ts';

type Draft = z.output<typeof RoleDraft>;

/**
 * Writes a new role (`id` absent) or an existing one with exactly the permissions of the draft. Only nodes the operator
 * could grant may differ from before, so nobody passes on, or takes away, what they do not have.
 * Throws 63621, 63623–63627, 404, 409.
 */
export const saveRole = async (
  db: Db,
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

  const had = new Set(before ? await menuIdsOf(db, before.id) : []);
  const wanted = await checkedRules(db, draft.rules, had, operator);
  const columns = { roleName: draft.roleName, status: draft.status, isAdmin };
  const roleId = before ? before.id : await insertRole(db, columns);
  if (before) {
    await db
      .updateTable('role')
      .set((role) => ({ ...columns, version: role('version', '+', 1), updatedAt: role.fn('now') }))
      .where('id', '=', roleId)
      .execute();
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

/** A role as a change of it is written, locked. Throws 403, 404, 63623. */
export const storedRole = async (db: Db, id: number, operator: Operator) => {
  const { roleName, status, isAdmin } = await lockRole(db, id, operator);
  return { roleName, status, isAdmin, rules: await menuIdsOf(db, id) };
};

/** Makes every holder of a role feel its change at the next call. */
export const announceRoleChange = async (db: Db, roleId: number): Promise<void> => {
  const holders = await db.selectFrom('adminRole').select('adminId').where('roleId', '=', roleId).execute();
  await announceSessionChange(
    db,
    holders.map(({ adminId }) => adminId),
  );
};

const insertRole = async (db: Db, columns: { roleName: string; status: boolean; isAdmin: boolean }): Promise<number> =>
  (await db.insertInto('role').values(columns).returning('id').executeTakeFirstOrThrow()).id;

const menuIdsOf = async (db: Db, roleId: number): Promise<number[]> =>
  (await db.selectFrom('roleMenu').select('menuId').where('roleId', '=', roleId).execute()).map(({ menuId }) => menuId);

/** The nodes to store: known ones, without what everybody has. Throws when the operator may not grant a difference. */
const checkedRules = async (
  db: Db,
  rules: number[],
  had: ReadonlySet<number>,
  operator: Operator,
): Promise<Set<number>> => {
  const asked = new Set(rules);
  const wanted = new Set<number>();
  for (const menu of await grantables(db, operator)) {
    if (menu.isPublic) continue;
    const isWanted = asked.has(menu.id);
    if (isWanted) wanted.add(menu.id);
    if (isWanted === had.has(menu.id)) continue;
    if (menu.isReserved) throw refuse(accessRefusals.sensitiveMenu, { name: menu.name });
    if (!menu.isHeld) throw refuse(accessRefusals.menuNotHeld, { name: menu.name });
  }
  return wanted;
};
