import type { Page } from '@zhuiyuan/contract/kit/page';
import {
  AliasNode,
  ColumnNode,
  IdentifierNode,
  ReferenceNode,
  sql,
  TableNode,
  type CompiledQuery,
  type Expression,
  type OperationNode,
  type OperationNodeSource,
  type SelectQueryBuilder,
  type SelectQueryNode,
} from 'kysely';
import { Given, scopeOf, withValues } from './compile-once.ts';
import type { DB } from './database-types.gen.ts';
import { prepared, type Db } from './database.ts';
import { baseOf, originOf } from './filtered.ts';

/** Totals are exact up to here; beyond it a list answers this number with `more: true`. */
export const countLimit = 10_000;

/** A query of any tables. */
type Any = SelectQueryBuilder<DB, keyof DB, object>;

/** A query that has its columns and order and lacks only the page. */
interface Rows<R> {
  execute: () => Promise<R[]>;
}

/** A row's key: its columns as `k0`, `k1` …, each nothing where the page is empty. */
type FoundKey = { pageTotal: number } & Record<`k${number}`, unknown>;

/** The columns that name a row together. A time is compared as it is written, for its text here has seconds only. */
export type Key = Readonly<Record<string, 'bigint' | 'int' | 'timestamptz'>>;

const byId: Key = { id: 'bigint' };

/** How the rows of a list are found: by the keys of its table, in an order of its own columns. */
interface Plan {
  /** Statements that find keys, by the key of their rows and the names of their filters. */
  known: WeakMap<object, Map<string, CompiledQuery<FoundKey>>>;
  /** Its key, by the name the table has in the list. */
  key: Expression<unknown>[];
  order: { column: string; direction: 'asc' | 'desc' }[];
  byKeys: CompiledQuery<{ pageKey: string }>;
}

const nameOf = (node: OperationNode): { table: string; as: string } | undefined => {
  if (TableNode.is(node)) return { table: node.table.identifier.name, as: node.table.identifier.name };
  if (!AliasNode.is(node) || !TableNode.is(node.node) || !IdentifierNode.is(node.alias)) return undefined;
  return { table: node.node.table.identifier.name, as: node.alias.name };
};

/** The column of the table itself that rows are ordered by. */
const columnOf = (node: OperationNode, as: string): string | undefined => {
  if (!ReferenceNode.is(node) || !ColumnNode.is(node.column)) return undefined;
  const table = node.table?.table.identifier.name;
  return table === undefined || table === as ? node.column.column.name : undefined;
};

const isDescending = (node: OperationNode | undefined): boolean =>
  node !== undefined && 'sqlFragments' in node && (node.sqlFragments as readonly string[]).join('') === 'desc';

const toPlan = (db: Db, matching: Any, rows: (query: Any) => Any, columns: Key): Plan => {
  const { from, joins } = matching.toOperationNode() as SelectQueryNode;
  const found = from?.froms.length === 1 && !joins ? nameOf(from.froms[0]!) : undefined;
  if (!found) throw new Error('a list pages by the keys of one table');
  const { table, as } = found;
  const key = Object.entries(columns).map(([name, type], nth) => {
    const column = sql.ref(`${as}.${name}`);
    return { nth, type, column, read: type === 'timestamptz' ? sql`${column}::text` : column };
  });
  const base = (baseOf(matching)?.from(db) ?? db.selectFrom(`${table} as ${as}` as 'firm')) as Any;
  const whole = rows(
    key.reduce(
      (query, { nth, type, column }) =>
        query.where(sql<boolean>`${column} = any(${new Given(`k${nth}`)}::${sql.raw(type)}[])`),
      base,
    ),
  );
  const items = (whole.toOperationNode() as SelectQueryNode).orderBy?.items ?? [];
  const order = items.map((item) => {
    const column = columnOf(item.orderBy, as);
    if (column === undefined) throw new Error(`the list of ${table} is ordered by what is no column of its own`);
    return {
      column: `${as}.${column}`,
      direction: isDescending(item.direction) ? ('desc' as const) : ('asc' as const),
    };
  });
  const pageKey = sql<string>`concat_ws(' ', ${sql.join(key.map(({ read }) => read))})`.as('pageKey');
  const query = whole.clearOrderBy().select(pageKey).compile();
  const byKeys = { ...query, sql: `${prepared} ${query.sql}` } as Plan['byKeys'];
  return { known: new WeakMap(), key: key.map(({ read }) => read), order, byKeys };
};

