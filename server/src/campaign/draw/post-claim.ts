import { ClaimBusy, ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { ClaimMode } from '@zhuiyuan/contract/campaign/prize-terms';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { newVerCode } from '../new-ver-code.ts';
import { noteClaims } from '../note-claims.ts';

/** Days a prize stays open at least when its posting came to nothing. */
const reopenedDays = 7;

/**
 * Marks a claim as being posted; its row is locked, open and free. Its redemption code opens nothing from now on: it stays, so that a
 * shop reads why.
 */
export const holdForPost = async (db: Db, drawId: number): Promise<void> => {
  await db
    .updateTable('claim')
    .set({ busy: ClaimBusy.posting, claimMode: ClaimMode.post })
    .where('drawId', '=', drawId)
    .execute();
};

/** Frees a claim that was being posted, its row locked: it is claimed as its tier says, with a new code, for a week at least. */
export const freeFromPost = async (db: Db, drawId: number): Promise<void> => {
  const { claimMode } = await db
    .selectFrom('claim')
    .innerJoin('tier', 'tier.id', 'claim.tierId')
    .where('claim.drawId', '=', drawId)
    .select('tier.claimMode')
    .executeTakeFirstOrThrow();
  await db
    .updateTable('claim')
    .set({
      busy: ClaimBusy.free,
      claimMode,
      verCode: claimMode === ClaimMode.shop ? newVerCode() : null,
      expireAt: sql<string>`greatest(expire_at, clock_timestamp() + make_interval(days => ${sql.lit(reopenedDays)}))`,
    })
    .where('drawId', '=', drawId)
    .execute();
  await noteClaims(db, [drawId]);
};

/** Closes a claim as handed out by post; its row is locked and was being posted. */
export const fulfilPosted = async (db: Db, drawId: number): Promise<void> => {
  await db
    .updateTable('claim')
    .set({ busy: ClaimBusy.free, status: ClaimStatus.claimed, claimedAt: sql<string>`clock_timestamp()` })
    .where('drawId', '=', drawId)
    .execute();
};
