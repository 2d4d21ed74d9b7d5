import { rootAccount, superRoleId } from '@zhuiyuan/contract/access/fixed-rows';
import { hashPassword, randomPassword } from '../../access/hash-password.ts';
import { keepUntold } from './untold-password.ts';
import type { Config } from '../../kit/config.ts';
import type { Db } from '../../kit/db/database.ts';
import { claimSeeds, startIdsAfter } from '../../settings/claim-seeds.ts';
import type { MenuSeed } from './menu-seed.ts';
import { lotteryMenus } from './menus-lottery.ts';
import { mallMenus } from './menus-mall.ts';
import { systemMenus } from './menus-system.ts';
import { traceMenus } from './menus-trace.ts';
import { isInPreset, rolePresets } from './role-presets.ts';

/** The whole menu tree, siblings in the order of the sidebar. */
export const menuSeeds: MenuSeed[] = [...traceMenus, ...lotteryMenus, ...mallMenus, ...systemMenus];

/** The menu tree, the seeded roles and the account `admin`. A password it had to invent is kept until it is told. */
export const seedAccess = async ({
  config,
  db,
}: {
  config: Pick<Config, 'adminPassword' | 'masterKey'>;
  db: Db;
}): Promise<void> => {
  const newMenus = await seedMenus(db);
  await seedRoles(db, newMenus);
  await seedRootAccount(db, config);
};

const seedMenus = async (db: Db): Promise<Set<number>> => {
  const fresh = await claimSeeds(
    db,
    'menu',
    menuSeeds.map((menu) => menu.id),
  );
  if (fresh.size === 0) return fresh;
  const rows = menuSeeds.filter((menu) => fresh.has(menu.id)).map((menu) => ({ ...menu, sort: sortOf(menu) }));
  await db
    .insertInto('menu')
    .values(rows)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  await startIdsAfter(db, 'menu', 1_000_000);
  return fresh;
};

/** Higher comes first: the first of five siblings has 50, the last 10. */
const sortOf = (menu: MenuSeed): number => {
  const siblings = menuSeeds.filter(({ pid }) => pid === menu.pid);
  return (siblings.length - siblings.indexOf(menu)) * 10;
};

const seedRoles = async (db: Db, newMenus: Set<number>): Promise<void> => {
  const newRoles = await claimSeeds(
    db,
    'role',
    rolePresets.map((role) => role.id),
  );
  const made = rolePresets
    .filter((role) => newRoles.has(role.id))
    .map(({ id, roleName, isAdmin = false }) => ({ id, roleName, isAdmin }));
  if (made.length > 0) {
    await db
      .insertInto('role')
      .values(made)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await startIdsAfter(db, 'role', 100);
  }
  const existing = await db
    .selectFrom('role')
    .select('id')
    .where(
      'id',
      'in',
      rolePresets.map((role) => role.id),
    )
    .execute();
  const grants = rolePresets
    .filter((role) => existing.some(({ id }) => id === role.id))
    .flatMap((role) =>
      menuSeeds
        .filter((menu) => (newRoles.has(role.id) || newMenus.has(menu.id)) && isInPreset(role, menu.perms))
        .map((menu) => ({ roleId: role.id, menuId: menu.id })),
    );
  if (grants.length > 0)
    await db
      .insertInto('roleMenu')
      .values(grants)
      .onConflict((conflict) => conflict.doNothing())
      .execute();
};

const seedRootAccount = async (
  db: Db,
  { adminPassword: given, masterKey }: Pick<Config, 'adminPassword' | 'masterKey'>,
): Promise<void> => {
  const existing = await db.selectFrom('admin').select('id').where('account', '=', rootAccount).executeTakeFirst();
  if (existing) return;
  const password = given ?? randomPassword();
  const { id } = await db
    .insertInto('admin')
    .values({
      account: rootAccount,
      passwordHash: await hashPassword(password),
      mustChangePassword: given === undefined,
      realName: '超级管理员',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db.insertInto('adminRole').values({ adminId: id, roleId: superRoleId }).execute();
  if (given === undefined) await keepUntold(db, masterKey, { adminId: id, password });
};
