/** Number of single edits (insert, delete, replace, swap of neighbours) between two names. */
const editDistance = (a: string, b: string): number => {
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

const compact = (name: string): string => name.toUpperCase().replaceAll('_', '');
const letters = (name: string): string => [...name].toSorted().join('');

/** Edits between a name and one of ours when they still make a typo; undefined when the two have nothing to do with each other. */
const typoDistance = (name: string, known: string): number | undefined => {
  if (known.length > 4 && compact(known) === compact(name)) return 0;
  const distance = editDistance(name.toUpperCase(), known);
  // POST and MODE come close to PORT and DEMO, so only a swap counts in a short name.
  if (known.length <= 4) return distance === 1 && letters(name.toUpperCase()) === letters(known) ? 1 : undefined;
  return distance <= (known.length <= 7 ? 1 : 2) ? distance : undefined;
};

/** One line about the first environment name that is meant for us but that we do not know; undefined when there is none. */
export const unknownSetting = (given: string[], known: string[]): string | undefined => {
  for (const name of given.filter((candidate) => !known.includes(candidate))) {
    const [typo] = known
      .map((setting) => ({ setting, distance: typoDistance(name, setting) ?? Infinity }))
      .filter(({ distance }) => distance < Infinity)
      .toSorted((a, b) => a.distance - b.distance);
    if (typo) return `${name} is not a setting; did you mean ${typo.setting}?`;
    if (/^(S3|ZY)_/.test(name)) return `${name} is not a setting`;
  }
  return undefined;
};
