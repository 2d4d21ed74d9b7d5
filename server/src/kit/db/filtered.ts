import { readDateLimit } from '@zhuiyuan/contract/kit/date-limit';
import { sql, type Expression, type ExpressionBuilder, type SelectQueryBuilder, type SqlBool } from 'kysely';
import type { DB } from './database-types.gen.ts';
import type { Db } from './database.ts';
import { containing } from './filters.ts';

/** What a filter asks of one column. */
export interface Test<Value> {
  /** What the statement is given of the filter's value; nothing where the value asks nothing. */
  given: (value: Value) => readonly unknown[] | undefined;
  /** Passes on what it is given without looking at it, so that one statement serves all values. */
  holds: (column: string, ...given: readonly unknown[]) => Expression<SqlBool>;
}

/** A test of columns other than the one that has the filter's name. */
export interface Placed<Column, Value> extends Test<Value> {
  columns: readonly Column[];
}

export const eq: Test<unknown> = {
  given: (value) => [value],
  holds: (column, value) => sql`${sql.ref(column)} = ${value}`,
};

/**
 * The text stands anywhere in the column, in capitals or not. One of three letters and more is found by trigrams; a shorter one, as
 * most Chinese words are, by rows that have each of its letters: which of both holds is settled while the statement is planned.
 */
export const contains: Test<string> = {
  given: (value) => [containing(value), value],
  holds: (column, pattern, word) => {
    const letters = sql`lower(${sql.ref(column)}::text)`;
    return sql`(length(${word}) > 2 and ${sql.ref(column)} ilike ${pattern} or length(${word}) <= 2
      and strpos(${letters}, lower(${word})) > 0 and string_to_array(${letters}, null) @> string_to_array(lower(${word}), null))`;
  },
};

export const among: Test<readonly unknown[]> = {
  given: (values) => [values],
  holds: (column, values) => sql`${sql.ref(column)} = any(${values})`,
};

/** The time lies within a `dateLimit`, both ends included. */
export const within: Test<string> = {
  given: (limit) => {
    const range = readDateLimit(limit);
    return range ? [range.start, range.end] : undefined;
  },
  holds: (column, start, end) =>
    sql`(${sql.ref(column)} >= ${start}::timestamptz and ${sql.ref(column)} < ${end}::timestamptz + interval '1 second')`,
};

/** The test holds for one at least of these columns. */
export const at = <const Column extends string, Value>(
  test: Test<Value>,
  ...columns: readonly [Column, ...Column[]]
): Placed<Column, Value> => ({ ...test, columns });

/** A condition on more than columns. */
export interface Condition<D, T extends keyof D, Value> {
  given: (value: Value) => readonly unknown[] | undefined;
  where: (row: ExpressionBuilder<D, T>, ...given: readonly never[]) => Expression<SqlBool>;
}

/** A condition on more than columns: `given` says what the statement is given of the value, `where` passes it on unseen. */
export const by = <T extends keyof DB, Value, const G extends readonly unknown[]>(
  given: (value: Value) => G | undefined,
  where: (row: ExpressionBuilder<DB, T>, ...given: G) => Expression<SqlBool>,
): Condition<DB, T, Value> => ({ given, where: where as never });

/** A condition that a filter asks for where it is true, and not at all where it is false. */
export const when = <T extends keyof DB>(
  where: (row: ExpressionBuilder<DB, T>) => Expression<SqlBool>,
): Condition<DB, T, boolean> => ({ given: (isAsked) => (isAsked ? [] : undefined), where });

type Columns<D, T extends keyof D> = keyof D[T] & string;

export type Rule<D, T extends keyof D, Key, Value> =
  | (Key extends Columns<D, T> ? Test<Value> & { columns?: never } : never)
  | Placed<Columns<D, T>, Value>
  | Condition<D, T, Value>
  | ((value: Value, row: ExpressionBuilder<D, T>) => Expression<SqlBool>);

/** What is asked of a list beside filters. */
type Shape = 'page' | 'limit' | 'sort' | 'columns';

/** A rule for every filter, so that none is forgotten. */
export type Rules<D, T extends keyof D, F extends object> = {
  [K in Exclude<keyof F, Shape>]-?: Rule<D, T, K, NonNullable<F[K]>>;
};

