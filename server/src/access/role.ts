import type { DB } from '../kit/db/database-types.gen.ts';
import { rootAccount, superRoleId } from '@zhuiyuan/contract/access/fixed-rows';
import { roleApi } from '@zhuiyuan/contract/access/role';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { App } from '../kit/http/app-context.ts';
import type { Db } from '../kit/db/database.ts';
import { contains, eq, matchingBy, type Matching } from '../kit/db/filtered.ts';
import { findPage } from '../kit/db/paging.ts';
import { times } from '../kit/db/selectors.ts';
import type { Operator } from '../kit/operator.ts';
import { notFound, refuseOn } from '../kit/refusal.ts';
import { serve } from '../kit/http/serve.ts';
import { grantables, menuChoices } from './menu-choices.ts';
import { isWithin, removeRole, saveRole, storedRole, switchRole, roleConstraints } from './role-writes.ts';

const columns = [
  'role.id',
  'role.roleName',
  'role.level',
  'role.status',
  'role.isAdmin',
  'role.version',
  ...times('role'),
] as const;

/** 角色管理: what groups of administrators may do. */
export const mountRole = (app: App): void => {
  refuseOn(app, roleConstraints);
  serve(app, roleApi, {
    list: ({ input, db, operator }) => findPage(db, input, visibleRoles(db, operator, input), asRows),

    save: async ({ input, db, operator }) => {
      await saveRole(db, app.endpoints, input, operator);
      return null;
    },

    update: {
      stored: ({ row, db, operator }) => storedRole(db, row, operator),
      change: async ({ input: { id, version, ...draft }, db, operator }) => {
        await saveRole(db, app.endpoints, draft, operator, { id, version });
        return null;
      },
    },

    info: async ({ input, db, operator }) => {
      const role = await visibleRoles(db, operator).select(columns).where('role.id', '=', input.id).executeTakeFirst();
      if (!role) throw notFound('角色不存在');
      const ticked = await db.selectFrom('roleMenu').select('menuId').where('roleId', '=', role.id).execute();
      return {
        ...role,
        menuList: menuChoices(
          await grantables(db, app.endpoints, operator),
          new Set(ticked.map(({ menuId }) => menuId)),
        ),
      };
    },

    remove: async ({ input, db, operator }) => {
      await removeRole(db, input.id, operator);
      return null;
    },

    updateStatus: async ({ input, db, operator }) => {
      await switchRole(db, input, operator);
      return null;
    },

    menuTree: async ({ db, operator }) => menuChoices(await grantables(db, app.endpoints, operator)),
  });
};

interface Filters {
  roleName?: string;
  status?: boolean;
}

const matching: Matching<'role', Filters & { knownTo?: Operator }> = matchingBy('role', (db) => db.selectFrom('role'), {
  roleName: contains,
  status: eq,
  knownTo: (operator, row) =>
    row.and([row('role.id', '<>', superRoleId), ...(operator.firmId === null ? [] : [isWithin(operator)])]),
});

/** The roles of a list or a picker: role 1 only for the account `admin`, for firm staff only what they may hand out. */
const visibleRoles = (db: Db, operator: Operator, filters: Filters = {}) =>
  matching(db, { ...filters, knownTo: operator.account === rootAccount ? undefined : operator });

const asRows = (query: SelectQueryBuilder<DB, 'role', object>) =>
  query
    .select(columns)
    .select(
      sql<string>`coalesce((select string_agg(menu_id::text, ',' order by menu_id) from role_menu where role_id = role.id), '')`.as(
        'rules',
      ),
    )
    .orderBy('role.id');
