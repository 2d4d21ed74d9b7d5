/** Names that other programs own and that come close to ours. */
const foreign = new Set(['POST', 'PORTS', 'HOSTS', 'ROLES', 'HOME', 'HOSTNAME', 'HOSTTYPE', 'DEBUG']);

/** Number of single edits (insert, delete, replace, swap of neighbours) between two names. */
export const editDistance = (a: string, b: string): number => {
  const rows: number[][] = Array.from({ length: a.length + 1 }, (_, i) => [i]);
  const at = (i: number, j: number): number => rows[i]?.[j] ?? 0;
  for (let j = 0; j <= b.length; j += 1) rows[0]![j] = j;
  for (let i = 1; i <= a.length; i += 1) {
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = at(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1);
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1] ? at(i - 2, j - 2) + 1 : Infinity;
      rows[i]![j] = Math.min(at(i - 1, j) + 1, at(i, j - 1) + 1, replaced, swapped);
    }
  }
  return at(a.length, b.length);
};

/** Edits that still make a typo: the short names PORT, HOST, ROLE and DEMO would catch too much of the environment. */
const tolerance = (name: string): number => (name.length <= 4 ? 0 : name.length <= 7 ? 1 : 2);

/** One line about the first environment name that is meant for us but that we do not know; undefined when there is none. */
export const unknownSetting = (given: string[], known: string[]): string | undefined => {
  for (const name of given) {
    if (known.includes(name) || foreign.has(name)) continue;
    const upper = name.toUpperCase();
    const near = known
      .map((candidate) => ({ candidate, distance: editDistance(upper, candidate) }))
      .toSorted((a, b) => a.distance - b.distance)[0];
    const ours = /^(S3|ZY)_/.test(upper);
    const sameButForm = known.find((candidate) => candidate.replaceAll('_', '') === upper.replaceAll(/[-_]/g, ''));
    const typo = sameButForm && name === upper ? sameButForm : near && near.distance <= tolerance(near.candidate) && near.distance > 0 ? near.candidate : undefined;
    if (typo) return `${name} is not a setting; did you mean ${typo}?`;
    if (ours) return `${name} is not a setting`;
  }
  return undefined;
};
