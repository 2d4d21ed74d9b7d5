import { z } from 'zod';
import { authCode } from '../../campaign/draw/public-draw.ts';
import { fieldPaging, idemKey } from '../../fieldwork/field-paging.ts';
import { defineApi, read, send } from '../../kit/endpoint.ts';
import { fen, id, time } from '../../kit/fields.ts';
import { pageOf } from '../../kit/page.ts';
import { PayeeChannel } from '../../parties/payee.ts';
import { Delivery } from '../../payout/payout-enums.ts';
import { ClaimPay, wechatReturn } from '../../payout/public-claim.ts';
import { RemitSource, RemitStatus } from '../settlement-enums.ts';
import { RewardRow } from './store.ts';

/** What a shop can have paid out, and how it is paid. Amounts are fen. */
export const ShopPayable = z.object({
  /** Rewards no remittance pays yet, and prizes the firm itself owes it for. */
  withdrawable: z.number(),
  /** Under way: asked for and not paid. */
  waiting: z.number(),
  paidTotal: z.number(),
  /** '' where the firm has registered none. */
  channel: z.string(),
  /** Masked. */
  account: z.string(),
  accountName: z.string(),
  /** All is known that is needed to pay it. */
  isPayable: z.boolean(),
  /** It is paid over WeChat, and the paying app does not know this account yet. */
  needsWechat: z.boolean(),
});
export type ShopPayable = z.output<typeof ShopPayable>;

export const ShopRewardRow = RewardRow.omit({ remitNo: true }).extend({
  /** A remittance pays it. */
  isTaken: z.boolean(),
});
export type ShopRewardRow = z.output<typeof ShopRewardRow>;

export const ShopRemitRow = z.object({
  id: z.number(),
  remitNo: z.string(),
  amount: z.number(),
  source: RemitSource.schema,
  status: RemitStatus.schema,
  isAudited: z.boolean(),
  channel: z.string(),
  account: z.string(),
  payState: Delivery.schema.nullable(),
  rejectReason: z.string(),
  failReason: z.string(),
  createTime: time,
  paidAt: time.nullable(),
});
export type ShopRemitRow = z.output<typeof ShopRemitRow>;

const phone = { forShoppers: true, perMinute: 240 } as const;
const writing = { log: false, forShoppers: true, ownTransaction: true, perMinute: 60 } as const;

/** What shops and dealers are paid, on the phone. Headers X-Consumer-Token and X-Role say who calls. */
export const shopPayApi = defineApi({
  rewards: read(
    '我的奖励',
    '/public/shop/rewards',
    'open',
    z.object(fieldPaging),
    pageOf(ShopRewardRow).extend({ sum: ShopPayable }),
    phone,
  ),
  remits: read('我的打款', '/public/shop/remit/list', 'open', z.object(fieldPaging), pageOf(ShopRemitRow), phone),
  /** How one stands, and what WeChat's own page of receiving needs. */
  pay: read(
    '打款进度',
    '/public/shop/remit/pay',
    'open',
    z.object({ id: id() }),
    z.object({ status: RemitStatus.schema, payState: Delivery.schema.nullable(), pay: ClaimPay.shape.pay }),
    phone,
  ),
  /** Has all that is withdrawable paid; `amount` is what the shop saw. */
  withdraw: send(
    '提现',
    '/public/shop/withdraw',
    'open',
    z.object({
      amount: fen('提现金额', { least: 1 }),
      channel: PayeeChannel.schema,
      idemKey,
    }),
    z.object({ remitNo: z.string() }),
    writing,
  ),
  /** Where the page goes to hear from WeChat who is to be paid; empty where the firm pays nobody so. */
  oauth: read(
    '收款微信授权地址',
    '/public/shop/pay/oauth',
    'open',
    z.object(wechatReturn),
    z.object({ url: z.string() }),
    phone,
  ),
  /** Keeps who WeChat says this account is: he is paid from now on. */
  bindWechat: send(
    '绑定微信收款',
    '/public/shop/pay/bind',
    'open',
    z.object({ authCode }),
    z.object({ isKnown: z.boolean() }),
    {
      ...writing,
      perMinute: 20,
    },
  ),
});
