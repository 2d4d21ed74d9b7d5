import { BindCode } from '../../account/account.ts';
import { resource } from '../../kit/resource.ts';
import { z } from 'zod';
import { importCall } from '../../jobs/import-call.ts';
import { dateLimit } from '../../kit/date-limit.ts';
import { change, defineApi, done, LogKind, read } from '../../kit/endpoint.ts';
import { Enabled } from '../../kit/enumeration.ts';
import { filterText, id, time } from '../../kit/fields.ts';
import { fixedViews } from '../../kit/fixed-views.ts';
import { Review, reviewInput } from '../../kit/review.ts';
import { oneRow } from '../../kit/standard.ts';
import { regionFilter } from '../party-fields.ts';
import { goodsMovers } from '../goods-movers.ts';
import { payeeShown, payers } from '../payee.ts';
import { ShopDraft } from './shop-draft.ts';
import { ShopGrade, ShopType } from './shop-enums.ts';

/** A shop in the list; its phone is masked. */
export const ShopRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  doorImage: z.string(),
  shopNo: z.string(),
  name: z.string(),
  /** See ShopType. */
  shopType: z.number(),
  /** A–D, '' without one. */
  grade: z.string(),
  agentId: z.number().nullable(),
  agentName: z.string(),
  salesmanId: z.number().nullable(),
  picName: z.string(),
  channelId: z.number().nullable(),
  channelName: z.string(),
  contact: z.string(),
  phone: z.string(),
  regionCode: z.string(),
  regionName: z.string(),
  address: z.string(),
  /** Activities bound. */
  actCount: z.number(),
  /** Prizes verified. */
  verCnt: z.number(),
  /** Fen. */
  dedBalance: z.number(),
  audit: z.number(),
  auditRemark: z.string(),
  status: z.number(),
  lastActiveAt: time.nullable(),
  /** Somebody works for it on the phone. */
  isBound: z.boolean(),
  version: z.number(),
  createTime: time,
  updateTime: time,
});
export type ShopRow = z.output<typeof ShopRow>;

/** A shop in full, its phone whole. */
export const Shop = ShopRow.extend({
  lng: z.number().nullable(),
  lat: z.number().nullable(),
  licenseNo: z.string(),
  licenseImage: z.string(),
  ...payeeShown,
  /** See RowSource. */
  source: z.number(),
  auditAt: time.nullable(),
  auditName: z.string(),
  remark: z.string(),
});
export type Shop = z.output<typeof Shop>;

/** Filters of the list and of its export. */
export const shopFilters = {
  firmId: id().optional(),
  /** Name, number or phone. */
  keywords: filterText,
  /** With every agent below. */
  agentId: id().optional(),
  salesmanId: id().optional(),
  channelId: id().optional(),
  shopType: ShopType.schema.optional(),
  grade: ShopGrade.schema.optional(),
  /** With everything below it. */
  regionCode: regionFilter,
  audit: Review.schema.optional(),
  status: Enabled.schema.optional(),
  dateLimit,
  ...fixedViews,
};

/** Who may do it with the master of shops, or beside what campaigns bring them: one shop, one form. */
const here = <const Act extends string>(act: Act, there: string = act) => ({
  any: [`admin:identity:shop:${act}`, `admin:lottery:store:${there}`],
});
const shopAt = resource('/admin/identity/shop', 'admin:identity:shop', '门店');
export const shopApi = defineApi({
  list: shopAt.list(ShopRow, shopFilters),
  listAll: shopAt.listAll(
    z.array(z.object({ id: z.number(), name: z.string(), agentId: z.number().nullable(), firmId: z.number() })),
    { may: { any: [...here('list').any, 'admin:lottery:storeTrace:list', ...goodsMovers, ...payers] } },
  ),
  info: shopAt.info(Shop, { may: here('list') }),
  save: shopAt.save(ShopDraft, { may: here('save') }),
  update: shopAt.update(ShopDraft, { may: here('update') }),
  /** 门店码: what the code on a shop's poster opens, the page on which a dealer's phone ships to it. */
  qrcode: read(
    '门店码',
    '/admin/identity/shop/qrcode',
    here('list'),
    oneRow,
    z.object({ url: z.string(), name: z.string(), shopNo: z.string(), firmName: z.string() }),
  ),
  /** What is scanned to bind an account of one's own. */
  bindQrcode: read('门店绑定码', '/admin/identity/shop/bind/qrcode', here('update'), oneRow, BindCode, {
    log: LogKind.other,
  }),
  unbind: change('解绑门店账号', '/admin/identity/shop/unbind', here('update'), oneRow, done),
  remove: shopAt.remove(),
  removeMany: shopAt.removeMany(),
  updateStatus: shopAt.updateStatus({ may: here('status') }),
  review: shopAt.change('审核门店', '/audit', 'audit', reviewInput, done),
  import: importCall('/admin/identity/shop/import', here('import', 'save'), '导入门店'),
  export: shopAt.export(shopFilters),
});
