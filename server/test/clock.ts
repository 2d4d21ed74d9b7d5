import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { vi } from 'vitest';

/**
 * Sets the clock of this process to the afternoon of a day that is over, and answers the day: numbers "of today" then
 * do not change when a test runs through midnight. Timers and the database's own clock go on.
 */
export const stopClock = (): string => {
  const day = addDays(shanghaiToday(), -3);
  vi.useFakeTimers({ toFake: ['Date'], now: new Date(`${day}T15:00:00+08:00`) });
  return day;
};
