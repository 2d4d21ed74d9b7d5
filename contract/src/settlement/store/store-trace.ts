import { z } from 'zod';
import { PrizeType } from '../../campaign/prize-terms.ts';
import { Cross, Level } from '../../codes/state/code-enums.ts';
import { dateLimit } from '../../kit/date-limit.ts';
import { defineApi, LogKind, read } from '../../kit/endpoint.ts';
import { Enabled, enumeration } from '../../kit/enumeration.ts';
import { exportColumns, ExportFile } from '../../kit/export.ts';
import { day, filterText, id, time } from '../../kit/fields.ts';
import { pageOf, paging } from '../../kit/page.ts';
import { Review } from '../../kit/review.ts';
import { SettleState } from '../../parties/deductible/shop-settlement.ts';
import { VerStatus } from '../../redeem/redeem-states.ts';

/** Kilometres: a scan within `near` of a shop was made at it, one beyond `far` says that the goods went elsewhere. */
export const traceReach = { near: 1, far: 50 } as const;

/** What happened at a shop. */
export const TraceEvent = enumeration({
  arrival: { value: 1, label: '到货', tone: 'doing' },
  unpack: { value: 2, label: '开箱', tone: 'good' },
  verify: { value: 3, label: '核销', tone: 'good' },
  reverse: { value: 4, label: '冲正', tone: 'bad' },
  remit: { value: 5, label: '打款', tone: 'good' },
});
export type TraceEvent = (typeof TraceEvent.options)[number]['value'];

/** Which records of a shop a file holds. */
export const TraceTab = enumeration({
  deliver: { value: 'deliver', label: '到货记录' },
  sale: { value: 'sale', label: '动销记录' },
  unpack: { value: 'unpack', label: '开箱记录' },
  ver: { value: 'ver', label: '核销记录' },
  abnormal: { value: 'abnormal', label: '异常' },
  timeline: { value: 'timeline', label: '时间轴' },
});
export type TraceTab = (typeof TraceTab.options)[number]['value'];

const goods = { productName: z.string(), lotNo: z.string() };

/** Goods of one product and lot that a shop signed for by one document. */
export const TraceDeliver = z.object({
  deliverId: z.number(),
  deliverNo: z.string(),
  fromName: z.string(),
  ...goods,
  /** Boxes of any size, and items in them or by themselves. */
  boxQty: z.number(),
  itemQty: z.number(),
  signAt: time,
});
export type TraceDeliver = z.output<typeof TraceDeliver>;

const scan = {
  code: z.string(),
  ...goods,
  /** Where the scan was made; '' where nobody knows. */
  region: z.string(),
  /** To the shop, km to one decimal; null where the phone or the shop says no place. */
  distanceKm: z.number().nullable(),
  signAt: time,
};

/** An item a shop signed for that a shopper scanned first after that. */
export const TraceSale = z.object({
  ...scan,
  firstScanAt: time,
  /** Between the receipt and the scan, to one decimal. */
  days: z.number(),
  /** Who scanned it, masked; '' where nobody was signed in. */
  consumer: z.string(),
});
export type TraceSale = z.output<typeof TraceSale>;

/** A scan of an item of a shop, far away from it or outside the regions of its dealer. */
export const TraceAbnormal = z.object({ ...scan, scanId: z.number(), scanAt: time, cross: Cross.schema });
export type TraceAbnormal = z.output<typeof TraceAbnormal>;

/** A box a shop opened, and what it won. Amount in fen. */
export const TraceUnpack = z.object({
  id: z.number(),
  code: z.string(),
  level: Level.schema.nullable(),
  ...goods,
  unpackAt: time,
  actName: z.string(),
  prizeType: PrizeType.schema,
  prizeName: z.string(),
  amount: z.number(),
  points: z.number(),
});
export type TraceUnpack = z.output<typeof TraceUnpack>;

