import type { z } from 'zod';
import { parseBill, unpackBill, type BillLine } from './bill.ts';
import {
  classify,
  type BalanceOutcome,
  type CancelOutcome,
  type CreateOutcome,
  type QueryOutcome,
  type Unfinished,
} from './outcome.ts';
import { readSignature, type PlatformKeys } from './platform-keys.ts';
import { Balance, BillAddress, CanceledBill, CreatedBill, FoundBill, toBill } from './shapes.ts';
import { readFailure, send, sendToAny, type Merchant } from './transport.ts';

const bills = '/v3/fund-app/mch-transfer/transfer-bills';

/** An answer whose signature held. */
type Verified<T> =
  | { kind: 'verified'; data: T }
  | { kind: 'failed'; status: number; code: string; outcome: Unfinished };

/** The calls of one merchant. None of them throws on what the other side does: whatever comes back is an outcome. */
export interface WechatPay {
  /** Sends a transfer: `body` is the stored text of `transferBody`, byte for byte the same for the life of a number. */
  create: (outBillNo: string, body: string, secretSerial?: string) => Promise<CreateOutcome>;
  query: (outBillNo: string) => Promise<QueryOutcome>;
  cancel: (outBillNo: string) => Promise<CancelOutcome>;
  /** What the operating account holds, in fen. */
  balance: () => Promise<BalanceOutcome>;
  /** The operating account's lines of a day (yyyy-MM-dd); none on a day without movement. */
  fundBill: (day: string) => Promise<{ kind: 'done'; lines: BillLine[] } | Unfinished>;
}

const failed = (error: unknown): Unfinished => ({
  kind: 'unknown',
  code: error instanceof Error ? error.name : 'ERROR',
  message:
    error instanceof Error ? String((error.cause as Error | undefined)?.message ?? error.message) : String(error),
});

/** The client of one merchant: signs every request, believes no answer whose signature does not hold. */
export const openWechatPay = (merchant: Merchant, keys: PlatformKeys): WechatPay => {
  const verified = async <T>(came: Awaited<ReturnType<typeof send>>, shape: z.ZodType<T>): Promise<Verified<T>> => {
    const text = came.bytes.toString('utf8');
    const verdict = await keys.judge(readSignature(came.header), text);
    if (came.status < 200 || came.status > 299) {
      const { code, message } = readFailure(text);
      // A signature that does not hold is worse than none: such an answer is believed in nothing but that we ask too much.
      const outcome: Unfinished =
        verdict === 'good' || verdict === 'unsigned' || came.status === 429
          ? classify(came.status, code, message, verdict === 'good')
          : { kind: 'unknown', code: `SIGNATURE_${verdict}`, message };
      return { kind: 'failed', status: came.status, code: verdict === 'good' ? code : '', outcome };
    }
    const unknown = (code: string): Verified<T> => ({
      kind: 'failed',
      status: came.status,
      code: '',
      outcome: { kind: 'unknown', code, message: '' },
    });
    if (verdict !== 'good') return unknown(`SIGNATURE_${verdict}`);
    try {
      return { kind: 'verified', data: shape.parse(JSON.parse(text)) };
    } catch {
      return unknown('UNREADABLE');
    }
  };
  const post = async <T>(path: string, body: string, shape: z.ZodType<T>, secretSerial?: string) =>
    verified(await send(merchant, merchant.hosts[0]!, { method: 'POST', path, body, secretSerial }), shape);
  const get = async <T>(path: string, shape: z.ZodType<T>) =>
    verified(await sendToAny(merchant, { method: 'GET', path }), shape);
  const isUnknownNumber = <T>(answer: Verified<T>) =>
    answer.kind === 'failed' && answer.status === 404 && answer.code === 'NOT_FOUND';
  const otherNumber: Unfinished = { kind: 'unknown', code: 'OTHER_NUMBER', message: '应答的商户单号与请求不一致' };
  const guarded = async <T>(work: () => Promise<T>): Promise<T | Unfinished> => {
    try {
      return await work();
    } catch (error) {
      return failed(error);
    }
  };

  return {
    create: (outBillNo, body, secretSerial) =>
      guarded(async (): Promise<CreateOutcome> => {
        const answer = await post(bills, body, CreatedBill, secretSerial);
        if (answer.kind === 'failed') return answer.outcome;
        const { data } = answer;
        if (data.out_bill_no !== outBillNo) return otherNumber;
        return {
          kind: 'done',
          state: data.state,
          transferBillNo: data.transfer_bill_no,
          packageInfo: data.package_info,
          failReason: data.fail_reason,
        };
      }),
    query: (outBillNo) =>
      guarded(async (): Promise<QueryOutcome> => {
        const answer = await get(`${bills}/out-bill-no/${encodeURIComponent(outBillNo)}`, FoundBill);
        if (isUnknownNumber(answer)) return { kind: 'not-found' };
        if (answer.kind === 'failed') return answer.outcome;
        return answer.data.out_bill_no === outBillNo ? { kind: 'done', bill: toBill(answer.data) } : otherNumber;
      }),
    cancel: (outBillNo) =>
      guarded(async (): Promise<CancelOutcome> => {
        const answer = await post(`${bills}/out-bill-no/${encodeURIComponent(outBillNo)}/cancel`, '', CanceledBill);
        if (isUnknownNumber(answer)) return { kind: 'not-found' };
        if (answer.kind === 'failed') return answer.outcome;
        return answer.data.out_bill_no === outBillNo ? { kind: 'done', state: answer.data.state } : otherNumber;
      }),
    balance: () =>
      guarded(async (): Promise<BalanceOutcome> => {
        const answer = await get('/v3/merchant/fund/balance/OPERATION', Balance);
        if (answer.kind === 'failed') return { ...answer.outcome, isSigned: answer.code !== '' };
        return { kind: 'done', available: answer.data.available_amount, pending: answer.data.pending_amount ?? 0 };
      }),
    fundBill: (day) =>
      guarded(async () => {
        const answer = await get(`/v3/bill/fundflowbill?bill_date=${day}&account_type=OPERATION`, BillAddress);
        if (answer.kind === 'failed') {
          if (answer.code === 'NO_STATEMENT_EXIST') return { kind: 'done' as const, lines: [] };
          return answer.outcome;
        }
        const address = new URL(answer.data.download_url);
        const host = merchant.hosts.find((known) => new URL(known).origin === address.origin);
        if (!host) return { kind: 'unknown' as const, code: 'OTHER_HOST', message: address.origin };
        // The file itself carries no signature: it is held against the SHA-1 that came signed.
        const file = await send(merchant, address.origin, { method: 'GET', path: address.pathname + address.search });
        if (file.status !== 200) return classify(file.status, readFailure(file.bytes.toString('utf8')).code, '', false);
        return { kind: 'done' as const, lines: parseBill(unpackBill(file.bytes, answer.data.hash_value)) };
      }),
  };
};
