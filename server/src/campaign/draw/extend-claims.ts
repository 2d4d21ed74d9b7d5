import type { Expression } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { noteClaims } from '../note-claims.ts';

/** Days from a draw to which its prize stays open at most. */
export const mostClaimDays = 365;

/** Keeps claims open to a moment; their rows are locked and open. */
export const extendClaims = async (db: Db, drawIds: readonly number[], until: Expression<string>): Promise<void> => {
  await db
    .updateTable('claim')
    .set({ expireAt: until })
    .where('drawId', 'in', [...drawIds])
    .execute();
  await noteClaims(db, drawIds);
};
