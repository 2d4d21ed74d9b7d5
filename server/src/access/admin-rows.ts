import { sql, type SelectQueryBuilder } from 'kysely';
import type { DB } from '../kit/db/database-types.gen.ts';

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
