import type { DataOf, Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import { mostPicked } from '@zhuiyuan/contract/kit/picking';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo } from 'react';
import { call, onWrite } from './call.ts';
import { createStore } from './store.ts';

/** A call for the rows of a picker, and what it is asked beside words and ids. */
export interface RowSource {
  endpoint: Endpoint;
  input?: Readonly<Record<string, unknown>>;
}

export interface AnyRow {
  id: number;
  firmId?: number;
}

export type RowOf<E extends Endpoint> = DataOf<E> extends readonly (infer R extends AnyRow)[] ? R : never;

/** What the server answered after the first rows. */
interface Later {
  rows: readonly AnyRow[];
  /** Ids that were asked and that it does not have. */
  absent: ReadonlySet<number>;
}

const nothingYet: Later = { rows: [], absent: new Set() };
/** What was asked since it was last forgotten; `round` counts how often that was. */
const later = createStore<{ round: number; of: Readonly<Record<string, Later>> }>({ round: 0, of: {} });
const folders = new Map<string, string>();
const asked = new Map<string, Set<number>>();
const finds = new Map<string, Promise<ReadonlySet<number>>>();
const mostInOneCall = 200;
const longestWords = 50;

const keyOf = ({ endpoint, input = {} }: RowSource): string => `${endpoint.path} ${JSON.stringify(input)}`;

/** The folder of a call for all rows: a write below it may have changed them. */
export const folderOf = ({ path }: Endpoint): string => path.replace(/list\/all$/, '');

const ask = async (source: RowSource, wish: { keywords: string } | { ids: readonly number[] }): Promise<AnyRow[]> => {
  const key = keyOf(source);
  folders.set(key, folderOf(source.endpoint));
  const { round } = later.get();
  const rows = (await call(source.endpoint, { ...source.input, ...wish }, { quiet: true })) as AnyRow[];
  const now = later.get();
  // What was asked before a change may be what it was.
  if (now.round !== round) return [];
  const { rows: known, absent } = now.of[key] ?? nothingYet;
  const news = new Set(rows.map(({ id }) => id));
  const missing = 'ids' in wish ? wish.ids.filter((id) => !news.has(id)) : [];
  const next: Later = {
    rows: [...known.filter(({ id }) => !news.has(id)), ...rows],
    absent: missing.length > 0 ? new Set([...absent, ...missing]) : absent,
  };
  later.set({ round, of: { ...now.of, [key]: next } });
  return rows;
};

/** Asks the server for rows that contain the words, and answers their ids; a failure finds none. */
export const findRows = (source: RowSource, words: string): Promise<ReadonlySet<number>> => {
  const keywords = words.slice(0, longestWords);
  const key = `${keyOf(source)} ${keywords}`;
  const known =
    finds.get(key) ??
    ask(source, { keywords }).then(
      (rows) => new Set(rows.map(({ id }) => id)),
      () => {
        finds.delete(key);
        return new Set<number>();
      },
    );
  finds.set(key, known);
  return known;
};

/** Asks the server, once until that is forgotten, for rows that are chosen and not among those it answered. */
export const needRows = (source: RowSource, ids: readonly number[], round = later.get().round): void => {
  if (round !== later.get().round) return;
  const key = keyOf(source);
  const before = asked.get(key) ?? new Set<number>();
  asked.set(key, before);
  const news = ids.filter((id) => Number.isSafeInteger(id) && id > 0 && !before.has(id));
  for (const id of news) before.add(id);
  for (let at = 0; at < news.length; at += mostInOneCall)
    void ask(source, { ids: news.slice(at, at + mostInOneCall) }).catch(() => undefined);
};

/** Forgets what was asked, of the calls in some folders or of all. */
export const dropAskedRows = (isOf: (folder: string) => boolean = () => true): void => {
  const gone = [...folders].flatMap(([key, folder]) => (isOf(folder) ? [key] : []));
  if (gone.length === 0) return;
  for (const key of gone) {
    folders.delete(key);
    asked.delete(key);
    for (const find of finds.keys()) if (find.startsWith(`${key} `)) finds.delete(find);
  }
  const { round, of } = later.get();
  const left = Object.entries(of).filter(([key]) => !gone.includes(key));
  later.set({ round: round + 1, of: Object.fromEntries(left) });
};

onWrite((path) => dropAskedRows((folder) => path.startsWith(folder)));

/** The rows of a picker that the server has answered by now. */
export interface PickedRows<R> {
  /** Those that are offered. */
  rows: readonly R[];
  /** All of them: what a chosen one is called that is offered no longer. */
  all: readonly R[];
  /** The first ones are there. */
  isReady: boolean;
  /** Where more of them are asked; absent before the first ones are there, and where one may not read them. */
  source: RowSource | undefined;
  /** The server has more than it answered first. */
  isPartial: boolean;
  absent: ReadonlySet<number>;
  toRow: (row: AnyRow) => R;
}

const asIs = <R>(row: AnyRow): R => row as R;

/** The first rows of a call, and those that were asked for later. */
export const useAskedRows = <R extends AnyRow>(
  source: RowSource | undefined,
  first: readonly R[] | undefined,
  toRow: (row: AnyRow) => R = asIs,
): PickedRows<R> => {
  const key = source ? keyOf(source) : '';
  const { rows: extra, absent } = later.use(({ of }) => of[key]) ?? nothingYet;
  return useMemo(() => {
    const known = new Set(first?.map(({ id }) => id));
    const all = [...(first ?? []), ...extra.filter(({ id }) => !known.has(id)).map(toRow)];
    const isPartial = (first?.length ?? 0) >= mostPicked;
    return { rows: all, all, isReady: first !== undefined, source: first && source, isPartial, absent, toRow };
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- the key says what the source is
  }, [key, first, extra, absent, toRow]);
};

/** Those of the rows that a form offers. */
export const offering = <R>(picked: PickedRows<R>, isOffered: (row: R) => boolean): PickedRows<R> => ({
  ...picked,
  rows: picked.rows.filter(isOffered),
});

/**
 * Rows of which those of one firm will be offered: where the server has more than it answered first, the firm's are asked for, which
 * need not be among the first.
 */
export const useOfFirm = <R extends AnyRow>(picked: PickedRows<R>, firmId: number | undefined): PickedRows<R> => {
  const { source: whole, isPartial, toRow } = picked;
  const source =
    whole && isPartial && firmId !== undefined ? { ...whole, input: { ...whole.input, firmId } } : undefined;
  const { data } = useQuery({
    queryKey: [source?.endpoint.path, 'read', source?.input],
    queryFn: ({ signal }) => call(source!.endpoint, source!.input!, { quiet: true, signal }),
    enabled: source !== undefined,
  });
  const first = useMemo(() => (data as readonly AnyRow[] | undefined)?.map(toRow), [data, toRow]);
  const own = useAskedRows(source, first, toRow);
  return source ? own : picked;
};

/** Asks for chosen rows that are not there yet. */
export const useNeeded = (picked: PickedRows<AnyRow> | undefined, ids: readonly number[]): void => {
  const round = later.use((all) => all.round);
  const source = picked?.source;
  const missing = source
    ? ids.filter((id) => !picked.absent.has(id) && !picked.all.some((row) => row.id === id)).join()
    : '';
  useEffect(() => {
    if (source && missing) needRows(source, missing.split(',').map(Number), round);
  }, [source, missing, round]);
};
