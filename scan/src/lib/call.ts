import type { DataOf, Endpoint, QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { toQuery, type Query } from './query.ts';

/** What kept a call from its answer: no connection (`code` 0) or the server's own refusal, with a text for the shopper. */
export class CallFailed extends Error {
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

/** Makes a call of the contract. Gives up with `CallFailed` after 15 seconds, or as many milliseconds as are given. */
export const call = async <E extends Endpoint>(
  { method, path }: E,
  input: QueryOf<E>,
  { headers = {}, patience = usualPatience }: { headers?: Record<string, string>; patience?: number } = {},
): Promise<DataOf<E>> => {
  const giveUp = new AbortController();
  const timer = setTimeout(() => giveUp.abort(), patience);
  const { signal } = giveUp;
  try {
    const answer = await (method === 'GET'
      ? fetch(path + toQuery(input as Query), { signal, headers })
      : fetch(path, {
          signal,
          method,
          headers: { ...headers, 'Content-Type': 'application/json' },
          body: JSON.stringify(input),
        }));
    return unwrap(await answer.text()) as DataOf<E>;
  } catch (error) {
    throw error instanceof CallFailed ? error : new CallFailed(0, offlineText);
  } finally {
    clearTimeout(timer);
  }
};
