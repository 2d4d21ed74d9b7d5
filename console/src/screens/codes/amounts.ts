import { countText } from '../../parts/format/numbers.ts';

/** A span of time, rounded up to what one would say: 不到 1 秒, 12 秒, 3 分钟, 2 小时 5 分钟. */
export const spanText = (seconds: number): string => {
  if (seconds < 1) return '不到 1 秒';
  const whole = Math.ceil(seconds);
  if (whole < 60) return `${whole} 秒`;
  const minutes = Math.ceil(whole / 60);
  if (minutes < 60) return `${minutes} 分钟`;
  const rest = minutes % 60;
  return `${countText(Math.floor(minutes / 60))} 小时${rest > 0 ? ` ${rest} 分钟` : ''}`;
};
