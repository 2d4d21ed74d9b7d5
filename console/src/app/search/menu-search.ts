import Fuse from 'fuse.js';
import { initialsOf } from './initials.ts';
import { findables, type Findable, type MenuEntry } from '../routes/menu-entries.ts';

/** Those whose own name has the initials: the shortest of them is the one that was meant. */
const byInitials = (all: readonly Findable[], words: string): Findable[] =>
  /^[a-z\d]{2,}$/i.test(words)
    ? all
        .filter(({ name }) => initialsOf(name.at(-1) ?? '').includes(words.toUpperCase()))
        .toSorted((a, b) => (a.name.at(-1) ?? '').length - (b.name.at(-1) ?? '').length)
    : [];

/** By the initials of names (`smrw` of 生码任务), then fuzzy over names (0.7) and addresses (0.3), best first; without words everything in menu order. */
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
  return (text) => {
    const words = text.trim();
    if (!words) return all;
    return [...new Set([...byInitials(all, words), ...fuse.search(words).map(({ item }) => item)])];
  };
};
