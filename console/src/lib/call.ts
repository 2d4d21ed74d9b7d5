import { Code } from '@zhuiyuan/contract/kit/codes';
import type { DataOf, Endpoint, QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { ApiError } from './api-error.ts';
import { isPhone } from './is-phone.ts';
import { request, type Input } from './request.ts';
import { leaveForLogin } from './leave-for-login.ts';
import { toast } from './toast.ts';

export interface CallOptions {
  signal?: AbortSignal;
  /** The caller shows a failure itself (under a field, in the list): no toast. */
  quiet?: boolean;
}

type WriteListener = (path: string) => void;
const writeListeners = new Set<WriteListener>();

/** Calls `listener` with the path of every call that changed something. */
export const onWrite = (listener: WriteListener): void => void writeListeners.add(listener);

const isWrite = ({ method, log }: Endpoint): boolean =>
  method === 'POST' ? log !== false : log !== undefined && log !== false;

/**
 * Makes a call of an endpoint table and returns its data. Throws `ApiError`; unless `quiet`, a failure has then been
 * shown as a toast of 5 seconds (phones: without). A token the server does not know leads to the sign-in page.
 */
export const call = async <E extends Endpoint>(
  endpoint: E,
  input: QueryOf<E>,
  { signal, quiet = false }: CallOptions = {},
): Promise<DataOf<E>> => {
  try {
    const data = (await request(endpoint, input as Input, signal)) as DataOf<E>;
    if (isWrite(endpoint)) for (const listener of writeListeners) listener(endpoint.path);
    return data;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    if (error.code === Code.signedOut) {
      error.isShown = true;
      leaveForLogin();
    } else if (!quiet && !isPhone()) toast.failure(error);
    throw error;
  }
};
