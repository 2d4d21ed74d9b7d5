import { expressionBuilder, sql, type AliasedExpression, type RawBuilder } from 'kysely';
import type { DB } from './database-types.gen.ts';

/** The two times of a row, by the names that answers give them. */
export const times = <T extends string>(table: T) =>
  [`${table}.createdAt as createTime`, `${table}.updatedAt as updateTime`] as const;

/** The name of the firm that a row belongs to, 平台 of a row of the platform's own. */
export const firmName = (table: string): AliasedExpression<string, 'firmName'> => {
  const { fn, selectFrom } = expressionBuilder<DB>();
  const named = selectFrom('firm')
    .select('firm.name')
    .where('firm.id', '=', sql.ref<number>(`${table}.firmId`));
  return fn.coalesce(named.$asScalar(), sql<string>`'平台'`).as('firmName');
};

/** Name of a member of staff by a column with his number, '' where there is none; people of the platform act for firms too. */
export const staffName = (column: string): RawBuilder<string> =>
  sql<string>`coalesce((select coalesce(nullif(a.real_name, ''), a.account) from admin a
    where a.id = ${sql.ref(column)} and a.firm_id is not null), '')`;
