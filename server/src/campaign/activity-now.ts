import { ActivityStatus } from '@zhuiyuan/contract/campaign/campaign-states';

/** What decides whether an activity takes draws at this moment. */
export interface ActivityTimes {
  status: number;
  /** Its start, and its end, is past. */
  isBegun: boolean;
  isOver: boolean;
}

/** Whether it takes draws now: the clock counts, also before the job has written the state down. */
export const isRunning = ({ status, isBegun, isOver }: ActivityTimes): boolean =>
  (status === ActivityStatus.running || status === ActivityStatus.planned) && isBegun && !isOver;
