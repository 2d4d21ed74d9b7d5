import { LogKind, type Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import type { FastifyRequest } from 'fastify';
import { isPrivateAddress } from './address.ts';
import type { Db } from './database.ts';
import type { Operator } from './operator.ts';

const secretName = /pwd|password|secret|token|captcha|apikey|api_key|private|credential|cipher|_p12$|^key$|^code$|^pin$/i;
const masked = '******';
const longestParam = 4000;
const longestResult = 2000;

/** A copy of a value with every field whose name says secret masked, at any depth. */
export const maskSecrets = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(maskSecrets);
  if (value === null || typeof value !== 'object') return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, inner]) => [name, secretName.test(name) ? masked : maskSecrets(inner)]),
  );
};

const cut = (text: string, longest: number) => (text.length > longest ? text.slice(0, longest) : text);
const json = (value: unknown, longest: number) => cut(JSON.stringify(maskSecrets(value ?? null)) ?? '', longest);

/** Whether a call leaves a row in the audit log: everything that is not a plain read. */
export const isLogged = (endpoint: Endpoint): boolean =>
  endpoint.log === false ? false : endpoint.log !== undefined || endpoint.method === 'POST';

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
      operName: operator?.account ?? '',
      operUrl: cut(request.url.split('?')[0] ?? '', 300),
      operIp: request.ip,
      operLocation: isPrivateAddress(request.ip) ? '内网' : '',
      operParam: json(row.input, longestParam),
      jsonResult: row.error ? '' : json(row.result, longestResult),
      status: row.error ? 1 : 0,
      errorMsg: cut(row.error, 500),
      costTime: Math.round(performance.now() - row.startedAt),
      requestId: request.id,
    })
    .execute();
};
