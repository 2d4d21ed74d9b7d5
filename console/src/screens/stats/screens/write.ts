import { metricOf, metrics, type MetricCode } from '@zhuiyuan/contract/stats/figures/metric';
import { changeOf, pointsOf, type Change } from '../../../parts/format/change.ts';
import { cardText, countText, moneyText, percentText } from '../../../parts/format/numbers.ts';

/** A figure that the server names and this console knows. */
export const isMetric = (code: string): code is MetricCode => code in metrics;

const averageText = (value: number): string => countText(Math.round(value * 100) / 100);

/** A figure without its unit, as tables write it; `—` where it says nothing. */
export const writeMetric = (code: MetricCode, value: number | null | undefined): string => {
  if (value === null || value === undefined) return '—';
  const { kind, unit } = metricOf(code);
  if (kind === 'money' || unit === '元') return moneyText(value);
  if (kind === 'rate') return percentText(value);
  return kind === 'average' ? averageText(value) : countText(value);
};

/** A figure as a card shows it: from ten million in 万. */
export const cardMetric = (code: MetricCode, value: number | null): string =>
  value !== null && metricOf(code).kind === 'count' ? cardText(value) : writeMetric(code, value);

/** A figure with its unit, for a tooltip. */
export const sayMetric = (code: MetricCode, value: number): string =>
  [writeMetric(code, value), metricOf(code).unit].filter(Boolean).join(' ');

/** Change against the period before; nothing where one of both says nothing. */
export const changeBetween = (code: MetricCode, value: number | null, prev: number | null): Change | undefined => {
  if (value === null || prev === null) return undefined;
  return metricOf(code).kind === 'rate' ? pointsOf(value, prev) : changeOf(value, prev);
};