/** A prize a shop handed out. Amount in fen. */
export const TraceVer = z.object({
  id: z.number(),
  verNo: z.string(),
  verAt: time,
  prizeName: z.string(),
  actName: z.string(),
  /** Who won it, masked. */
  consumer: z.string(),
  deductAmount: z.number(),
  status: VerStatus.schema,
  settleState: SettleState.schema,
});
export type TraceVer = z.output<typeof TraceVer>;

/** Something that happened at a shop, newest first. */
export const TraceHappening = z.object({
  kind: TraceEvent.schema,
  id: z.number(),
  at: time,
  /** Number of the document, the verification or the remittance; of a box its code. */
  no: z.string(),
  /** Product and lot, prize or activity. */
  name: z.string(),
  /** Items that arrived; 0 of anything else. */
  itemQty: z.number(),
  /** Fen, below zero where it was taken back. */
  amount: z.number(),
});
export type TraceHappening = z.output<typeof TraceHappening>;

/** A shop with what it has and sold. Figures of the filters, those of stock and of thirty days aside from their dates. */
export const TraceSummary = z.object({
  shop: z.object({
    id: z.number(),
    firmId: z.number(),
    shopNo: z.string(),
    name: z.string(),
    doorImage: z.string(),
    regionName: z.string(),
    address: z.string(),
    agentName: z.string(),
    contact: z.string(),
    phone: z.string(),
    audit: Review.schema,
    status: Enabled.schema,
    isPlaced: z.boolean(),
  }),
  /** Items it has by its receipts, less those that shoppers scanned. */
  stockQty: z.number(),
  arrivedQty: z.number(),
  soldQty: z.number(),
  /** Sold of what arrived, 0..1; null where nothing arrived. */
  soldRatio: z.number().nullable(),
  /** Days between receipt and first scan, to one decimal; null where nothing was scanned. */
  soldDays: z.number().nullable(),
  /** First scans whose distance is known, and how many of them were far away. */
  placedQty: z.number(),
  farQty: z.number(),
  /** The last thirty days, the oldest first. */
  trend: z.array(z.object({ day, arrivedQty: z.number(), soldQty: z.number() })),
});
export type TraceSummary = z.output<typeof TraceSummary>;

const base = '/admin/lottery/merchant/trace';
const may = 'admin:lottery:storeTrace:list';

const shopId = id('请选择门店');
const filters = { productId: id().optional(), lotId: id().optional(), dateLimit };
const list = <T extends z.ZodRawShape>(row: z.ZodObject<T>, name: string, part: string) =>
  read(name, `${base}/${part}`, may, z.object({ ...paging, shopId, ...filters }), pageOf(row));

/** 门店追溯: what came to one shop, and what became of it. */
export const storeTraceApi = defineApi({
  /** Of a shop, or of the shop that has a code. */
  summary: read(
    '门店追溯概况',
    `${base}/summary`,
    may,
    z
      .object({ shopId: id().optional(), code: filterText, ...filters })
      .refine(({ shopId: shop, code }) => shop !== undefined || Boolean(code), {
        path: ['shopId'],
        message: '请选择门店或输入编码',
      }),
    TraceSummary,
  ),
  deliver: list(TraceDeliver, '门店到货记录', 'deliver'),
  sale: list(TraceSale, '门店动销记录', 'sale'),
  unpack: list(TraceUnpack, '门店开箱记录', 'unpack'),
  ver: list(TraceVer, '门店核销记录', 'ver'),
  abnormal: list(TraceAbnormal, '门店异常扫码', 'abnormal'),
  timeline: list(TraceHappening, '门店时间轴', 'timeline'),
  /** The records of one tab: up to 10,000. */
  export: read(
    '导出门店追溯',
    `${base}/export`,
    'admin:lottery:storeTrace:export',
    z.object({ shopId, tab: TraceTab.schema, ...filters, columns: exportColumns }),
    ExportFile,
    { log: LogKind.export, offersFile: true },
  ),
});
