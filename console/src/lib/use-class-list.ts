import type { DataOf, Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import { useEffect } from 'react';
import { call, onWrite } from './call.ts';
import { createStore } from './store.ts';
import { readStored, writeStored } from './stored-values.ts';
import { classListPrefix } from './stored-keys.ts';

/** One entry of a lookup list. */
export interface ClassEntry {
  id: number;
  name: string;
  firmId?: number;
  /** The entry above in a tree. */
  pid?: number;
  /** Told beside the name, as a phone. */
  note?: string;
  isDisabled?: boolean;
}

interface Source {
  endpoint: Endpoint;
  load: () => Promise<ClassEntry[]>;
}

const sources = new Map<string, Source>();
const lists = createStore<Readonly<Record<string, readonly ClassEntry[]>>>({});
const loading = new Map<string, Promise<void>>();
const none: readonly ClassEntry[] = [];

let mayRead: (endpoint: Endpoint) => boolean = () => false;

const without = (name: string) => Object.fromEntries(Object.entries(lists.get()).filter(([key]) => key !== name));
const folderOf = (path: string): string => path.replace(/list\/all$/, '');

type RowOf<E extends Endpoint> = DataOf<E> extends readonly (infer R)[] ? R : never;

/** Names a lookup list: the call that answers it and what of a row is kept. It is fetched once after sign-in. */
export const defineClassList = <E extends Endpoint>(
  name: string,
  endpoint: E,
  entryOf: (row: RowOf<E>) => Omit<ClassEntry, 'id'>,
): void => {
  const load = async (): Promise<ClassEntry[]> => {
    const rows = (await call(endpoint as Endpoint, {}, { quiet: true })) as { id: number }[];
    return rows.map((row) => ({ id: row.id, ...entryOf(row as unknown as RowOf<E>) }));
  };
  sources.set(name, { endpoint, load });
};

const load = (name: string): Promise<void> => {
  const source = sources.get(name);
  const running = loading.get(name);
  if (!source || running) return running ?? Promise.resolve();
  const keep = (list: readonly ClassEntry[]) => {
    writeStored(classListPrefix + name, list);
    lists.set({ ...lists.get(), [name]: list });
  };
  const run = (mayRead(source.endpoint) ? source.load() : Promise.resolve(none))
    .then(keep, () => undefined)
    .finally(() => loading.delete(name));
  loading.set(name, run);
  return run;
};

/** Fetches every list that is not kept yet; a person without its permission gets an empty one, without a toast. */
export const loadClassLists = async (may: (endpoint: Endpoint) => boolean): Promise<void> => {
  mayRead = may;
  for (const name of sources.keys()) {
    const stored = readStored(classListPrefix + name);
    if (Array.isArray(stored)) lists.set({ ...lists.get(), [name]: stored as ClassEntry[] });
    else await load(name);
  }
};

/** Forgets one list, so that it is fetched again when it is next shown. */
export const dropClassList = (name: string): void => {
  localStorage.removeItem(classListPrefix + name);
  lists.set(without(name));
};

/** Forgets all lists, as at sign-out. */
export const dropClassLists = (): void => {
  for (const name of sources.keys()) dropClassList(name);
};

onWrite((path) => {
  for (const [name, { endpoint }] of sources) if (path.startsWith(folderOf(endpoint.path))) dropClassList(name);
});

/** The entries of a lookup list; empty until they are there. */
export const useClassList = (name: string): readonly ClassEntry[] => {
  const list = lists.use((all) => all[name]);
  useEffect(() => {
    if (!list) void load(name);
  }, [list, name]);
  return list ?? none;
};
