import { z } from 'zod';
import { ClaimStatus } from '../campaign/campaign-states.ts';
import { Collected } from '../campaign/draw/collect.ts';
import { authCode, claimNo } from '../campaign/draw/public-draw.ts';
import { defineApi, read, send } from '../kit/endpoint.ts';
import { id } from '../kit/fields.ts';
import { Delivery } from './payout-enums.ts';

const badValue = '参数不正确';

/** How a cash prize stands on its way to its winner. */
export const ClaimPay = z.object({
  claimNo: z.string(),
  status: ClaimStatus.schema,
  /** Of the money; null before it was asked for. */
  delivery: Delivery.schema.nullable(),
  /** Why it failed or came back, in words; else empty. */
  reason: z.string(),
  /** Asking for it (`claim`) would begin something. */
  canClaim: z.boolean(),
  /** What WeChat's own page of receiving needs (requestMerchantTransfer); null while there is nothing to confirm. */
  pay: z
    .object({
      mchId: z.string(),
      appId: z.string(),
      package: z.string(),
      /** Too late: it is on its way back. */
      isOver: z.boolean(),
    })
    .nullable(),
});
export type ClaimPay = z.output<typeof ClaimPay>;

/** Where WeChat comes back to with its `code`: a path of this site, no other's, and what the page knows itself again by. */
export const wechatReturn = {
  back: z
    .string({ error: badValue })
    .trim()
    .max(500, badValue)
    .regex(/^\/(?![/\\])[^\s\\]*$/, badValue),
  state: z
    .string({ error: badValue })
    .regex(/^[0-9A-Za-z]{0,64}$/, badValue)
    .default(''),
};

const shopper = { forShoppers: true, log: false } as const;

/** A shopper's way from a cash prize to its money. Who he is says the header X-Consumer-Token. */
export const publicClaimApi = defineApi({
  /**
   * Where a page goes to hear from WeChat who opened it: the app is that of the activity a scan opens, of a prize, or of packets sent by hand. It comes back to
   * `back`, a path of this site, with `code` and `state`. Empty where that activity pays nobody through WeChat.
   */
  oauth: read(
    '微信授权地址',
    '/public/lottery/oauth',
    'open',
    z.object({
      token: z.string({ error: badValue }).trim().max(2048, badValue).default(''),
      claimNo: claimNo.optional(),
      /** An activity that is entered without a code. */
      activityId: id().optional(),
      /** A red packet activity that staff sent of by hand. */
      redActiveId: id().optional(),
      ...wechatReturn,
    }),
    z.object({ url: z.string() }),
    { forShoppers: true },
  ),
  /**
   * Asks for the money of a cash prize: begins to pay it, also anew after it failed or came back. Asked again it answers how it
   * stands. `collect` is kept first; with it a prize that is no cash answers how it stands too.
   */
  claim: send(
    '领取奖品',
    '/public/lottery/claim',
    'open',
    z.object({ claimNo, authCode, collect: Collected.optional() }),
    ClaimPay,
    {
      ...shopper,
      perMinute: 60,
    },
  ),
  claimPay: read('领取进度', '/public/lottery/claim/pay', 'open', z.object({ claimNo }), ClaimPay, {
    forShoppers: true,
  }),
});
