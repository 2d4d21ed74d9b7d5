import { z } from 'zod';
import { ConsumerSource } from '../../consumer/consumer.ts';
import { defineApi, read } from '../../kit/endpoint.ts';
import { day, id } from '../../kit/fields.ts';
import { Summary, Trend } from '../screens/stat-api.ts';
import type { StatScreen } from '../screens/stat-screen.ts';
import { overviewOf } from './overview-metrics.ts';
import { RankedRow } from '../figures/ranked-row.ts';

const may = 'admin:lottery:customer:index';
const path = (call: string): string => `/admin/lottery/customer/${call}`;

/** The figures of 客户概览 that the statistics know, and the charts made of them. */
export const customerScreen = {
  title: '客户概览',
  path: '',
  cards: ['allUv', 'freshUv', 'scanUv', 'partUv', 'winUv', 'perUser', 'scanAnon'],
  charts: [
    { title: '新增与活跃', kind: 'line', by: 'day', metrics: ['scanUv', 'freshUv'] },
    { title: '扫码时段', kind: 'heat', by: 'weekHour', metrics: ['scanPv'] },
  ],
  groups: [],
  filters: [],
} as const satisfies StatScreen;

/** Somebody who scanned most in a time. His number is that of a consumer, his name masked; amounts are fen. */
const TopConsumer = z.object({
  id: z.number(),
  consumer: z.string(),
  scans: z.number(),
  wins: z.number(),
  winAmount: z.number(),
});
export type TopConsumer = z.output<typeof TopConsumer>;

/** 扫码频次: how many codes somebody scanned in thirty days, from the least of each step. */
export const frequencySteps = [1, 2, 4, 7, 11] as const;
/** Weeks that 留存 looks back, the running one included. */
export const cohortWeeks = 8;

/** What people do again and again, as of the end of a day; the scans of somebody who was not signed in are nobody's. */
const Habits = z.object({
  asOf: day,
  /** People by {@link frequencySteps}, over the thirty days up to then. */
  frequency: z.array(z.number()),
  /** 复购率: of people with first scans of codes in those days, those who have them on two days or more. */
  buyers: z.number(),
  again: z.number(),
  /** By the week (its Monday) in which people scanned first: how many of them scanned in it, in the next and so on, up to the running week. */
  cohorts: z.array(z.object({ week: day, kept: z.array(z.number()) })),
});
export type Habits = z.output<typeof Habits>;

/** 客户概览. Of people each counts once; who scanned without signing in is nobody. */
export const customerOverviewApi = defineApi({
  overview: read('客户概览', path('overview'), may, z.object(overviewOf), Summary),
  trend: read(
    '客户趋势',
    path('trend'),
    may,
    z.object({ ...overviewOf, groupBy: z.enum(['day', 'weekHour']).default('day') }),
    Trend,
  ),
  /** People who scanned, took part, drew, won, and came by what they won. */
  funnel: read(
    '客户漏斗',
    path('funnel'),
    may,
    z.object(overviewOf),
    z.object({ scan: z.number(), part: z.number(), draw: z.number(), win: z.number(), claim: z.number() }),
  ),
  /** People who scanned by province, or by city of one. Who scanned in two places is one of each. */
  region: read(
    '客户地区',
    path('region'),
    may,
    z.object({ ...overviewOf, province: id().optional() }),
    z.object({ rows: z.array(RankedRow), unknown: z.number() }),
  ),
  /** Consumers of a firm by where they signed in, whenever that was. */
  source: read(
    '客户来源',
    path('source'),
    may,
    z.object({ firmId: id().optional() }),
    z.array(z.object({ source: ConsumerSource.schema, count: z.number() })),
  ),
  /** 复购, 扫码频次 and 留存, whatever the time that is looked at; null before the first night. */
  habits: read('客户习惯', path('habits'), may, z.object({ firmId: id().optional() }), Habits.nullable()),
  /** The twenty who scanned most, up to what is in the figures. */
  top: read('消费者排行', path('top'), may, z.object(overviewOf), z.array(TopConsumer)),
});
