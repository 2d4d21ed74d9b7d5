import { resource } from '../../kit/resource.ts';
import { Saved, oneRow } from '../../kit/standard.ts';
import { z } from 'zod';
import { dateLimit } from '../../kit/date-limit.ts';
import { defineApi, LogKind } from '../../kit/endpoint.ts';
import { Enabled } from '../../kit/enumeration.ts';
import { filterText, id, time } from '../../kit/fields.ts';
import { sortBy } from '../../kit/page.ts';
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

const productAt = resource('/admin/identity/product', 'admin:identity:product', '产品');
export const productApi = defineApi({
  list: productAt.list(ProductRow, { ...filters, sort: sortBy('createTime') }),
  listAll: productAt.listAll(
    z.array(z.object({ id: z.number(), storeName: z.string(), firmId: z.number(), status: z.number() })),
    {
      may: {
        any: [
          'product:list',
          'needApply:list',
          'needOrder:list',
          'deliver:list',
          'pack:list',
          'pack:alone',
          'pack:box',
        ].map((one) => `admin:identity:${one}`),
      },
    },
  ),
  info: productAt.info(Product),
  save: productAt.save(ProductDraft),
  update: productAt.update(ProductDraft),
  /** Makes a disabled twin named `…-副本` without barcodes and codes. */
  copy: productAt.write(LogKind.insert, '复制产品', '/copy', 'copy', oneRow, Saved),
  remove: productAt.remove(),
  removeMany: productAt.removeMany(),
  updateStatus: productAt.updateStatus({ may: 'admin:identity:product:status' }),
  export: productAt.export(filters),
  import: importCall('/admin/identity/product/import', 'admin:identity:product:import', '导入产品'),
});
