import { toMs, toTime } from '@zhuiyuan/contract/kit/clock';

/** A wire time as `yyyy-MM-dd HH:mm`, or with seconds; ten-digit timestamps are seconds of Asia/Shanghai and 0 is nothing. */
export const timeText = (value: string | number | null | undefined, withSeconds = false): string => {
  if (value === null || value === undefined || value === '' || value === 0) return '-';
  const text = typeof value === 'number' ? toTime(value * 1000) : value;
  return text.slice(0, withSeconds ? 19 : 16);
};

/** A wire time or day as `yyyy-MM-dd`. */
export const dayText = (value: string | null | undefined): string => (value ? value.slice(0, 10) : '-');

/** Time in a timeline: the year is dropped within the current one. */
export const shortTimeText = (value: string, now = new Date()): string =>
  value.startsWith(`${now.getFullYear()}-`) ? value.slice(5, 16) : value.slice(0, 16);

/** Relative time within a day (刚刚, 12 分钟前, 3 小时前), the absolute time beyond it. */
export const agoText = (value: string, now = new Date()): string => {
  const seconds = (now.getTime() - toMs(value.slice(0, 19))) / 1000;
  if (seconds < 60) return '刚刚';
  if (seconds < 3600) return `${Math.floor(seconds / 60)} 分钟前`;
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} 小时前`;
  return timeText(value);
};
