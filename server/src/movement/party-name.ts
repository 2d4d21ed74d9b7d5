import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { sql } from 'kysely';

/** What the sender or the receiver of a row is called: the firm itself, a dealer or a shop, also one that was deleted since. */
export const partyName = (table: string, end: 'from' | 'to') => {
  const id = sql.ref(`${table}.${end}Id`);
  const firm = sql.ref(`${table}.firmId`);
  return sql<string>`coalesce(case ${sql.ref(`${table}.${end}Kind`)}
    when ${sql.lit(Holder.agent)} then (select party.name from agent party where party.firm_id = ${firm} and party.id = ${id})
    when ${sql.lit(Holder.shop)} then (select party.name from shop party where party.firm_id = ${firm} and party.id = ${id})
    else (select party.name from firm party where party.firm_id = ${firm} and party.id = ${firm}) end, '')`;
};

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
