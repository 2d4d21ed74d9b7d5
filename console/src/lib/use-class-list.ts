import type { Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import { useEffect } from 'react';
import { dropAskedRows, folderOf, useAskedRows, type AnyRow, type PickedRows, type RowOf } from './asked-rows.ts';
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
  toEntry: (row: AnyRow) => ClassEntry;
}

const sources = new Map<string, Source>();
const lists = createStore<Readonly<Record<string, readonly ClassEntry[]>>>({});
const loading = new Map<string, Promise<void>>();
const none: readonly ClassEntry[] = [];

let mayRead: (endpoint: Endpoint) => boolean = () => false;

const without = (name: string) => Object.fromEntries(Object.entries(lists.get()).filter(([key]) => key !== name));

/** Names a lookup list: the call that answers it and what of a row is kept. Its first rows are fetched once after sign-in. */
export const defineClassList = <E extends Endpoint>(
  name: string,
  endpoint: E,
  entryOf: (row: RowOf<E>) => Omit<ClassEntry, 'id'>,
): void => {
  sources.set(name, { endpoint, toEntry: (row) => ({ id: row.id, ...entryOf(row as RowOf<E>) }) });
};

const readFirst = async ({ endpoint, toEntry }: Source): Promise<readonly ClassEntry[]> =>
  mayRead(endpoint) ? ((await call(endpoint, {}, { quiet: true })) as AnyRow[]).map(toEntry) : none;

const load = (name: string): Promise<void> => {
  const source = sources.get(name);
  const running = loading.get(name);
  if (!source || running) return running ?? Promise.resolve();
  const keep = (list: readonly ClassEntry[]) => {
    writeStored(classListPrefix + name, list);
    lists.set({ ...lists.get(), [name]: list });
  };
  const run = readFirst(source)
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
  dropAskedRows();
};

onWrite((path) => {
  for (const [name, { endpoint }] of sources) if (path.startsWith(folderOf(endpoint))) dropClassList(name);
});

const asEntry = (row: AnyRow): ClassEntry => ({ ...row, name: '' });

/** The entries of a lookup list as far as they were asked; none until they are there. */
export const useClassList = (name: string): PickedRows<ClassEntry> => {
  const list = lists.use((all) => all[name]);
  useEffect(() => {
    if (!list) void load(name);
  }, [list, name]);
  const source = sources.get(name);
  return useAskedRows(source && mayRead(source.endpoint) ? source : undefined, list, source?.toEntry ?? asEntry);
};
