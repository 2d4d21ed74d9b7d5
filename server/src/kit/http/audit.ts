import { AuditStatus, LogKind, type Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import type { FastifyRequest } from 'fastify';
import { isPrivateAddress } from '../address.ts';
import type { Db } from '../db/database.ts';
import type { Operator } from '../operator.ts';

const secretName =
  /pwd|password|secret|token|captcha|apikey|accesskey|aeskey|private|credential|cipher|_key$|p12$|app_code$|msign$|^key$|^code$|^pin$/i;
const masked = '******';
const longestParam = 4000;
const longestResult = 2000;

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

const cut = (text: string, longest: number) => (text.length > longest ? text.slice(0, longest) : text);
const json = (value: unknown, longest: number) => cut(JSON.stringify(maskSecrets(value ?? null)) ?? '', longest);

/** Whether a call leaves a row in the audit log: everything that is not a plain read. */
export const isLogged = (endpoint: Endpoint): boolean =>
  endpoint.log === false ? false : endpoint.log !== undefined || endpoint.method === 'POST';

/** Nobody is signed in yet while signing in: the account that was tried stands for the person. */
const toAccount = (endpoint: Endpoint, input: unknown): string => {
  const account = (input as { account?: unknown } | null)?.account;
  return endpoint.log === LogKind.login && typeof account === 'string' ? cut(account, 32) : '';
};

/** Writes one row of the audit log: who did what, from where, with which result; secrets masked. */
export const writeAudit = async (
  db: Db,
  row: {
    endpoint: Endpoint;
    request: FastifyRequest;
    operator: Operator | null;
    input: unknown;
    result: unknown;
    error: string;
    startedAt: number;
  },
): Promise<void> => {
  const { endpoint, request, operator } = row;
  await db
    .insertInto('auditLog')
    .values({
      firmId: operator?.firmId ?? 0,
      adminId: operator?.id ?? null,
      title: cut(endpoint.title, 60),
      businessType: endpoint.log || LogKind.other,
      requestMethod: endpoint.method,
      operName: operator?.account ?? toAccount(endpoint, row.input),
      operUrl: cut(request.url.split('?')[0] ?? '', 300),
      operIp: request.address,
      operLocation: isPrivateAddress(request.address) ? '内网' : '',
      operParam: json(row.input, longestParam),
      jsonResult: row.error ? '' : json(row.result, longestResult),
      status: row.error ? AuditStatus.failed : AuditStatus.normal,
      errorMsg: cut(row.error, 500),
      costTime: Math.round(performance.now() - row.startedAt),
      requestId: request.id,
    })
    .execute();
};
