import { mostPicked } from '@zhuiyuan/contract/kit/picking';
import { sql, type SelectQueryBuilder, type StringReference } from 'kysely';
import { among, contains } from './filtered.ts';

interface Picked<D, TB extends keyof D> {
  id: StringReference<D, TB>;
  /** Columns that are searched for words: the name, a number. */
  words: readonly [StringReference<D, TB>, ...StringReference<D, TB>[]];
  /** An order that people made; otherwise rows are ordered by name. */
  order?: readonly { column: StringReference<D, TB>; direction?: 'asc' | 'desc' }[];
}

/** The column of a row's firm, by that of its id. */
const firmOf = (id: string): string => (id === 'firm.id' ? id : id.replace(/[^.]+$/, 'firmId'));

/**
 * The rows that a picker is answered: those whose columns contain the words, those it names, or the first ones; never more than
 * {@link mostPicked}.
 */
export const pickRows = <D, TB extends keyof D, O>(
  query: SelectQueryBuilder<D, TB, O>,
  { id, words, order = [{ column: words[0] }, { column: id }] }: Picked<D, TB>,
  { keywords, ids, firmId }: { keywords?: string; ids?: readonly number[]; firmId?: number },
): Promise<O[]> => {
  const found = query
    .$if(Boolean(keywords), (some) =>
      some.where((row) => row.or(words.map((column) => contains.holds(column, ...contains.given(keywords!)!)))),
    )
    .$if(ids !== undefined, (some) => some.where(() => among.holds(id, ids)))
    .$if(firmId !== undefined, (some) => some.where(() => among.holds(firmOf(id), [0, firmId])));
  return order
    .reduce((some, { column, direction }) => some.orderBy(sql.ref(column), direction), found)
    .limit(sql.lit(mostPicked))
    .execute() as Promise<O[]>;
};
