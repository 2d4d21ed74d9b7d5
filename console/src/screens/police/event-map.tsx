import type { PoliceMap } from '@zhuiyuan/contract/police/police-event';
import { useMemo } from 'react';
import { useChartColors, type ChartColors } from '../../parts/charts/chart-colors.ts';
import { Chart, type Engine } from '../../parts/charts/chart.tsx';
import { countText } from '../../parts/format/numbers.ts';

const engine: Engine = () => import('../../parts/charts/diversion-map-engine.ts');

type Place = [lng: number, lat: number];
interface Api {
  coord: (place: Place) => Place;
}

/** Degrees from west to east that the map of the whole country spans. */
const countryDegrees = 62;
/** Of what is to be seen, what is left around it. */
const air = 1.7;

/** What is shown of the country: the middle of all places and how near one looks. */
const viewOf = (places: readonly Place[]) => {
  const lngs = places.map(([lng]) => lng);
  const lats = places.map(([, lat]) => lat);
  const [west, east] = [Math.min(...lngs), Math.max(...lngs)];
  const [south, north] = [Math.min(...lats), Math.max(...lats)];
  // The map is about 1.6 times as wide as high.
  const span = Math.max(east - west, (north - south) * 1.6, 1);
  return {
    center: [(west + east) / 2, (south + north) / 2],
    zoom: Math.min(30, Math.max(1, countryDegrees / (span * air))),
  };
};

/** The ring of each authorised city as a shape that moves with the map. */
const cityShapes = ({ cities }: PoliceMap, colors: ChartColors) => {
  const rings = cities.flatMap((city) => city.rings);
  return {
    type: 'custom',
    coordinateSystem: 'geo',
    silent: true,
    clip: true,
    data: rings.map((_ring, nth) => [nth]),
    renderItem: ({ dataIndex }: { dataIndex: number }, api: Api) => ({
      type: 'polygon',
      shape: { points: rings[dataIndex]!.map((place) => api.coord(place as Place)) },
      style: { fill: colors.marked, stroke: colors.markedEdge, lineWidth: 1 },
    }),
  };
};

const optionOf = (map: PoliceMap, place: string, colors: ChartColors) => {
  const outside = map.outside.map(({ lng, lat }): Place => [lng, lat]);
  const dealer: Place[] = map.dealer ? [[map.dealer.lng, map.dealer.lat]] : [];
  const corners = map.cities.flatMap(({ rings }) => rings.flat() as Place[]);
  const label = {
    show: true,
    color: colors.ink,
    fontWeight: 600,
    backgroundColor: colors.ground,
    padding: [2, 6],
    borderRadius: 4,
  };
  const [first] = outside;
  return {
    geo: {
      map: 'china',
      roam: true,
      ...viewOf([...corners, ...outside, ...dealer]),
      scaleLimit: { min: 1, max: 60 },
      layoutCenter: ['50%', '50%'],
      layoutSize: '118%',
      silent: true,
      itemStyle: { areaColor: colors.land, borderColor: colors.border, borderWidth: 0.8 },
      label: { show: true, color: colors.caption, fontSize: 12 },
    },
    series: [
      cityShapes(map, colors),
      {
        type: 'scatter',
        coordinateSystem: 'geo',
        silent: true,
        symbolSize: 5,
        itemStyle: { color: colors.categorical[0] },
        data: map.inside.map(({ lng, lat }) => [lng, lat]),
      },
      ...(first && dealer[0]
        ? [
            {
              type: 'lines',
              coordinateSystem: 'geo',
              silent: true,
              symbol: ['none', 'arrow'],
              symbolSize: 8,
              lineStyle: { color: colors.point, type: 'dashed', width: 1.5, curveness: 0.12, opacity: 1 },
              data: [{ coords: [dealer[0], first] }],
            },
          ]
        : []),
      {
        type: 'scatter',
        coordinateSystem: 'geo',
        silent: true,
        symbolSize: 10,
        itemStyle: { color: colors.point, borderColor: colors.ground, borderWidth: 1.2 },
        data: outside.map((value, nth) => ({
          value,
          label:
            nth === 0
              ? { ...label, color: colors.point, position: 'bottom', formatter: `${place} ${outside.length} 件` }
              : undefined,
        })),
      },
      {
        type: 'scatter',
        coordinateSystem: 'geo',
        silent: true,
        symbolSize: 14,
        itemStyle: { color: colors.ground, borderColor: colors.ink, borderWidth: 3 },
        data: dealer.map((value) => ({
          value,
          label: { ...label, position: 'left', formatter: map.dealer!.name },
        })),
      },
    ],
  };
};

/** Between which two places, and how far: what remains where no map can be drawn. */
export const waysOf = ({ dealer, straightKm, nearestKm }: PoliceMap, place: string): string =>
  [
    dealer && `${dealer.name}${dealer.isEstimated ? '（位置估算）' : ''} → ${place}`,
    straightKm !== null && `直线 ${countText(straightKm)} 公里`,
    nearestKm !== null && `距授权区域最近 ${countText(nearestKm)} 公里`,
  ]
    .filter(Boolean)
    .join('，');

/** Where goods may be sold, where they belong and where they were met. */
export const EventMap = ({ map, place }: { map: PoliceMap; place: string }) => {
  const colors = useChartColors();
  const option = useMemo(() => optionOf(map, place, colors), [map, place, colors]);
  return (
    <figure className="zy-police-map">
      <Chart engine={engine} option={option} label={waysOf(map, place) || '授权区域与扫码地'} height={318} />
      <figcaption>
        <span className="zy-police-key zy-police-key-region">
          授权区域 {map.regions.slice(0, 3).join('、')}
          {map.regions.length > 3 ? ` 等 ${map.regions.length} 处` : ''}
          {map.isByCity ? '，按地市判断' : ''}
        </span>
        <span className="zy-police-key zy-police-key-inside">区内扫码 {countText(map.inside.length)}</span>
        <span className="zy-police-key zy-police-key-outside">区外扫码 {countText(map.outside.length)}</span>
        <span>示意图</span>
      </figcaption>
    </figure>
  );
};
