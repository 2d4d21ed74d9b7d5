import type { BarSeriesOption, LineSeriesOption } from 'echarts/charts';
import type { EChartsCoreOption } from 'echarts/core';
import type { ChartColors } from './chart-colors.ts';
import {
  colorsOf,
  highestOf,
  isOwn,
  scaleBeside,
  scaleOf,
  type Scale,
  type Series,
  type TrendData,
} from './trend-data.ts';
import { axisText, countText } from '../format/numbers.ts';

const lineOf = (series: Series, color: string, isSingle: boolean, { area, ink }: ChartColors): LineSeriesOption => ({
  type: 'line',
  name: series.name,
  data: [...series.values],
  yAxisIndex: series.isRight ? 1 : 0,
  showSymbol: false,
  symbol: 'circle',
  symbolSize: 6,
  lineStyle: isOwn(series) ? { width: 2, color } : { width: 1.5, type: [4, 3], color },
  itemStyle: { color },
  emphasis: { disabled: true },
  z: isOwn(series) ? 3 : 2,
  ...(isSingle &&
    isOwn(series) && {
      areaStyle: { color, opacity: area },
      ...(series.values.some(Boolean) && { markPoint: highest(series, color, ink) }),
    }),
});

const barOf = (series: Series, color: string, isStacked: boolean): BarSeriesOption => ({
  type: 'bar',
  name: series.name,
  data: [...series.values],
  yAxisIndex: series.isRight ? 1 : 0,
  ...(isStacked ? { stack: 'parts', barMaxWidth: 14 } : { barMaxWidth: 14, barGap: '14%' }),
  itemStyle: { color, borderRadius: isStacked ? 0 : [2, 2, 0, 0] },
  emphasis: { disabled: true },
});

/** Keeps the label of the highest point inside the chart at either end. */
const alignAt = ({ values }: Series): 'left' | 'center' | 'right' => {
  const most = Math.max(...values.map((value) => value ?? Number.NEGATIVE_INFINITY));
  const place = values.indexOf(most) / Math.max(1, values.length - 1);
  if (values.length < 2) return 'center';
  return place > 0.88 ? 'right' : place < 0.12 ? 'left' : 'center';
};

const highest = (series: Series, color: string, ink: string): LineSeriesOption['markPoint'] => ({
  symbol: 'circle',
  symbolSize: 6,
  data: [{ type: 'max', name: '最高' }],
  itemStyle: { color },
  label: {
    position: 'top',
    distance: 6,
    align: alignAt(series),
    color: ink,
    fontSize: 12,
    fontWeight: 600,
    formatter: ({ value }) => `最高 ${(series.write ?? countText)(Number(value))}`,
  },
});

const axis = (isRight: boolean, scale: Scale, { caption, hairline }: ChartColors, unit = '') => ({
  type: 'value' as const,
  min: 0,
  ...scale,
  position: isRight ? ('right' as const) : ('left' as const),
  axisLine: { show: false },
  axisTick: { show: false },
  axisLabel: { color: caption, fontSize: 12, formatter: (value: number) => axisText(value) + unit },
  splitLine: { show: !isRight, lineStyle: { color: hairline } },
});

interface TooltipRow {
  seriesIndex?: number;
  axisValueLabel?: string;
  value?: unknown;
  color?: unknown;
}

const escaped = (text: string) => text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);

const tooltipOf = (data: TrendData) => (rows: TooltipRow | TooltipRow[]) => {
  const list = Array.isArray(rows) ? rows : [rows];
  const lines = list.map(({ seriesIndex = 0, value, color }) => {
    const series = data.series[seriesIndex];
    const written = typeof value === 'number' ? (series?.write ?? countText)(value) : '-';
    return `<div class="zy-tip"><i style="background:${String(color)}"></i>${escaped(series?.name ?? '')}<b>${escaped(written)}</b></div>`;
  });
  return `<div class="zy-tip-head">${escaped(list[0]?.axisValueLabel ?? '')}</div>${lines.join('')}`;
};

/** Three dashes in the place of a legend's bar. */
const dashes = 'path://M0 0h4v3h-4zM5 0h4v3h-4zM10 0h4v3h-4z';

/** Of letters 12 px high: those of numbers, and all others; of both axes with their labels, and the least between two labels. */
const digitWidth = 7;
const letterWidth = 12;
const axisWidth = 48;
const labelGap = 8;

const widthOf = (label: string): number =>
  [...label].reduce((sum, letter) => sum + (/[\x20-\x7e]/.test(letter) ? digitWidth : letterWidth), 0);

