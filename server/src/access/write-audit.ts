import { AuditStatus, LogKind, type Endpoint } from '@zhuiyuan/contract/kit/endpoint';
import { isPrivateAddress } from '../kit/address.ts';
import type { Db } from '../kit/db/database.ts';
import { maskSecrets, type Audited } from '../kit/http/audit.ts';
import type { KnownAccount } from '../kit/http/refused-calls.ts';

const longestParam = 4000;
const longestResult = 2000;

/** A copy of what is kept of a text: a slice would hold the whole of it in memory. */
const cut = (text: string, longest: number) =>
  text.length > longest ? Buffer.from(text.slice(0, longest)).toString() : text;
const json = (value: unknown, longest: number) => cut(JSON.stringify(maskSecrets(value ?? null)) ?? '', longest);

/** Nobody is signed in yet while signing in: the account that was tried stands for the person. */
const toAccount = (endpoint: Endpoint, input: unknown): string => {
  const account = (input as { account?: unknown } | null)?.account;
  return endpoint.log === LogKind.login && typeof account === 'string' ? cut(account, 32) : '';
};

/** What a row of the audit log says of any call: who made it, from where, with what; secrets masked. */
export const toAuditColumns = ({
  endpoint,
  request,
  operator,
  input,
}: Pick<Audited, 'endpoint' | 'request' | 'input'> & { operator: KnownAccount | null }) => ({
  firmId: operator?.firmId ?? 0,
  adminId: operator?.id ?? null,
  title: cut(endpoint.title, 60),
  businessType: endpoint.log || LogKind.other,
  requestMethod: endpoint.method,
  operName: operator?.account ?? toAccount(endpoint, input),
  operUrl: cut(request.url.split('?')[0] ?? '', 300),
  operIp: request.address,
  operLocation: isPrivateAddress(request.address) ? '内网' : '',
  operParam: json(input, longestParam),
  requestId: request.id,
});

/** Writes one row of the audit log: who did what, from where, with which result. */
export const writeAudit = async (db: Db, row: Audited): Promise<void> => {
  await db
    .insertInto('auditLog')
    .values({
      ...toAuditColumns(row),
      jsonResult: row.error ? '' : json(row.result, longestResult),
      status: row.error ? AuditStatus.failed : AuditStatus.normal,
      errorMsg: cut(row.error, 500),
      costTime: Math.round(performance.now() - row.startedAt),
    })
    .execute();
};
