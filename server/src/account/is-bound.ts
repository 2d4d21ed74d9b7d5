import type { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { sql, type RawBuilder } from 'kysely';

/** Whether somebody acts on the phone as the party whose number a column holds. */
export const isBound = (kind: RoleKind, table: 'agent' | 'shop' | 'salesman' | 'inspector'): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from role_binding held where held.role_kind = ${sql.lit(kind)} and held.role_id = ${sql.ref(`${table}.id`)} and held.firm_id = ${sql.ref(`${table}.firmId`)} and held.ended_at is null)`;
