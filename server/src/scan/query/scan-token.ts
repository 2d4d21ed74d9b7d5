import { Code } from '@zhuiyuan/contract/kit/codes';
import { Refusal } from '../../kit/refusal.ts';
import { readToken, signToken } from '../../kit/secret.ts';
import type { Visit } from './scan-code.ts';

const purpose = 'scan';
const seconds = 30 * 60;

/** What a scan's token remembers: the query, its code and who asked. */
export interface ScanToken {
  scanId: number;
  at: string;
  code: string;
  visit: Visit;
}

/** Token of one query; it opens the calls that belong to it for half an hour. */
export const signScanToken = (masterKey: Buffer, scan: ScanToken): string =>
  signToken(masterKey, purpose, scan, seconds);

/** Reads a token of a query; refuses 401 when it is foreign or over. */
export const readScanToken = (masterKey: Buffer, token: string): ScanToken => {
  const known = readToken<ScanToken>(masterKey, purpose, token);
  if (!known) throw new Refusal(Code.signedOut, '查询已超时，请重新扫码');
  return known;
};
