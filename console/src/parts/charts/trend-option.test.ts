import { describe, expect, it } from 'vitest';
import type { ChartColors } from './chart-colors.ts';
import { colorsOf, highestOf, scaleBeside, scaleOf, type TrendData } from './trend-data.ts';
import { labelsIn, trendOption } from './trend-option.ts';

const colors = {
  ink: 'ink',
  single: 'single',
  categorical: ['first', 'second', 'third'],
  rest: 'rest',
  beforeLine: 'grey',
  beforeBar: 'grey bar',
  area: 0.07,
} as unknown as ChartColors;

const remainders: TrendData = {
  labels: ['11-20', '11-21', '11-22'],
  series: [
    { name: '预算剩余', values: [100, 90, null] },
    { name: '奖品剩余', values: [100, 95, null] },
    { name: '预算推算', values: [null, 90, 80], guessOf: '预算剩余' },
    { name: '奖品推算', values: [null, 95, 90], guessOf: '奖品剩余' },
  ],
};

interface Drawn {
  yAxis: { max: number; interval: number }[];
  legend: { data: { name: string; icon: string }[] };
  series: { name: string; lineStyle: { type?: unknown; color: string } }[];
}
const drawn = (data: TrendData, hidden?: ReadonlySet<string>) => trendOption(data, colors, hidden) as unknown as Drawn;

describe('the axis of a trend', () => {
  it('ends at the next round number, not far above what is highest', () => {
    expect([100, 61, 85, 120, 1240, 0.7].map((most) => scaleOf(most, false)?.max)).toEqual([
      100, 75, 100, 125, 1250, 0.75,
    ]);
    for (let most = 1; most < 3000; most += 7) {
      const { max, interval } = scaleOf(most, false)!;
      expect(max, String(most)).toBeGreaterThanOrEqual(most);
      expect(max, String(most)).toBeLessThan(most * 1.37);
      expect([3, 4, 5], String(most)).toContain(Math.round(max / interval));
    }
  });

  it('divides no count, and stands where there is nothing', () => {
    expect([1, 2, 3, 6, 9].map((most) => scaleOf(most, true))).toEqual([
      { max: 1, interval: 1 },
      { max: 2, interval: 1 },
      { max: 3, interval: 1 },
      { max: 6, interval: 2 },
      { max: 10, interval: 2 },
    ]);
    expect(scaleOf(0, true)).toBeUndefined();
    expect(drawn({ labels: ['11-20'], series: [{ name: '抽奖', values: [0] }] }).yAxis).toMatchObject([{ max: 1 }]);
  });

  it('stands on the lines of the other side', () => {
    expect(scaleBeside(61, false, { max: 100, interval: 25 })).toEqual({ max: 80, interval: 20 });
    expect(scaleBeside(3, true, { max: 100, interval: 20 })).toEqual({ max: 5, interval: 1 });
    expect(scaleBeside(0, false, { max: 3, interval: 1 })).toEqual({ max: 3, interval: 1 });
  });

  it('is as high as stacked bars together, and follows what is switched off', () => {
    const bars: TrendData = {
      labels: ['一', '二'],
      isStacked: true,
      series: [
        { name: '甲', kind: 'bar', values: [60, 10] },
        { name: '乙', kind: 'bar', values: [40, 20] },
        { name: '丙', kind: 'bar', values: [1, 3] },
      ],
    };
    expect(highestOf(bars, false)).toBe(101);
    expect(highestOf({ ...bars, isStacked: false }, false)).toBe(60);
    expect(drawn(bars, new Set(['甲', '乙'])).yAxis).toMatchObject([{ max: 3, interval: 1 }]);
  });
});

describe('the lines of a trend', () => {
  it('a guess has the colour of what it carries on, dashed, also in the legend', () => {
    expect(colorsOf(remainders.series, colors)).toEqual(['first', 'second', 'first', 'second']);
    const { series, legend, yAxis } = drawn(remainders);
    expect(series.map(({ lineStyle }) => lineStyle.type)).toEqual([undefined, undefined, [4, 3], [4, 3]]);
    expect(legend.data.map(({ icon }) => icon === 'roundRect')).toEqual([true, true, false, false]);
    expect(yAxis).toMatchObject([{ max: 100, interval: 25 }]);
  });

  it('a guess of the only line takes its colour, and the period before stays grey', () => {
    const only = remainders.series.filter(({ name }) => name.startsWith('奖品'));
    expect(colorsOf(only, colors)).toEqual(['single', 'single']);
    const before = [
      { name: '本期', values: [1] },
      { name: '上期', values: [2], isBefore: true },
    ] as const;
    expect(colorsOf(before, colors)).toEqual(['single', 'grey']);
  });

  it('its last day stands inside, and before it every so many as there is room for', () => {
    const days = Array.from({ length: 30 }, (_day, at) => `11-${String(at + 1).padStart(2, '0')}`);
    const shown = (width: number, isOnBands: boolean, labels = days) => {
      const { interval, ...rest } = labelsIn(width, labels, isOnBands, false);
      return { ...rest, at: labels.flatMap((_label, at) => (interval(at) ? [at] : [])) };
    };
    expect(shown(330, false)).toEqual({ hideOverlap: false, alignMaxLabel: 'right', at: [1, 8, 15, 22, 29] });
    expect(shown(830, false)).toMatchObject({ alignMaxLabel: 'right' });
    expect(shown(830, false).at.at(-1)).toBe(29);
    // Seven broad bars: each day stands under its own.
    expect(shown(830, true, days.slice(0, 7))).toEqual({ hideOverlap: false, at: [0, 1, 2, 3, 4, 5, 6] });
    expect(shown(330, false, ['11-27'])).toEqual({ hideOverlap: false, at: [0] });
    expect(shown(330, false, days.slice(0, 2))).toMatchObject({ alignMinLabel: 'left', alignMaxLabel: 'right' });
  });

  it('says what the numbers of its axis are', () => {
    const labelsOf = (unit: string | undefined, values: readonly number[]) => {
      const { yAxis } = trendOption(
        { labels: ['11-26'], unit, series: [{ name: '失败率', kind: 'bar', values: [50] }] },
        colors,
      ) as unknown as { yAxis: { axisLabel: { formatter: (value: number) => string } }[] };
      return values.map((value) => yAxis[0]!.axisLabel.formatter(value));
    };
    expect(labelsOf('%', [0, 50])).toEqual(['0%', '50%']);
    expect(labelsOf(undefined, [0, 50_000])).toEqual(['0', '5万']);
  });
});
