import Fuse from 'fuse.js';
import { findables, type Findable, type MenuEntry } from '../routes/menu-entries.ts';

/** Fuzzy search over names (0.7) and addresses (0.3), best first; without words everything in menu order. */
export const menuSearch = (menu: readonly MenuEntry[]): ((words: string) => Findable[]) => {
  const all = findables(menu);
  const fuse = new Fuse(all, {
    shouldSort: true,
    threshold: 0.4,
    location: 0,
    distance: 100,
    minMatchCharLength: 1,
    keys: [
      { name: 'name', weight: 0.7 },
      { name: 'url', weight: 0.3 },
    ],
  });
  return (words) => (words.trim() ? fuse.search(words.trim()).map(({ item }) => item) : all);
};
