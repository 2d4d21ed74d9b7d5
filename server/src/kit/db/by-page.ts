/** Rows that most pages hold: so few are read and drawn in some ten milliseconds, in which nobody else is answered. */
export const pageRows = 1000;

/** Reads at most `limit` rows that stand behind `after` in one fixed order; from the beginning without it. */
export type ReadPage<Row> = (after: Row | undefined, limit: number) => Promise<Row[]>;

/**
 * All rows of a list, page after page: every page is a query that is over before its rows go on, so that whoever takes the
 * rows may ask the same connection, and no connection is held meanwhile. A page with fewer rows than asked is the last.
 */
export async function* byPage<Row>(read: ReadPage<Row>, limit = pageRows): AsyncGenerator<Row[]> {
  for (let after: Row | undefined; ;) {
    const rows = await read(after, limit);
    if (rows.length > 0) yield rows;
    if (rows.length < limit) return;
    after = rows.at(-1);
  }
}
