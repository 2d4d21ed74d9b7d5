import type { Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import { deepest } from '@zhuiyuan/contract/kit/storable';
import type { FastifyRequest } from 'fastify';
import type { Operator } from '../operator.ts';

const secretName =
  /pwd|password|secret|token|captcha|api(v\d)?key|accesskey|aeskey|private|credential|cipher|payaccount|_key$|p12$|app_code$|msign$|^key$|^code$|^pin$/i;
const masked = '******';
/** Stands for what lies deeper than any input may: a refused call was never looked through, and its depth must not fill the stack. */
const tooDeep = '…';

/** A copy of a value with every field whose name says secret masked, at any depth an input may have. */
export const maskSecrets = (value: unknown, depth = 0): unknown => {
  if (value === null || typeof value !== 'object') return value;
  if (depth > deepest) return tooDeep;
  if (Array.isArray(value)) return value.map((inner) => maskSecrets(inner, depth + 1));
  const isSecret = (name: string) => secretName.test(name) || (name === 'value' && namesSecret(value));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, isSecret(name) ? masked : maskSecrets(inner, depth + 1)]),
  );
};

/** Settings travel as `{name, value}` or `{key, value}`: their secrets are told by the name beside the value. */
const namesSecret = (pair: object): boolean => {
  const { name, key } = pair as { name?: unknown; key?: unknown };
  return [name, key].some((told) => typeof told === 'string' && secretName.test(told));
};

/** Whether a call leaves a row in the audit log: everything that is not a plain read. */
export const isLogged = (endpoint: Endpoint): boolean =>
  endpoint.log === false ? false : endpoint.log !== undefined || endpoint.method === 'POST';

/** One call for the audit log. */
export interface Audited {
  endpoint: Endpoint;
  request: FastifyRequest;
  operator: Operator | null;
  input: unknown;
  result: unknown;
  error: string;
  /** By `performance.now()`. */
  startedAt: number;
}
