import { z } from 'zod';
import { importCall } from '../../jobs/import-call.ts';
import { dateLimit } from '../../kit/date-limit.ts';
import { defineApi, done, LogKind, nothing } from '../../kit/endpoint.ts';
import { Enabled } from '../../kit/enumeration.ts';
import { ExportFile } from '../../kit/export.ts';
import { filterText, id, ids, time, version } from '../../kit/fields.ts';
import { pageOf, paging } from '../../kit/page.ts';
import { manyRows, oneRow, RemovedMany, Saved } from '../../kit/standard.ts';
import { Audit, reviewInput } from '../../kit/audit.ts';
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
  /** With every dealer below. */
  agentId: id().optional(),
  salesmanId: id().optional(),
  channelId: id().optional(),
  shopType: ShopType.schema.optional(),
  grade: ShopGrade.schema.optional(),
  /** With everything below it. */
  regionCode: z
    .string()
    .trim()
    .regex(/^\d{6}$/, '地区不正确')
    .optional(),
  audit: Audit.schema.optional(),
  status: Enabled.schema.optional(),
  dateLimit,
};

export const shopApi = defineApi({
  list: {
    method: 'GET',
    path: '/admin/identity/shop/list',
    may: 'admin:identity:shop:list',
    input: z.object({ ...paging, ...shopFilters }),
    data: pageOf(ShopRow),
    title: '门店列表',
  },
  listAll: {
    method: 'GET',
    path: '/admin/identity/shop/list/all',
    may: 'admin:identity:shop:list',
    input: nothing,
    data: z.array(z.object({ id: z.number(), name: z.string(), agentId: z.number().nullable(), firmId: z.number() })),
    title: '全部门店',
  },
  info: {
    method: 'GET',
    path: '/admin/identity/shop/info',
    may: 'admin:identity:shop:list',
    input: oneRow,
    data: Shop,
    title: '门店详情',
  },
  save: {
    method: 'POST',
    path: '/admin/identity/shop/save',
    may: 'admin:identity:shop:save',
    input: ShopDraft,
    data: Saved,
    title: '新增门店',
    log: LogKind.insert,
  },
  update: {
    method: 'POST',
    path: '/admin/identity/shop/update',
    may: 'admin:identity:shop:update',
    input: ShopDraft.safeExtend({ id: id(), version }),
    data: Saved,
    title: '编辑门店',
    changes: 'id',
    log: LogKind.update,
  },
  remove: {
    method: 'GET',
    path: '/admin/identity/shop/delete',
    may: 'admin:identity:shop:delete',
    input: oneRow,
    data: done,
    title: '删除门店',
    log: LogKind.delete,
  },
  removeMany: {
    method: 'POST',
    path: '/admin/identity/shop/delete/ids',
    may: 'admin:identity:shop:delete',
    input: manyRows,
    data: RemovedMany,
    title: '批量删除门店',
    log: LogKind.delete,
  },
  updateStatus: {
    method: 'POST',
    path: '/admin/identity/shop/update/status',
    may: 'admin:identity:shop:status',
    input: z.object({ id: id(), status: Enabled.schema }),
    data: done,
    title: '启用或停用门店',
    log: LogKind.update,
  },
  audit: {
    method: 'POST',
    path: '/admin/identity/shop/audit',
    may: 'admin:identity:shop:audit',
    input: reviewInput,
    data: done,
    title: '审核门店',
    log: LogKind.update,
  },
  import: importCall('/admin/identity/shop/import', 'admin:identity:shop:import', '导入门店'),
  /** What the code on a shop's poster holds. */
  qrcode: {
    method: 'GET',
    path: '/admin/identity/shop/qrcode',
    may: 'admin:identity:shop:list',
    input: oneRow,
    data: z.object({ url: z.string(), name: z.string(), shopNo: z.string(), firmName: z.string() }),
    title: '门店码',
  },
  export: {
    method: 'GET',
    path: '/admin/identity/shop/export',
    may: 'admin:identity:shop:export',
    input: z.object({ ...shopFilters, ids: ids().optional() }),
    data: ExportFile,
    title: '导出门店',
    log: LogKind.export,
    offersFile: true,
  },
});
