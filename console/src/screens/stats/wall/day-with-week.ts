import { shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';

const weekDays = ['周日', '周一', '周二', '周三', '周四', '周五', '周六'];

/** A day in Asia/Shanghai, wherever the wall hangs: `2026-11-21 周六`. */
export const dayWithWeek = (now: Date): string => {
  const day = shanghaiToday(now);
  return `${day} ${weekDays[new Date(day).getUTCDay()]}`;
};
