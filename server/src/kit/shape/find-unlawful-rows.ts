import { sql } from 'kysely';
import type { Db } from '../db/database.ts';

/** Larger tables are left out of what has to sort them. */
const mostSorted = 5_000_000;

interface Rules {
  name: string;
  /** Columns that are never null. */
  kept: string[];
  checks: string[];
  /** What may stand there once, each as the columns and the condition of its key. */
  keys: { columns: string; condition: string | null }[];
}

/**
 * Rows that their own table forbids, of some tables: a rule that was off while they were written looks whole afterwards. What is not there is left to
 * whoever holds the definitions. PostgreSQL believes its own rules, so that `is null` of a column that never is finds nothing: they are counted.
 */
export const findUnlawfulRows = async (db: Db, tables: readonly string[]): Promise<string[]> => {
  const { rows: rules } = await sql<Rules>`
    select c.relname as name,
      array(select a.attname::text from pg_attribute a where a.attrelid = c.oid and a.attnum > 0 and a.attnotnull and not a.attisdropped order by a.attnum) as kept,
      array(select pg_get_expr(k.conbin, k.conrelid) from pg_constraint k where k.conrelid = c.oid and k.contype = 'c' order by k.conname) as checks,
      coalesce((
        select json_agg(json_build_object('columns', (
            select string_agg(pg_get_indexdef(i.indexrelid, place, true), ', ' order by place) from generate_series(1, i.indnkeyatts) place
          ), 'condition', pg_get_expr(i.indpred, i.indrelid)))
        from pg_index i where i.indrelid = c.oid and i.indisunique and not i.indnullsnotdistinct and c.reltuples < ${mostSorted}
      ), '[]') as keys
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and c.relname = any(${[...tables]}::text[])
    order by c.relname`.execute(db);
  const looks = rules.flatMap(({ name, kept, checks, keys }) => {
    const table = sql.id('public', name);
    const broken = [
      sql`num_nulls(${sql.join(kept.map((column) => sql.ref(column)))}) > 0`,
      ...checks.map((check) => sql`(${sql.raw(check)}) is false`),
    ];
    return [
      sql`select ${`表 ${name} 有不合其约束的行`}::text as detail, count(*) as count from ${table} where ${sql.join(broken, sql` or `)}`,
      ...keys.map(
        ({ columns, condition }) => sql`
          select ${`表 ${name} 有重复的 ${columns}`}::text, count(*) from (
            select from ${table} where num_nulls(${sql.raw(columns)}) = 0 ${condition ? sql`and (${sql.raw(condition)})` : sql``}
            group by ${sql.raw(columns)} having count(*) > 1) doubled`,
      ),
    ];
  });
  if (looks.length === 0) return [];
  const { rows } = await sql<{ detail: string; count: number }>`
    select detail, count from (${sql.join(looks, sql` union all `)}) looked where count > 0 order by detail`.execute(
    db,
  );
  return rows.map(({ detail, count }) => `${detail}（${count}）`);
};
