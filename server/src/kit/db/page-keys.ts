import {
  AliasNode,
  ColumnNode,
  IdentifierNode,
  ReferenceNode,
  sql,
  TableNode,
  type CompiledQuery,
  type DialectAdapter,
  type Expression,
  type OperationNode,
  type SelectQueryBuilder,
  type SelectQueryNode,
} from 'kysely';
import { LRUCache } from 'lru-cache';
import { Given, scopeOf, toPrepared, withValues } from './compile-once.ts';
import type { DB } from './database-types.gen.ts';
import type { Db } from './database.ts';
import { baseOf, originOf } from './filtered.ts';

/** Totals are exact up to here; beyond it a list answers this number with `more: true`. */
export const countLimit = 10_000;

/** A list with more rows than this is counted anew only after {@link countedFor}: by then it cannot have fallen below the limit. */
const manyRows = 2 * countLimit;
const countedFor = 10_000;

/** A query of any tables. */
export type Any = SelectQueryBuilder<DB, keyof DB, object>;

/** A row's key: its columns as `k0`, `k1` …, each nothing where the page is empty. */
type FoundKey = { pageTotal: number } & Record<`k${number}`, unknown>;

/** The columns that name a row together. A time is compared as it is written, for its text here has seconds only. */
export type Key = Readonly<Record<string, 'bigint' | 'int' | 'timestamptz'>>;

export const byId: Key = { id: 'bigint' };

