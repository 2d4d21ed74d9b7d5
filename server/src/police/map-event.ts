import { GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import { HitVerdict } from '@zhuiyuan/contract/diversion/cross-hit';
import type { PoliceMap } from '@zhuiyuan/contract/police/police-event';
import { Cross } from '@zhuiyuan/contract/scan/log/scan-log';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { kilometresBetween, type Point } from '../risk/measures.ts';
import { isCityIn, middleOf, outlinesOf } from '../settings/place-of-point.ts';
import { regionPath } from '../settings/region-names.ts';
import { findDiversion, type DivertedEvent } from './compare-event.ts';

/** Scans inside the regions that are shown. */
const mostInside = 400;
/** Of those outside that are shown. */
const mostOutside = 1000;
const { lit } = sql;

/** Where a dealer is: his own point, else the middle of his city; null where neither is known. */
const findDealer = async (db: Db, { firmId, agentId }: DivertedEvent): Promise<PoliceMap['dealer']> => {
  const agent = await db
    .selectFrom('agent')
    .where('firmId', '=', firmId)
    .where('id', '=', agentId)
    .select(['name', 'lng', 'lat', 'regionCode'])
    .executeTakeFirst();
  if (!agent) return null;
  const { name, lng, lat, regionCode } = agent;
  if (lng !== null && lat !== null) return { name, lng, lat, isEstimated: false };
  const middle = regionCode ? middleOf(regionCode) : undefined;
  return middle ? { name, ...middle, isEstimated: true } : null;
};

/** Scans of the same dealer and lots by position that are no hits: where the goods usually turn up. */
const findInside = async (db: Db, { id, firmId, agentId }: DivertedEvent): Promise<Point[]> => {
  const { rows } = await sql<Point>`
    select round(s.lng::numeric, 3)::float8 as lng, round(s.lat::numeric, 3)::float8 as lat
    from (select distinct lot_id from cross_hit where firm_id = ${firmId} and event_id = ${id} and lot_id is not null) lots
    join scan_log s on s.firm_id = ${firmId} and s.lot_id = lots.lot_id
    where s.at > now() - interval '90 days' and s.agent_id = ${agentId} and s.geo_source = ${lit(GeoSource.gps)} and s.is_cross = ${lit(Cross.no)}
      and s.lng is not null and s.lat is not null
    order by s.at desc limit ${lit(mostInside)}`.execute(db);
  return rows;
};

/** The places of a diversion; null of other types. */
export const mapEvent = async (db: Db, id: number): Promise<PoliceMap | null> => {
  const event = await findDiversion(db, id);
  if (!event) return null;
  const hits = await db
    .selectFrom('crossHit')
    .where('firmId', '=', event.firmId)
    .where('eventId', '=', id)
    .where('confirmed', '<>', lit(HitVerdict.dismissed))
    .select(['id', 'lng', 'lat', 'distanceKm', 'regions', 'geoSource'])
    .orderBy('at', 'desc')
    .limit(mostOutside)
    .execute();
  const regions = hits[0]?.regions ?? [];
  const paths = await Promise.all(regions.map((code) => regionPath(db, code)));
  const outside = hits.flatMap(({ id: hitId, lng, lat }) =>
    lng === null || lat === null ? [] : [{ id: hitId, lng, lat }],
  );
  const dealer = await findDealer(db, event);
  const distances = hits.flatMap(({ distanceKm }) => distanceKm ?? []);
  const mean = (of: 'lng' | 'lat') => outside.reduce((sum, point) => sum + point[of], 0) / outside.length;
  const names = new Map<string, string>();
  const outlines = outlinesOf(regions);
  for (const { code } of outlines) names.set(code, (await regionPath(db, code)).at(-1) ?? '');
  return {
    regions: [...new Set(paths.map((path) => path.at(-1) ?? ''))].filter(Boolean),
    isByCity: regions.some((code) => !code.endsWith('00') && outlines.some((city) => isCityIn(city.code, [code]))),
    cities: outlines.map(({ code, rings }) => ({ name: names.get(code) ?? '', rings })),
    dealer,
    inside: await findInside(db, event),
    outside,
    straightKm:
      dealer && outside.length > 0
        ? Math.round(kilometresBetween(dealer, { lng: mean('lng'), lat: mean('lat') }))
        : null,
    nearestKm: distances.length > 0 ? Math.min(...distances) : null,
  };
};
