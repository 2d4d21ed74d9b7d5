import { sql } from 'kysely';
import type { Place } from '../codes/state/parent-places.ts';
import type { Run } from '../codes/state/ranges.ts';
import type { Db } from '../kit/db/database.ts';

const shownScans = 200;

/** The last scans of a code with a place, the latest first. */
export const findScans = (db: Db, { seg, serial }: Place) =>
  db
    .selectFrom('scanLog')
    .where('seg', '=', seg)
    .where('serial', '=', serial)
    .select([
      'id',
      'at',
      'verdict',
      'province',
      'city',
      'district',
      'lng',
      'lat',
      'geoSource',
      'ipProvince',
      'ipCity',
      sql<string>`concat(province, nullif(city, province), district)`.as('regionName'),
    ])
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(shownScans)
    .execute();

/** A scan whose place is known. */
export interface PlacedScan {
  at: string;
  province: string;
  city: string;
  district: string;
  lng: number | null;
  lat: number | null;
  geoSource: number;
  regionName: string;
}

/** The last scan with a place of each of some runs; runs look into the index each by itself, all in one statement. */
export const findLastPlaces = async (db: Db, runs: readonly Run[]): Promise<(PlacedScan | undefined)[]> => {
  if (runs.length === 0) return [];
  const { rows } = await sql<PlacedScan & { nth: number }>`
    select r.nth, scan.* from unnest(${runs.map(({ seg }) => seg)}::int[], ${runs.map(({ from }) => from)}::bigint[], ${runs.map(({ to }) => to)}::bigint[])
      with ordinality r(seg, a, b, nth)
    cross join lateral (
      select at, province, city, district, lng, lat, geo_source, concat(province, nullif(city, province), district) as region_name
      from scan_log where firm_id is not null and seg = r.seg and serial between r.a and r.b and province <> '' order by at desc limit 1) scan`.execute(
    db,
  );
  const byNumber = new Map(rows.map(({ nth, ...scan }) => [nth, scan]));
  return runs.map((_run, at) => byNumber.get(at + 1));
};
