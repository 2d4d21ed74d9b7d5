import type { DataOf, Endpoint, QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { toQuery, type Query } from './query.ts';
import { Refused } from './reason-of.ts';

/** What kept a call from its answer: no connection (`code` 0) or the server's own refusal, with a text for the shopper. */
export class CallFailed extends Refused {
  // Assigned, not defined: older phones would need a helper for it that is as large as the rest of this file.
  declare readonly code: number;
  /** What the server says besides, such as where a code was used. */
  declare readonly data: unknown;

  constructor(code: number, message: string, data: unknown = null) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export const offlineText = '网络异常，请稍后重试';
const usualPatience = 15_000;

/** Whether nothing was heard from the server. */
export const isOffline = (error: unknown): boolean => error instanceof CallFailed && error.code === 0;

/** Whether the server would not do it; after anything else it may have been done. */
export const isRefusal = (error: unknown): boolean => error instanceof CallFailed && error.code !== 0;

interface Envelope {
  code: number;
  message: string;
  data: unknown;
}

/** Opens the envelope: `data` when done, otherwise throws `CallFailed`. */
export const unwrap = (body: string): unknown => {
  let envelope: Envelope;
  try {
    envelope = JSON.parse(body) as Envelope;
  } catch {
    throw new CallFailed(0, offlineText);
  }
  if (envelope.code !== 200) throw new CallFailed(envelope.code, envelope.message || offlineText, envelope.data);
  return envelope.data;
};

/** What the server answers, without its envelope. Gives up with `CallFailed` after so many milliseconds, or where nothing comes. */
export const send = async (address: string, init: RequestInit, patience: number): Promise<unknown> => {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), patience);
  let body: string;
  try {
    const answer = await fetch(address, { ...init, signal: giveUp.signal });
    body = await answer.text();
  } catch {
    throw new CallFailed(0, offlineText);
  } finally {
    clearTimeout(timer);
  }
  return unwrap(body);
};

/** Makes a call of the contract. Gives up with `CallFailed` after 15 seconds, or as many milliseconds as are given. */
export const call = async <E extends Endpoint>(
  { method, path }: E,
  input: QueryOf<E>,
  { headers = {}, patience = usualPatience }: { headers?: Record<string, string>; patience?: number } = {},
): Promise<DataOf<E>> => {
  const isGet = method === 'GET';
  const address = isGet ? path + toQuery(input as Query) : path;
  const init = isGet
    ? { headers }
    : { method, headers: { ...headers, 'Content-Type': 'application/json' }, body: JSON.stringify(input) };
  return (await send(address, init, patience)) as DataOf<E>;
};