/** By what a list is about, what its rows show, and whether all firms are seen. */
const plans = new WeakMap<object, WeakMap<object, WeakMap<object, Plan>>>();
const ofAnything = {};

const inner = <V extends object>(outer: WeakMap<object, WeakMap<object, V>>, key: object): WeakMap<object, V> => {
  const known = outer.get(key) ?? new WeakMap<object, V>();
  outer.set(key, known);
  return known;
};

const planOf = (db: Db, matching: Any, rows: (query: Any) => Any, key: Key): Plan => {
  const scope = scopeOf(db).key;
  const known = inner(inner(plans, baseOf(matching)?.key ?? ofAnything), rows);
  const plan = known.get(scope) ?? toPlan(db, matching, rows, key);
  known.set(scope, plan);
  return plan;
};

const capped = <D, TB extends keyof D, O>(matching: SelectQueryBuilder<D, TB, O>) =>
  matching.select(sql`1`.as('one')).limit(sql.lit(countLimit + 1));

/** Filters that leave the same share of a list whatever their value, so that one plan fits them all. */
const evenFilters: ReadonlySet<string> = new Set(['', 'firmId']);

const toKeys = (
  db: Db,
  { key, order }: Plan,
  matching: Any,
  limit: unknown,
  offset: unknown,
  isEven: boolean,
): CompiledQuery<FoundKey> => {
  const keys = sql.join(key.map((_column, nth) => sql.ref(`k${nth}`)));
  const keyed = matching.select(key.map((column, nth) => sql`${column}`.as(`k${nth}`)));
  const walked = order.reduce((query, { column, direction }) => query.orderBy(sql.ref(column), direction), keyed);
  const paged = sql`limit ${limit}::int offset ${offset}::bigint`;
  // A left join on true keeps the order of its right side, and one row without it when the page is empty.
  if (isEven)
    return sql<FoundKey>`${sql.raw(prepared)}
      select counted.page_total, ${keys} from (select count(*) as page_total from ${capped(matching)} as capped) counted
      left join (${walked} ${paged}) as shown on true`.compile(db);
  const found = keyed
    .select(order.map(({ column }, nth) => sql.ref(column).as(`o${nth}`)))
    .limit(sql.lit(countLimit + 1));
  const sorting = sql.join(order.map(({ direction }, nth) => sql`${sql.ref(`o${nth}`)} ${sql.raw(direction)}`));
  return sql<FoundKey>`with found as materialized (${found}), counted as (select count(*) as page_total from found)
    select counted.page_total, ${keys} from counted left join (
      (select ${keys} from found where (select page_total from counted) <= ${sql.lit(countLimit)}
        order by ${sorting} ${paged})
      union all (${walked.where(sql<boolean>`(select page_total from counted) > ${sql.lit(countLimit)}`)} ${paged})
    ) as shown on true`.compile(db);
};

/**
 * The keys of a page and how many rows match; by a statement that is known where the same filters were asked before. One with
 * filters is planned for the values it has: a word or a state that few rows have is found by its index, one that most have in the
 * list's own order.
 */
