import { addAll } from '../kit/add-all.ts';
import type { ReadRow } from './row-reader.ts';

/** Rows that are applied together, in the order of their first ones. */
export type Groups = Map<string, ReadRow[]>;

/** Groups whose rows name each other's keys, or a third one alike, as one; in the order of their first rows. */
export const joinGroups = (groups: Groups, alongside: ((row: never) => readonly string[]) | undefined): ReadRow[][] => {
  if (!alongside) return [...groups.values()];
  const above = new Map<string, string>();
  const find = (key: string): string => {
    let top = key;
    for (let next = above.get(top); next !== undefined; next = above.get(top)) top = next;
    for (let at = key; at !== top;) {
      const next = above.get(at)!;
      above.set(at, top);
      at = next;
    }
    return top;
  };
  for (const [key, rows] of groups)
    for (const { row, error } of rows)
      for (const name of error ? [] : alongside(row as never)) {
        const [one, other] = [find(key), find(name)];
        if (one !== other) above.set(other, one);
      }
  const joined: Groups = new Map();
  for (const [key, rows] of groups) {
    const top = find(key);
    const all = joined.get(top);
    if (all) addAll(all, rows);
    else joined.set(top, [...rows]);
  }
  return [...joined.values()];
};
