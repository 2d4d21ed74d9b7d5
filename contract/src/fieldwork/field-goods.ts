import { z } from 'zod';
import { HeldRole } from '../account/account.ts';
import { Level } from '../codes/state/code-enums.ts';
import { defineApi, nothing, read } from '../kit/endpoint.ts';
import { filterText, flag, id, time } from '../kit/fields.ts';
import { pageOf } from '../kit/page.ts';
import { fieldPaging } from './field-paging.ts';
import { BizType, DeliverStatus, DiffKind, DiffState } from '../movement/move-enums.ts';

/** Lines with more codes than this are signed whole, without showing each. */
export const mostChips = 200;

/** A document on its way to whoever asks. */
export const PendingRow = z.object({
  id: z.number(),
  deliverNo: z.string(),
  bizType: BizType.schema,
  fromName: z.string(),
  /** The product most of it is, and of how many kinds it is. */
  storeName: z.string(),
  image: z.string(),
  kinds: z.number(),
  /** Items not signed yet. */
  itemQty: z.number(),
  hasDiff: z.boolean(),
  shipAt: time,
  /** Whole days on the way. */
  days: z.number(),
});
export type PendingRow = z.output<typeof PendingRow>;

/** The first page of a role; what is not of this role is null. */
export const FieldHome = z.object({
  role: HeldRole,
  pending: z.object({ docs: z.number(), items: z.number(), rows: z.array(PendingRow) }).nullable(),
  stock: z.object({ items: z.number(), shortKinds: z.number().nullable() }).nullable(),
  need: z.object({ docs: z.number(), waiting: z.number(), toShip: z.number() }).nullable(),
  shops: z.object({ count: z.number(), suppliedThisWeek: z.number(), waiting: z.number() }).nullable(),
  /** Documents a shop was sent so far. */
  received: z.number().nullable(),
  shipped: z.object({ docs: z.number(), todayDocs: z.number(), todayItems: z.number() }).nullable(),
  inspections: z.object({ total: z.number(), today: z.number(), diverted: z.number() }).nullable(),
});
export type FieldHome = z.output<typeof FieldHome>;

/** A document as its receiver or sender sees it on the phone. */
export const FieldDeliver = z.object({
  id: z.number(),
  deliverNo: z.string(),
  bizType: BizType.schema,
  status: DeliverStatus.schema,
  hasDiff: z.boolean(),
  fromName: z.string(),
  toName: z.string(),
  warehouse: z.string(),
  logisticsName: z.string(),
  logisticsNo: z.string(),
  remark: z.string(),
  shipAt: time,
  signAt: time.nullable(),
  itemQty: z.number(),
  signQty: z.number(),
  /** Items on their way. */
  openQty: z.number(),
  /** Codes of what is on its way, boxes as one. */
  openCodes: z.number(),
  /** Whether whoever asks receives it. */
  isReceiver: z.boolean(),
  /** Who is stopped signs for everything at once, and nothing else. */
  wholeOnly: z.boolean(),
  diffs: z.array(
    z.object({
      id: z.number(),
      kind: DiffKind.schema,
      code: z.string(),
      note: z.string(),
      images: z.array(z.string()),
      state: DiffState.schema,
    }),
  ),
});
export type FieldDeliver = z.output<typeof FieldDeliver>;

/** A line of a document: codes that stand together, each shown where they are few. */
export const FieldLine = z.object({
  id: z.number(),
  level: Level.schema,
  productId: z.number().nullable(),
  storeName: z.string(),
  spec: z.string(),
  image: z.string(),
  lotNo: z.string(),
  isMixed: z.boolean(),
  codeCount: z.number(),
  itemQty: z.number(),
  status: DeliverStatus.schema,
  first: z.string(),
  last: z.string(),
  /** Empty for more than `mostChips`. */
  codes: z.array(z.object({ code: z.string(), itemQty: z.number() })),
});
export type FieldLine = z.output<typeof FieldLine>;

/** What a scanned code is to a document. */
export const FieldCode = z.object({
  /** Of the document and on its way, signed already, in a box of the document, or not in it at all. */
  state: z.enum(['open', 'signed', 'inside', 'other']),
  /** The code itself, or the box it lies in; as it was typed where it is no code of the firm. */
  code: z.string(),
  lineId: z.number().nullable(),
  level: Level.schema.nullable(),
  storeName: z.string(),
  itemQty: z.number(),
});
export type FieldCode = z.output<typeof FieldCode>;

/** A document in 发货记录, or among what was received. */
export const HistoryRow = PendingRow.omit({ days: true }).extend({
  toName: z.string(),
  status: DeliverStatus.schema,
  signQty: z.number(),
});
export type HistoryRow = z.output<typeof HistoryRow>;

/** What a holder has of one product. */
export const FieldStockRow = z.object({
  id: z.number(),
  storeName: z.string(),
  spec: z.string(),
  image: z.string(),
  handQty: z.number(),
  transitQty: z.number(),
  lastInAt: time.nullable(),
  /** For how many days the goods in hand last, as the last thirty days went; null without thirty days of shipments. */
  lastsDays: z.number().nullable(),
  lots: z.array(z.object({ lotNo: z.string(), handQty: z.number(), expireDate: z.string().nullable() })),
});
export type FieldStockRow = z.output<typeof FieldStockRow>;

const asker = { forShoppers: true, perMinute: 240 } as const;

/** Goods on the phone of a dealer or shop: what comes, what lies there, what goes on. Header X-Role says who. */
export const fieldGoodsApi = defineApi({
  home: read('身份首页', '/public/role/home', 'open', nothing, FieldHome, asker),
  pending: read('待签收', '/public/role/deliver/pending', 'open', z.object(fieldPaging), pageOf(PendingRow), asker),
  deliver: read(
    '发货单',
    '/public/role/deliver/info',
    'open',
    z.object({ id: id().optional(), deliverNo: filterText }),
    FieldDeliver,
    asker,
  ),
  lines: read(
    '发货单明细',
    '/public/role/deliver/line/list',
    'open',
    z.object({ ...fieldPaging, deliverId: id() }),
    pageOf(FieldLine),
    asker,
  ),
  code: read(
    '核对编码',
    '/public/role/deliver/code',
    'open',
    z.object({
      deliverId: id(),
      code: z.string({ error: '请输入或扫描编码' }).trim().min(1, '请输入或扫描编码').max(512, '编码过长'),
    }),
    FieldCode,
    asker,
  ),
  /** The document on its way by which a code, or the box it lies in, comes. */
  find: read(
    '按编码查发货单',
    '/public/role/deliver/find',
    'open',
    z.object({ code: z.string({ error: '请输入或扫描编码' }).trim().min(1, '请输入或扫描编码').max(512, '编码过长') }),
    z.object({ id: z.number() }),
    asker,
  ),
  history: read(
    '发货记录',
    '/public/role/deliver/history',
    'open',
    z.object({
      ...fieldPaging,
      /** Documents received, instead of those sent. */
      isReceived: flag.default(false),
      keywords: filterText,
    }),
    pageOf(HistoryRow),
    asker,
  ),
  stock: read(
    '库存',
    '/public/role/stock',
    'open',
    z.object({ ...fieldPaging, keywords: filterText }),
    pageOf(FieldStockRow),
    asker,
  ),
});
