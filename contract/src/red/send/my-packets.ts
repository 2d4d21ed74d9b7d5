import { z } from 'zod';
import { authCode } from '../../campaign/draw/public-draw.ts';
import { defineApi, read, send } from '../../kit/endpoint.ts';
import { id, time } from '../../kit/fields.ts';
import { pageOf, paging } from '../../kit/page.ts';
import { Delivery } from '../../payout/payout-enums.ts';
import { ClaimPay } from '../../payout/public-claim.ts';

const badValue = '参数不正确';

/** A red packet that staff sent to a shopper, as he sees it. */
export const MyPacket = z.object({
  id: z.number(),
  firmName: z.string(),
  /** Who sends it, and what he wishes. */
  sendName: z.string(),
  wishing: z.string(),
  /** Fen. */
  amount: z.number(),
  delivery: Delivery.schema,
  /** Its receiver has to confirm it, and still can. */
  isWaiting: z.boolean(),
  /** When it was sent or, where it was held, let go. */
  sentAt: time,
  receivedAt: time.nullable(),
});
export type MyPacket = z.output<typeof MyPacket>;

/** `pay`: how its money stands; nothing is ever begun by its receiver, who only confirms. */
export const MyPacketDetail = MyPacket.extend({ pay: ClaimPay });
export type MyPacketDetail = z.output<typeof MyPacketDetail>;

/**
 * A shopper's red packets that staff sent by hand. They are of an OpenID: his are those of the OpenIDs of his account, each at its own app.
 * Who he is says the header X-Consumer-Token.
 */
export const myPacketsApi = defineApi({
  list: read('我的红包', '/public/lottery/my/packets', 'open', z.object({ ...paging }), pageOf(MyPacket), {
    forShoppers: true,
  }),
  info: read('我的红包详情', '/public/lottery/my/packet', 'open', z.object({ id: id() }), MyPacketDetail, {
    forShoppers: true,
  }),
  /**
   * The red packet activity at whose app he is to say who he is (`publicClaimApi.oauth`, `login`), as there may be packets of his that his
   * account does not show: the one asked for, or one of the firm whose code was scanned or whose member he is. Null where there is none, or
   * his account is known there.
   */
  ask: read(
    '红包领取身份',
    '/public/lottery/my/packets/ask',
    'open',
    z.object({
      token: z.string({ error: badValue }).trim().max(2048, badValue).default(''),
      redActiveId: id().optional(),
    }),
    z.object({ redActiveId: z.number().nullable() }),
    { forShoppers: true },
  ),
  /** Signs him in as whom WeChat names, at the app that pays the activity. */
  login: send(
    '红包领取登录',
    '/public/lottery/my/packets/login',
    'open',
    z.object({ redActiveId: id(), authCode }),
    z.object({ token: z.string() }),
    { forShoppers: true, log: false, perMinute: 60 },
  ),
});
