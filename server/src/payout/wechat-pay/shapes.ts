import { z } from 'zod';

/** States of a transfer bill, by WeChat Pay's own names. */
export const providerStates = [
  'ACCEPTED',
  'PROCESSING',
  'WAIT_USER_CONFIRM',
  'TRANSFERING',
  'SUCCESS',
  'FAIL',
  'CANCELING',
  'CANCELLED',
] as const;
export type ProviderState = (typeof providerStates)[number];

const fen = z.number().int().nonnegative();

/** What creating answers. `package_info` is there while the receiver has to confirm. */
export const CreatedBill = z.object({
  out_bill_no: z.string(),
  transfer_bill_no: z.string(),
  create_time: z.string().optional(),
  state: z.enum(providerStates),
  fail_reason: z.string().optional(),
  package_info: z.string().optional(),
});

/** What a query answers; a callback carries the same under its encryption. */
export const FoundBill = z.object({
  mch_id: z.string().optional(),
  mchid: z.string().optional(),
  out_bill_no: z.string(),
  transfer_bill_no: z.string().optional(),
  appid: z.string().optional(),
  state: z.enum(providerStates),
  transfer_amount: fen,
  openid: z.string().optional(),
  fail_reason: z.string().nullish(),
  create_time: z.string().optional(),
  update_time: z.string().optional(),
});

export const CanceledBill = z.object({
  out_bill_no: z.string(),
  transfer_bill_no: z.string().optional(),
  state: z.enum(providerStates),
});

export const Balance = z.object({ available_amount: fen, pending_amount: fen.optional() });

export const BillAddress = z.object({
  hash_type: z.literal('SHA1'),
  hash_value: z.string(),
  download_url: z.url(),
});

const EncryptedPart = z.object({
  algorithm: z.literal('AEAD_AES_256_GCM'),
  ciphertext: z.string(),
  nonce: z.string(),
  associated_data: z.string().nullish(),
});

export const CertificateList = z.object({
  data: z.array(
    z.object({
      serial_no: z.string(),
      effective_time: z.string(),
      expire_time: z.string(),
      encrypt_certificate: EncryptedPart,
    }),
  ),
});

export const Notice = z.object({
  id: z.string().min(1).max(64),
  create_time: z.string().optional(),
  event_type: z.string(),
  resource: EncryptedPart,
});

/** The body of a refusal. */
export const Failure = z.object({ code: z.string(), message: z.string().default('') });

/** A transfer bill as this house speaks of it; amounts in fen. */
export interface TransferBill {
  mchId?: string;
  appId?: string;
  outBillNo: string;
  transferBillNo?: string;
  state: ProviderState;
  amount: number;
  openid?: string;
  failReason?: string;
}

export const toBill = (found: z.infer<typeof FoundBill>): TransferBill => ({
  mchId: found.mch_id ?? found.mchid,
  appId: found.appid,
  outBillNo: found.out_bill_no,
  transferBillNo: found.transfer_bill_no,
  state: found.state,
  amount: found.transfer_amount,
  openid: found.openid,
  failReason: found.fail_reason ?? undefined,
});
