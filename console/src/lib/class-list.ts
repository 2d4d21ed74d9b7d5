import type { May } from '@zhuiyuan/contract/kit/endpoint';
import { createStore } from './store.ts';
import { readStored, writeStored } from './storage.ts';
import { classListPrefix } from './stored-keys.ts';

/** One entry of a lookup list. */
export interface ClassEntry {
  id: number;
  name: string;
}

/** Where a lookup list comes from and who may read it. */
export interface ClassSource {
  may: May;
  load: () => Promise<ClassEntry[]>;
}

const sources = new Map<string, ClassSource>();
const lists = createStore<Readonly<Record<string, readonly ClassEntry[]>>>({});
const loading = new Map<string, Promise<void>>();
const none: readonly ClassEntry[] = [];

const keep = (name: string, list: readonly ClassEntry[]): void => {
  writeStored(classListPrefix + name, list);
  lists.set({ ...lists.get(), [name]: list });
};

/** Names the lookup lists of the console; each is fetched once after sign-in and kept in the browser. */
export const defineClassLists = (table: Record<string, ClassSource>): void => {
  for (const [name, source] of Object.entries(table)) sources.set(name, source);
};

const load = (name: string, may: (may: May) => boolean): Promise<void> => {
  const source = sources.get(name);
  if (!source) return Promise.resolve();
  const running = loading.get(name);
  if (running) return running;
  const run = (may(source.may) ? source.load() : Promise.resolve([]))
    .then((list) => keep(name, list))
    .catch(() => undefined)
    .finally(() => loading.delete(name));
  loading.set(name, run);
  return run;
};

/** Fetches every list that is not kept yet; a person without its permission gets an empty one, without a toast. */
export const loadClassLists = async (may: (may: May) => boolean): Promise<void> => {
  for (const name of sources.keys()) {
    const stored = readStored(classListPrefix + name);
    if (Array.isArray(stored)) lists.set({ ...lists.get(), [name]: stored as ClassEntry[] });
    else await load(name, may);
  }
};

/** Fetches one list again after a row of it was saved or deleted. */
export const reloadClassList = (name: string, may: (may: May) => boolean): Promise<void> => {
  localStorage.removeItem(classListPrefix + name);
  return load(name, may);
};

/** Forgets all lists, as at sign-out. */
export const dropClassLists = (): void => {
  for (const key of Object.keys(localStorage)) if (key.startsWith(classListPrefix)) localStorage.removeItem(key);
  lists.set({});
};

/** The entries of a lookup list; empty until they are there. */
export const useClassList = (name: string): readonly ClassEntry[] => lists.use((all) => all[name] ?? none);
