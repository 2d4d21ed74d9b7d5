/** What makes rows a tree: their number and the number of the row above, 0 at the top. */
export interface Twig {
  id: number;
  pid: number;
}

/** The most rows that a tree answers whole, or one level of it where it is read level by level. */
export const mostInTree = 9999;

/** A row with the rows below it. */
export type Branch<T> = T & { child: Branch<T>[] };

/** Rows as a tree, siblings in the order they came in. A row whose parent is not among the rows stands at the top. */
export const toTree = <T extends Twig>(rows: readonly T[]): Branch<T>[] => {
  const branches = new Map(rows.map((row): [number, Branch<T>] => [row.id, { ...row, child: [] }]));
  const top: Branch<T>[] = [];
  for (const branch of branches.values()) (branches.get(branch.pid)?.child ?? top).push(branch);
  return top;
};

/** Numbers of all rows below one row, itself left out. */
export const idsBelow = (rows: readonly Twig[], id: number): Set<number> => {
  const children = new Map<number, number[]>();
  for (const row of rows) children.set(row.pid, [...(children.get(row.pid) ?? []), row.id]);
  const found = new Set<number>();
  const open = [id];
  for (let at = open.pop(); at !== undefined; at = open.pop())
    for (const below of children.get(at) ?? []) {
      if (below === id || found.has(below)) continue;
      found.add(below);
      open.push(below);
    }
  return found;
};

/** Numbers of the rows above one row, nearest first. */
export const idsAbove = (rows: readonly Twig[], id: number): number[] => {
  const byId = new Map(rows.map((row) => [row.id, row]));
  const found: number[] = [];
  const above = (of: number) => byId.get(byId.get(of)?.pid ?? 0);
  for (let at = above(id); at && at.id !== id && !found.includes(at.id); at = above(at.id)) found.push(at.id);
  return found;
};

/** Whether a row may hang below another without becoming its own ancestor. */
export const mayHangBelow = (rows: readonly Twig[], id: number, pid: number): boolean =>
  pid !== id && !idsBelow(rows, id).has(pid);

/** Levels a row stands deep, 1 at the top, and levels its own branch has, 1 for a leaf. */
export const toLevels = (rows: readonly Twig[], id: number): { depth: number; height: number } => {
  const depth = idsAbove(rows, id).length + 1;
  const below = [...idsBelow(rows, id)].map((one) => idsAbove(rows, one).length + 1);
  return { depth, height: Math.max(depth, ...below) - depth + 1 };
};

/** The branches that match, with everything above them and everything below them. */
export const pruneTree = <T>(tree: readonly Branch<T>[], matches: (row: Branch<T>) => boolean): Branch<T>[] =>
  tree.flatMap((branch) => {
    if (matches(branch)) return [branch];
    const child = pruneTree(branch.child, matches);
    return child.length > 0 ? [{ ...branch, child }] : [];
  });

/** Every row of a tree, from the top down. */
export const toRows = <T>(tree: readonly Branch<T>[]): Branch<T>[] =>
  tree.flatMap((branch) => [branch, ...toRows(branch.child)]);