/** A filter that is asked: its rule, and what the rule's statement is given. */
interface Asked<D, T extends keyof D> {
  key: string;
  rule: Rule<D, T, string, unknown>;
  value: unknown;
  given: readonly unknown[];
}

/** The filters that are neither absent nor blank. */
export const askedOf = <D, T extends keyof D, F extends object>(
  filters: object,
  rules: Rules<D, T, F>,
): Asked<D, T>[] =>
  Object.entries(rules as Record<string, Rule<D, T, string, unknown>>).flatMap(([key, rule]): Asked<D, T>[] => {
    const value = (filters as Record<string, unknown>)[key];
    if (value === undefined || value === '') return [];
    if (typeof rule === 'function') return [{ key, rule, value, given: [] }];
    const given = rule.given(value);
    return given ? [{ key, rule, value, given }] : [];
  });

/** Narrows a query to what these filters say, each with what `toGiven` makes of its values. */
export const narrowed = <D, T extends keyof D & string, O>(
  query: SelectQueryBuilder<D, T, O>,
  table: T,
  asked: readonly Asked<D, T>[],
  toGiven: (one: Asked<D, T>) => readonly unknown[] = ({ given }) => given,
): SelectQueryBuilder<D, T, O> =>
  query.where((row) =>
    row.and(
      asked.map((one) => {
        const { key, rule } = one;
        if (typeof rule === 'function') return rule(one.value, row);
        const given = toGiven(one);
        if ('where' in rule) return rule.where(row, ...(given as readonly never[]));
        return row.or((rule.columns ?? [key]).map((column) => rule.holds(`${table}.${column}`, ...given)));
      }),
    ),
  );

/**
 * Narrows a query to what its filters say: what is asked of the column of a filter's name, of others (`at`), or an expression of
 * its own. A filter that is absent or blank asks nothing.
 */
export const filtered = <D, T extends keyof D & string, O, F extends object>(
  query: SelectQueryBuilder<D, T, O>,
  table: T,
  filters: F,
  rules: Rules<D, T, F>,
): SelectQueryBuilder<D, T, O> => narrowed(query, table, askedOf<D, T, F>(filters, rules));

/** What a query was narrowed by, where {@link matchingBy} made it: with the same key and filters statements have the same text. */
export interface Origin {
  key: object;
  /** The names of the filters that are asked. */
  shape: string;
  values: ReadonlyMap<string, unknown>;
  /** The same query, given other values by their names. */
  build: (toValue: (name: string) => unknown) => object;
}

const origins = new WeakMap<object, Origin>();

/** All rows a list could ever show: those of {@link matchingBy} before its filters. */
interface Base {
  key: object;
  from: (db: Db) => object;
}

const bases = new WeakMap<object, Base>();

/** The rows a query was narrowed from; nothing where {@link matchingBy} did not make it. */
export const baseOf = (query: object): Base | undefined => bases.get(query);

/** What is known of how a query was narrowed; nothing where a filter looks at its value. */
export const originOf = (query: object): Origin | undefined => origins.get(query);

/** Finds the rows that filters mean, without columns and order. */
export type Matching<T extends keyof D, F extends object, D = DB, O = object> = (
  db: Db,
  filters: F,
) => SelectQueryBuilder<D, T, O>;

/**
 * The rows a list, an export or a count is about, by their filters: {@link filtered} for rows that `from` finds the same way at
 * every call, so that a page of them is compiled once for all that ask with the same filters, see paging.ts.
 */
export const matchingBy = <D extends object, T extends keyof D & string, O, F extends object>(
  table: T,
  from: (db: Db) => SelectQueryBuilder<D, T, O>,
  rules: Rules<D, T, F>,
): Matching<T, F, D, O> => {
  const key = {};
  const nameOf = (filter: string, nth: number) => `${filter} ${nth}`;
  return (db, filters) => {
    const asked = askedOf<D, T, F>(filters, rules);
    const query = narrowed(from(db), table, asked);
    bases.set(query, { key, from });
    if (asked.some(({ rule }) => typeof rule === 'function')) return query;
    origins.set(query, {
      key,
      shape: asked.map((one) => one.key).join(' '),
      values: new Map(asked.flatMap((one) => one.given.map((value, nth) => [nameOf(one.key, nth), value] as const))),
      build: (toValue) =>
        narrowed(from(db), table, asked, (one) => one.given.map((_value, nth) => toValue(nameOf(one.key, nth)))),
    });
    return query;
  };
};
