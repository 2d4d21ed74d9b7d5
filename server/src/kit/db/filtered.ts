import { sql, type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';
import { containing, within as isWithin } from './filters.ts';

/** What a filter asks of one column. */
interface Test<Value> {
  holds: (column: string, value: Value) => Expression<SqlBool>;
}

/** A test of columns other than the one that has the filter's name. */
interface Placed<Column, Value> extends Test<Value> {
  columns: readonly Column[];
}

export const eq: Test<unknown> = { holds: (column, value) => sql`${sql.ref(column)} = ${value}` };

/** The text stands anywhere in the column, in capitals or not. */
export const contains: Test<string> = { holds: (column, value) => sql`${sql.ref(column)} ilike ${containing(value)}` };

export const among: Test<readonly unknown[]> = {
  holds: (column, value) => sql`${sql.ref(column)} in (${sql.join(value)})`,
};

/** The time lies within a `dateLimit`, both ends included. */
export const within: Test<string> = { holds: (column, value) => isWithin(column, value) };

/** The test holds for one at least of these columns. */
export const at = <const Column extends string, Value>(
  test: Test<Value>,
  ...columns: readonly [Column, ...Column[]]
): Placed<Column, Value> => ({ ...test, columns });

type Columns<DB, T extends keyof DB> = keyof DB[T] & string;

type Rule<DB, T extends keyof DB, Own extends T, Key, Value> =
  | (Key extends Columns<DB, Own> ? Test<Value> & { columns?: never } : never)
  | Placed<Columns<DB, Own>, Value>
  | ((value: Value, row: ExpressionBuilder<DB, T>) => Expression<SqlBool>);

type Paging = 'page' | 'limit';

/**
 * Narrows a query to what its filters say. Every filter has its rule, so that none is forgotten: what is asked of the column
 * of its name, of others (`at`), or an expression of its own. A filter that is absent or blank asks nothing.
 */
export const filtered = <DB, T extends keyof DB & string, Own extends T, O, F extends object>(
  query: SelectQueryBuilder<DB, T, O>,
  table: Own,
  filters: F,
  rules: { [K in Exclude<keyof F, Paging>]-?: Rule<DB, T, Own, K, NonNullable<F[K]>> },
): SelectQueryBuilder<DB, T, O> =>
  query.where((row) =>
    row.and(
      Object.entries(rules as Record<string, Rule<DB, T, Own, string, unknown>>).flatMap(([key, rule]) => {
        const value = (filters as Record<string, unknown>)[key];
        if (value === undefined || value === '') return [];
        if (typeof rule === 'function') return rule(value, row);
        return row.or((rule.columns ?? [key]).map((column) => rule.holds(`${table}.${column}`, value)));
      }),
    ),
  );
