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

/** 扫码统计. */
export const scan: StatScreen = {
  title: '扫码统计',
  path: 'scanStats',
  cards: [
    'scanPv',
    'scanUv',
    'scanAnon',
    'scanFirst',
    'scanRate',
    'againRate',
    'scanInvalid',
    'scanDaily',
    'codesActive',
  ],
  charts: [
    { title: '扫码趋势', kind: 'line', by: 'day', metrics: ['scanPv', 'scanFirst', 'scanUv'] },
    { title: '扫码时段', kind: 'heat', by: 'weekHour', metrics: ['scanPv'] },
    { title: '产品扫码排行', kind: 'rank', by: 'product', metrics: ['scanPv'] },
    { title: '扫码地区', kind: 'map', by: 'province', metrics: ['scanPv'] },
    { title: '码级', kind: 'ring', by: 'level', metrics: ['scanPv'] },
    { title: '扫码入口', kind: 'ring', by: 'entry', metrics: ['scanPv'] },
    { title: '首扫码龄', kind: 'ring', by: 'age', metrics: ['scanFirst'] },
    { title: '渠道扫码排行', kind: 'rank', by: 'channel', metrics: ['scanPv'] },
  ],
  groups: [
    { by: 'day', columns: scanColumns },
    { by: 'product', columns: [...scanColumns, 'scanRate'] },
    { by: 'lot', columns: ['scanPv', 'scanFirst', 'scanAgain', 'scanInvalid', 'codesActive', 'scanRate'] },
    { by: 'province', columns: scanColumns },
    { by: 'city', columns: scanColumns },
    { by: 'channel', columns: ['scanPv', 'scanUv', 'scanFirst', 'scanAgain', 'scanInvalid'] },
    { by: 'hour', columns: ['scanPv', 'scanFirst', 'scanAgain', 'scanInvalid', 'partCnt'] },
  ],
  filters: [
    { dim: 'product', by: ['city', 'hour', 'weekHour'] },
    { dim: 'activity', by: ['hour', 'weekHour', 'province', 'city', 'channel'] },
    { dim: 'province', by: [] },
  ],
};

const shopColumns: readonly MetricCode[] = [
  'shopSign',
  'scanPv',
  'scanFirst',
  'shopSellRate',
  'winCnt',
  'verCnt',
  'verAmount',
  'unpackCnt',
  'unpackAmount',
];

/** 终端统计. */
export const terminal: StatScreen = {
  title: '终端统计',
  path: 'terminalStats',
  cards: ['shopsActive', 'shopsNew', 'shopScan', 'scanPerShop', 'verCnt', 'unpackCnt', 'unpackAmount', 'shopsAll'],
  charts: [
    { title: '活跃门店趋势', kind: 'line', by: 'day', metrics: ['shopsActive'] },
    { title: '门店扫码排行', kind: 'rank', by: 'shop', metrics: ['scanPv'] },
    { title: '经销商扫码排行', kind: 'rank', by: 'agent', metrics: ['scanPv'] },
  ],
  groups: [
    { by: 'shop', columns: shopColumns },
    {
      by: 'day',
      columns: ['shopsActive', 'shopsNew', 'shopScan', 'shopSign', 'verCnt', 'verAmount', 'unpackCnt', 'unpackAmount'],
    },
    { by: 'product', columns: ['shopSign', 'scanFirst', 'verCnt', 'verAmount', 'unpackCnt', 'unpackAmount'] },
  ],
  filters: [
    { dim: 'product', by: ['shop', 'agent'] },
    { dim: 'shop', by: ['product'] },
  ],
};

const crossColumns: readonly MetricCode[] = ['crossCode', 'crossRate', 'crossConfirmed'];

/** 窜货统计. */
export const cross: StatScreen = {
  title: '窜货统计',
  path: 'crossStats',
  cards: ['crossCode', 'crossRate', 'crossAgents', 'crossCities', 'crossConfirmed'],
  charts: [
    { title: '窜货趋势', kind: 'line', by: 'day', metrics: ['crossCode'] },
    { title: '经销商窜货排行', kind: 'rank', by: 'agent', metrics: ['crossCode'] },
    { title: '窜入城市排行', kind: 'rank', by: 'city', metrics: ['crossCode'] },
    { title: '窜入地区', kind: 'map', by: 'province', metrics: ['crossCode'] },
    { title: '产品窜货', kind: 'ring', by: 'product', metrics: ['crossCode'] },
    { title: '门店窜货排行', kind: 'rank', by: 'shop', metrics: ['crossCode'] },
  ],
  groups: [
    { by: 'agent', columns: [...crossColumns, 'crossCities'] },
    { by: 'city', columns: [...crossColumns, 'crossAgents'] },
    { by: 'product', columns: [...crossColumns, 'crossAgents', 'crossCities'] },
    { by: 'day', columns: [...crossColumns, 'crossAgents', 'crossCities'] },
  ],
  filters: [
    { dim: 'agent', by: ['city', 'product'] },
    { dim: 'product', by: ['agent', 'city'] },
  ],
};

/** 经销商统计. */
export const dealer: StatScreen = {
  title: '经销商统计',
  path: 'dealerStats',
  cards: [
    'agentsAll',
    'agentsActive',
    'agentShip',
    'agentSign',
    'agentSellRate',
    'verAmount',
    'crossCode',
    'crossRate',
  ],
  charts: [
    { title: '发货与首扫', kind: 'line', by: 'day', metrics: ['agentShip', 'scanFirst'] },
    { title: '首扫排行', kind: 'rank', by: 'agent', metrics: ['scanFirst'] },
    { title: '产品发货', kind: 'ring', by: 'product', metrics: ['agentShip'] },
  ],
  groups: [
    {
      by: 'agent',
      columns: [
        'agentShip',
        'agentSign',
        'scanFirst',
        'agentSellRate',
        'winCnt',
        'winAmount',
        'verCnt',
        'verAmount',
        'unpackCnt',
        'crossCode',
        'crossRate',
      ],
    },
    {
      by: 'product',
      columns: ['agentShip', 'agentSign', 'scanFirst', 'verCnt', 'verAmount', 'crossCode', 'crossRate'],
    },
    { by: 'day', columns: ['agentsActive', 'agentShip', 'agentSign', 'scanFirst', 'verCnt', 'verAmount', 'crossCode'] },
  ],
  filters: [
    { dim: 'agent', by: ['product'] },
    { dim: 'product', by: ['agent'] },
  ],
};
