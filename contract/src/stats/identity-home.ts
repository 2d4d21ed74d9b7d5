import { z } from 'zod';
import { dateLimit } from '../kit/date-limit.ts';
import { defineApi, nothing, read } from '../kit/endpoint.ts';
import { enumeration } from '../kit/enumeration.ts';
import { day, time } from '../kit/fields.ts';
import { RankRow } from './home.ts';

/** One number of the codes' life: today, the whole of yesterday, and in the chosen range of days (of all time without one). */
export const CardNumber = z.object({ today: z.number(), yesterday: z.number(), total: z.number() });
export type CardNumber = z.output<typeof CardNumber>;

export const IdentityCards = z.object({
  /** Codes issued; those of cancelled tasks do not count. */
  codeNum: CardNumber,
  /** Codes activated, less those whose activation was undone. */
  activeNum: CardNumber,
  /** Items put into boxes, less what its packer took back. */
  packNum: CardNumber,
  /** Items sent by the firm and by its dealers, less what was cancelled, and those signed for; nothing that went back is in them. */
  shipNum: CardNumber,
  signNum: CardNumber,
  /** Counted scans. */
  scanNum: CardNumber,
  firstNum: CardNumber,
  /** Scans answered 超限查询, 已作废, 编码不存在 or 验证码错误. */
  doubtNum: CardNumber,
  /** Products, lots and codes registered with an identifier node, a run by its codes; and those parsed as equal. */
  regNum: CardNumber,
  parseNum: CardNumber,
  /** Codes the firms may still issue; null when one of them is unlimited. */
  quotaLeft: z.number().nullable(),
});
export type IdentityCards = z.output<typeof IdentityCards>;

/** How many codes of products have come how far, of all time; shipped and signed for is what left the firm itself. */
export const Funnel = z.object({
  codeNum: z.number(),
  activeNum: z.number(),
  packNum: z.number(),
  shipNum: z.number(),
  signNum: z.number(),
  firstNum: z.number(),
});
export type Funnel = z.output<typeof Funnel>;

/** Day by day over the range; the last 30 days without one. */
export const LifeTrend = z.object({
  labels: z.array(day),
  active: z.array(z.number()),
  scans: z.array(z.number()),
});
export type LifeTrend = z.output<typeof LifeTrend>;

/** Counted scans by province, or by city of one; `unknown` = scans whose place nobody knows. */
export const ScanMap = z.object({
  rows: z.array(z.object({ name: z.string(), value: z.number() })),
  unknown: z.number(),
});
export type ScanMap = z.output<typeof ScanMap>;

export const TopKind = enumeration({
  product: { label: '产品扫码' },
  verdict: { label: '验证结果' },
  agent: { label: '经销商发货' },
});
export type TopKind = (typeof TopKind.options)[number]['value'];

/** A row of a ranking; `name` is the value of `Verdict` for kind verdict, whose `id` is 0. */
export const TopRow = RankRow.omit({ previous: true });
export type TopRow = z.output<typeof TopRow>;

const Running = {
  id: z.number(),
  taskNo: z.string(),
  name: z.string(),
  /** Rows done and rows in all; 0 in all while they are still being counted. */
  done: z.number(),
  total: z.number(),
  createTime: time,
};

/** Work that goes on, warnings nobody has dealt with, and lots that end soon; only what the person may look into. */
export const IdentityTodo = z.object({
  /** See TaskPhase. */
  tasks: z.array(z.object({ ...Running, phase: z.number() })),
  /** See ImportBiz and JobPhase; `name` is the file's. */
  imports: z.array(z.object({ ...Running, biz: z.string(), phase: z.number() })),
  /** See RiskType and RiskLevel. */
  risks: z.array(
    z.object({
      id: z.number(),
      type: z.number(),
      level: z.number(),
      title: z.string(),
      lastAt: time,
      status: z.number(),
    }),
  ),
  lots: z.array(
    z.object({ id: z.number(), lotNo: z.string(), productId: z.number(), storeName: z.string(), expireDate: day }),
  ),
});
export type IdentityTodo = z.output<typeof IdentityTodo>;

const may = 'admin:identity:identityHome:list';
const range = z.object({ dateLimit });

export const identityHomeApi = defineApi({
  cards: read('标识概况', '/admin/identity/identityHome/cards', may, range, IdentityCards),
  funnel: read('码生命周期', '/admin/identity/identityHome/funnel', may, nothing, Funnel),
  trend: read('启用与扫码趋势', '/admin/identity/identityHome/trend', may, range, LifeTrend),
  map: read(
    '扫码地图',
    '/admin/identity/identityHome/map',
    may,
    range.extend({
      level: z.enum(['province', 'city']).default('province'),
      /** The province whose cities are asked for. */
      parent: z.string().trim().max(40).optional(),
    }),
    ScanMap,
  ),
  /** Ten at most. */
  top: read(
    '标识排行',
    '/admin/identity/identityHome/top',
    may,
    range.extend({ kind: TopKind.schema }),
    z.array(TopRow),
  ),
  todo: read('标识待办', '/admin/identity/identityHome/todo', may, nothing, IdentityTodo),
});
