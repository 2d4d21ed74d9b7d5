import { toMs } from '@zhuiyuan/contract/kit/clock';
import { shortDay } from '../../lib/formats.ts';

/** `2026-12-07` */
export const toDay = (time: string): string => time.slice(0, 10);

/** `11-30`, and with its year where that is not this one. */
export const endDay = (time: string, now = new Date()): string => shortDay(time, String(now.getFullYear()));

const dayMs = 86_400_000;

/** Number of the day in Shanghai. */
const dayOf = (ms: number): number => Math.floor((ms + 8 * 3_600_000) / dayMs);

/** Days of the calendar from today until a time, 0 on its own day and after. */
export const daysUntil = (time: string, now = Date.now()): number => Math.max(0, dayOf(toMs(time)) - dayOf(now));

/** `还剩 15 天`, on its own day `还剩 5 小时`, then `已到期`. */
export const leftWords = (time: string, now = Date.now()): string => {
  const ms = toMs(time) - now;
  if (ms <= 0) return '已到期';
  const days = daysUntil(time, now);
  if (days > 0) return `还剩 ${days} 天`;
  return ms >= 3_600_000 ? `还剩 ${Math.ceil(ms / 3_600_000)} 小时` : `还剩 ${Math.ceil(ms / 60_000)} 分钟`;
};

/** `今天内` or `2026-12-07（含）前`: the day of a time counts to its end. */
export const untilDay = (time: string, now = Date.now()): string =>
  daysUntil(time, now) === 0 ? '今天内' : `${toDay(time)}（含）前`;
