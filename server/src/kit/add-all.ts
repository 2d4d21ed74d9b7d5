/** Adds some rows to a list. `push(...rows)` hands each over as an argument, and ends a call with a full stack above a hundred thousand. */
export const addAll = <T>(list: T[], rows: Iterable<T>): void => {
  for (const row of rows) list.push(row);
};
