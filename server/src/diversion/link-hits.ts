import { GeoSource } from '@zhuiyuan/contract/codes/state/code-enums';
import { HitVerdict } from '@zhuiyuan/contract/diversion/cross-hit';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';

/** Makes scans outside the authorised region those of one warning; a scan that has one keeps it. Answers how many were free. */
export const linkHits = async (
  db: Db,
  { firmId, eventId, ids }: { firmId: number; eventId: number; ids: readonly number[] },
): Promise<number> => {
  const { numUpdatedRows } = await db
    .updateTable('crossHit')
    .set({ eventId })
    .where('firmId', '=', firmId)
    .where('id', 'in', ids)
    .where('eventId', 'is', null)
    .executeTakeFirst();
  return Number(numUpdatedRows);
};

/** Says of single scans whether goods were diverted. */
export const judgeHits = async (
  db: Db,
  { firmId, ids, confirmed }: { firmId: number; ids: readonly number[]; confirmed: number },
): Promise<void> => {
  await db.updateTable('crossHit').set({ confirmed }).where('firmId', '=', firmId).where('id', 'in', ids).execute();
};

/** Decides the scans of a warning that nobody has decided; what is placed by address alone is never confirmed. */
export const decideHits = async (
  db: Db,
  { firmId, eventId, isProven }: { firmId: number; eventId: number; isProven: boolean },
): Promise<void> => {
  await db
    .updateTable('crossHit')
    .set({ confirmed: isProven ? HitVerdict.confirmed : HitVerdict.dismissed })
    .where('firmId', '=', firmId)
    .where('eventId', '=', eventId)
    .where('confirmed', '=', sql.lit(HitVerdict.suspected))
    .$if(isProven, (query) => query.where('geoSource', '=', GeoSource.gps))
    .execute();
};
