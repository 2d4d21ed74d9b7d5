import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
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
