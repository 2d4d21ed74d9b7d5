import { CustomChart, LinesChart, ScatterChart } from 'echarts/charts';
import { GeoComponent } from 'echarts/components';
import { init, registerMap, use } from 'echarts/core';
import { CanvasRenderer } from 'echarts/renderers';
import china from './china.json';

use([CustomChart, LinesChart, ScatterChart, GeoComponent, CanvasRenderer]);
registerMap('china', china as unknown as Parameters<typeof registerMap>[1]);

export { init };
