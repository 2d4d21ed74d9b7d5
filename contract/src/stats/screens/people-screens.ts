import type { MetricCode } from '../figures/metric.ts';
import type { StatScreen } from './stat-screen.ts';

const peopleColumns: readonly MetricCode[] = ['freshUv', 'scanUv', 'partUv', 'drawUv', 'drawCnt', 'winUv'];

/** 消费者统计. */
export const consumer: StatScreen = {
  title: '消费者统计',
  path: 'consumerStats',
  cards: ['freshUv', 'scanUv', 'scanAnon', 'partUv', 'winUv', 'perUser', 'costPerUser', 'allUv'],
  charts: [
    { title: '新客与回访', kind: 'stack', by: 'day', metrics: ['freshUv', 'oldUv'] },
    { title: '活跃时段', kind: 'heat', by: 'weekHour', metrics: ['scanPv'] },
    { title: '渠道新客', kind: 'ring', by: 'channel', metrics: ['freshUv'] },
    { title: '消费者地区', kind: 'map', by: 'province', metrics: ['scanUv'] },
  ],
  groups: [
    { by: 'day', columns: [...peopleColumns, 'costPerUser'] },
    { by: 'province', columns: peopleColumns },
    { by: 'city', columns: peopleColumns },
    { by: 'channel', columns: peopleColumns.filter((code) => code !== 'partUv') },
    { by: 'activity', columns: [...peopleColumns, 'costPerUser'] },
    { by: 'product', columns: [...peopleColumns, 'costPerUser'] },
  ],
  filters: [
    { dim: 'activity', by: ['province', 'city', 'channel', 'weekHour'] },
    { dim: 'product', by: ['city', 'weekHour'] },
    { dim: 'province', by: [] },
    { dim: 'channel', by: ['activity'] },
  ],
};

const pointColumns: readonly MetricCode[] = ['pointIssue', 'pointUsed', 'pointExpire', 'pointNet'];

/** 积分统计. */
export const integral: StatScreen = {
  title: '积分统计',
  path: 'integralStats',
  cards: ['pointIssue', 'pointUsed', 'pointExpire', 'pointNet', 'pointBalance', 'pointHolders', 'pointPerHolder'],
  charts: [
    { title: '积分趋势', kind: 'line', by: 'day', metrics: ['pointIssue', 'pointUsed'] },
    { title: '发放来源', kind: 'ring', by: 'pointSource', metrics: ['pointIssue'] },
    { title: '消耗去向', kind: 'ring', by: 'pointSource', metrics: ['pointUsed'] },
  ],
  groups: [
    { by: 'day', columns: [...pointColumns, 'pointClosing'] },
    { by: 'pointSource', columns: pointColumns },
  ],
  filters: [{ dim: 'pointSource', by: [] }],
};

/** 用户统计. */
export const user: StatScreen = {
  title: '用户统计',
  path: 'userStats',
  cards: ['salesmen', 'agentsPerSalesman', 'salesmanFirst', 'verCnt', 'members', 'membersNew', 'memberRate'],
  charts: [
    { title: '会员增长', kind: 'line', by: 'day', metrics: ['membersNew'] },
    { title: '业务员首扫排行', kind: 'rank', by: 'salesman', metrics: ['scanFirst'] },
    { title: '业务员核销排行', kind: 'rank', by: 'salesman', metrics: ['verCnt'] },
  ],
  groups: [
    { by: 'salesman', columns: ['boundAgents', 'scanPv', 'scanFirst', 'verCnt', 'verAmount'] },
    { by: 'day', columns: ['membersNew', 'scanUv', 'salesmanFirst', 'verCnt', 'verAmount'] },
  ],
  filters: [{ dim: 'salesman', by: [] }],
};
