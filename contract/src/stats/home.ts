import { oneRow } from '../kit/standard.ts';
import { z } from 'zod';
import { defineApi, nothing, read } from '../kit/endpoint.ts';
import { enumeration } from '../kit/enumeration.ts';
import { day, time } from '../kit/fields.ts';

/** Who is looking: a firm with what its contract gives it, or the platform with how much it looks after. */
export const Merchant = z.object({
  /** '' on the platform's own staff. */
  logo: z.string(),
  name: z.string(),
  contact: z.string(),
  phone: z.string(),
  address: z.string(),
  /** Last day of the service; null = unlimited, or the platform. */
  validEnd: day.nullable(),
  codeUsed: z.number(),
  /** null = unlimited. */
  codeQuota: z.number().nullable(),
  /** null for staff of a firm. This and the two below end at 10,001: there are more then. */
  firmNum: z.number().nullable(),
  productNum: z.number(),
  lotNum: z.number(),
  serverTime: time,
});
export type Merchant = z.output<typeof Merchant>;

/** Today's codes and scans, each with yesterday's until this time of day; of `shipNum` the whole of yesterday. */
export const TraceNumbers = z.object({
  /** Codes issued. */
  codeNum: z.number(),
  yesterdayCodeNum: z.number(),
  /** Codes activated. */
  activeNum: z.number(),
  yesterdayActiveNum: z.number(),
  /** Items shipped. */
  shipNum: z.number(),
  yesterdayShipNum: z.number(),
  /** Counted scans. */
  scanNum: z.number(),
  yesterdayScanNum: z.number(),
  /** Codes scanned for the first time. */
  firstNum: z.number(),
  yesterdayFirstNum: z.number(),
  /** Devices that made counted scans: many shoppers do not sign in. */
  scanUser: z.number(),
  yesterdayScanUser: z.number(),
  /** Warnings raised, as 预警管理 lists them. */
  policeNum: z.number(),
  yesterdayPoliceNum: z.number(),
});
export type TraceNumbers = z.output<typeof TraceNumbers>;

/** How many things wait for somebody; a number is absent where the person may not act on it. */
export const Todo = z.object({
  auditFirmNum: z.number().optional(),
  quotaFirmNum: z.number().optional(),
  /** 1 where the person's own firm has used nearly all its codes. */
  ownQuotaNum: z.number().optional(),
  auditShopNum: z.number().optional(),
  auditTaskNum: z.number().optional(),
  failedTaskNum: z.number().optional(),
  qcLotNum: z.number().optional(),
  expireLotNum: z.number().optional(),
  recallLotNum: z.number().optional(),
  /** Documents more than seven days on their way. */
  lateDeliverNum: z.number().optional(),
  /** Differences of signings that nobody has settled. */
  deliverDiffNum: z.number().optional(),
  complaintNum: z.number().optional(),
  riskNum: z.number().optional(),
  /** Warnings that nobody has taken. */
  policeNum: z.number().optional(),
  /** Requests of dealers for goods that were handed in and that nobody has taken up. */
  needApplyNum: z.number().optional(),
  /** Pools below their line that this person is to be told of. */
  lowPoolNum: z.number().optional(),
  /** Recharges and adjustments of others that wait for approval. */
  fundRequestNum: z.number().optional(),
  /** Prizes held until somebody has looked at them, and packets sent by hand that are. */
  holdNum: z.number().optional(),
  redHoldNum: z.number().optional(),
  /** Remittances to shops and to dealers that are to be passed or paid. */
  shopRemitNum: z.number().optional(),
  dealerRemitNum: z.number().optional(),
  /** Orders of prizes by post that are to be passed, and those that are to be sent. */
  redeemAuditNum: z.number().optional(),
  redeemShipNum: z.number().optional(),
  /** Differences between bills and books that nobody has dealt with. */
  reconDiffNum: z.number().optional(),
  /** Activities of scans that were begun and not published. */
  draftActivityNum: z.number().optional(),
});
export type Todo = z.output<typeof Todo>;

/** What a trend compares: the last 30 days with the 30 before, or this week, month or year with the last. */
export const TrendPeriod = enumeration({
  lately30: { label: '30天' },
  week: { label: '周' },
  month: { label: '月' },
  year: { label: '年' },
});
export type TrendPeriod = (typeof TrendPeriod.options)[number]['value'];

/** Two series over the same labels; null = not come yet, or no such day in the period before. */
export const Trend = z.object({
  labels: z.array(z.string()),
  current: z.array(z.number().nullable()),
  previous: z.array(z.number().nullable()),
});
export type Trend = z.output<typeof Trend>;

export const RankRow = z.object({ id: z.number(), name: z.string(), value: z.number(), previous: z.number() });
export type RankRow = z.output<typeof RankRow>;

export const MonthRow = z.object({
  month: z.string(),
  codeNum: z.number(),
  activeNum: z.number(),
  scanNum: z.number(),
});
export type MonthRow = z.output<typeof MonthRow>;

/** How far one product's lots and codes have come, of all time, and its counted scans of the last 30 days and the 30 before. */
export const ProductFigures = z.object({
  lotNum: z.number(),
  /** Lots without a result of their quality check. */
  waitingLotNum: z.number(),
  /** Of all lots that have a plan. */
  planQty: z.number(),
  /** Codes bound to the product. */
  activeNum: z.number(),
  /** Items of its lots that were shipped, whoever has them now. */
  shippedNum: z.number(),
  /** Codes of single goods that were generated for it: those activated, and those somebody asked about. */
  ownActiveNum: z.number(),
  ownScannedNum: z.number(),
  scanNum: z.number(),
  recentScanNum: z.number(),
  previousScanNum: z.number(),
});
export type ProductFigures = z.output<typeof ProductFigures>;

const sight = 'admin:statistics:home:trace';

export const homeApi = defineApi({
  merchant: read('商户信息', '/admin/statistics/home/merchant', 'admin:statistics:home:index', nothing, Merchant),
  trace: read('追溯概况', '/admin/statistics/home/trace', sight, nothing, TraceNumbers),
  todo: read('追溯待办', '/admin/statistics/home/todo', sight, nothing, Todo),
  scanTrend: read(
    '扫码趋势',
    '/admin/statistics/home/chart/scan',
    sight,
    z.object({ period: TrendPeriod.schema.default('lately30') }),
    Trend,
  ),
  /** Products by counted scans of the last 30 days, with those of the 30 before; eight at most. */
  productRank: read('扫码产品排行', '/admin/statistics/home/rank/product', sight, nothing, z.array(RankRow)),
  product: read('产品概况', '/admin/statistics/product', 'admin:identity:product:list', oneRow, ProductFigures),
  /** One firm's codes month by month, the last twelve, oldest first. */
  firmMonths: read('企业码统计', '/admin/statistics/firm/month', 'admin:identity:firm:list', oneRow, z.array(MonthRow)),
});
