import { useContext, useEffect } from 'react';
import { TabKeyContext } from './use-dirty.ts';
import { createStore } from './store.ts';

/** In Chinese characters; a Latin letter or a digit takes little more than half of one. */
const longest = 15;
const widthOf = (letter: string): number => (letter < '\u2e80' ? 0.6 : 1);

/** Numbers differ at their end, so that a document's number or a code is shown whole. */
const shorten = (name: string): string => {
  let width = 0;
  let short = '';
  for (const letter of name) {
    width += widthOf(letter);
    if (width > longest) return `${[...short].slice(0, -1).join('')}…`;
    short += letter;
  }
  return name;
};

/** What the pages show, by their addresses; the tabs and the window are called so. */
export const pageNames = createStore<Readonly<Record<string, string>>>({});

/** Calls the tab of this page after what it shows, cut to the width of 15 characters. */
export const usePageName = (name: string | undefined): void => {
  const key = useContext(TabKeyContext);
  useEffect(() => {
    if (!name || !key) return;
    const short = shorten(name);
    if (pageNames.get()[key] !== short) pageNames.set({ ...pageNames.get(), [key]: short });
  }, [key, name]);
};
