import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';

/** The row of one query, by its number and its time: the token's time has no fraction, the partition key has. */
export const findScan = (db: Db, { scanId, at }: { scanId: number; at: string }) =>
  db
    .selectFrom('scanLog')
    .where('id', '=', scanId)
    .where(sql<boolean>`at >= ${at}::timestamptz and at < ${at}::timestamptz + interval '1 second'`)
    .select([
      'firmId',
      'productId',
      'lotId',
      'seg',
      'serial',
      'codeText',
      'verdict',
      'province',
      'city',
      'geoSource',
      'lng',
      'lat',
      'device',
      'uid',
      'activityId',
    ])
    .executeTakeFirst();
