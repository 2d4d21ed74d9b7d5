import { GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import { sql } from 'kysely';
import { createRequire } from 'node:module';
import type Gcoord from 'gcoord';
import type { Db } from '../../kit/db/database.ts';
import { changeScan } from './attach-scan.ts';
import { placeOfPoint } from '../../settings/place-of-point.ts';

const gcoord = createRequire(import.meta.url)('gcoord') as typeof Gcoord;

/** A position as a device tells it: browsers in WGS-84, the software kits of map firms in China in GCJ-02. */
interface Position {
  lng: number;
  lat: number;
  datum: 'wgs84' | 'gcj02';
}

const round = (degrees: number) => Math.round(degrees * 1e6) / 1e6;

/** The position in WGS-84, as the log keeps it. */
const inWgs84 = ({ lng, lat, datum }: Position): { lng: number; lat: number } => {
  if (datum === 'wgs84') return { lng, lat };
  const [east, north] = gcoord.transform([lng, lat], gcoord.GCJ02, gcoord.WGS84) as [number, number];
  return { lng: round(east), lat: round(north) };
};

/**
 * Keeps the position a shopper gave for a query, once and within five minutes of it. It names the place from then on, that of
 * the address is kept beside it; a position outside the borders we have names nothing. Answers the city, else the province,
 * the query now has; null where neither is known or nothing was kept.
 */
export const locateScan = async (
  db: Db,
  scan: { scanId: number; at: string },
  position: Position,
): Promise<string | null> => {
  const point = inWgs84(position);
  const place = await placeOfPoint(db, point);
  const located = await db.transaction().execute(async (where) => {
    const transaction = where as Db;
    const change = await changeScan(transaction, scan, {
      set: sql`lng = ${point.lng}::float8, lat = ${point.lat}::float8, geo_source = ${sql.lit(GeoSource.gps)},
        ip_province = case when ${place !== undefined} then now.province else '' end,
        ip_city = case when ${place !== undefined} then now.city else '' end,
        province = coalesce(${place?.province ?? null}, now.province), city = coalesce(${place?.city ?? null}, now.city)`,
      only: sql`geo_source <> ${sql.lit(GeoSource.gps)} and at > now() - interval '5 minutes'`,
    });
    if (change)
      await transaction
        .updateTable('unitScan')
        .set({ firstCity: change.after.city || change.after.province })
        .where('seg', '=', change.seg)
        .where('serial', '=', change.serial)
        .where('firstAt', '=', sql<string>`${change.at}::timestamptz`)
        .execute();
    return change?.after;
  });
  return located?.city || located?.province || null;
};
