/** An object of its pairs, as `Object.fromEntries` makes it, which the oldest phones have not. */
export const ofPairs = <V>(pairs: readonly (readonly [name: string, value: V])[]): Record<string, V> => {
  const made: Record<string, V> = {};
  for (const [name, value] of pairs) made[name] = value;
  return made;
};
