import { z } from 'zod';
import { dateLimit } from '../../kit/date-limit.ts';
import { defineApi, done, LogKind, nothing } from '../../kit/endpoint.ts';
import { Enabled } from '../../kit/enumeration.ts';
import { ExportFile } from '../../kit/export.ts';
import { filterText, id, ids, time, version } from '../../kit/fields.ts';
import { pageOf, paging } from '../../kit/page.ts';
import { importCall } from '../../jobs/import-call.ts';
import { ProductDraft } from './product-draft.ts';
import { RegTemplateItem } from './reg-template.ts';

export const ProductRow = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  image: z.string(),
  storeName: z.string(),
  productNo: z.string(),
  classId: z.number().nullable(),
  className: z.string(),
  brand: z.string(),
  spec: z.string(),
  unit: z.string(),
  /** See GtinKind. */
  gtinKind: z.number(),
  /** 14 digits, or '' without a barcode. */
  gtin: z.string(),
  boxNum: z.number(),
  caseNum: z.number(),
  shelfLife: z.number().nullable(),
  shelfUnit: z.number(),
  /** null: the firm's default template. */
  tempId: z.number().nullable(),
  tempName: z.string(),
  lotCount: z.number(),
  /** Codes activated. */
  codeCount: z.number(),
  /** Counted scans of its codes. */
  scanCount: z.number(),
  /** It and its lots are registered with the firm's identifier node. */
  regOn: z.boolean(),
  status: z.number(),
  version: z.number(),
  createTime: time,
  updateTime: time,
});
export type ProductRow = z.output<typeof ProductRow>;

export const Product = ProductRow.extend({
  origin: z.string(),
  /** Fen. */
  price: z.number().nullable(),
  standardNo: z.string(),
  licenseNo: z.string(),
  gtinBox: z.string(),
  gtinCase: z.string(),
  allowMix: z.boolean(),
  /** Boxes exist: the pack ratio can no longer change. */
  hasBoxes: z.boolean(),
  images: z.array(z.string()),
  video: z.string(),
  detail: z.string(),
  flowTypeIds: z.array(z.number()),
  regTemplate: z.array(RegTemplateItem),
  remark: z.string(),
  /** GS1 company prefix of the firm, '' without one. */
  gcp: z.string(),
});
export type Product = z.output<typeof Product>;

const filters = {
  firmId: id().optional(),
  /** Name, number or barcode. */
  keywords: filterText,
  /** With everything below it. */
  classId: id().optional(),
  brand: filterText,
  tempId: id().optional(),
  status: Enabled.schema.optional(),
  dateLimit,
};

const saved = z.object({ id: z.number(), version: z.number() });
const one = z.object({ id: id() });

export const productApi = defineApi({
  list: {
    method: 'GET',
    path: '/admin/identity/product/list',
    may: 'admin:identity:product:list',
    input: z.object({ ...paging, ...filters }),
    data: pageOf(ProductRow),
    title: '产品列表',
  },
  listAll: {
    method: 'GET',
    path: '/admin/identity/product/list/all',
    may: 'admin:identity:product:list',
    input: nothing,
    data: z.array(z.object({ id: z.number(), storeName: z.string(), firmId: z.number(), status: z.number() })),
    title: '全部产品',
  },
  info: {
    method: 'GET',
    path: '/admin/identity/product/info',
    may: 'admin:identity:product:list',
    input: one,
    data: Product,
    title: '产品详情',
  },
  save: {
    method: 'POST',
    path: '/admin/identity/product/save',
    may: 'admin:identity:product:save',
    input: ProductDraft,
    data: saved,
    title: '新增产品',
    log: LogKind.insert,
  },
  update: {
    method: 'POST',
    path: '/admin/identity/product/update',
    may: 'admin:identity:product:update',
    input: ProductDraft.safeExtend({ id: id(), version }),
    data: saved,
    title: '编辑产品',
    changes: 'id',
    log: LogKind.update,
  },
  /** Makes a disabled twin named `…-副本` without barcodes and codes. */
  copy: {
    method: 'POST',
    path: '/admin/identity/product/copy',
    may: 'admin:identity:product:copy',
    input: one,
    data: saved,
    title: '复制产品',
    log: LogKind.insert,
  },
  remove: {
    method: 'GET',
    path: '/admin/identity/product/delete',
    may: 'admin:identity:product:delete',
    input: one,
    data: done,
    title: '删除产品',
    log: LogKind.delete,
  },
  removeMany: {
    method: 'POST',
    path: '/admin/identity/product/delete/ids',
    may: 'admin:identity:product:delete',
    input: z.object({ ids: ids() }),
    data: z.object({ ok: z.number(), fail: z.array(z.object({ id: z.number(), message: z.string() })) }),
    title: '批量删除产品',
    log: LogKind.delete,
  },
  updateStatus: {
    method: 'POST',
    path: '/admin/identity/product/update/status',
    may: 'admin:identity:product:status',
    input: z.object({ id: id(), status: Enabled.schema }),
    data: done,
    title: '启用或停用产品',
    log: LogKind.update,
  },
  export: {
    method: 'GET',
    path: '/admin/identity/product/export',
    may: 'admin:identity:product:export',
    input: z.object({ ...filters, ids: ids().optional() }),
    data: ExportFile,
    title: '导出产品',
    log: LogKind.export,
    offersFile: true,
  },
  import: importCall('/admin/identity/product/import', 'admin:identity:product:import', '导入产品'),
});
