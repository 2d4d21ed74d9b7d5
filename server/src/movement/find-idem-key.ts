import { invalid } from '../kit/refusal.ts';

/** Under which key a request may be sent again: its own, or that of the header `Idempotency-Key`. */
export const findIdemKey = (
  sent: string | undefined,
  headers: Record<string, string | string[] | undefined>,
): string | undefined => {
  if (sent) return sent;
  const header = headers['idempotency-key'];
  const key = (Array.isArray(header) ? header[0] : header)?.trim();
  if (!key) return undefined;
  if (key.length < 8 || key.length > 64) throw invalid('idemKey', '请求编号不正确');
  return key;
};
