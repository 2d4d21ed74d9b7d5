import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { sql } from 'kysely';

/** Who did something: a member of staff, or for whom he acted on the phone; '' where nobody did. */
export const actorName = (table: string) => {
  const id = sql.ref(`${table}.roleId`);
  const firm = sql.ref(`${table}.firmId`);
  return sql<string>`coalesce(case ${sql.ref(`${table}.roleKind`)}
    when ${sql.lit(RoleKind.agent)} then (select actor.name from agent actor where actor.firm_id = ${firm} and actor.id = ${id})
    when ${sql.lit(RoleKind.shop)} then (select actor.name from shop actor where actor.firm_id = ${firm} and actor.id = ${id})
    when ${sql.lit(RoleKind.salesman)} then (select actor.pic_name from salesman actor where actor.firm_id = ${firm} and actor.id = ${id})
    when ${sql.lit(RoleKind.inspector)} then (select actor.auditor from inspector actor where actor.firm_id = ${firm} and actor.id = ${id})
    else (select actor.real_name from admin actor where actor.id = ${sql.ref(`${table}.operatorId`)}) end, '')`;
};