const findKeys = async (
  db: Db,
  plan: Plan,
  matching: Any,
  input: { page: number; limit: number },
): Promise<FoundKey[]> => {
  const offset = (input.page - 1) * input.limit;
  const origin = originOf(matching);
  if (!origin) return (await db.executeQuery(toKeys(db, plan, matching, input.limit, offset, false))).rows;
  const { key: whose, shape, values, build } = origin;
  const known = plan.known.get(whose) ?? new Map<string, CompiledQuery<FoundKey>>();
  plan.known.set(whose, known);
  const query =
    known.get(shape) ??
    toKeys(
      db,
      plan,
      build((name) => new Given(name)) as Any,
      new Given('limit'),
      new Given('offset'),
      evenFilters.has(shape),
    );
  known.set(shape, query);
  const filled = withValues(query, scopeOf(db).firm, ({ name }) =>
    name === 'limit' ? input.limit : name === 'offset' ? offset : values.get(name),
  );
  return (await db.executeQuery(filled)).rows;
};

const toAnswer = <R>({ page, limit }: { page: number; limit: number }, counted: number, list: R[]): Page<R> => {
  const more = counted > countLimit;
  const total = more ? countLimit : counted;
  return { list, total, page, limit, totalPage: Math.ceil(total / limit), ...(more ? { more } : {}) };
};

/**
 * One page of a list, in two statements. `matching` is the query of one table without columns and order: it alone is filtered,
 * ordered and counted, and answers keys. `rows` adds columns and order, with joins that neither add nor lose rows: they are made
 * for the keys of the page alone, by a statement that is compiled once and planned once. At most {@link countLimit} + 1 rows are
 * counted, so that a list does not get slower with its table.
 */
export const findPage = async <D, TB extends keyof D, O, R>(
  db: Db,
  input: { page: number; limit: number },
  matching: SelectQueryBuilder<D, TB, O>,
  rows: (query: SelectQueryBuilder<D, TB, O>) => Rows<R>,
  key: Key = byId,
): Promise<Page<R>> => {
  const plan = planOf(db, matching as unknown as Any, rows as unknown as (query: Any) => Any, key);
  const found = await findKeys(db, plan, matching as unknown as Any, input);
  const keys = found.filter((row) => row.k0 !== null);
  const given = withValues(plan.byKeys, scopeOf(db).firm, ({ name }) => keys.map((row) => row[name as 'k0']));
  const known = new Map(
    (keys.length > 0 ? (await db.executeQuery(given)).rows : []).map(({ pageKey, ...row }) => [pageKey, row as R]),
  );
  // A row that was deleted in between, softly too, is gone.
  const list = keys.flatMap((row) => known.get(plan.key.map((_column, nth) => row[`k${nth}`]).join(' ')) ?? []);
  return toAnswer(input, found[0]!.pageTotal, list);
};

/** A query that has its columns and order and lacks only the page. */
interface Ordered<R> {
  limit(count: number): { offset(count: number): OperationNodeSource & { execute(): Promise<R[]> } };
}

/**
 * One page of rows that are no rows of one table, or of a few under one parent: summed, joined or named by several columns. They
 * are filtered, joined, ordered and counted in one statement.
 */
export const findComputedPage = async <D, TB extends keyof D, O, R>(
  db: Db,
  input: { page: number; limit: number },
  matching: SelectQueryBuilder<D, TB, O>,
  rows: (query: SelectQueryBuilder<D, TB, O>) => Ordered<R>,
): Promise<Page<R>> => {
  const page = rows(matching)
    .limit(input.limit)
    .offset((input.page - 1) * input.limit);
  const { rows: found } = await sql<R & { pageTotal: number; pageRow: true | null }>`${sql.raw(prepared)}
    select counted.page_total, shown.*
    from (select count(*) as page_total from ${capped(matching)} as capped) counted
    left join (select true as page_row, page.* from ${page} as page) shown on true`.execute(db);
  const list = found
    .filter((row) => row.pageRow)
    .map(({ pageTotal: _total, pageRow: _row, ...row }) => row as unknown as R);
  return toAnswer(input, found[0]!.pageTotal, list);
};
