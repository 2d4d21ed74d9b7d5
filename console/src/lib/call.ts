import type { DataOf, Endpoint, QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { ApiError } from './api-error.ts';
import { underKey } from './call-keys.ts';
import { isPhone } from './is-phone.ts';
import { request, type Input } from './request.ts';
import { withSession } from './renew-session.ts';
import { toast } from './toast.ts';

export interface CallOptions {
  signal?: AbortSignal;
  /** The caller shows a failure itself (under a field, in the list): no toast. */
  quiet?: boolean;
  /** Names the call that makes a row: sent again under it, it makes no second one. Without one it is named by its content. */
  key?: string;
  /** The session ends with it: nobody is asked for a password to make it again. */
  isLast?: boolean;
}

type WriteListener = (path: string) => void;
const writeListeners = new Set<WriteListener>();

/** Calls `listener` with the path of every call that changed something. */
export const onWrite = (listener: WriteListener): void => void writeListeners.add(listener);

const isWrite = ({ method, log }: Endpoint): boolean =>
  method === 'POST' ? log !== false : log !== undefined && log !== false;

/**
 * Makes a call of an endpoint table and returns its data. Throws `ApiError`; unless `quiet`, a failure has then been
 * shown as a toast of 5 seconds (phones: without). A session that is over is renewed by the password, or leads to the sign-in page.
 */
export const call = async <E extends Endpoint>(
  endpoint: E,
  input: QueryOf<E>,
  { signal, quiet = false, key, isLast = false }: CallOptions = {},
): Promise<DataOf<E>> => {
  try {
    const send = (named?: string) => request(endpoint, input as Input, signal, named) as Promise<DataOf<E>>;
    const data = await underKey(endpoint, input as Input, key, (named) =>
      isLast ? send(named) : withSession(() => send(named)),
    );
    if (isWrite(endpoint)) for (const listener of writeListeners) listener(endpoint.path);
    return data;
  } catch (error) {
    if (error instanceof ApiError && !quiet && !isPhone()) toast.failure(error);
    throw error;
  }
};