/** How the rows of a list are found: by the keys of its table, in an order of its own columns. */
interface Plan {
  /** Statements that find keys, by the key of their rows and the names of their filters. */
  known: WeakMap<object, Map<string, CompiledQuery<FoundKey>>>;
  /** What names a row, by the name the table has in the list. */
  key: Expression<unknown>[];
  /** The key as it is answered: written only for the page, as its text costs more than a row that is passed over. */
  shown: Expression<unknown>[];
  order: { column: string; direction: 'asc' | 'desc' }[];
  /** By database, the lists known to have many rows: by their firm and the values of their filters. */
  many: WeakMap<DialectAdapter, LRUCache<string, true>>;
  byKeys: CompiledQuery;
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
    const answer = sql.ref(`k${nth}`);
    return { nth, type, column, shown: type === 'timestamptz' ? sql`${answer}::text as ${answer}` : answer };
  });
  const base = (baseOf(matching)?.from(db) ?? db.selectFrom(`${table} as ${as}` as 'firm')) as Any;
  const givens = key.map(({ nth, type }) => sql`${new Given(`k${nth}`)}::${sql.raw(type)}[]`);
  const [first, ...others] = key.map(({ column }) => column);
  const whole = rows(
    base.where(
      others.length === 0
        ? sql<boolean>`${first} = any(${givens[0]})`
        : sql<boolean>`(${sql.join([first, ...others])}) in (select * from unnest(${sql.join(givens)}))`,
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
  const byKeys = toPrepared(whole.compile());
  return {
    known: new WeakMap(),
    many: new WeakMap(),
    key: key.map(({ column }) => column),
    shown: key.map(({ shown }) => shown),
    order,
    byKeys,
  };
};

/** By what a list is about, what its rows show, and whether all firms are seen. */
const plans = new WeakMap<object, WeakMap<object, WeakMap<object, Plan>>>();
const ofAnything = {};

const inner = <V extends object>(outer: WeakMap<object, WeakMap<object, V>>, key: object): WeakMap<object, V> => {
  const known = outer.get(key) ?? new WeakMap<object, V>();
  outer.set(key, known);
  return known;
};

export const planOf = (db: Db, matching: Any, rows: (query: Any) => Any, key: Key): Plan => {
  const scope = scopeOf(db).key;
  const known = inner(inner(plans, baseOf(matching)?.key ?? ofAnything), rows);
  const plan = known.get(scope) ?? toPlan(db, matching, rows, key);
  known.set(scope, plan);
  return plan;
};

export const capped = <D, TB extends keyof D, O>(matching: SelectQueryBuilder<D, TB, O>, most = countLimit) =>
  matching.select(sql`1`.as('one')).limit(sql.lit(most + 1));

/** Filters that leave the same share of a list whatever their value, so that one plan fits them all. */
const evenFilters: ReadonlySet<string> = new Set(['', 'firmId']);

/** How a page of keys is found: counted beside them, or known to have many rows; or by filters whose values decide the plan. */
type Way = 'counted' | 'many' | 'by values';

const toKeys = (
  db: Db,
  { key, shown, order }: Plan,
  matching: Any,
  limit: unknown,
  offset: unknown,
  way: Way,
): CompiledQuery<FoundKey> => {
  const keys = sql.join(key.map((_column, nth) => sql.ref(`k${nth}`)));
  const answered = sql.join(shown);
  const keyed = matching.select(key.map((column, nth) => sql`${column}`.as(`k${nth}`)));
  const walked = order.reduce((query, { column, direction }) => query.orderBy(sql.ref(column), direction), keyed);
  const paged = sql`limit ${limit}::int offset ${offset}::bigint`;
  if (way === 'many')
    return toPrepared(
      sql<FoundKey>`select ${sql.lit(manyRows)} as page_total, ${answered} from (${walked} ${paged}) as shown`.compile(
        db,
      ),
    );
  // A left join on true keeps the order of its right side, and one row without it when the page is empty.
  if (way === 'counted')
    return toPrepared(
      sql<FoundKey>`select counted.page_total, ${answered}
        from (select count(*) as page_total from ${capped(matching, manyRows)} as capped) counted
        left join (${walked} ${paged}) as shown on true`.compile(db),
    );
  const found = keyed
    .select(order.map(({ column }, nth) => sql.ref(column).as(`o${nth}`)))
    .limit(sql.lit(countLimit + 1));
  const sorting = sql.join(order.map(({ direction }, nth) => sql`${sql.ref(`o${nth}`)} ${sql.raw(direction)}`));
  return sql<FoundKey>`with found as materialized (${found}), counted as (select count(*) as page_total from found)
    select counted.page_total, ${answered} from counted left join (
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
export const findKeys = async (
  db: Db,
  plan: Plan,
  matching: Any,
  input: { page: number; limit: number },
): Promise<FoundKey[]> => {
  const offset = (input.page - 1) * input.limit;
  const origin = originOf(matching);
  if (!origin) return (await db.executeQuery(toKeys(db, plan, matching, input.limit, offset, 'by values'))).rows;
  const { key: whose, shape, values, build } = origin;
  const { firm } = scopeOf(db);
  const statements = plan.known.get(whose) ?? new Map<string, CompiledQuery<FoundKey>>();
  plan.known.set(whose, statements);
  // The size of a first page stands in the text: unknown, it would make a plan for all pages look dear.
  const isFirst = input.page === 1 && input.limit % 10 === 0;
  const find = async (way: Way): Promise<FoundKey[]> => {
    const name = `${way} ${isFirst ? input.limit : ''} ${shape}`;
    const query =
      statements.get(name) ??
      toKeys(
        db,
        plan,
        build((value) => new Given(value)) as Any,
        isFirst ? input.limit : new Given('limit'),
        isFirst ? 0 : new Given('offset'),
        way,
      );
    statements.set(name, query);
    const filled = withValues(query, firm, ({ name: given }) =>
      given === 'limit' ? input.limit : given === 'offset' ? offset : values.get(given),
    );
    return (await db.executeQuery(filled)).rows;
  };
  if (!evenFilters.has(shape)) return find('by values');
  const { adapter } = db.getExecutor();
  const many = plan.many.get(adapter) ?? new LRUCache<string, true>({ max: 1000, ttl: countedFor });
  plan.many.set(adapter, many);
  const list = [firm?.toPostgres(), ...values.values()].join(' ');
  const known = many.has(list) ? await find('many') : [];
  // A page that is not full belongs to a list that ends.
  if (known.length === input.limit) return known;
  const counted = await find('counted');
  if (counted[0]!.pageTotal > manyRows) many.set(list, true);
  else many.delete(list);
  return counted;
};

/** One of the tables that the rows of a list lie in together: how its rows are found, and which. */
interface KeySource {
  plan: Plan;
  matching: Any;
}

/** A row's number, and which source it is of; nothing where the page is empty. */
interface MergedKey {
  pageTotal: number;
  source: number | null;
  k0: number | null;
}

/**
 * The numbers of a page of rows of several tables, put together in the order that all of them have, and how many rows match. Of each
 * table no more is read than {@link findKeys} reads for that page.
 */
export const findMergedKeys = async (
  db: Db,
  sources: readonly KeySource[],
  { page, limit }: { page: number; limit: number },
): Promise<MergedKey[]> => {
  const parts = sources.map(({ plan: { key, order }, matching }, nth) => {
    const keyed = matching.select([
      sql<number>`${sql.lit(nth)}::int`.as('source'),
      sql`${key[0]!}`.as('k0'),
      ...order.map(({ column }, at) => sql.ref(column).as(`o${at}`)),
    ]);
    const walked = order.reduce((query, { column, direction }) => query.orderBy(sql.ref(column), direction), keyed);
    return { keyed, walked, found: sql.raw(`found${nth}`), count: sql.raw(`count${nth}`) };
  });
  const sorting = sql.join(
    sources[0]!.plan.order.map(({ direction }, at) => sql`${sql.ref(`o${at}`)} ${sql.raw(direction)}`),
  );
  const asFound = parts.map(
    ({ keyed, found }) => sql`${found} as materialized (${keyed.limit(sql.lit(countLimit + 1))})`,
  );
  const asCounts = parts.map(({ found, count }) => sql`(select count(*) from ${found}) as ${count}`);
  const most = sql.lit(countLimit);
  const upTo = sql`limit ${page * limit}::bigint`;
  const shown = parts.flatMap(({ walked, found, count }) => [
    sql`(select * from ${found} where (select ${count} from counted) <= ${most} order by ${sorting} ${upTo})`,
    sql`(${walked.where(sql<boolean>`(select ${count} from counted) > ${most}`)} ${upTo})`,
  ]);
  const total = sql.join(
    parts.map(({ count }) => count),
    sql` + `,
  );
  const { rows } = await sql<MergedKey>`with ${sql.join(asFound)}, counted as (select ${sql.join(asCounts)})
    select ${total} as page_total, source, k0 from counted left join (
      select * from (${sql.join(shown, sql` union all `)}) as merged
      order by ${sorting} limit ${limit}::int offset ${(page - 1) * limit}::bigint) as shown on true`.execute(db);
  return rows;
};
