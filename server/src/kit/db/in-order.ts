/** A query whose order can be another one. */
interface Ordered {
  clearOrderBy(): Ordered;
  orderBy(column: never, direction: 'asc' | 'desc'): Ordered;
}

/**
 * What a list's rows show, in one of the orders a person may choose: each a column of the list's own table, then what makes it whole,
 * up or (`-`) down as a whole, so that one index carries both. Every order is one function, by which `findPage` knows its statements.
 */
export const inOrder = <Rows extends (query: never) => object, Name extends string>(
  asRows: Rows,
  orders: Record<Name, readonly [string, ...string[]]>,
): ((sort?: Name | `-${Name}`) => Rows) => {
  const ordered = Object.entries<readonly string[]>(orders).flatMap(([name, columns]) =>
    (['asc', 'desc'] as const).map((direction) => {
      const rows = ((query: never) =>
        columns.reduce<Ordered>(
          (chosen, column) => chosen.orderBy(column as never, direction),
          (asRows(query) as Ordered).clearOrderBy(),
        )) as unknown as Rows;
      return [direction === 'asc' ? name : `-${name}`, rows] as const;
    }),
  );
  const known = new Map<string, Rows>(ordered);
  return (sort) => (sort === undefined ? asRows : known.get(sort)!);
};
