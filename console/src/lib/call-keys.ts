import { isKeyed } from '@zhuiyuan/contract/kit/call-key';
import { Code } from '@zhuiyuan/contract/kit/codes';
import type { Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import { ApiError, noAnswer } from './api-error.ts';
import { newKey } from './new-key.ts';
import type { Input } from './request.ts';

/** Keys of calls that are under way, or of which nobody knows what became of them, by their content. */
const open = new Map<string, string>();

const isAnswered = (error: unknown): boolean =>
  error instanceof ApiError && error.code !== noAnswer && error.code !== Code.fault;

/**
 * Makes a call that makes a row under a key: `given`, or one that stays the same for the same content until it was answered, so that a
 * second press and a press after a lost answer make one row. Other calls get none.
 */
export const underKey = async <T>(
  endpoint: Endpoint,
  input: Input,
  given: string | undefined,
  send: (key?: string) => Promise<T>,
): Promise<T> => {
  if (!isKeyed(endpoint)) return send();
  const content = `${endpoint.path} ${JSON.stringify(input)}`;
  const key = given ?? open.get(content) ?? newKey();
  open.set(content, key);
  const close = () => {
    if (open.get(content) === key) open.delete(content);
  };
  try {
    const data = await send(key);
    close();
    return data;
  } catch (error) {
    if (isAnswered(error)) close();
    throw error;
  }
};
