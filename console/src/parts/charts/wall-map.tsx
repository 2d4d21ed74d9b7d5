import { useEffect, useMemo, useState } from 'react';
import { shortProvince } from './china-map.tsx';
import { useWallColors, type WallColors } from './chart-colors.ts';
import { Chart, type Engine } from './chart.tsx';
import { countText } from '../format/numbers.ts';

const engine: Engine = () => import('./wall-map-engine.ts');

interface Point {
  lng: number;
  lat: number;
}
interface Told {
  provinces: readonly { name: string; value: number }[];
  /** Where lines begin; without it there are none. */
  plant: Point | null;
  /** Places outside of where the dealer may sell, and where the dealer is. */
  crossed: readonly (Point & { name: string; count: number; from: Point | null })[];
}

const [mostLines, mostLabels, steps] = [10, 7, 5];

/** China on a wall: provinces in five steps, lines from the plant to where most is scanned, and dashed ones to where goods crossed. */
export const WallMap = ({
  told,
  width,
  height,
  label,
}: {
  told: Told;
  width: number;
  height: number;
  label: string;
}) => {
  const colors = useWallColors();
  const [middles, setMiddles] = useState<ReadonlyMap<string, readonly [number, number]>>();
  useEffect(() => {
    let isGone = false;
    void import('./wall-map-engine.ts').then((loaded) => !isGone && setMiddles(loaded.middles));
    return () => {
      isGone = true;
    };
  }, []);
  const option = useMemo(() => middles && optionOf(told, colors, middles), [told, colors, middles]);
  return (
    <div style={{ width, height }}>
      {option && <Chart engine={engine} option={option} label={label} height={height} />}
    </div>
  );
};

/** Shades from the land to the blue. */
const shadeOf = (colors: WallColors, step: number): string => {
  const part = [0.16, 0.28, 0.42, 0.56, 0.72][step - 1]!;
  const read = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
  const [land, blue] = [read(colors.land), read(colors.blue)];
  return `rgb(${land.map((value, at) => Math.round(value + (blue[at]! - value) * part)).join(' ')})`;
};

const optionOf = (
  { provinces, plant, crossed }: Told,
  colors: WallColors,
  middles: ReadonlyMap<string, readonly [number, number]>,
) => {
  const most = Math.max(1, ...provinces.map(({ value }) => value));
  const placed = provinces.flatMap(({ name, value }) => {
    const at = middles.get(shortProvince(name));
    return at && value > 0 ? [{ name: shortProvince(name), value, at }] : [];
  });
  // Those of goods that crossed are told first, then the largest.
  const named = placed.slice(0, Math.max(0, mostLabels - crossed.length));
  const text = (name: string, value: string) => `{n|${name}} {v|${value}}`;
  const halo = { textBorderColor: colors.ground, textBorderWidth: 4, fontSize: 24, lineHeight: 30 };
  const ofLabel = (color: string, weight: number) => ({
    show: true,
    position: 'right' as const,
    formatter: ({ data }: { data: { told: string } }) => data.told,
    ...halo,
    color,
    rich: {
      n: { ...halo, color, fontWeight: 400 },
      v: { ...halo, color, fontWeight: weight },
    },
  });
  return {
    animation: false,
    geo: {
      map: 'china',
      silent: true,
      roam: false,
      layoutCenter: ['50%', '54%'],
      layoutSize: '116%',
      itemStyle: { areaColor: colors.land, borderColor: colors.border, borderWidth: 1 },
      label: { show: false },
      regions: placed.map(({ name, value }) => ({
        name,
        itemStyle: { areaColor: shadeOf(colors, Math.max(1, Math.ceil((value / most) * steps))) },
      })),
    },
    series: [
      {
        type: 'lines',
        coordinateSystem: 'geo',
        silent: true,
        data: plant
          ? placed.slice(0, mostLines).map(({ value, at }) => ({
              coords: [[plant.lng, plant.lat], [...at]],
              lineStyle: {
                color: colors.blue,
                width: 1.5 + 5 * Math.sqrt(value / most),
                opacity: 0.9,
                curveness: 0.2,
              },
            }))
          : [],
      },
      {
        type: 'lines',
        coordinateSystem: 'geo',
        silent: true,
        data: crossed.flatMap(({ lng, lat, from }) =>
          from
            ? [
                {
                  coords: [
                    [from.lng, from.lat],
                    [lng, lat],
                  ],
                  lineStyle: { color: colors.amber, width: 3, type: 'dashed', opacity: 1, curveness: 0.25 },
                },
              ]
            : [],
        ),
      },
      {
        type: 'scatter',
        coordinateSystem: 'geo',
        silent: true,
        symbolSize: (_: unknown, { data }: { data: { told: string } }) => (data.told ? 12 : 8),
        itemStyle: { color: colors.ink, borderColor: colors.blue, borderWidth: 2 },
        label: ofLabel(colors.ink, 700),
        labelLayout: { hideOverlap: true, moveOverlap: 'shiftY' },
        data: placed.map(({ name, value, at }) => ({
          value: [...at],
          told: named.some((one) => one.name === name) ? text(name, countText(value)) : '',
        })),
      },
      {
        type: 'scatter',
        coordinateSystem: 'geo',
        silent: true,
        symbolSize: 16,
        z: 4,
        itemStyle: { color: colors.amber },
        label: ofLabel(colors.amber, 700),
        labelLayout: { hideOverlap: true, moveOverlap: 'shiftY' },
        data: crossed
          .slice(0, mostLabels)
          .map(({ name, count, lng, lat }) => ({ value: [lng, lat], told: text(name, `${countText(count)} 件`) })),
      },
      ...(plant
        ? [
            {
              type: 'scatter',
              coordinateSystem: 'geo',
              silent: true,
              symbolSize: 24,
              z: 5,
              itemStyle: { color: colors.ground, borderColor: colors.ink, borderWidth: 6 },
              data: [{ value: [plant.lng, plant.lat] }],
            },
          ]
        : []),
    ],
  };
};
