import { GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import { Cross } from '@zhuiyuan/contract/scan/log/scan-log';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { rollUp } from '../kit/db/roll-up.ts';
import { markCross, type ScanAttached } from '../scan/log/attach-scan.ts';
import { cityAt, isCityIn, kilometresTo } from '../settings/place-of-point.ts';
import { readSetting } from '../settings/read-setting.ts';
import { regionByName } from '../settings/region-names.ts';
import { findSalesRegions } from './find-sales-regions.ts';

/** A query of goods that a dealer has. */
type Judged = Pick<ScanAttached, 'scanId' | 'at' | 'firmId' | 'shopId' | 'productId' | 'lotId'> & {
  seg: number;
  serial: number;
  agentId: number;
  uid: number | null;
};

/** Where a query was made, outside of all regions. */
interface Found {
  regions: string[];
  province: string;
  city: string;
  point: { lng: number; lat: number } | undefined;
  distanceKm: number | null;
}

const counted = ['FIRST', 'REPEAT', 'OVER'] as const;
const isJudged = (scan: Pick<ScanAttached, 'verdict' | 'seg' | 'serial' | 'agentId'>): boolean =>
  scan.agentId !== null && scan.seg !== null && scan.serial !== null && counted.some((one) => one === scan.verdict);

/** The regions where the dealers of some queries may sell what was asked about. */
const regionsOf = async (db: Db, scans: readonly Pick<Judged, 'agentId' | 'productId'>[]): Promise<string[][]> => {
  const ids = [...new Set(scans.map(({ agentId }) => agentId))];
  const agents =
    ids.length === 0 ? [] : await db.selectFrom('agent').where('id', 'in', ids).select(['id', 'path']).execute();
  const byId = new Map(agents.map((agent) => [agent.id, agent]));
  return findSalesRegions(
    db,
    scans.map(({ agentId, productId }) => ({ agent: byId.get(agentId)!, productId })),
  );
};

/** Writes down that a code was met in a city, once; a position takes the place of an address. In the caller's transaction. */
const keepHit = async (db: Db, scan: Judged, { regions, province, city, point, distanceKm }: Found): Promise<void> => {
  const geoSource = point ? GeoSource.gps : GeoSource.ip;
  await markCross(db, scan, point ? Cross.suspected : Cross.byAddress);
  const row = {
    scanId: scan.scanId,
    at: sql<string>`${scan.at}::timestamptz`,
    agentId: scan.agentId,
    shopId: scan.shopId,
    productId: scan.productId,
    lotId: scan.lotId,
    uid: scan.uid,
    regions,
    province,
    city,
    geoSource,
    lng: point?.lng ?? null,
    lat: point?.lat ?? null,
    distanceKm,
    judgedAt: sql<string>`now()`,
  };
  await db
    .insertInto('crossHit')
    .values({ ...row, firmId: scan.firmId, seg: scan.seg, serial: scan.serial })
    .onConflict((conflict) =>
      conflict
        .columns(['firmId', 'seg', 'serial', 'city'])
        .doUpdateSet(row)
        .where('crossHit.geoSource', '=', sql.lit(GeoSource.ip))
        .where(sql<boolean>`${geoSource}::smallint = ${sql.lit(GeoSource.gps)}`),
    )
    .execute();
};

/**
 * Judges a query whose position has just become known, by the city it lies in: what lies in no city where the dealer may sell, and farther than
 * the tolerance (`cross_distance`, kilometres) from the border of the nearest such one, is a hit. A dealer without regions may sell anywhere.
 */
export const judgeLocated = async (db: Db, change: ScanAttached): Promise<void> => {
  const { before, after, seg, serial, agentId } = change;
  if (before.geoSource === GeoSource.gps || after.geoSource !== GeoSource.gps || !isJudged(change)) return;
  const point = { lng: after.lng!, lat: after.lat! };
  const city = cityAt(point);
  if (city === undefined) return;
  const scan = { ...change, seg: seg!, serial: serial!, agentId: agentId!, uid: after.uid };
  const [regions = []] = await regionsOf(db, [scan]);
  if (regions.length === 0 || isCityIn(city, regions)) return;
  const distance = kilometresTo(point, regions);
  if (distance !== undefined && distance <= Number(await readSetting(db, 'cross_distance'))) return;
  await keepHit(db, scan, {
    regions,
    province: `${city.slice(0, 2)}0000`,
    city,
    point,
    distanceKm: distance === undefined ? null : Math.round(distance),
  });
};

/** A position is taken for five minutes; after six none comes any more. */
const addressSeconds = 360;

/** Judges what only an address placed: a hit where the province differs from those where the dealer may sell. Each query once. */
export const judgeByAddress = (db: Db): Promise<void> =>
  rollUp(
    db,
    'cross by address',
    async (transaction, isFresh) => {
      const { rows } = await sql<Judged & { provinceName: string; cityName: string }>`
        select id as scan_id, at::text as at, firm_id, seg, serial, agent_id, shop_id, product_id, lot_id, uid,
          province as province_name, city as city_name
        from scan_log where ${isFresh} and firm_id > 0 and agent_id is not null and seg is not null and geo_source = ${sql.lit(GeoSource.ip)}
          and province <> '' and verdict in ('FIRST', 'REPEAT', 'OVER') order by seg, serial, at`.execute(transaction);
      const regions = await regionsOf(transaction, rows);
      const codes = new Map<string, string>();
      const codeOf = async (name: string): Promise<string> => {
        if (!codes.has(name)) codes.set(name, await regionByName(transaction, name));
        return codes.get(name)!;
      };
      for (const [nth, { provinceName, cityName, ...scan }] of rows.entries()) {
        const own = regions[nth]!;
        const province = await codeOf(provinceName);
        if (own.length === 0 || province === '' || own.some((code) => code.slice(0, 2) === province.slice(0, 2)))
          continue;
        const city = (cityName && cityName !== provinceName && (await codeOf(provinceName + cityName))) || province;
        await keepHit(transaction, scan, { regions: own, province, city, point: undefined, distanceKm: null });
      }
    },
    addressSeconds,
  );
