import { sql } from 'kysely';
import type { Db } from '../kit/database.ts';

/** Administrators with their roles and firm, as every call shows them. Roles come as `roleIds` and `roleNames`, comma-separated. */
export const adminRows = (db: Db) =>
  db
    .selectFrom('admin')
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
      'admin.createdAt as createTime',
      sql<number | null>`nullif(admin.firm_id, 0)`.as('firmId'),
      sql<string>`coalesce(firm.name, '')`.as('firmName'),
      sql<string>`coalesce(held.ids, '')`.as('roleIds'),
      sql<string>`coalesce(held.names, '')`.as('roleNames'),
      sql<number>`extract(epoch from admin.created_at)::int8`.as('addTime'),
    ]);
