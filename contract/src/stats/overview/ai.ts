import { z } from 'zod';
import { defineApi, nothing, read } from '../../kit/endpoint.ts';
import { enumeration } from '../../kit/enumeration.ts';
import { id, time } from '../../kit/fields.ts';
import { Todo } from '../home.ts';
import { Summary, Trend } from '../screens/stat-api.ts';
import type { StatScreen } from '../screens/stat-screen.ts';
import { overviewOf } from './overview-metrics.ts';
import { RankedRow } from '../figures/ranked-row.ts';

const may = 'admin:lottery:ai:index';
const path = (call: string): string => `/admin/lottery/ai/${call}`;

/** The figures of 营销概览 that the statistics know, and the charts made of them. */
export const aiScreen = {
  title: '营销概览',
  path: '',
  cards: [
    'scanPv',
    'scanUv',
    'scanAnon',
    'scanFirst',
    'partUv',
    'drawCnt',
    'winCnt',
    'winRate',
    'paidAmount',
    'freshUv',
    'verCnt',
    'unpackCnt',
    'crossCode',
    'blockRate',
    'budgetRate',
    'costPerUser',
  ],
  charts: [
    {
      title: '趋势',
      kind: 'line',
      by: 'day',
      metrics: ['scanPv', 'scanUv', 'scanFirst', 'partUv', 'drawCnt', 'winCnt', 'winAmount', 'paidAmount', 'freshUv'],
    },
    { title: '扫码时段', kind: 'bar', by: 'hour', metrics: ['scanPv'] },
  ],
  groups: [],
  filters: [],
} as const satisfies StatScreen;

/** What the home page shows of today. */
export const todayScreen = {
  title: '今日营销',
  path: '',
  cards: ['scanUv', 'partUv', 'drawCnt', 'winCnt', 'paidAmount', 'freshUv'],
  charts: [],
  groups: [],
  filters: [],
} as const satisfies StatScreen;

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
  overview: read('营销概览', path('overview'), may, z.object(overviewOf), Summary),
  /** Today beside yesterday up to the same clock, for the home page. */
  today: read('今日营销', path('today'), may, nothing, Summary),
  /** Days, or the hours of one day; or the hours of the clock over all days. */
  trend: read(
    '营销趋势',
    path('trend'),
    may,
    z.object({ ...overviewOf, groupBy: z.enum(['day', 'hour']).default('day') }),
    Trend,
  ),
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
    z.object({ rows: z.array(RankedRow), unknown: z.number() }),
  ),
  /** Codes activated, scanned, drawn with, won with and prizes of them claimed. */
  funnel: read(
    '营销漏斗',
    path('funnel'),
    may,
    z.object(overviewOf),
    z.object({
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
    z.array(RankedRow),
  ),
  /** What of the lottery waits for this person, and activities that end within seven days, the first first, ten at most. */
  todo: read(
    '营销待办',
    path('todo'),
    may,
    nothing,
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
