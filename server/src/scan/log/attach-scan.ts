import { Cross } from '@zhuiyuan/contract/scan/log/scan-log';
import { sql, type RawBuilder } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { emit } from '../../kit/db/events.ts';

/** What may become known of a query after it was written down. */
export interface LateFacts {
  uid: number | null;
  activityId: number | null;
  geoSource: number;
  province: string;
  city: string;
  lng: number | null;
  lat: number | null;
}

/** A query of which more became known: what it was before, and what it is from now on. */
export interface ScanAttached {
  scanId: number;
  /** With its fraction: `id` and this are the key of the row. */
  at: string;
  firmId: number;
  seg: number | null;
  serial: number | null;
  verdict: string;
  isCounted: boolean;
  productId: number | null;
  lotId: number | null;
  agentId: number | null;
  shopId: number | null;
  salesmanId: number | null;
  channelId: number | null;
  shipDays: number | null;
  entry: number;
  before: LateFacts;
  after: LateFacts;
}

declare module '../../kit/db/events.ts' {
  interface Events {
    /** More became known of a query: who asked, where, or which campaign answered. */
    'scan.attached': ScanAttached;
  }
}

/** Whether a row of `scan_log` is that query: a token's time has no fraction, the key has. */
const isScan = ({ scanId, at }: { scanId: number; at: string }) =>
  sql`id = ${scanId} and at >= ${at}::timestamptz and at < ${at}::timestamptz + interval '1 second'`;

type Row = Omit<ScanAttached, 'before' | 'after'> &
  LateFacts & { [K in keyof LateFacts as `old${Capitalize<K>}`]: LateFacts[K] };

/**
 * The one way in which a query is changed after it was written down: what becomes known of it is set where `only` still holds, and told
 * with what stood there before (`scan.attached`), in one transaction. Answers the change; nothing where none was made.
 */
export const changeScan = async (
  db: Db,
  scan: { scanId: number; at: string },
  { set, only }: { set: RawBuilder<unknown>; only: RawBuilder<unknown> },
): Promise<ScanAttached | undefined> => {
  if (!db.isTransaction)
    return db.transaction().execute((transaction) => changeScan(transaction as Db, scan, { set, only }));
  const { rows } = await sql<Row>`
    with old as materialized (
      select id, at, uid, activity_id, geo_source, province, city, lng, lat from scan_log where ${isScan(scan)} and ${only} for no key update
    )
    update scan_log as now set ${set} from old where now.id = old.id and now.at = old.at
    returning now.id as scan_id, now.at::text as at, now.firm_id, now.seg, now.serial, now.verdict, now.is_counted, now.product_id, now.lot_id,
      now.agent_id, now.shop_id, now.salesman_id, now.channel_id, now.ship_days, now.entry,
      now.uid, now.activity_id, now.geo_source, now.province, now.city, now.lng, now.lat, old.uid as old_uid, old.activity_id as old_activity_id,
      old.geo_source as old_geo_source, old.province as old_province, old.city as old_city, old.lng as old_lng, old.lat as old_lat`.execute(
    db,
  );
  if (!rows[0]) return undefined;
  const { oldUid, oldActivityId, oldGeoSource, oldProvince, oldCity, oldLng, oldLat, ...row } = rows[0];
  const { uid, activityId, geoSource, province, city, lng, lat, ...known } = row;
  const change = {
    ...known,
    before: {
      uid: oldUid,
      activityId: oldActivityId,
      geoSource: oldGeoSource,
      province: oldProvince,
      city: oldCity,
      lng: oldLng,
      lat: oldLat,
    },
    after: { uid, activityId, geoSource, province, city, lng, lat },
  };
  await emit(db, 'scan.attached', change);
  return change;
};

/**
 * Keeps with a query of a firm who asked and which campaign answered, where that was not known when it was written down. What is known stays:
 * the first to sign in on the page is whose query it was.
 */
export const attachToScan = (
  db: Db,
  { firmId, ...scan }: { scanId: number; at: string; firmId: number },
  { uid = null, activityId = null }: { uid?: number | null; activityId?: number | null },
): Promise<ScanAttached | undefined> =>
  changeScan(db, scan, {
    set: sql`uid = coalesce(now.uid, ${uid}::bigint), activity_id = coalesce(now.activity_id, ${activityId}::bigint)`,
    only: sql`firm_id = ${firmId}
      and (uid is null and ${uid}::bigint is not null or activity_id is null and ${activityId}::bigint is not null)`,
  });

/** Keeps that goods were asked about outside their dealer's regions; what a position said is not taken back by an address. */
export const markCross = async (
  db: Db,
  { scanId, at, firmId }: { scanId: number; at: string; firmId: number },
  cross: typeof Cross.suspected | typeof Cross.byAddress,
): Promise<void> => {
  await db
    .updateTable('scanLog')
    .set({ isCross: cross })
    .where('firmId', '=', firmId)
    .where('id', '=', scanId)
    .where(sql<boolean>`at = ${at}::timestamptz`)
    .where('isCross', '<>', sql.lit(Cross.suspected))
    .execute();
};
