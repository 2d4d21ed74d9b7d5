import type { DataOf, Endpoint, QueryOf } from '@zhuiyuan/contract/kit/endpoint';
import { accountToken } from '../../lib/account-token.ts';
import { CallFailed, send } from '../../lib/call.ts';
import { toQuery, type Query } from '../../lib/query.ts';
import { randomHex } from '../../lib/random-hex.ts';
import { chosenRole } from './session.ts';

const patience = 20_000;
/** The token is over, or was never good. */
export const signedOut = 401;
/** 该身份已解除绑定. */
export const roleEnded = 61137;

/** Headers that say who calls, in which role. */
export const whoCalls = (): Record<string, string> => ({
  'X-Consumer-Token': accountToken(),
  ...(chosenRole() ? { 'X-Role': chosenRole() } : {}),
});

const sendAs = async <T>(address: string, init: RequestInit): Promise<T> => {
  try {
    return (await send(address, init, patience)) as T;
  } catch (error) {
    if (error instanceof CallFailed && (error.code === signedOut || error.code === roleEnded))
      dispatchEvent(new CustomEvent('field-ended', { detail: error }));
    throw error;
  }
};

/** Calls of a role by their name; those with a slash before them lie elsewhere. */
const addressOf = (path: string): string => (path.startsWith('/') ? path : `/public/role/${path}`);

/** Asks something in the chosen role; fails with {@link CallFailed}. */
export const ask = async <T>(path: string, query: Query = {}): Promise<T> =>
  sendAs<T>(`${addressOf(path)}${toQuery(query)}`, { headers: whoCalls() });

/** Changes something in the chosen role, or asks with a body. */
export const tell = async <T>(path: string, body: object): Promise<T> =>
  sendAs<T>(addressOf(path), {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...whoCalls() },
    body: JSON.stringify(body),
  });

/** Makes a call of the contract in the chosen role; fails with {@link CallFailed}. */
export const call = <E extends Endpoint>({ method, path }: E, input: QueryOf<E>): Promise<DataOf<E>> =>
  method === 'GET' ? ask<DataOf<E>>(path, input as Query) : tell<DataOf<E>>(path, input as object);

/** A number of its own for a call that changes something: sent again with it, nothing happens twice. */
export const newKey = randomHex;
