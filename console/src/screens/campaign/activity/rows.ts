import type { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import type { drawLogApi } from '@zhuiyuan/contract/campaign/activity/draw-log';
import type { DataOf } from '@zhuiyuan/contract/kit/endpoint';

/** What the calls of activities answer, by row. */
export type ActivityCheck = DataOf<typeof activityApi.check>;
export type DrawRow = DataOf<typeof drawLogApi.list>['list'][number];
export type EpochRow = DataOf<typeof activityApi.epochs>['list'][number];
export type WeightVersion = DataOf<typeof activityApi.weights>[number];
