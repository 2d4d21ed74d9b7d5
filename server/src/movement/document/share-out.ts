import type { Part } from './counters.ts';

/** What several shares of goods are recorded as, where the whole is recorded and each is known to hold so many items. */
export const shareOut = (recorded: readonly Part[], shares: readonly number[]): Part[][] => {
  const left = recorded.map((part) => ({ ...part }));
  return shares.map((share) => {
    const own: Part[] = [];
    let missing = share;
    for (const part of left) {
      const items = Math.min(part.items, missing);
      if (items === 0) continue;
      own.push({ ...part, items });
      part.items -= items;
      missing -= items;
    }
    return own;
  });
};
