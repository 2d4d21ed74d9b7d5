import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import { pointToPolygonDistance } from '@turf/point-to-polygon-distance';
import type { Feature, MultiPolygon } from 'geojson';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Db } from '../kit/db/database.ts';
import type { Place } from './place-of-ip.ts';
import { regionPath } from './region-names.ts';

/** WGS-84, in degrees. */
interface Point {
  lng: number;
  lat: number;
}

type Box = readonly [west: number, south: number, east: number, north: number];
interface City {
  code: string;
  box: Box;
  shape: Feature<MultiPolygon>;
}

/** Borders and shores are drawn to a kilometre: what lies no farther outside belongs to the nearest city. */
const toleranceKm = 2;
/** More than the tolerance, in degrees of either direction anywhere in China. */
const margin = 0.04;

const file = ['../places', '../../places']
  .map((folder) => join(import.meta.dirname, folder, 'cities.json'))
  .find((path) => existsSync(path))!;

const toBox = ({ geometry }: Feature<MultiPolygon>): Box => {
  const points = geometry.coordinates.flat(2);
  const range = (at: 0 | 1) => points.map((point) => point[at]!);
  const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b));
  const most = (values: number[]) => values.reduce((a, b) => Math.max(a, b));
  return [least(range(0)), least(range(1)), most(range(0)), most(range(1))];
};

let cities: City[] | undefined;

const municipalities: ReadonlySet<string> = new Set(['11', '12', '31', '50']);

/** How many digits of a region's code say which city it lies in, or which province where it is one: a municipality is one city. */
const digitsOf = (code: string): number => (code.endsWith('0000') || municipalities.has(code.slice(0, 2)) ? 2 : 4);

/** Whether a city lies in one of some regions, by codes; a district counts as the city around it. */
export const isCityIn = (city: string, regions: readonly string[]): boolean =>
  regions.some((region) => city.slice(0, digitsOf(region)) === region.slice(0, digitsOf(region)));

/** Kilometres from a position to the border of the nearest city in some regions; undefined where we have no border of any. */
export const kilometresTo = ({ lng, lat }: Point, regions: readonly string[]): number | undefined => {
  cities ??= openCities();
  const distances = cities
    .filter(({ code }) => isCityIn(code, regions))
    .map(({ shape }) => Math.max(0, pointToPolygonDistance([lng, lat], shape, { units: 'kilometers' })));
  return distances.length > 0 ? distances.reduce((a, b) => Math.min(a, b)) : undefined;
};

/** The cities in some regions, as rings of [longitude, latitude] to about a hundred metres. */
export const outlinesOf = (regions: readonly string[]): { code: string; rings: [number, number][][] }[] => {
  cities ??= openCities();
  const round = (degrees: number) => Math.round(degrees * 1000) / 1000;
  return cities
    .filter(({ code }) => isCityIn(code, regions))
    .map(({ code, shape }) => ({
      code,
      rings: shape.geometry.coordinates.flatMap((polygon) =>
        polygon.map((ring) => ring.map(([lng, lat]): [number, number] => [round(lng!), round(lat!)])),
      ),
    }));
};

/** Read when the first position is asked for. */
const openCities = (): City[] => {
  const { features } = JSON.parse(readFileSync(file, 'utf8')) as {
    features: Feature<MultiPolygon, { code: string }>[];
  };
  return features.map((shape) => ({ code: shape.properties.code, box: toBox(shape), shape }));
};

/** The code of the city a position lies in, from borders that ship with the server; undefined where it lies in none. */
export const cityAt = ({ lng, lat }: Point): string | undefined => {
  cities ??= openCities();
  const around = cities.filter(
    ({ box: [west, south, east, north] }) =>
      lng >= west - margin && lng <= east + margin && lat >= south - margin && lat <= north + margin,
  );
  const inside = around.find(({ shape }) => booleanPointInPolygon([lng, lat], shape));
  if (inside) return inside.code;
  let nearest: { code: string; km: number } | undefined;
  for (const { code, shape } of around) {
    const km = pointToPolygonDistance([lng, lat], shape, { units: 'kilometers' });
    if (km <= (nearest?.km ?? toleranceKm)) nearest = { code, km };
  }
  return nearest?.code;
};

/** Province and city of a position by their official names, from borders that ship with the server; undefined where it lies in none. */
export const placeOfPoint = async (db: Db, point: Point): Promise<Place | undefined> => {
  const code = cityAt(point);
  const [province, ...below] = code === undefined ? [] : await regionPath(db, code);
  if (province === undefined) return undefined;
  // Under a municipality the table of regions has districts; the city bears the name of the province.
  return { province, city: below.at(-1) ?? (province.endsWith('市') ? province : '') };
};

/** The middle of a city that a region lies in, or of a province where that is all the code says; undefined where we have no border of it. */
export const middleOf = (code: string): Point | undefined => {
  cities ??= openCities();
  const boxes = cities.filter((city) => isCityIn(city.code, [code])).map(({ box }) => box);
  if (boxes.length === 0) return undefined;
  const [west, south, east, north] = boxes.reduce((a, b) => [
    Math.min(a[0], b[0]),
    Math.min(a[1], b[1]),
    Math.max(a[2], b[2]),
    Math.max(a[3], b[3]),
  ]);
  return { lng: (west + east) / 2, lat: (south + north) / 2 };
};
