import type { TransferBill } from './shapes.ts';

/**
 * What a call came to. Only `done` and a signed `not-found` say something about the bill; after anything else it may exist,
 * and the same number is asked for before it is sent again.
 *
 * - `unknown`: nothing is known: time-out, connection lost, 5xx, an answer whose signature does not hold, a code not listed;
 * - `later`: too many calls, the same again after `seconds`;
 * - `not-enough`: the merchant's account holds too little;
 * - `stop`: the merchant itself is refused (signature, permission, address, appid): its queue waits for a person;
 * - `refused`: this bill is refused; a definite failure once a query answers `not-found`;
 * - `exists`: the number is there already: query it.
 */
export type Unfinished =
  | { kind: 'unknown'; code: string; message: string }
  | { kind: 'later'; code: string; message: string; seconds: number }
  | { kind: 'not-enough'; code: string; message: string }
  | { kind: 'stop'; code: string; message: string }
  | { kind: 'refused'; code: string; message: string }
  | { kind: 'exists'; code: string; message: string };

export type CreateOutcome =
  | { kind: 'done'; state: TransferBill['state']; transferBillNo: string; packageInfo?: string; failReason?: string }
  | Unfinished;
export type QueryOutcome = { kind: 'done'; bill: TransferBill } | { kind: 'not-found' } | Unfinished;
export type CancelOutcome = { kind: 'done'; state: TransferBill['state'] } | { kind: 'not-found' } | Unfinished;
/** `isSigned`: WeChat Pay itself said so. */
export type BalanceOutcome =
  | { kind: 'done'; available: number; pending: number }
  | (Unfinished & { isSigned?: boolean });

const laterSeconds = 30;

/** Codes that speak of the merchant, not of one bill. */
const merchantCodes = new Set([
  'SIGN_ERROR',
  'NO_AUTH',
  'NOAUTH',
  'RULE_LIMIT',
  'APPID_MCHID_NOT_MATCH',
  'MCH_NOT_EXISTS',
  'CERTIFICATE_ERROR',
  'INVALID_CERTIFICATE',
]);

/** Refusals under INVALID_REQUEST that are the merchant's settings and would meet every bill alike. */
const merchantTexts =
  /IP地址不允许|APPID不存在|AppID.*(未绑定|不匹配)|尚未获取该转账场景|产品权限|未开通|商户号.*(异常|冻结|注销)/i;

/** What the code of a refusal means. `signed`: its signature held; what is not signed never settles a bill. */
export const classify = (status: number, code: string, message: string, signed: boolean): Unfinished => {
  const told = { code, message };
  if (status === 429 || ['FREQUENCY_LIMITED', 'FREQUENCY_LIMIT_EXCEED', 'RATELIMIT_EXCEEDED'].includes(code))
    return { kind: 'later', ...told, seconds: laterSeconds };
  if (status >= 500 || code === 'SYSTEM_ERROR') return { kind: 'unknown', ...told };
  if (status === 401 || merchantCodes.has(code)) return { kind: 'stop', ...told };
  if (!signed) return { kind: 'unknown', ...told };
  if (code === 'NOT_ENOUGH') return { kind: 'not-enough', ...told };
  if (code === 'ALREADY_EXISTS') return { kind: 'exists', ...told };
  if (code === 'INVALID_REQUEST' && merchantTexts.test(message)) return { kind: 'stop', ...told };
  if (code === 'PARAM_ERROR' || code === 'INVALID_REQUEST') return { kind: 'refused', ...told };
  return { kind: 'unknown', ...told };
};
