import { ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { sql } from 'kysely';
import type { Db } from '../kit/db/database.ts';
import { noteClaims } from './note-claims.ts';

/** Days a prize stays open at least that comes back, or is let go after somebody looked at it. */
export const pendingDays = 7;

/** Closes a claim as handed out; its row is locked and open. */
export const fulfilClaim = async (db: Db, drawId: number): Promise<void> => {
  await db
    .updateTable('claim')
    .set({ status: ClaimStatus.claimed, claimedAt: sql<string>`clock_timestamp()` })
    .where('drawId', '=', drawId)
    .execute();
};

/** Opens a claim again that was handed out; its row is locked. It stays open for a week at least. */
export const reopenClaim = async (db: Db, drawId: number): Promise<void> => {
  await db
    .updateTable('claim')
    .set({
      status: ClaimStatus.open,
      claimedAt: null,
      expireAt: sql<string>`greatest(expire_at, clock_timestamp() + make_interval(days => ${sql.lit(pendingDays)}))`,
    })
    .where('drawId', '=', drawId)
    .execute();
  await noteClaims(db, [drawId]);
};
