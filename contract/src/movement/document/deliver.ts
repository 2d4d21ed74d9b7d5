import { z } from 'zod';
import { Holder, Level } from '../../codes/state/code-enums.ts';
import { importCall } from '../../jobs/import-call.ts';
import { dateLimit } from '../../kit/date-limit.ts';
import { defineApi } from '../../kit/endpoint.ts';
import { filterText, id, int, time } from '../../kit/fields.ts';
import { OpSource } from '../../kit/op-source.ts';
import { pageOf } from '../../kit/page.ts';
import { resource } from '../../kit/resource.ts';
import { DeliverRow, deliverFilters, deliverListFilters } from './deliver-list.ts';
import { LogResult } from '../../kit/log-result.ts';
import { DeliverAct, DeliverStatus, DiffAct, DiffKind, DiffState, LineMode } from '../move-enums.ts';

/** The sender or the receiver of a document. */
export const DeliverParty = z.object({
  kind: Holder.schema,
  id: z.number(),
  name: z.string(),
  /** 经销商编号, 门店编号; '' of the firm. */
  no: z.string(),
  contact: z.string(),
  phone: z.string(),
  address: z.string(),
});
export type DeliverParty = z.output<typeof DeliverParty>;

/** 区域核对: whether the receiver may sell there what he is sent. A warning never blocks. */
export const RegionCheck = z.object({
  /** `none`: the receiver has no sales regions to hold it against. */
  state: z.enum(['ok', 'outside', 'products', 'none']),
  /** The regions he may sell in. */
  regionNames: z.array(z.string()),
  /** Products of the document. */
  productCnt: z.number(),
  /** Those that none of his regions holds for. */
  products: z.array(z.object({ id: z.number(), storeName: z.string() })),
});
export type RegionCheck = z.output<typeof RegionCheck>;

/** Lines that are printed on paper; a longer document is taken away as a file. */
export const mostPrinted = 2000;

/** A document with its parties; phones masked. */
export const Deliver = DeliverRow.extend({
  channelId: z.number().nullable(),
  channelName: z.string(),
  warehouse: z.string(),
  plateNo: z.string(),
  driver: z.string(),
  reason: z.string(),
  remark: z.string(),
  from: DeliverParty,
  to: DeliverParty,
  region: RegionCheck,
  /** Codes of level 0 that were shipped by themselves. */
  looseQty: z.number(),
  lineCnt: z.number(),
  productCnt: z.number(),
  diffCnt: z.number(),
  openDiffCnt: z.number(),
  printCnt: z.number(),
  /** What its printed code opens. */
  url: z.string(),
  /** The first signing. */
  firstSignAt: time.nullable(),
});
export type Deliver = z.output<typeof Deliver>;

/** Codes of one level, product and lot that were shipped together. */
export const DeliverLine = z.object({
  id: z.number(),
  deliverId: z.number(),
  mode: LineMode.schema,
  level: Level.schema,
  seg: z.number(),
  serialFrom: z.number(),
  serialTo: z.number(),
  /** The code, or the first and the last of the run. */
  codeId: z.number(),
  code: z.string(),
  lastCode: z.string(),
  codeCnt: z.number(),
  productId: z.number().nullable(),
  storeName: z.string(),
  image: z.string(),
  lotId: z.number().nullable(),
  lotNo: z.string(),
  /** The box holds further products or lots. */
  isMixed: z.boolean(),
  /** Small boxes in it, of cases. */
  innerBoxQty: z.number(),
  itemQty: z.number(),
  status: DeliverStatus.schema,
  /** When it was signed or cancelled, by whom, and why it was cancelled. */
  endAt: time.nullable(),
  endBy: z.string(),
  cancelReason: z.string(),
  /** The open difference that was noted for one of its codes. */
  diffKind: DiffKind.schema.nullable(),
});
export type DeliverLine = z.output<typeof DeliverLine>;

/** What all lines come to, those cancelled left out. */
const LineSums = z.object({
  lineCnt: z.number(),
  codeCnt: z.number(),
  caseQty: z.number(),
  boxQty: z.number(),
  looseQty: z.number(),
  itemQty: z.number(),
  signQty: z.number(),
});

/** One code of a line that is a range. */
export const LineCode = z.object({
  codeId: z.number(),
  code: z.string(),
  serial: z.number(),
  level: Level.schema,
  /** Codes directly in the box, and items in it and in its boxes, as it is packed now. */
  childCnt: z.number(),
  itemQty: z.number(),
});
export type LineCode = z.output<typeof LineCode>;

/** 按产品: what was shipped of a product, against the order. */
export const DeliverProduct = z.object({
  productId: z.number(),
  storeName: z.string(),
  image: z.string(),
  spec: z.string(),
  lots: z.array(z.object({ lotId: z.number(), lotNo: z.string(), itemQty: z.number() })),
  caseQty: z.number(),
  boxQty: z.number(),
  looseQty: z.number(),
  itemQty: z.number(),
  signQty: z.number(),
  /** Items the order asks for, and items shipped for it by all its documents; null without an order, 0 for what it does not ask for. */
  orderQty: z.number().nullable(),
  orderShipQty: z.number().nullable(),
});
export type DeliverProduct = z.output<typeof DeliverProduct>;

