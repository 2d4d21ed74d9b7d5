import { expect, it } from 'vitest';
import type { ChartColors } from './chart-colors.ts';
import { trendOption } from './trend-option.ts';

const colors = { categorical: [] } as unknown as ChartColors;

/** What stands at these values of the left axis. */
const labelsOf = (unit: '%' | undefined, values: readonly number[]) => {
  const option = trendOption(
    { labels: ['11-26'], unit, series: [{ name: '失败率', kind: 'bar', values: [50] }] },
    colors,
  );
  const [left] = option['yAxis'] as { axisLabel: { formatter: (value: number) => string } }[];
  return values.map((value) => left!.axisLabel.formatter(value));
};

it('says what the numbers of its axis are', () => {
  expect(labelsOf('%', [0, 50])).toEqual(['0%', '50%']);
  expect(labelsOf(undefined, [0, 50_000])).toEqual(['0', '5万']);
});
