import type { MetricCode } from '../figures/metric.ts';
import type { StatScreen } from './stat-screen.ts';

const columns: readonly MetricCode[] = [
  'partUv',
  'drawCnt',
  'drawPerUser',
  'winCnt',
  'winRate',
  'drawPoints',
  'winAmount',
  'paidAmount',
  'claimRate',
  'shareCnt',
  'shareNew',
];

/** 互动统计: games without a code. */
export const interact: StatScreen = {
  title: '互动统计',
  path: '/lottery/interact/count',
  may: 'admin:lottery:interact:count',
  isOfGames: true,
  cards: ['partUv', 'drawCnt', 'drawPerUser', 'winRate', 'drawPoints', 'paidAmount', 'shareCnt', 'shareNew'],
  charts: [
    { title: '抽奖趋势', kind: 'line', by: 'day', metrics: ['drawCnt', 'winCnt'] },
    { title: '活动对比', kind: 'rank', by: 'activity', metrics: ['drawCnt'] },
    { title: '分享带来', kind: 'bar', by: 'day', metrics: ['shareCnt', 'shareNew'] },
    { title: '参与时段', kind: 'heat', by: 'weekHour', metrics: ['drawCnt'] },
    { title: '玩法', kind: 'ring', by: 'mode', metrics: ['drawCnt'] },
    { title: '抽奖结果', kind: 'ring', by: 'tier', metrics: ['drawCnt'] },
    { title: '分享层级', kind: 'ring', by: 'depth', metrics: ['shareCnt'] },
  ],
  groups: [
    { by: 'activity', columns },
    { by: 'day', columns },
    { by: 'mode', columns },
    { by: 'tier', columns: ['drawCnt', 'winAmount', 'claimCnt', 'closeCnt'] },
  ],
  filters: [
    { dim: 'activity', by: ['weekHour', 'tier', 'depth'] },
    { dim: 'mode', by: ['activity', 'weekHour', 'tier', 'depth'] },
  ],
};
