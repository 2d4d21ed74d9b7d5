import { z } from 'zod';
import { Collected } from '../campaign/draw/collect.ts';
import { claimNo } from '../campaign/draw/public-draw.ts';
import { defineApi, read, send } from '../kit/endpoint.ts';
import { int, text, time } from '../kit/fields.ts';
import { mobile, regionCode } from '../parties/party-fields.ts';
import { RedemptionStatus } from './redemption-states.ts';

const badValue = '参数不正确';
export const redeemNo = z.string({ error: badValue }).trim().min(1, badValue).max(24, badValue);

/** Where a prize is sent. */
export const Receiving = z.object({
  receiver: text('收货人', { max: 30 }),
  phone: mobile('手机号'),
  regionCode: regionCode('请选择所在地区'),
  address: text('详细地址', { min: 4, max: 120 }),
});

/** A posting as its winner sees it; the phone is masked. */
export const PostOrder = z.object({
  redeemNo: z.string(),
  status: RedemptionStatus.schema,
  receiver: z.string(),
  phone: z.string(),
  regionName: z.string(),
  address: z.string(),
  shipCompany: z.string(),
  shipNo: z.string(),
  /** Why it was rejected or closed; '' where it was not. */
  reason: z.string(),
  createTime: time,
  shippedAt: time.nullable(),
  finishedAt: time.nullable(),
  /** It may be cancelled still. */
  canCancel: z.boolean(),
});
export type PostOrder = z.output<typeof PostOrder>;

/** Whether a prize can be sent by post now, and the last posting of it. */
export const Posting = z.object({ claimNo: z.string(), canPost: z.boolean(), order: PostOrder.nullable() });
export type Posting = z.output<typeof Posting>;

const Filed = z.object({ redeemNo: z.string(), status: RedemptionStatus.schema });
const shopper = { forShoppers: true, log: false, perMinute: 60 } as const;

/** A shopper's way from a prize to his door. Who he is says the header X-Consumer-Token. */
export const publicRedeemApi = defineApi({
  posting: read('邮寄进度', '/public/lottery/redeem/info', 'open', z.object({ claimNo }), Posting, {
    forShoppers: true,
  }),
  /**
   * Asks for a prize by post. The redemption code of one that shops hand out too is void with it. The same again answers the same
   * order; other words while one is under way are refused.
   */
  redeem: send(
    '填写收货信息',
    '/public/lottery/redeem',
    'open',
    Receiving.extend({ claimNo, collect: Collected.optional() }),
    Filed,
    shopper,
  ),
  /** Gives a posting up before it is shipped: the prize is free again for a week at least. Asked again it answers the same. */
  cancel: send('取消邮寄', '/public/lottery/redeem/cancel', 'open', z.object({ redeemNo }), Filed, shopper),
  /** Regions directly below one; 0 = the provinces. */
  regions: read(
    '选择地区',
    '/public/lottery/region/list',
    'open',
    z.object({ pid: int(0, 999_999, '地区不正确').default(0) }),
    z.array(z.object({ code: z.string(), name: z.string(), hasChildren: z.boolean() })),
    { forShoppers: true, perMinute: 240 },
  ),
});
