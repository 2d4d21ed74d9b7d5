import { moneyText, percentText } from '@zhuiyuan/contract/kit/decimal';

export { moneyText, percentText };

/** Money that may not be known yet. */
export const maybeMoney = (fen: number | null | undefined, none = '—'): string => (fen == null ? none : moneyText(fen));

/** Money as charts hold it, in yuan. */
export const yuanText = (yuan: number): string => moneyText(Math.round(yuan * 100));

const grouped = new Intl.NumberFormat('zh-CN', { maximumFractionDigits: 6 });

/** 12846 as `12,846`. */
export const countText = (value: number): string => grouped.format(value);

const rate = new Intl.NumberFormat('zh-CN', { minimumFractionDigits: 1, maximumFractionDigits: 2 });

/** Percent as the wire carries it: 68.4 is `68.4%`, 5 is `5.0%`; a rate that was typed keeps its second decimal. */
export const rateText = (percent: number): string => `${rate.format(percent)}%`;

/** A total that stopped counting at ten thousand ends with +. */
export const totalText = ({ total, more }: { total: number; more?: boolean }): string =>
  `${countText(total)}${more ? '+' : ''}`;

/** A number on a card: from ten million in 万, `1,284.6万`. */
export const cardText = (value: number): string =>
  Math.abs(value) >= 10_000_000 ? `${grouped.format(Math.round(value / 1000) / 10)}万` : countText(value);

/** Axis labels: from ten thousand in 万. */
export const axisText = (value: number): string =>
  Math.abs(value) >= 10_000 ? `${grouped.format(value / 10_000)}万` : countText(value);

const units = ['B', 'KB', 'MB', 'GB', 'TB'] as const;

/** Bytes as a person reads them: 0 B, 640 KB, 12.4 MB; of 1024 each, as limits of uploads are. */
export const bytesText = (bytes: number): string => {
  let value = bytes;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${value >= 100 || unit === 0 ? countText(Math.round(value)) : value.toFixed(1)} ${units[unit]}`;
};