/** What was not as it should be when goods were signed for. */
export const DeliverDiff = z.object({
  id: z.number(),
  firmId: z.number(),
  firmName: z.string(),
  deliverId: z.number(),
  deliverNo: z.string(),
  fromName: z.string(),
  toName: z.string(),
  kind: DiffKind.schema,
  code: z.string(),
  codeId: z.number().nullable(),
  level: Level.schema.nullable(),
  storeName: z.string(),
  lotNo: z.string(),
  note: z.string(),
  images: z.array(z.string()),
  state: DiffState.schema,
  act: DiffAct.schema.nullable(),
  remark: z.string(),
  handledBy: z.string(),
  handledAt: time.nullable(),
  createTime: time,
});
export type DeliverDiff = z.output<typeof DeliverDiff>;

/** One entry of 单据动态: what one operation did, or refused. */
export const DeliverEvent = z.object({
  at: time,
  act: DeliverAct.schema,
  result: LogResult.schema,
  /** Lines of the log behind it, and items. */
  lineCnt: z.number(),
  itemQty: z.number(),
  /** The first few codes, with their causes where they were refused. */
  codes: z.array(z.object({ codeText: z.string(), errMsg: z.string() })),
  note: z.string(),
  place: z.string(),
  operatorName: z.string(),
  opSrc: OpSource.schema,
});
export type DeliverEvent = z.output<typeof DeliverEvent>;

/** A document for paper: every line, phones whole. */
export const DeliverPrint = Deliver.omit({ region: true, days: true }).extend({
  firm: z.object({ name: z.string(), phone: z.string(), logo: z.string() }),
  lines: z.array(DeliverLine),
  sums: LineSums,
  products: z.array(
    z.object({
      storeName: z.string(),
      lotNo: z.string(),
      caseQty: z.number(),
      boxQty: z.number(),
      looseQty: z.number(),
      itemQty: z.number(),
    }),
  ),
  printedBy: z.string(),
  printedAt: time,
});
export type DeliverPrint = z.output<typeof DeliverPrint>;

/** A code whose shipment was taken back. */
export const RecentCancel = z.object({
  id: z.number(),
  at: time,
  deliverId: z.number(),
  deliverNo: z.string(),
  toName: z.string(),
  codeText: z.string(),
  itemQty: z.number(),
  reason: z.string(),
  operatorName: z.string(),
});
export type RecentCancel = z.output<typeof RecentCancel>;

const oneDocument = { deliverId: id() };
const anyReader = { any: ['list', 'sign'].map((verb) => `admin:identity:deliver:${verb}`) };

const deliverAt = resource('/admin/identity/deliver', 'admin:identity:deliver', '发货单');
/** Shipping documents as they are read; what writes them stands beside. */
export const deliverApi = defineApi({
  list: deliverAt.list(DeliverRow, deliverListFilters),
  export: deliverAt.export(deliverListFilters),
  lineExport: deliverAt.export(
    { deliverId: id('请选择发货单') },
    { path: '/admin/identity/deliver/line/export', title: '导出发货明细' },
  ),
  info: {
    ...deliverAt.info(Deliver, { may: anyReader }),
    /** By its row, or by the number that is printed on it. */
    input: z
      .object({ id: id().optional(), deliverNo: filterText })
      .refine((one) => one.id !== undefined || !!one.deliverNo, '参数不正确'),
  },
  lines: {
    ...deliverAt.list(DeliverLine, oneDocument, { path: '/admin/identity/deliver/line/list', title: '发货明细' }),
    may: anyReader,
    data: pageOf(DeliverLine).extend({ sums: LineSums }),
  },
  /** The codes of a line that is a range, by serial. */
  lineCodes: {
    ...deliverAt.list(
      LineCode,
      { lineId: id() },
      { path: '/admin/identity/deliver/line/boxes', title: '发货明细内的编码' },
    ),
    may: anyReader,
  },
  products: {
    ...deliverAt.list(DeliverProduct, oneDocument, {
      path: '/admin/identity/deliver/product/list',
      title: '发货单按产品',
    }),
    may: anyReader,
  },
  /** Of one document, or of all of them. */
  diffs: {
    ...deliverAt.list(
      DeliverDiff,
      {
        firmId: id().optional(),
        deliverId: id().optional(),
        /** Number of the document, or code. */
        keywords: filterText,
        toKind: Holder.schema.optional(),
        toId: deliverFilters.toId,
        kind: DiffKind.schema.optional(),
        state: DiffState.schema.optional(),
        dateLimit,
      },
      { path: '/admin/identity/deliver/diff/list', title: '签收差异' },
    ),
    may: anyReader,
  },
  /** 单据动态, the latest first: what was done to it, and what was refused. */
  history: {
    ...deliverAt.list(DeliverEvent, oneDocument, { path: '/admin/identity/deliver/history', title: '发货单动态' }),
    may: anyReader,
  },
  /** What is printed, at most `mostPrinted` lines; that it was is told by `printed` of what writes documents. */
  print: deliverAt.read('发货单打印内容', '/print', 'print', z.object({ id: id() }), DeliverPrint),
  /** The latest codes that were taken back, of one level or all. */
  recentCancels: deliverAt.read(
    '最近撤销',
    '/cancel/recent',
    'cancel',
    z.object({ level: Level.schema.optional(), limit: int(1, 50, '参数不正确').default(20) }),
    z.array(RecentCancel),
  ),
  /** 批量发货 by a file: lines of one receiver and external number are one document. */
  import: importCall('/admin/identity/deliver/import', 'admin:identity:deliver:batch', '导入发货'),
});
