import { LinesChart, MapChart, ScatterChart } from 'echarts/charts';
import { GeoComponent } from 'echarts/components';
import { init, registerMap, use } from 'echarts/core';
import { LabelLayout } from 'echarts/features';
import { CanvasRenderer } from 'echarts/renderers';
import china from './china.json';

use([LinesChart, MapChart, ScatterChart, GeoComponent, LabelLayout, CanvasRenderer]);
// The name makes ECharts add 南海诸岛.
registerMap('china', china as unknown as Parameters<typeof registerMap>[1]);

/** Where the middle of each province stands on the map, by the name the map gives it. */
export const middles: ReadonlyMap<string, readonly [number, number]> = new Map(
  (china as unknown as { features: { properties: { name: string; cp: [number, number] } }[] }).features.map(
    ({ properties: { name, cp } }) => [name, cp],
  ),
);

export { init };
