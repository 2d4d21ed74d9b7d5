import type { MetricCode } from '../figures/metric.ts';
import type { StatScreen } from './stat-screen.ts';

const scanColumns: readonly MetricCode[] = [
  'scanPv',
  'scanUv',
  'scanFirst',
  'scanAgain',
  'scanInvalid',
  'partCnt',
  'partRate',
];

const scan: StatScreen = {
  title: '扫码统计',
  path: 'scanStats',
  cards: ['scanPv', 'scanUv', 'scanFirst', 'scanRate', 'againRate', 'scanInvalid', 'scanDaily', 'codesActive'],
  charts: [
    { title: '扫码趋势', kind: 'line', by: 'day', metrics: ['scanPv', 'scanFirst', 'scanUv'] },
    { title: '扫码时段', kind: 'heat', by: 'weekHour', metrics: ['scanPv'] },
    { title: '产品扫码排行', kind: 'rank', by: 'product', metrics: ['scanPv'] },
    { title: '扫码地区', kind: 'map', by: 'province', metrics: ['scanPv'] },
    { title: '码级', kind: 'ring', by: 'level', metrics: ['scanPv'] },
    { title: '扫码入口', kind: 'ring', by: 'entry', metrics: ['scanPv'] },
  ],
  groups: [
    { by: 'day', columns: scanColumns },
    { by: 'product', columns: [...scanColumns, 'scanRate'] },
    { by: 'lot', columns: ['scanPv', 'scanFirst', 'scanAgain', 'scanInvalid', 'codesActive', 'scanRate'] },
    { by: 'province', columns: scanColumns },
    { by: 'city', columns: scanColumns },
    { by: 'channel', columns: scanColumns },
    { by: 'hour', columns: scanColumns },
  ],
  filters: [
    { dim: 'product', by: ['city', 'hour', 'weekHour'] },
    { dim: 'activity', by: ['hour', 'weekHour', 'province', 'city', 'channel'] },
    { dim: 'province', by: [] },
  ],
};

/** The statistics screens that stand, by their names. */
export const statScreens = { scan } as const satisfies Record<string, StatScreen>;
export type StatName = keyof typeof statScreens;
export const statNames = Object.keys(statScreens) as StatName[];
