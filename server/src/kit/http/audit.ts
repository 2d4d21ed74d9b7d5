import type { Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import type { FastifyRequest } from 'fastify';
import type { Operator } from '../operator.ts';

const secretName =
  /pwd|password|secret|token|captcha|api(v\d)?key|accesskey|aeskey|private|credential|cipher|_key$|p12$|app_code$|msign$|^key$|^code$|^pin$/i;
const masked = '******';

/** A copy of a value with every field whose name says secret masked, at any depth. */
export const maskSecrets = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(maskSecrets);
  if (value === null || typeof value !== 'object') return value;
  const isSecret = (name: string) => secretName.test(name) || (name === 'value' && namesSecret(value));
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, isSecret(name) ? masked : maskSecrets(inner)]),
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
