import { sql } from 'kysely';
import type { DB } from './database-types.gen.ts';
import type { Db } from './database.ts';

/** A firm's next free number, `{prefix}{digits}`, after the highest it ever had; two at the same time wait for each other. */
export const nextNumber = async <T extends keyof DB & string>(
  db: Db,
  {
    table,
    column,
    prefix,
    digits,
    firmId,
  }: { table: T; column: keyof DB[T] & string; prefix: string; digits: number; firmId: number },
): Promise<string> => {
  await sql`select pg_advisory_xact_lock(hashtext(${`${table}.${column}`}), hashint8(${firmId}))`.execute(db);
  const number = sql.ref(column);
  const { rows } = await sql<{ last: number }>`
    select coalesce(max(substring(${number} from ${prefix.length + 1}::int)::bigint), 0) as last
    from ${sql.id(table)} where firm_id = ${firmId} and ${number} ~ ${`^${prefix}[0-9]{${digits},9}$`}`.execute(db);
  return prefix + String(rows[0]!.last + 1).padStart(digits, '0');
};
