import { z } from 'zod';
import { defineApi, LogKind, write } from '../../kit/endpoint.ts';
import { id, time } from '../../kit/fields.ts';
import { firmId } from '../party-fields.ts';
import { shopRefusals } from './shop-refusals.ts';

const gone = shopRefusals.inviteGone[1];
/** What a link holds. */
export const inviteCode = z.string({ error: gone }).trim().min(1, gone).max(64, gone);

/** A link, shown as a QR code, by which somebody puts his own shop forward. */
export const ShopInvite = z.object({
  url: z.string(),
  firmName: z.string(),
  /** Of the dealer the shops will belong to; '' for the firm's own link. */
  agentName: z.string(),
  createTime: time,
  /** Shops that came by it. */
  applied: z.number(),
});

const may: { any: string[] } = { any: ['admin:identity:shop:save', 'admin:lottery:store:save'] };
/** Whose link: the dealer's, else the firm's own. */
const whose = z.object({ firmId, agentId: id('请选择所属经销商').optional() });

/** 门店入驻邀请: one link for the firm and one for each dealer, good until it is replaced. */
export const shopInviteApi = defineApi({
  /** The link as it is; it is made when it is asked for first. */
  offer: write(LogKind.insert, '门店入驻邀请', '/admin/identity/shop/invite', may, whose, ShopInvite),
  /** Ends the link and answers another one. */
  renew: write(LogKind.insert, '更换门店入驻邀请', '/admin/identity/shop/invite/renew', may, whose, ShopInvite),
});
