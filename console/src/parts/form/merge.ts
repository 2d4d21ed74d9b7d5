type Values = Record<string, unknown>;

/** Names that say which row it is and how often it was saved: never a matter of choice. */
const ownNames = new Set(['id', 'version']);

const isBlank = (value: unknown): boolean => value === undefined || value === null || value === '';

/** Whether two values of a draft mean the same: blanks are one, and the order of an object's names says nothing. */
export const isSame = (a: unknown, b: unknown): boolean => {
  if (isBlank(a) || isBlank(b)) return isBlank(a) && isBlank(b);
  if (typeof a !== 'object' || typeof b !== 'object') return a === b;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  if (Array.isArray(a) && a.length !== (b as unknown[]).length) return false;
  const [one, other] = [a as Values, b as Values];
  return [...new Set([...Object.keys(one), ...Object.keys(other)])].every((name) => isSame(one[name], other[name]));
};

/**
 * Three versions of a row as one: what a form was opened with, what was typed since, and what somebody else saved since. What only one
 * side changed is taken over; `names` are what both changed, and differently: there `values` holds what was typed.
 */
export const merge = (base: Values, mine: Values, theirs: Values): { values: Values; names: string[] } => {
  const values: Values = {};
  const names: string[] = [];
  for (const name of new Set([...Object.keys(base), ...Object.keys(mine), ...Object.keys(theirs)])) {
    const isMine = !ownNames.has(name) && !isSame(mine[name], base[name]);
    values[name] = isMine ? mine[name] : theirs[name];
    if (isMine && !isSame(theirs[name], base[name]) && !isSame(mine[name], theirs[name])) names.push(name);
  }
  return { values, names };
};
