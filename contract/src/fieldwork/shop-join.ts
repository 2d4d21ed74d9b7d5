import { z } from 'zod';
import { defineApi, read, send } from '../kit/endpoint.ts';
import { inviteCode } from '../parties/shop/shop-invite.ts';
import { ApplyDraft, FieldApply } from './field-apply.ts';
import { idemKey } from './field-paging.ts';

/** Whom a shop joins by a link, and how far its own application is. */
export const ShopJoin = z.object({
  firmName: z.string(),
  firmLogo: z.string(),
  servicePhone: z.string(),
  /** The dealer it will belong to; '' where the firm decides. */
  agentName: z.string(),
  /** What the caller's account put forward to the firm. */
  mine: FieldApply.nullable(),
  /** The role of a shop of the firm that the account acts as by now, as header X-Role names it; '' for none. */
  role: z.string(),
});
export type ShopJoin = z.output<typeof ShopJoin>;

/**
 * 门店入驻 of a shop that the firm does not know yet, by the link of the firm or of one of its dealers: it alone says which firm. Header
 * X-Consumer-Token says who applies.
 */
export const shopJoinApi = defineApi({
  info: read('门店入驻', '/public/shop/join/info', 'open', z.object({ code: inviteCode }), ShopJoin, {
    forShoppers: true,
    perMinute: 120,
  }),
  /** The account of the phone, a new one where it has none. */
  begin: send(
    '开始入驻申请',
    '/public/shop/join/begin',
    'open',
    z.object({ code: inviteCode }),
    z.object({ token: z.string() }),
    { log: false, forShoppers: true, ownTransaction: true, perMinute: 10 },
  ),
  /** Puts the shop forward, or again after it was rejected. */
  apply: send(
    '提交门店入驻',
    '/public/shop/join/apply',
    'open',
    ApplyDraft.extend({ code: inviteCode, idemKey }),
    z.object({ id: z.number() }),
    { log: false, forShoppers: true, ownTransaction: true, perMinute: 20 },
  ),
});
