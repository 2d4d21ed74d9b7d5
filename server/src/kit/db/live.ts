import { sql, type ExpressionBuilder, type Selectable, type SelectQueryBuilder } from 'kysely';
import type { DB } from './database-types.gen.ts';
import type { Db } from './database.ts';

/** Tables whose rows are deleted softly, by a number. */
export type LiveTable = { [T in keyof DB]: Selectable<DB[T]> extends { isDel: number } ? T : never }[keyof DB] & string;

/** Nothing is selected yet. */
type Nothing = Record<never, never>;

/** The rows of a table that are not deleted, also under another name, or as a query inside of one that is being built. */
export function live<T extends LiveTable>(db: Db, table: T): SelectQueryBuilder<DB, T, Nothing>;
export function live<T extends LiveTable, A extends string>(
  db: Db,
  table: T,
  name: A,
): SelectQueryBuilder<DB & Record<A, DB[T]>, A, Nothing>;
export function live<Known extends DB, Outer extends keyof Known, T extends LiveTable>(
  row: ExpressionBuilder<Known, Outer>,
  table: T,
): SelectQueryBuilder<Known, Outer | T, Nothing>;
export function live<Known extends DB, Outer extends keyof Known, T extends LiveTable, A extends string>(
  row: ExpressionBuilder<Known, Outer>,
  table: T,
  name: A,
): SelectQueryBuilder<Known & Record<A, DB[T]>, Outer | A, Nothing>;
export function live(from: unknown, table: LiveTable, name: string = table): unknown {
  // All these tables have the column, so one of them stands for all. Written out, it finds the indexes of living rows alone.
  const any = from as Db;
  return any.selectFrom(`${table} as ${name}` as 'firm').where(sql.ref(`${name}.isDel`), '=', sql.lit(0));
}
