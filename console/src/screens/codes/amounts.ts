import { countText } from '../../parts/format/numbers.ts';

const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** Bytes as a person reads them: 0 B, 640 KB, 12.4 MB. */
export const bytesText = (bytes: number): string => {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit += 1;
  }
  return `${value >= 100 || unit === 0 ? countText(Math.round(value)) : value.toFixed(1)} ${units[unit]}`;
};

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

/** Percent of a whole with one decimal, as the wire carries it: 68.4%. */
export const rateText = (percent: number): string => `${percent.toFixed(1)}%`;
