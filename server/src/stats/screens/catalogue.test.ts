import { statNames, statScreens } from '@zhuiyuan/contract/stats/screens/stat-screens';
import type { StatScreen } from '@zhuiyuan/contract/stats/screens/stat-screen';
import { expect, test } from 'vitest';
import type { DimName } from '../figures/dims.ts';
import { layoutOf } from '../read/layout.ts';
import { toldOf } from '../read/read-metrics.ts';

const span = { start: '2026-01-01' };

test.each(statNames)('every figure, column, chart and filter of %s is kept by the engine', (name) => {
  const screen: StatScreen = statScreens[name];
  expect(toldOf(screen.cards, { place: { dim: 'firm', id: 0 }, by: 'all' })).toEqual(screen.cards);
  const missing: string[] = [];
  for (const { by, columns } of screen.groups) {
    const layout = layoutOf(by, undefined, span);
    const told = layout ? toldOf(columns, layout) : [];
    missing.push(...columns.filter((code) => !told.includes(code)).map((code) => `${by} ${code}`));
  }
  for (const { title, by, metrics } of screen.charts) {
    const layout = layoutOf(by, undefined, span);
    const told = layout ? toldOf(metrics, layout) : [];
    missing.push(...metrics.filter((code) => !told.includes(code)).map((code) => `${title} ${code}`));
  }
  for (const { dim, by } of screen.filters)
    for (const axis of by) {
      const layout = layoutOf(axis, { dim: dim as DimName, id: 1 }, span);
      const group = screen.groups.find((one) => one.by === axis);
      const chart = screen.charts.find((one) => one.by === axis);
      const columns = [...(group?.columns ?? []), ...(chart?.metrics ?? [])];
      if (!layout || toldOf(columns, layout).length === 0) missing.push(`${dim} by ${axis}`);
    }
  expect(missing).toEqual([]);
});
