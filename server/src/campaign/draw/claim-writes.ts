import { ClaimBusy, ClaimStatus, CloseReason, RefundPolicy } from '@zhuiyuan/contract/campaign/campaign-states';
import { claimRefusals } from '@zhuiyuan/contract/campaign/draw/claim-refusals';
import { sql } from 'kysely';
import type { Db } from '../../kit/db/database.ts';
import { refuse } from '../../kit/refusal.ts';
import { noteEnds } from '../note-ends.ts';
import { returnStock } from './close-claims.ts';

/** What the money of a prize does: it is begun anew, is on its way, came, failed, or went back. `over`: it was given up. */
export type MoneyMove = 'begun' | 'moving' | 'received' | 'failed' | 'returned' | 'over';

/**
 * Marks claims whose money is sent from now on, each row locked. False where one of them is not open and free, or marked already: nothing
 * may be sent for it.
 */
export const holdForPay = async (db: Db, firmId: number, drawIds: readonly number[]): Promise<boolean> => {
  if (drawIds.length === 0) return true;
  const rows = await db
    .updateTable('claim')
    .set({ busy: ClaimBusy.paying })
    .where('firmId', '=', firmId)
    .where('drawId', 'in', [...drawIds])
    .where('status', '=', ClaimStatus.open)
    .where('busy', 'in', [ClaimBusy.free, ClaimBusy.paying])
    .where('hold', '=', false)
    .returning('drawId')
    .execute();
  return rows.length === drawIds.length;
};

/**
 * Has a claim follow its money, in the transaction that moves the money. Only an open claim that is free or paid for is changed; money
 * cannot be begun anew for another (62301, 62302). Answers whether the money that came back is not to be sent again,
 * because its activity closes such prizes. A prize that is closed goes back to its tier as one that expired does: its money does too.
 */
export const followMoney = async (
  db: Db,
  { firmId, drawId, move }: { firmId: number; drawId: number; move: MoneyMove },
): Promise<{ isOver: boolean }> => {
  const claim = await db
    .selectFrom('claim')
    .where('firmId', '=', firmId)
    .where('drawId', '=', drawId)
    .select(['status', 'busy', 'activityId', 'tierId'])
    .forUpdate()
    .executeTakeFirst();
  const still = { isOver: false };
  if (!claim) return still;
  if (claim.status !== ClaimStatus.open || claim.busy === ClaimBusy.posting) {
    if (move === 'begun')
      throw refuse(claim.status === ClaimStatus.claimed ? claimRefusals.claimed : claimRefusals.closed);
    return still;
  }
  const set = (columns: Parameters<typeof updateClaim>[2]) => updateClaim(db, { firmId, drawId }, columns);
  switch (move) {
    case 'begun':
    case 'moving':
      await set({ busy: ClaimBusy.paying });
      return still;
    case 'received':
      await set({ busy: ClaimBusy.free, status: ClaimStatus.claimed, claimedAt: now });
      return still;
    case 'failed':
      await set({ busy: ClaimBusy.free });
      return still;
    case 'over':
      await set({ busy: ClaimBusy.free, status: ClaimStatus.closed, closedAt: now, closeReason: CloseReason.closed });
      await noteEnds(db, firmId, [drawId]);
      await returnStock(db, { firmId, activityId: claim.activityId, rows: [claim] }, { reason: CloseReason.closed });
      return still;
    case 'returned': {
      const { refundPolicy } = await db
        .selectFrom('activity')
        .where('firmId', '=', firmId)
        .where('id', '=', claim.activityId)
        .select('refundPolicy')
        .executeTakeFirstOrThrow();
      if (refundPolicy === RefundPolicy.again) {
        await set({ busy: ClaimBusy.free });
        return still;
      }
      await set({ busy: ClaimBusy.free, status: ClaimStatus.closed, closedAt: now, closeReason: CloseReason.refund });
      await noteEnds(db, firmId, [drawId]);
      await returnStock(db, { firmId, activityId: claim.activityId, rows: [claim] }, { reason: CloseReason.refund });
      return { isOver: true };
    }
  }
};

const now = sql<string>`clock_timestamp()`;

const updateClaim = (
  db: Db,
  { firmId, drawId }: { firmId: number; drawId: number },
  columns: {
    busy: ClaimBusy;
    status?: ClaimStatus;
    claimedAt?: typeof now;
    closedAt?: typeof now;
    closeReason?: (typeof CloseReason.options)[number]['value'];
  },
) => db.updateTable('claim').set(columns).where('firmId', '=', firmId).where('drawId', '=', drawId).execute();