/** Which labels of `count` stand under a chart of this width: the last one always, inside of it, and before it every so many as there is room for. */
export const labelsIn = (width: number, labels: readonly string[], isOnBands: boolean, hasTwoAxes: boolean) => {
  const last = labels.length - 1;
  const room = Math.max(1, width - axisWidth * (hasTwoAxes ? 2 : 1));
  const step = room / Math.max(1, isOnBands ? labels.length : last);
  const broadest = Math.max(0, ...labels.map(widthOf));
  const isInside = last < 1 || (isOnBands && broadest / 2 <= step / 2 + labelGap);
  // One that ends where its point is needs half its width more.
  const every = Math.max(1, Math.ceil((broadest * (isInside ? 1 : 1.5) + labelGap) / step));
  return {
    hideOverlap: false,
    interval: (at: number) => (last - at) % every === 0,
    ...(!isInside && { alignMaxLabel: 'right' as const }),
    ...(!isInside && last % every === 0 && { alignMinLabel: 'left' as const }),
  };
};

/**
 * Chart of a trend by the design's rules: bars from 0, three to five splits, hairline grid, straight lines, nothing moves. Series that
 * are `hidden` leave their place on the axes to the others. `width` in px says how many labels there is room for.
 */
export const trendOption = (
  data: TrendData,
  colors: ChartColors,
  hidden: ReadonlySet<string> = new Set(),
  width = 340,
): EChartsCoreOption => {
  const own = colorsOf(data.series, colors);
  const shown = { ...data, series: data.series.filter(({ name }) => !hidden.has(name)) };
  const of = (isRight: boolean) => {
    const drawn = shown.series.filter((series) => (series.isRight ?? false) === isRight);
    const isWhole = drawn.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)));
    return [highestOf(shown, isRight), isWhole] as const;
  };
  // Where nothing is above 0 there is one line over it.
  const left = scaleOf(...of(false)) ?? { max: 1, interval: 1 };
  const hasBars = data.series.some((series) => series.kind === 'bar');
  const hasRight = data.series.some((series) => series.isRight);
  const isSingle = data.series.filter(isOwn).length === 1;
  return {
    animation: false,
    grid: {
      left: 0,
      right: 8,
      top: data.series.length > 1 ? 44 : 28,
      bottom: 0,
      outerBoundsMode: 'same',
      outerBoundsContain: 'axisLabel',
    },
    legend: {
      // Names that find no place in one row are turned to, instead of lying over the axis.
      type: 'scroll',
      pageIconSize: 10,
      pageTextStyle: { color: colors.ink, fontSize: 12 },
      show: data.series.length > 1,
      left: 0,
      top: 4,
      itemWidth: 14,
      itemGap: 16,
      textStyle: { color: colors.ink, fontSize: 12 },
      selected: Object.fromEntries(data.series.map(({ name }) => [name, !hidden.has(name)])),
      data: data.series.map(({ name, kind = 'line', ...series }) => ({
        name,
        icon: kind === 'line' && !isOwn({ name, ...series }) ? dashes : 'roundRect',
        itemStyle: { borderWidth: 0 },
        lineStyle: { width: 0 },
        symbolKeepAspect: false,
        ...(kind === 'bar' ? { itemWidth: 10 } : {}),
      })),
      itemHeight: hasBars ? 10 : 3,
      selectedMode: data.series.length > 2,
      inactiveColor: colors.rest,
    },
    tooltip: {
      trigger: 'axis',
      confine: true,
      transitionDuration: 0,
      borderWidth: 0,
      padding: [8, 12],
      backgroundColor: colors.ground,
      extraCssText: `box-shadow:${colors.shadow};border-radius:6px`,
      textStyle: { color: colors.ink, fontSize: 12 },
      axisPointer: hasBars
        ? { type: 'shadow', shadowStyle: { color: colors.pointed } }
        : { type: 'line', lineStyle: { color: colors.beforeLine, type: 'solid' } },
      formatter: tooltipOf(data),
    },
    xAxis: {
      type: 'category',
      data: [...data.labels],
      boundaryGap: hasBars,
      axisTick: { show: false },
      axisLine: { lineStyle: { color: colors.axis } },
      axisLabel: {
        color: colors.caption,
        fontSize: 12,
        rotate: 0,
        ...labelsIn(width, data.labels, hasBars, hasRight),
      },
    },
    yAxis: hasRight
      ? [axis(false, left, colors, data.unit), axis(true, scaleBeside(...of(true), left), colors)]
      : [axis(false, left, colors, data.unit)],
    series: data.series.map((series, at) => {
      const color = own[at] ?? colors.single;
      return series.kind === 'bar'
        ? barOf(series, color, data.isStacked === true)
        : lineOf(series, color, isSingle && !hasBars, colors);
    }),
  };
};
