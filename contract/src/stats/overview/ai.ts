import { z } from 'zod';
import { defineApi, read } from '../../kit/endpoint.ts';
import { enumeration } from '../../kit/enumeration.ts';
import { id, time } from '../../kit/fields.ts';
import { Todo } from '../home.ts';
import { OverviewCard, overviewOf, RankedRow, timed, type OverviewCode } from './overview-metrics.ts';

const may = 'admin:lottery:ai:index';
const path = (call: string): string => `/admin/lottery/ai/${call}`;

/** Figures whose trend can be drawn; people are not known by hours. */
export const trendCodes = [
  'scanPv',
  'scanUv',
  'scanFirst',
  'partUv',
  'drawCnt',
  'winCnt',
  'winAmount',
  'paidAmount',
  'freshUv',
] as const satisfies readonly OverviewCode[];
export type TrendCode = (typeof trendCodes)[number];
/** At most so many are drawn at once. */
export const mostTrends = 3;

/** What a map tells. */
export const MapMetric = enumeration({
  scanPv: { label: '扫码' },
  scanFirst: { label: '首扫' },
  winCnt: { label: '中奖' },
  crossCode: { label: '窜货' },
});
export type MapMetric = (typeof MapMetric.options)[number]['value'];

/** What the ten most of are told. */
export const TopKind = enumeration({
  product: { label: '产品' },
  agent: { label: '经销商' },
  shop: { label: '门店' },
  activity: { label: '活动' },
});
export type TopKind = (typeof TopKind.options)[number]['value'];
/** By what they are ranked. */
export const TopMetric = enumeration({
  scanPv: { label: '扫码' },
  scanFirst: { label: '首扫' },
  drawCnt: { label: '抽奖' },
  winAmount: { label: '中奖金额' },
});
export type TopMetric = (typeof TopMetric.options)[number]['value'];

const codes = z
  .string()
  .trim()
  .default('scanPv')
  .transform((list) => [...new Set(list.split(',', mostTrends + 1))])
  .refine((list) => list.length <= mostTrends && list.every((code) => trendCodes.includes(code as TrendCode)), '指标不正确')
  .transform((list) => list as TrendCode[]);

export const Trend = z.object({
  ...timed,
  /** The range is one day, told by its hours. */
  isByHour: z.boolean(),
  labels: z.array(z.string()),
  series: z.array(
    z.object({
      code: z.string(),
      /** Null where the time has not come yet. */
      data: z.array(z.number().nullable()),
      prev: z.array(z.number().nullable()).optional(),
    }),
  ),
});

/** Won a moment ago: whom it was, masked, and where. */
const Win = z.object({
  id: z.number(),
  activityId: z.number(),
  actName: z.string(),
  prizeName: z.string(),
  prizeType: z.number(),
  /** Fen, of cash. */
  amount: z.number(),
  consumer: z.string(),
  city: z.string(),
  at: time,
});

export const AdviceKind = enumeration({
  budget: { label: '预算', tone: 'bad' },
  stock: { label: '库存', tone: 'bad' },
  winRate: { label: '中奖率', tone: 'wait' },
  drop: { label: '扫码下降', tone: 'wait' },
});

const Advice = z.object({
  kind: AdviceKind.schema,
  text: z.string(),
  /** What it is about, for the link; null of a place. */
  activityId: z.number().nullable(),
  /** Code of the province that scans fell in. */
  province: z.number().nullable(),
});
export type Advice = z.output<typeof Advice>;

/** 营销概览. Figures of a firm, or of all where platform staff name none. */
export const aiApi = defineApi({
  overview: read('营销概览', path('overview'), may, z.object(overviewOf), z.object({ ...timed, cards: z.array(OverviewCard) })),
  trend: read('营销趋势', path('trend'), may, z.object({ ...overviewOf, codes }), Trend),
  /** Provinces, or the cities of one, the most first; what is known of no place stands apart. */
  map: read(
    '营销地图',
    path('map'),
    may,
    z.object({
      ...overviewOf,
      metric: MapMetric.schema.default('scanPv'),
      /** Code of the province whose cities are asked for. */
      province: id().optional(),
    }),
    z.object({ ...timed, rows: z.array(RankedRow), unknown: z.number() }),
  ),
  /** Codes activated, scanned, drawn with, won with and prizes of them claimed. */
  funnel: read(
    '营销漏斗',
    path('funnel'),
    may,
    z.object(overviewOf),
    z.object({
      ...timed,
      activated: z.number(),
      scanFirst: z.number(),
      drawCnt: z.number(),
      winCnt: z.number(),
      claimCnt: z.number(),
    }),
  ),
  /** Ten at most. */
  top: read(
    '营销排行',
    path('top'),
    may,
    z.object({ ...overviewOf, kind: TopKind.schema, metric: TopMetric.schema.default('scanPv') }),
    z.object({ ...timed, rows: z.array(RankedRow) }),
  ),
  /** Scans in each of the twenty-four hours. */
  hour: read(
    '营销时段',
    path('hour'),
    may,
    z.object(overviewOf),
    z.object({ ...timed, data: z.array(z.number()), prev: z.array(z.number().nullable()) }),
  ),
  /** What of the lottery waits for this person, and activities that end within seven days, the first first, ten at most. */
  todo: read(
    '营销待办',
    path('todo'),
    may,
    z.object({ firmId: id().optional() }),
    z.object({
      todo: Todo,
      ending: z.array(z.object({ id: z.number(), name: z.string(), endAt: time })),
    }),
  ),
  /** What the figures say should be looked at; twelve at most, the most urgent first. */
  advice: read('智能建议', path('advice'), may, z.object({ firmId: id().optional() }), z.array(Advice)),
  /** The last twenty wins, the newest first. */
  ticker: read('实时中奖', path('ticker'), may, z.object({ firmId: id().optional() }), z.array(Win)),
});
