import { useContext, useEffect } from 'react';
import { TabKeyContext } from './use-dirty.ts';
import { createStore } from './store.ts';

const longest = 15;

/** What the pages show, by their addresses; the tabs and the window are called so. */
export const pageNames = createStore<Readonly<Record<string, string>>>({});

/** Calls the tab of this page after what it shows, cut to 15 characters. */
export const usePageName = (name: string | undefined): void => {
  const key = useContext(TabKeyContext);
  useEffect(() => {
    if (!name || !key) return;
    const letters = [...name];
    const short = letters.length > longest ? `${letters.slice(0, longest - 1).join('')}…` : name;
    if (pageNames.get()[key] !== short) pageNames.set({ ...pageNames.get(), [key]: short });
  }, [key, name]);
};
