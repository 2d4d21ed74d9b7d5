import { isDark } from '../../lib/appearance.ts';
import { layoutSetting } from '../../lib/layout-setting.ts';
import { presetOf } from '../../lib/presets.ts';

const light = {
  ink: '#18202E',
  caption: '#5F6B7D',
  hairline: '#ECEFF4',
  axis: '#D3D9E2',
  ground: '#fff',
  shadow: '0 6px 20px -4px rgba(16,22,33,.16),0 0 0 1px rgba(16,22,33,.05)',
  pointed: 'rgba(24,32,46,.045)',
  area: 0.07,
  /** Fixed order, told apart under the common colour blindnesses. */
  categorical: ['#3494F4', '#D4690F', '#2A2E8C', '#1E7F6E', '#7A1C2E', '#A98A9C'],
  /** What remains beyond the six, and what is switched off. */
  rest: '#C3CBD6',
  beforeLine: '#A3AEBD',
  beforeBar: '#CBD3DE',
  land: '#eef1f6',
  border: '#b4bfcd',
  over: '#cfe2f9',
  marked: '#bfe3d3',
  markedEdge: '#1e7f6e',
  point: '#d4690f',
  heat: ['#e3effc', '#8fc0f5', '#3494f4', '#0b5cad'],
};

type Colors = typeof light;

const dark: Colors = {
  ink: '#E3E6EC',
  caption: '#919AA8',
  hairline: '#252A34',
  axis: '#414855',
  ground: '#21262F',
  shadow: '0 8px 24px -4px rgba(0,0,0,.6),0 0 0 1px #414855',
  pointed: 'rgba(227,230,236,.06)',
  area: 0.1,
  categorical: ['#409EFF', '#EE9B45', '#7A6BC4', '#86DCC0', '#CF5160', '#B09FAC'],
  rest: '#4C535E',
  beforeLine: '#7C8696',
  beforeBar: '#4C535E',
  land: '#252A34',
  border: '#181D24',
  over: '#414855',
  marked: '#18392C',
  markedEdge: '#4CAD88',
  point: '#EE9B45',
  heat: [],
};

/** What charts are drawn in; `single` is the colour of a series that is alone. */
export type ChartColors = Colors & { single: string };

/** The colours of charts in the person's preset and mode. */
export const useChartColors = (): ChartColors => {
  const seed = layoutSetting.use((setting) => setting.theme);
  return toChartColors(seed, isDark.use());
};

const known = new Map<string, ChartColors>();

const toChartColors = (seed: string, inDark: boolean): ChartColors => {
  const key = `${seed} ${inDark}`;
  const preset = presetOf(seed, inDark);
  const heat = Object.entries(preset).flatMap(([name, colour]) => (name.startsWith('heat') && colour ? [colour] : []));
  const colors = known.get(key) ?? { ...(inDark ? { ...dark, heat } : light), single: preset.chart1 };
  known.set(key, colors);
  return colors;
};

/** The colours of a wall, which is dark whatever the person's mode; its blue alone follows the theme. */
export const useWallColors = () => {
  const seed = layoutSetting.use((setting) => setting.theme);
  return toWallColors(seed);
};

const walls = new Map<string, ReturnType<typeof makeWallColors>>();
const makeWallColors = (seed: string) => ({
  ground: '#0E1621',
  ink: '#F2F5F9',
  ink2: '#AEB9C8',
  ink3: '#8F9CAF',
  line: 'rgb(255 255 255 / 12%)',
  land: '#1A2532',
  border: '#3A4859',
  amber: '#F2B04C',
  red: '#FF8A7D',
  green: '#4CC79B',
  blue: presetOf(seed, true).chart1,
});
const toWallColors = (seed: string) => {
  const colors = walls.get(seed) ?? makeWallColors(seed);
  walls.set(seed, colors);
  return colors;
};
export type WallColors = ReturnType<typeof makeWallColors>;
