import type { Page } from '@zhuiyuan/contract/kit/page';
import { sql, type QueryExecutorProvider, type SelectQueryBuilder } from 'kysely';

/** Totals are exact up to here; beyond it a list answers this number with `more: true`. */
export const countLimit = 10_000;

/** A query that has its columns and order and lacks only the page. */
interface Rows<R> {
  limit(count: number): { offset(count: number): { execute(): Promise<R[]> } };
}

/**
 * One page of a list. `matching` is the query without columns and order; `rows` adds them, with joins only they need.
 * At most {@link countLimit} + 1 rows are counted, so that a list does not get slower with its table.
 */
export const pageOf = async <DB, TB extends keyof DB, O, R>(
  db: QueryExecutorProvider,
  input: { page: number; limit: number },
  matching: SelectQueryBuilder<DB, TB, O>,
  rows: (query: SelectQueryBuilder<DB, TB, O>) => Rows<R>,
): Promise<Page<R>> => {
  const offset = (input.page - 1) * input.limit;
  const read = () => rows(matching).limit(input.limit).offset(offset).execute();
  const answer = (list: R[], counted: number): Page<R> => {
    const more = counted > countLimit;
    const total = more ? countLimit : counted;
    const { page, limit } = input;
    return { list, total, page, limit, totalPage: Math.ceil(total / limit), ...(more ? { more } : {}) };
  };
  // A row beyond the limit says already that there are more than can be counted.
  if (offset >= countLimit) {
    const list = await read();
    if (list.length > 0) return answer(list, countLimit + 1);
  }
  const capped = matching.select(sql`1`.as('one')).limit(countLimit + 1);
  const [count, list] = await Promise.all([
    sql<{ counted: number }>`select count(*) as counted from ${capped} as capped`.execute(db),
    read(),
  ]);
  return answer(list, count.rows[0]?.counted ?? 0);
};
