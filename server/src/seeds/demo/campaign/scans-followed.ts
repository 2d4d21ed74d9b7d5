import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { sql } from 'kysely';
import type { Db } from '../../../kit/db/database.ts';
import { regionByName } from '../../../settings/region-names.ts';
import { mix } from '../seed-scans.ts';

/** An activity of the demonstration that was drawn from. Days count from today. */
export interface Seeded {
  id: number;
  firmId: number;
  /** Null of a game. */
  productId: number | null;
  poolId: number;
  fromDay: number;
  toDay: number;
  budgetAmount?: number;
}

/** Of ten who asked about a code for the first time six drew. */
const drawsOfTen = 6;

/** What was followed by a draw: a query, or somebody who opened a game, which has no code. */
export interface Visit {
  id: number | null;
  seg: number | null;
  serial: number | null;
  lotId: number | null;
  /** Of the draw that followed. */
  at: string;
  device: string;
  ip: string;
  geoSource: number;
  region: string | null;
}

/** A query that was followed by a draw. */
export interface Scan extends Visit {
  id: number;
  seg: number;
  serial: number;
}

/** The first queries about an activity's product while it ran that were followed by a draw, in their order. */
export const scansOf = async (db: Db, { firmId, productId, fromDay, toDay }: Seeded): Promise<Scan[]> => {
  const from = `${addDays(shanghaiToday(), fromDay)} 00:00:00`;
  const to = `${addDays(shanghaiToday(), Math.min(toDay, 0) + 1)} 00:00:00`;
  const rows = await db
    .selectFrom('scanLog')
    .where('firmId', '=', firmId)
    .where('productId', '=', productId)
    .where('verdict', '=', 'FIRST')
    .where('seg', 'is not', null)
    .where(sql<boolean>`at >= ${from}::timestamptz and at < least(${to}::timestamptz, now()) - interval '1 minute'`)
    .orderBy('at')
    .orderBy('id')
    .select([
      'id',
      'seg',
      'serial',
      'lotId',
      sql<string>`to_char(at + interval '30 seconds', 'YYYY-MM-DD HH24:MI:SS')`.as('at'),
      'device',
      sql<string>`host(ip)`.as('ip'),
      'geoSource',
      'province',
      'city',
    ])
    .execute();
  const scans: Scan[] = [];
  const seen = new Set<string>();
  for (const { province, city, ...row } of rows) {
    const code = `${row.seg} ${row.serial}`;
    if (mix(row.serial!, row.seg!) % 10 >= drawsOfTen || seen.has(code)) continue;
    seen.add(code);
    const region = await regionByName(db, province + (city === province ? '' : city));
    scans.push({ ...row, seg: row.seg!, serial: row.serial!, region: region || null });
  }
  return scans;
};
