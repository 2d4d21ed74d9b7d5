import { sql, type RawBuilder } from 'kysely';

/** Name of a member of staff by a column with his number, '' where there is none; people of the platform act for firms too. */
export const staffName = (column: string): RawBuilder<string> =>
  sql<string>`coalesce((select coalesce(nullif(a.real_name, ''), a.account) from admin a
    where a.id = ${sql.ref(column)} and a.firm_id is not null), '')`;
