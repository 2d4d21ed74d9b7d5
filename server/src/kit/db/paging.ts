import type { Page } from '@zhuiyuan/contract/kit/page';
import { sql, type OperationNodeSource, type SelectQueryBuilder } from 'kysely';
import { scopeOf, withValues } from './compile-once.ts';
import { prepared, type Db } from './database.ts';
import { byId, capped, countLimit, findKeys, findMergedKeys, planOf, type Any, type Key } from './page-keys.ts';

/** A query that has its columns and order and lacks only the page. */
interface Rows<R> {
  execute: () => Promise<R[]>;
}

const toAnswer = <R>({ page, limit }: { page: number; limit: number }, counted: number, list: R[]): Page<R> => {
  const more = counted > countLimit;
  const total = more ? countLimit : counted;
  return { list, total, page, limit, totalPage: Math.ceil(total / limit), ...(more ? { more } : {}) };
};

type Asked = readonly [Db, { page: number; limit: number }, Any, (query: Any) => Any];
/** Who is told of every page that was found, and what for: a test holds each against {@link findComputedPage}. */
export const pageWatch: { told?: (found: Page<unknown>, asked: Asked) => Promise<void> } = {};

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
  // A row that was deleted in between, softly too, is gone.
  const list = keys.length > 0 ? ((await db.executeQuery(given)).rows as R[]) : [];
  const answer = toAnswer(input, found[0]!.pageTotal, list);
  await pageWatch.told?.(answer, [db, input, matching as unknown as Any, rows as unknown as (query: Any) => Any]);
  return answer;
};

/** One of the tables that the rows of a list lie in together, as {@link findPage} takes it. */
export interface Source<R> {
  matching: Any;
  rows: (query: Any) => Rows<R>;
}

export const sourceOf = <D, TB extends keyof D, O, R>(
  matching: SelectQueryBuilder<D, TB, O>,
  rows: (query: SelectQueryBuilder<D, TB, O>) => Rows<R>,
): Source<R> => ({ matching: matching as unknown as Any, rows: rows as unknown as Source<R>['rows'] });

/**
 * One page of a list whose rows lie in several tables: as {@link findPage} of each, put together in their order, which is by
 * columns of the same types and directions in all of them. A number is of one row in all of the tables.
 */
export const findMergedPage = async <R extends { id: number }>(
  db: Db,
  input: { page: number; limit: number },
  sources: readonly Source<R>[],
): Promise<Page<R>> => {
  // What is asked for lies in none of the tables.
  if (sources.length === 0) return toAnswer(input, 0, []);
  const planned = sources.map(({ matching, rows }) => ({
    plan: planOf(db, matching, rows as unknown as (query: Any) => Any, byId),
    matching,
  }));
  const found = await findMergedKeys(db, planned, input);
  const byKey = new Map<number, R>();
  for (const [nth, { plan }] of planned.entries()) {
    const keys = found.filter(({ source }) => source === nth).map(({ k0 }) => k0);
    if (keys.length === 0) continue;
    const given = withValues(plan.byKeys, scopeOf(db).firm, () => keys);
    for (const row of (await db.executeQuery(given)).rows as R[]) byKey.set(row.id, row);
  }
  return toAnswer(
    input,
    found[0]!.pageTotal,
    found.flatMap(({ k0 }) => byKey.get(k0!) ?? []),
  );
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
