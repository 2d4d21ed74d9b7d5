import { MapChart, ScatterChart } from 'echarts/charts';
import { GeoComponent, TooltipComponent, VisualMapComponent } from 'echarts/components';
import { init, registerMap, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import china from './china.json';

use([MapChart, ScatterChart, GeoComponent, TooltipComponent, VisualMapComponent, CanvasRenderer]);
// The name makes ECharts add 南海诸岛.
registerMap('china', china as unknown as Parameters<typeof registerMap>[1]);

export { init };
