/** Values of a column that was copied from a sheet: the first cell of each line; a last empty line is none. */
const cellsOf = (text: string): string[] =>
  text
    .replace(/\r?\n$/, '')
    .split(/\r?\n/)
    .map((line) => line.split('\t')[0] ?? '');

/** Whether a paste holds more than one cell, and so belongs to a column instead of a field. */
export const isColumn = (text: string): boolean => /[\t\n]/.test(text.trim());

/**
 * Fills a column downwards from a row with what was pasted. A cell that cannot be read leaves its row as it was, what goes beyond the
 * last row is left aside.
 */
export const fillDown = <R>(
  rows: readonly R[],
  from: number,
  text: string,
  put: (row: R, cell: string) => R | undefined,
): R[] => {
  const cells = cellsOf(text);
  return rows.map((row, at) => {
    const cell = at < from ? undefined : cells[at - from];
    return cell === undefined ? row : (put(row, cell) ?? row);
  });
};
