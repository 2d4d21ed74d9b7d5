import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';

/** A moment `count` days from today, or before it where that is negative: a test that named a day would hold only until then. */
export const daysAhead = (count: number, time = '00:00:00'): string => `${addDays(shanghaiToday(), count)} ${time}`;
