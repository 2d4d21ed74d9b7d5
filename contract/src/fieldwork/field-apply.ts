import { z } from 'zod';
import { defineApi, nothing, read, send } from '../kit/endpoint.ts';
import { text } from '../kit/fields.ts';
import { optionalFileAddress } from '../kit/picture.ts';
import { Review } from '../kit/review.ts';
import { isCreditCode } from '../parties/credit-code.ts';
import { ShopDraft } from '../parties/shop/shop-draft.ts';
import { idemKey } from './field-paging.ts';

/** What a shop says of itself; licence and pictures are needed before it is passed. */
export const ApplyDraft = ShopDraft.pick({
  name: true,
  shopType: true,
  contact: true,
  phone: true,
  regionCode: true,
  address: true,
  lng: true,
  lat: true,
}).extend({
  licenseNo: text('统一社会信用代码', { max: 18 }).refine(isCreditCode, '统一社会信用代码格式不正确'),
  doorImage: optionalFileAddress.refine((value) => value !== '', '请上传门头照片'),
  licenseImage: optionalFileAddress.refine((value) => value !== '', '请上传营业执照照片'),
});

/** What a shop last said of itself, and how the review of it stands. */
export const FieldApply = z.object({
  name: z.string(),
  shopType: z.number(),
  contact: z.string(),
  phone: z.string(),
  regionCode: z.string(),
  regionName: z.string(),
  address: z.string(),
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  licenseNo: z.string(),
  doorImage: z.string(),
  licenseImage: z.string(),
  audit: Review.schema,
  auditRemark: z.string(),
});
export type FieldApply = z.output<typeof FieldApply>;

/** 门店入驻申请 on the phone: a shop puts itself forward, again after it was rejected. Headers X-Consumer-Token and X-Role say who calls. */
export const fieldApplyApi = defineApi({
  info: read('入驻申请', '/public/shop/apply/info', 'open', nothing, FieldApply, { forShoppers: true, perMinute: 240 }),
  apply: send(
    '提交入驻申请',
    '/public/shop/apply',
    'open',
    ApplyDraft.extend({ idemKey }),
    z.object({ id: z.number() }),
    {
      log: false,
      forShoppers: true,
      ownTransaction: true,
      perMinute: 60,
    },
  ),
});
