import { accessRefusals } from '@zhuiyuan/contract/access/access-refusals';
import { roleApi } from '@zhuiyuan/contract/access/role';
import { sql } from 'kysely';
import type { App } from '../kit/http/app-context.ts';
import { containing } from '../kit/db/filters.ts';
import { pageOf } from '../kit/db/paging.ts';
import { notFound, refuse, refuseOn } from '../kit/refusal.ts';
import { serve } from '../kit/http/serve.ts';
import { grantables, menuChoices } from './menu-choices.ts';
import { lockRoleWithin, visibleRoles } from './role-of.ts';
import { announceRoleChange, saveRole, storedRole } from './save-role.ts';

refuseOn({
  role_name_uq: () => {
    const { roleNameTaken } = accessRefusals;
    return refuse(roleNameTaken, {}, { fields: [{ field: 'roleName', message: roleNameTaken[1] }] });
  },
});

const columns = [
  'role.id',
  'role.roleName',
  'role.level',
  'role.status',
  'role.isAdmin',
  'role.version',
  'role.createdAt as createTime',
  'role.updatedAt as updateTime',
] as const;

/** 角色管理: what groups of administrators may do. */
export const mountRole = (app: App): void =>
  serve(app, roleApi, {
    list: ({ input, db, operator }) =>
      pageOf(
        db,
        input,
        visibleRoles(db, operator)
          .$if(input.roleName !== undefined, (query) =>
            query.where('role.roleName', 'ilike', containing(input.roleName!)),
          )
          .$if(input.status !== undefined, (query) => query.where('role.status', '=', input.status!)),
        (query) =>
          query
            .select(columns)
            .select(
              sql<string>`coalesce((select string_agg(menu_id::text, ',' order by menu_id) from role_menu where role_id = role.id), '')`.as(
                'rules',
              ),
            )
            .orderBy('role.id'),
      ),

    save: async ({ input, db, operator }) => {
      await saveRole(db, input, operator);
      return null;
    },

    update: {
      stored: ({ row, db, operator }) => storedRole(db, row, operator),
      change: async ({ input: { id, version, ...draft }, db, operator }) => {
        await saveRole(db, draft, operator, { id, version });
        return null;
      },
    },

    info: async ({ input, db, operator }) => {
      const role = await visibleRoles(db, operator).select(columns).where('role.id', '=', input.id).executeTakeFirst();
      if (!role) throw notFound('角色不存在');
      const ticked = await db.selectFrom('roleMenu').select('menuId').where('roleId', '=', role.id).execute();
      return {
        ...role,
        menuList: menuChoices(await grantables(db, operator), new Set(ticked.map(({ menuId }) => menuId))),
      };
    },

    remove: async ({ input, db, operator }) => {
      const role = await lockRoleWithin(db, input.id, operator);
      const holders = db
        .selectFrom('adminRole')
        .innerJoin('admin', 'admin.id', 'adminRole.adminId')
        .where('adminRole.roleId', '=', role.id);
      if (await holders.select('admin.id').where('admin.isDel', '=', false).executeTakeFirst())
        throw refuse(accessRefusals.roleInUse);
      await db.deleteFrom('adminRole').where('roleId', '=', role.id).execute();
      await db.deleteFrom('role').where('id', '=', role.id).execute();
      return null;
    },

    updateStatus: async ({ input, db, operator }) => {
      const role = await lockRoleWithin(db, input.id, operator);
      await db
        .updateTable('role')
        .set((row) => ({ status: input.status, version: row('version', '+', 1), updatedAt: row.fn('now') }))
        .where('id', '=', role.id)
        .execute();
      await announceRoleChange(db, role.id);
      return null;
    },

    menuTree: async ({ db, operator }) => menuChoices(await grantables(db, operator)),
  });
