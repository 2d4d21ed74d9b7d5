import type { Page } from '@zhuiyuan/contract/kit/page';
import { sql, type OperationNodeSource, type QueryExecutorProvider, type SelectQueryBuilder } from 'kysely';
import { prepared } from './database.ts';

/** Totals are exact up to here; beyond it a list answers this number with `more: true`. */
export const countLimit = 10_000;

/** A query that has its columns and order and lacks only the page. */
interface Rows<R> {
  limit(count: number): { offset(count: number): OperationNodeSource & { execute(): Promise<R[]> } };
}

/** Columns that the statement of a page adds to those of its rows. */
interface Counted {
  pageTotal: number;
  pageRow: true | null;
}

/**
 * One page of a list, in one statement. `matching` is the query without columns and order; `rows` adds them, with joins
 * only they need. At most {@link countLimit} + 1 rows are counted, so that a list does not get slower with its table.
 */
export const findPage = async <DB, TB extends keyof DB, O, R>(
  db: QueryExecutorProvider,
  input: { page: number; limit: number },
  matching: SelectQueryBuilder<DB, TB, O>,
  rows: (query: SelectQueryBuilder<DB, TB, O>) => Rows<R>,
): Promise<Page<R>> => {
  const capped = matching.select(sql`1`.as('one')).limit(countLimit + 1);
  const pageRows = rows(matching)
    .limit(input.limit)
    .offset((input.page - 1) * input.limit);
  // A left join on true keeps the order of its right side, and one row without it when the page is empty.
  const { rows: found } = await sql<R & Counted>`${sql.raw(prepared)}
    select counted.page_total, shown.*
    from (select count(*) as page_total from ${capped} as capped) counted
    left join (select true as page_row, page.* from ${pageRows} as page) shown on true`.execute(db);
  const counted = found[0]!.pageTotal;
  const list = found
    .filter((row) => row.pageRow)
    .map(({ pageTotal: _total, pageRow: _row, ...row }) => row as unknown as R);
  const more = counted > countLimit;
  const total = more ? countLimit : counted;
  return {
    list,
    total,
    page: input.page,
    limit: input.limit,
    totalPage: Math.ceil(total / input.limit),
    ...(more ? { more } : {}),
  };
};
