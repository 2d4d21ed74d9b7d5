import { z } from 'zod';
import { isVerCode, readVerCode } from '../campaign/ver-code.ts';
import { defineApi, read, send } from '../kit/endpoint.ts';
import { flag, latitude, longitude, time } from '../kit/fields.ts';
import { pageOf } from '../kit/page.ts';
import { fieldPaging } from '../fieldwork/field-paging.ts';
import { DedKind } from '../parties/deductible/deductible.ts';
import { VerStatus } from './redeem-states.ts';

export const badVerCode = '核销码不正确，请核对后重试';

/** A redemption code as it was typed or scanned; without its check symbol in order nothing is looked up. */
const verCode = z
  .string({ error: '请输入核销码' })
  .trim()
  .min(1, '请输入核销码')
  .max(40, badVerCode)
  .transform(readVerCode)
  .refine(isVerCode, badVerCode);

/** A prize that can be handed out now. Nothing is booked by looking at it. */
export const VerPreview = z.object({
  verCode: z.string(),
  prizeName: z.string(),
  tierName: z.string(),
  activityName: z.string(),
  image: z.string(),
  expireAt: time,
  /** Who won it, masked. */
  consumer: z.string(),
  /** Fen the shop is credited, and who settles it. */
  deductAmount: z.number(),
  payerName: z.string(),
});
export type VerPreview = z.output<typeof VerPreview>;

/** A prize that was handed out. */
export const Verified = z.object({
  verNo: z.string(),
  /** Fen. */
  deductAmount: z.number(),
  /** This shop had handed it out within the last ten minutes: the same number again, nothing was booked. */
  repeat: z.boolean(),
  verAt: time,
});
export type Verified = z.output<typeof Verified>;

/** What a shop handed out. */
export const ShopVerRow = z.object({
  id: z.number(),
  verNo: z.string(),
  prizeName: z.string(),
  tierName: z.string(),
  activityName: z.string(),
  image: z.string(),
  consumer: z.string(),
  deductAmount: z.number(),
  status: VerStatus.schema,
  verAt: time,
  reversedAt: time.nullable(),
});
export type ShopVerRow = z.output<typeof ShopVerRow>;

/** The figures above. Fen; `today` counts what was not taken back. */
export const ShopVerSums = z.object({
  todayCount: z.number(),
  todayAmount: z.number(),
  /** 抵扣余额: what the shop is owed now. */
  balance: z.number(),
  /** 待结算: prizes handed out that nobody has settled. */
  openCount: z.number(),
});
export type ShopVerSums = z.output<typeof ShopVerSums>;

/** One change of what a shop is owed. */
export const ShopDuctRow = z.object({
  id: z.number(),
  kind: DedKind.schema,
  payerName: z.string(),
  prizeName: z.string(),
  verNo: z.string(),
  /** Fen, signed. */
  amount: z.number(),
  balanceAfter: z.number(),
  at: time,
});
export type ShopDuctRow = z.output<typeof ShopDuctRow>;

const place = { lng: longitude, lat: latitude };

/** What a shop does with prizes on the phone. Headers X-Consumer-Token and X-Role say who calls. */
export const shopRedeemApi = defineApi({
  preview: send('核销预览', '/public/shop/ver/preview', 'open', z.object({ verCode }), VerPreview, {
    log: false,
    forShoppers: true,
    perMinute: 60,
  }),
  /** Hands the prize out: the claim is closed and the shop credited, once, whoever asks at the same time. */
  confirm: send('核销', '/public/shop/ver/confirm', 'open', z.object({ verCode, ...place }), Verified, {
    log: false,
    forShoppers: true,
    ownTransaction: true,
    perMinute: 60,
  }),
  list: read(
    '门店核销记录',
    '/public/shop/ver/list',
    'open',
    z.object({ ...fieldPaging, today: flag.default(false) }),
    pageOf(ShopVerRow).extend({ sum: ShopVerSums }),
    { forShoppers: true, perMinute: 240 },
  ),
  ducts: read('门店抵扣记录', '/public/shop/duct/list', 'open', z.object(fieldPaging), pageOf(ShopDuctRow), {
    forShoppers: true,
    perMinute: 240,
  }),
});
