import type { MetricCode } from '../figures/metric.ts';
import type { StatScreen } from './stat-screen.ts';

const actColumns: readonly MetricCode[] = [
  'scanUv',
  'partUv',
  'drawCnt',
  'winCnt',
  'winRate',
  'winAmount',
  'paidAmount',
  'claimRate',
  'verRate',
  'freshUv',
  'costPerUser',
  'budgetRate',
  'blockCnt',
];

/** 活动统计. */
export const act: StatScreen = {
  title: '活动统计',
  path: 'actStats',
  cards: ['actsRunning', 'partUv', 'drawCnt', 'winCnt', 'winRate', 'winAmount', 'paidAmount', 'budgetRate'],
  charts: [
    { title: '抽奖趋势', kind: 'line', by: 'day', metrics: ['drawCnt', 'winCnt'] },
    { title: '活动抽奖对比', kind: 'rank', by: 'activity', metrics: ['drawCnt'] },
    { title: '奖级中奖', kind: 'ring', by: 'tier', metrics: ['winCnt'] },
    { title: '参与时段', kind: 'heat', by: 'weekHour', metrics: ['drawCnt'] },
    { title: '产品抽奖排行', kind: 'rank', by: 'product', metrics: ['drawCnt'] },
    { title: '抽奖地区', kind: 'map', by: 'province', metrics: ['drawCnt'] },
  ],
  groups: [
    { by: 'activity', columns: actColumns },
    { by: 'day', columns: actColumns.filter((code) => code !== 'budgetRate') },
    { by: 'province', columns: ['scanUv', 'partUv', 'drawCnt', 'blockCnt'] },
    { by: 'product', columns: ['scanUv', 'partUv', 'drawCnt', 'winCnt', 'winRate', 'winAmount', 'claimRate'] },
    { by: 'tier', columns: ['drawCnt', 'winCnt', 'winAmount', 'claimCnt', 'closeCnt'] },
  ],
  filters: [
    { dim: 'activity', by: ['tier', 'province', 'weekHour'] },
    { dim: 'product', by: ['weekHour'] },
  ],
};

/** 奖品统计. */
export const prize: StatScreen = {
  title: '奖品统计',
  path: 'prizeStats',
  cards: ['stockTotal', 'stockIssued', 'stockRemain', 'winCnt', 'claimRate', 'verCnt', 'costAmount', 'cashRate'],
  charts: [
    { title: '领取率', kind: 'line', by: 'day', metrics: ['claimRate'] },
    { title: '中奖与核销', kind: 'bar', by: 'day', metrics: ['winCnt', 'verCnt'] },
    { title: '奖级中奖排行', kind: 'rank', by: 'tier', metrics: ['winCnt'] },
    { title: '活动中奖', kind: 'ring', by: 'activity', metrics: ['winCnt'] },
    { title: '产品中奖排行', kind: 'rank', by: 'product', metrics: ['winCnt'] },
  ],
  groups: [
    {
      by: 'tier',
      columns: [
        'stockTotal',
        'stockRemain',
        'setRate',
        'realRate',
        'rateGap',
        'winCnt',
        'claimCnt',
        'verCnt',
        'closeCnt',
        'winAmount',
        'costAmount',
      ],
    },
    {
      by: 'activity',
      columns: [
        'stockTotal',
        'stockRemain',
        'winCnt',
        'claimCnt',
        'claimRate',
        'verCnt',
        'closeCnt',
        'winAmount',
        'costAmount',
      ],
    },
    { by: 'day', columns: ['winCnt', 'claimCnt', 'claimRate', 'verCnt', 'closeCnt', 'winAmount', 'costAmount'] },
  ],
  filters: [{ dim: 'activity', by: ['tier'] }],
};

const unpackColumns: readonly MetricCode[] = ['unpackCnt', 'unpackAmount'];

/** 开箱统计. */
export const unpack: StatScreen = {
  title: '开箱统计',
  path: 'unpackStats',
  cards: ['unpackCnt', 'unpackShops', 'unpackPerShop', 'unpackAmount'],
  charts: [
    { title: '开箱趋势', kind: 'line', by: 'day', metrics: ['unpackCnt', 'unpackAmount'] },
    { title: '箱级', kind: 'ring', by: 'level', metrics: ['unpackCnt'] },
    { title: '经销商开箱排行', kind: 'rank', by: 'agent', metrics: ['unpackCnt'] },
    { title: '开箱地区', kind: 'map', by: 'province', metrics: ['unpackCnt'] },
  ],
  groups: [
    { by: 'shop', columns: unpackColumns },
    { by: 'agent', columns: unpackColumns },
    { by: 'product', columns: unpackColumns },
    { by: 'day', columns: [...unpackColumns, 'unpackShops', 'unpackPerShop'] },
  ],
  filters: [
    { dim: 'agent', by: ['product'] },
    { dim: 'product', by: ['agent', 'shop'] },
  ],
};

/** 兑换统计. */
export const exchange: StatScreen = {
  title: '兑换统计',
  path: 'exchangeStats',
  cards: [
    'exchCnt',
    'exchCost',
    'exchPassRate',
    'exchFinishRate',
    'exchWaiting',
    'exchToShip',
    'exchRejected',
    'exchClosed',
  ],
  charts: [
    { title: '兑换趋势', kind: 'line', by: 'day', metrics: ['exchCnt'] },
    { title: '奖品兑换排行', kind: 'rank', by: 'tier', metrics: ['exchCnt'] },
    { title: '活动兑换', kind: 'ring', by: 'activity', metrics: ['exchCnt'] },
  ],
  groups: [
    {
      by: 'tier',
      columns: ['exchCnt', 'exchCost', 'exchWaiting', 'exchToShip', 'exchFinished', 'exchRejected', 'exchClosed'],
    },
    {
      by: 'activity',
      columns: ['exchCnt', 'exchCost', 'exchWaiting', 'exchToShip', 'exchFinished', 'exchRejected', 'exchClosed'],
    },
    {
      by: 'day',
      columns: ['exchCnt', 'exchCost', 'exchWaiting', 'exchToShip', 'exchFinished', 'exchRejected', 'exchClosed'],
    },
  ],
  filters: [{ dim: 'activity', by: ['tier'] }],
};
