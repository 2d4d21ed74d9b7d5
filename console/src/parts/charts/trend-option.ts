import type { BarSeriesOption, LineSeriesOption } from 'echarts/charts';
import type { EChartsCoreOption } from 'echarts/core';
import type { ChartColors } from './chart-colors.ts';
import { colorsOf, type Series, type TrendData } from './trend-data.ts';
import { axisText, countText } from '../format/numbers.ts';

const lineOf = (series: Series, color: string, isSingle: boolean, { area, ink }: ChartColors): LineSeriesOption => ({
  type: 'line',
  name: series.name,
  data: [...series.values],
  yAxisIndex: series.isRight ? 1 : 0,
  showSymbol: false,
  symbol: 'circle',
  symbolSize: 6,
  lineStyle: series.isBefore ? { width: 1.5, type: [4, 3], color } : { width: 2, color },
  itemStyle: { color },
  emphasis: { disabled: true },
  z: series.isBefore ? 2 : 3,
  ...(isSingle &&
    !series.isBefore && {
      areaStyle: { color, opacity: area },
      ...(series.values.some(Boolean) && { markPoint: highest(series, color, ink) }),
    }),
});

const barOf = (series: Series, color: string, isStacked: boolean): BarSeriesOption => ({
  type: 'bar',
  name: series.name,
  data: [...series.values],
  yAxisIndex: series.isRight ? 1 : 0,
  ...(isStacked ? { stack: 'parts', barMaxWidth: 14 } : { barWidth: 14, barGap: '14%' }),
  itemStyle: { color, borderRadius: isStacked ? 0 : [2, 2, 0, 0] },
  emphasis: { disabled: true },
});

/** Keeps the label of the highest point inside the chart at either end. */
const alignAt = ({ values }: Series): 'left' | 'center' | 'right' => {
  const most = Math.max(...values.map((value) => value ?? Number.NEGATIVE_INFINITY));
  const place = values.indexOf(most) / Math.max(1, values.length - 1);
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

const axis = (isRight: boolean, isWhole: boolean, { caption, hairline }: ChartColors, unit = '') => ({
  type: 'value' as const,
  min: 0,
  splitNumber: 4,
  // counts have no halves
  minInterval: isWhole ? 1 : 0,
  position: isRight ? ('right' as const) : ('left' as const),
  axisLine: { show: false },
  axisTick: { show: false },
  axisLabel: { color: caption, fontSize: 12, formatter: (value: number) => `${axisText(value)}${unit}` },
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

/** Chart of a trend by the design's rules: bars from 0, four splits, hairline grid, straight lines, nothing moves. */
export const trendOption = (data: TrendData, colors: ChartColors): EChartsCoreOption => {
  const own = colorsOf(data.series, colors);
  const isWhole = data.series.every(({ values }) => values.every((value) => value === null || Number.isInteger(value)));
  const hasBars = data.series.some((series) => series.kind === 'bar');
  const isSingle = data.series.filter((series) => !series.isBefore).length === 1;
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
      data: data.series.map(({ name, kind = 'line' }) => ({
        name,
        icon: 'roundRect',
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
      axisLabel: { color: colors.caption, fontSize: 12, hideOverlap: true, rotate: 0 },
    },
    yAxis: data.series.some((series) => series.isRight)
      ? [axis(false, isWhole, colors, data.unit), axis(true, isWhole, colors)]
      : [axis(false, isWhole, colors, data.unit)],
    series: data.series.map((series, at) => {
      const color = own[at] ?? colors.single;
      return series.kind === 'bar'
        ? barOf(series, color, data.isStacked === true)
        : lineOf(series, color, isSingle && !hasBars, colors);
    }),
  };
};
