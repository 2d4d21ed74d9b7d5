import { useMemo } from 'react';
import { useChartColors, type ChartColors } from './chart-colors.ts';
import { Chart, type Engine } from './chart.tsx';
import { countText } from '../format/numbers.ts';
import { useNarrow } from '../frame/use-narrow.ts';

const engine: Engine = () => import('./china-map-engine.ts');

/** A province's name as the map writes it: 广西 for 广西壮族自治区. */
export const shortProvince = (name: string): string =>
  name.replace(/(?:壮族自治区|回族自治区|维吾尔自治区|自治区|特别行政区|省|市)$/, '');

interface Point {
  lng: number;
  lat: number;
  name: string;
}

/**
 * China by province: a heat of numbers, provinces that are marked, points. Fetched with its shapes when it is first shown.
 * `label` says in words what it shows; `pick` hears the official name of a province that has a number.
 */
export const ChinaMap = ({
  label,
  height = 420,
  heat = none,
  marked = none,
  points = none,
  unit = '',
  pick,
}: {
  label: string;
  height?: number;
  heat?: readonly { province: string; value: number }[];
  marked?: readonly string[];
  points?: readonly Point[];
  unit?: string;
  pick?: (province: string) => void;
}) => {
  const isNarrow = useNarrow();
  const colors = useChartColors();
  const option = useMemo(
    () => optionOf({ heat, marked, points, unit, isNarrow, colors }),
    [heat, marked, points, unit, isNarrow, colors],
  );
  const choose = useMemo(
    () =>
      pick &&
      ((name: string) => {
        const found = heat.find(({ province }) => shortProvince(province) === name);
        if (found) pick(found.province);
      }),
    [heat, pick],
  );
  return <Chart engine={engine} option={option} label={label} height={height} click={choose} />;
};

const none: readonly never[] = [];

const optionOf = ({
  heat,
  marked,
  points,
  unit,
  isNarrow,
  colors,
}: {
  heat: readonly { province: string; value: number }[];
  marked: readonly string[];
  points: readonly Point[];
  unit: string;
  isNarrow: boolean;
  colors: ChartColors;
}) => {
  const most = Math.max(1, ...heat.map(({ value }) => value));
  const land = { areaColor: colors.land, borderColor: colors.border, borderWidth: 0.6 };
  return {
    tooltip: {
      trigger: 'item',
      backgroundColor: colors.ground,
      borderColor: colors.axis,
      textStyle: { color: colors.ink },
      confine: true,
      formatter: ({ name, value, seriesType }: { name: string; value: unknown; seriesType?: string }) => {
        if (seriesType === 'scatter') return escape(name);
        return typeof value === 'number' && !Number.isNaN(value)
          ? `${escape(name)}　<b>${countText(value)}</b>${unit}`
          : escape(name);
      },
    },
    visualMap:
      heat.length > 0
        ? {
            min: 0,
            max: most,
            seriesIndex: 0,
            text: ['多', '少'],
            left: 8,
            bottom: 8,
            itemHeight: 90,
            textStyle: { color: colors.caption },
            inRange: { color: colors.heat },
          }
        : undefined,
    geo: {
      map: 'china',
      roam: true,
      scaleLimit: { min: 1, max: 8 },
      layoutCenter: ['50%', '54%'],
      // of the shorter side; the map is wider than high
      layoutSize: isNarrow ? '98%' : '118%',
      selectedMode: false,
      itemStyle: land,
      label: { show: false },
      emphasis: { label: { show: true, color: colors.ink }, itemStyle: { areaColor: colors.over } },
      regions: marked.map((province) => ({
        name: shortProvince(province),
        itemStyle: { areaColor: colors.marked, borderColor: colors.markedEdge, borderWidth: 1 },
      })),
    },
    series: [
      ...(heat.length > 0
        ? [
            {
              type: 'map',
              geoIndex: 0,
              data: heat.map(({ province, value }) => ({ name: shortProvince(province), value })),
            },
          ]
        : []),
      ...(points.length > 0
        ? [
            {
              type: 'scatter',
              coordinateSystem: 'geo',
              symbolSize: 9,
              itemStyle: { color: colors.point, borderColor: colors.ground, borderWidth: 1.2 },
              data: points.map(({ lng, lat, name }) => ({ name, value: [lng, lat] })),
            },
          ]
        : []),
    ],
  };
};

const escape = (text: string): string => text.replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
