import { id } from '../../kit/fields.ts';
import { metrics, type Metric } from '../figures/metric.ts';
import { statTime } from '../screens/stat-api.ts';

/** Every figure that overviews show, by its code: those of the statistics, and what is counted beside them. */
export const overviewMetrics = {
  ...metrics,
  blackCnt: {
    label: '黑名单人数',
    kind: 'count',
    unit: '人',
    hint: '现在在黑名单上的消费者，与所选时间无关',
    better: 'neither',
  },
} as const satisfies Record<string, Metric>;
export type OverviewCode = keyof typeof overviewMetrics;

/** Whose figures, and of when: the last thirty days where nobody says, 366 at most (62011). */
export const overviewOf = { firmId: id().optional(), dateLimit: statTime };
