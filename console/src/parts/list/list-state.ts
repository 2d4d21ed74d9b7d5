import { crossedEnds } from '@zhuiyuan/contract/kit/page';
import type { z } from 'zod';

/** Filters as the address carries them: text by name, lists joined by commas. */
export type Values = Record<string, string | undefined>;

/** Filters, page and size of a list. */
export interface ListState {
  values: Values;
  page: number;
  limit: number;
  /** Number of the open view; 0 = none, although one opens by default. */
  view?: number;
}

/** The parameter that names the open view. */
const viewName = 'v';

interface Defaults {
  initial: Values;
  limit: number;
}

const names = (schema: z.ZodObject): string[] =>
  Object.keys(schema.shape).filter((name) => name !== 'page' && name !== 'limit');

const whole = (text: string | null, least: number, most: number, otherwise: number): number => {
  const value = Number(text);
  return text !== null && Number.isInteger(value) && value >= least && value <= most ? value : otherwise;
};

const understands = (schema: z.ZodObject, name: string, text: string): boolean =>
  (schema.shape[name] as z.ZodType | undefined)?.safeParse(text).success ?? true;

/** Filters that the schema refuses: no row can be said to match them. */
export const refusedOf = (schema: z.ZodObject, values: Values): string[] => [
  ...Object.entries(values).flatMap(([name, text]) => (text && !understands(schema, name, text) ? [name] : [])),
  ...crossedEnds(values),
];

/** The order of a list leaves no row out, so one that is not known is as good as none. */
const orderName = 'sort';

/** Reads filters, page and size out of an address. Filters the schema refuses stay, so that they are seen and mended: `refusedOf`. */
export const readAddress = (search: string, schema: z.ZodObject, { initial, limit }: Defaults): ListState => {
  const params = new URLSearchParams(search);
  const values: Values = {};
  for (const name of names(schema)) {
    const text = params.get(name) ?? initial[name];
    if (text && (name !== orderName || understands(schema, name, text))) values[name] = text;
  }
  return {
    values,
    page: whole(params.get('page'), 1, 1_000_000, 1),
    limit: whole(params.get('limit'), 1, 9999, limit),
    view: params.has(viewName) ? whole(params.get(viewName), 0, Number.MAX_SAFE_INTEGER, 0) : undefined,
  };
};

/** Whether an address says nothing of a list: neither filters nor a page nor a view. */
export const isBareAddress = (search: string, schema: z.ZodObject): boolean => {
  const params = new URLSearchParams(search);
  return ![...names(schema), 'page', 'limit', viewName].some((name) => params.has(name));
};

/** Writes filters, page and size into an address; what equals its default is not written, foreign parameters stay as they are. */
export const writeAddress = (
  search: string,
  schema: z.ZodObject,
  state: ListState,
  { initial, limit }: Defaults,
): string => {
  const params = new URLSearchParams(search);
  for (const name of names(schema)) {
    const text = state.values[name] ?? '';
    if (text === (initial[name] ?? '')) params.delete(name);
    else params.set(name, text);
  }
  const put = (name: string, value: number, usual: number) =>
    value === usual ? params.delete(name) : params.set(name, String(value));
  put('page', state.page, 1);
  put('limit', state.limit, limit);
  if (state.view === undefined) params.delete(viewName);
  else params.set(viewName, String(state.view));
  const text = params.toString();
  return text && `?${text}`;
};
