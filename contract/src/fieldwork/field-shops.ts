import { z } from 'zod';
import { defineApi, read, send } from '../kit/endpoint.ts';
import { decimal, filterText, id, int, time } from '../kit/fields.ts';
import { pageOf } from '../kit/page.ts';
import { Review } from '../kit/review.ts';
import { ShopDraft } from '../parties/shop/shop-draft.ts';
import { fieldPaging, idemKey } from './field-paging.ts';

/** A shop as a dealer or salesman sees it on the phone. */
export const FieldShopRow = z.object({
  id: z.number(),
  shopNo: z.string(),
  name: z.string(),
  doorImage: z.string(),
  agentName: z.string(),
  contact: z.string(),
  phone: z.string(),
  regionName: z.string(),
  address: z.string(),
  audit: Review.schema,
  auditRemark: z.string(),
  status: z.number(),
  /** When goods were last sent there. */
  lastSupplyAt: time.nullable(),
});
export type FieldShopRow = z.output<typeof FieldShopRow>;

/** A dealer one may send goods to, or add a shop for. */
export const FieldAgentRow = z.object({
  id: z.number(),
  agentNo: z.string(),
  name: z.string(),
  contact: z.string(),
  regionName: z.string(),
});
export type FieldAgentRow = z.output<typeof FieldAgentRow>;

/** A shop near a place. */
export const NearShop = z.object({
  id: z.number(),
  name: z.string(),
  agentName: z.string(),
  address: z.string(),
  metres: z.number(),
});
export type NearShop = z.output<typeof NearShop>;

const badPlace = '未取得定位';
const asker = { forShoppers: true, perMinute: 240 } as const;

/** Shops and dealers on the phone. Header X-Role says whose they are. */
export const fieldShopsApi = defineApi({
  list: read(
    '我的门店',
    '/public/role/shop/list',
    'open',
    z.object({ ...fieldPaging, keywords: filterText }),
    pageOf(FieldShopRow),
    asker,
  ),
  near: read(
    '附近门店',
    '/public/role/shop/near',
    'open',
    z.object({ lng: decimal(-180, 180, badPlace), lat: decimal(-90, 90, badPlace) }),
    z.array(NearShop),
    asker,
  ),
  agents: read(
    '可选经销商',
    '/public/role/agent/list',
    'open',
    z.object({ ...fieldPaging, keywords: filterText }),
    pageOf(FieldAgentRow),
    asker,
  ),
  /** Regions directly below one; 0 = the provinces. */
  regions: read(
    '选择地区',
    '/public/role/region/list',
    'open',
    z.object({ pid: int(0, 999_999, '地区不正确').default(0) }),
    z.array(z.object({ code: z.string(), name: z.string(), hasChildren: z.boolean() })),
    asker,
  ),
  /** 新增门店 by a salesman: it waits for review. */
  save: send(
    '新增门店',
    '/public/role/shop/save',
    'open',
    ShopDraft.omit({
      firmId: true,
      shopNo: true,
      salesmanId: true,
      grade: true,
      status: true,
      payChannel: true,
      payAccount: true,
      payName: true,
    }).extend({
      agentId: id('请选择所属经销商'),
      idemKey,
    }),
    z.object({ id: z.number() }),
    { log: false, forShoppers: true, ownTransaction: true, perMinute: 60 },
  ),
});
