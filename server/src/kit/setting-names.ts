/** Number of single edits (insert, delete, replace, swap of neighbours) between two names. */
export const editDistance = (a: string, b: string): number => {
  const rows: number[][] = Array.from({ length: a.length + 1 }, (_, i) => [i]);
  const at = (i: number, j: number): number => rows[i]?.[j] ?? 0;
  for (let j = 0; j <= b.length; j += 1) rows[0]![j] = j;
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped =
        i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : Infinity;
      rows[i]![j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, swapped);
    }
  }
  return at(a.length, b.length);
};

/** Edits that still make a typo; the short names PORT, HOST, ROLE and DEMO would catch too much of an environment. */
const tolerance = (name: string): number => (name.length <= 4 ? -1 : name.length <= 7 ? 1 : 2);

const compact = (name: string): string => name.toUpperCase().replaceAll('_', '');

/** One line about the first environment name that is meant for us but that we do not know; undefined when there is none. */
export const unknownSetting = (given: string[], known: string[]): string | undefined => {
  for (const name of given) {
    if (known.includes(name)) continue;
    const closeness = (candidate: string): number =>
      compact(candidate) === compact(name) ? 0 : editDistance(name.toUpperCase(), candidate);
    const typo = known
      .filter((candidate) => closeness(candidate) <= tolerance(candidate))
      .toSorted((a, b) => closeness(a) - closeness(b))[0];
    if (typo) return `${name} is not a setting; did you mean ${typo}?`;
    if (/^(S3|ZY)_/.test(name)) return `${name} is not a setting`;
  }
  return undefined;
};
