import { adminApi } from '@zhuiyuan/contract/access/admin';
import type { InputOf } from '@zhuiyuan/contract/kit/endpoint';
import { maskPhone } from '@zhuiyuan/contract/kit/phone';
import { sql, type SelectQueryBuilder } from 'kysely';
import type { App } from '../kit/http/app-context.ts';
import type { DB } from '../kit/db/database-types.gen.ts';
import { at, contains, eq, matchingBy, type Matching } from '../kit/db/filtered.ts';
import { findPage } from '../kit/db/paging.ts';
import { notFound, refuseOn } from '../kit/refusal.ts';
import { serve } from '../kit/http/serve.ts';
import {
  flipSms,
  insertAdmin,
  removeAdmin,
  storedAdmin,
  switchAdmin,
  updateAdmin,
  adminConstraints,
} from './admin-writes.ts';

/** 管理员列表: the staff of the platform and of firms. */
export const mountAdmin = (app: App): void => {
  refuseOn(app, adminConstraints);
  serve(app, adminApi, {
    list: async ({ input, db }) => {
      const page = await findPage(db, input, matchingAdmins(db, input), asNewestAdmins);
      return { ...page, list: page.list.map((row) => ({ ...row, phone: maskPhone(row.phone) })) };
    },

    save: async ({ input, db, operator }) => {
      await insertAdmin(db, input, operator);
      return null;
    },

    update: {
      stored: ({ row, db }) => storedAdmin(db, row),
      change: async ({ input, db, operator }) => {
        await updateAdmin(db, input, operator);
        return null;
      },
    },

    info: async ({ input, db }) => {
      const admin = await asAdminRows(
        db.selectFrom('admin').where('admin.id', '=', input.id).where('admin.isDel', '=', false),
      ).executeTakeFirst();
      if (!admin) throw notFound('管理员不存在');
      return admin;
    },

    remove: async ({ input, db, operator }) => {
      await removeAdmin(db, input.id, operator);
      return null;
    },

    updateStatus: async ({ input, db, operator }) => {
      await switchAdmin(db, input, operator);
      return null;
    },

    updateSms: async ({ input, db, operator }) => {
      await flipSms(db, input.id, operator);
      return null;
    },
  });
};

const matchingAdmins: Matching<'admin', InputOf<typeof adminApi.list>> = matchingBy(
  'admin',
  (db) => db.selectFrom('admin'),
  {
    realName: at(contains, 'realName', 'account'),
    roles: (id, row) => row('admin.id', 'in', row.selectFrom('adminRole').select('adminId').where('roleId', '=', id)),
    status: eq,
    firmId: eq,
  },
);

/** Adds what every call shows of administrators, with their roles (ids and names, comma-separated) and firm. */
export const asAdminRows = (admins: SelectQueryBuilder<DB, 'admin', object>) =>
  admins
    .leftJoin('firm', 'firm.id', 'admin.firmId')
    .leftJoinLateral(
      (lateral) =>
        lateral
          .selectFrom('adminRole')
          .innerJoin('role', 'role.id', 'adminRole.roleId')
          .select([
            sql<string | null>`string_agg(role.id::text, ',' order by role.id)`.as('ids'),
            sql<string | null>`string_agg(role.role_name, ',' order by role.id)`.as('names'),
          ])
          .whereRef('adminRole.adminId', '=', 'admin.id')
          .as('held'),
      (join) => join.onTrue(),
    )
    .select([
      'admin.id',
      'admin.account',
      'admin.realName',
      'admin.phone',
      'admin.avatar',
      'admin.isSms',
      'admin.status',
      'admin.isDel',
      'admin.loginCount',
      'admin.lastIp',
      'admin.lastTime',
      'admin.version',
      'admin.mustChangePassword',
      'admin.createdAt as createTime',
      sql<number | null>`nullif(admin.firm_id, 0)`.as('firmId'),
      sql<string>`coalesce(firm.name, '')`.as('firmName'),
      sql<string>`coalesce(held.ids, '')`.as('roles'),
      sql<string>`coalesce(held.names, '')`.as('roleNames'),
      // Role 1 stands above the others, as older clients expect it.
      sql<number>`case when '1' = any(string_to_array(held.ids, ',')) then 0 else 1 end`.as('level'),
      sql<number>`extract(epoch from admin.created_at)::int8`.as('addTime'),
    ]);

const asNewestAdmins = (query: Parameters<typeof asAdminRows>[0]) => asAdminRows(query).orderBy('admin.id', 'desc');
