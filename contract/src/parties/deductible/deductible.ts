import { z } from 'zod';
import { enumeration } from '../../kit/enumeration.ts';
import { fen, id, text, time } from '../../kit/fields.ts';
import { optionalFileAddress } from '../../kit/picture.ts';

/** Who is owed a deductible, and who owes it. */
export const DeductibleOwner = enumeration({
  shop: { value: 1, label: '门店' },
  agent: { value: 2, label: '经销商' },
  firm: { value: 3, label: '企业' },
});
export type DeductibleOwner = (typeof DeductibleOwner.options)[number]['value'];

/** Why a deductible balance changed. */
export const DedKind = enumeration({
  verify: { value: 1, label: '核销产生', tone: 'good' },
  offset: { value: 2, label: '抵扣货款', tone: 'kind' },
  clear: { value: 3, label: '清零', tone: 'gone' },
  reverse: { value: 4, label: '冲正', tone: 'bad' },
  remit: { value: 5, label: '打款结清', tone: 'kind' },
});

/** One change of a balance. Amounts are fen, negative when the balance falls. */
export const DedRow = z.object({
  id: z.number(),
  shopId: z.number().nullable(),
  shopName: z.string(),
  activityName: z.string(),
  prizeName: z.string(),
  qty: z.number(),
  dedAmount: z.number(),
  kind: z.number(),
  balanceAfter: z.number(),
  /** 0 未结算, 1 门店已结, 2 经销商已结; null for what is not settled. */
  settleState: z.number().nullable(),
  remark: z.string(),
  verAt: time,
});
export type DedRow = z.output<typeof DedRow>;

/** Sums of all rows that match, fen. */
export const DedSum = z.object({ totalIn: z.number(), totalOut: z.number(), balance: z.number() });

/** Clears a whole balance; `amount` is the balance as the sender saw it. */
export const clearFields = {
  amount: fen('清零金额'),
  remark: text('备注', { max: 100 }),
  voucher: optionalFileAddress,
};

export const Cleared = z.object({ balance: z.literal(0), logId: z.number() });

export const dedFilters = { shopId: id().optional(), kind: DedKind.schema.optional() };
