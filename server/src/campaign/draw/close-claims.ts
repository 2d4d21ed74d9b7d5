import { ActivityStatus, ClaimStatus, CloseReason, StockMoveKind } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { sql } from 'kysely';
import { releaseReserved } from '../../fund/end-reservation.ts';
import type { Db } from '../../kit/db/database.ts';
import { noteEnds } from '../note-ends.ts';
import { noteStock } from '../move-stock.ts';
import { drawRef } from './write-draws.ts';

/** Claims of one activity that nobody will come for any more. */
export interface EndedClaims {
  firmId: number;
  activityId: number;
  rows: readonly { drawId: number; tierId: number; prizeType: number }[];
}

interface WhyClosed {
  reason: (typeof CloseReason.options)[number]['value'];
  text?: string;
  operatorId?: number;
}

/**
 * Closes claims that are locked, open and free: cash goes back to the budget, or to the pool of an activity that ended; a prize goes
 * back to its tier where the activity says so and still runs.
 */
export const closeClaims = async (db: Db, { rows, ...of }: EndedClaims, why: WhyClosed): Promise<void> => {
  await db
    .updateTable('claim')
    .set({
      status: ClaimStatus.closed,
      closedAt: sql<string>`clock_timestamp()`,
      closeReason: why.reason,
      closeText: why.text ?? '',
    })
    .where('firmId', '=', of.firmId)
    .where(
      'drawId',
      'in',
      rows.map(({ drawId }) => drawId),
    )
    .execute();
  await noteEnds(
    db,
    of.firmId,
    rows.map(({ drawId }) => drawId),
  );
  await returnStock(db, { ...of, rows }, why);
  const cash = rows.filter(({ prizeType }) => prizeType === PrizeType.cash).map(({ drawId }) => drawId);
  if (cash.length > 0)
    await releaseReserved(db, { firmId: of.firmId, refKind: drawRef, refIds: cash }, why.operatorId ?? null);
};

/** Puts prizes back where their activity takes them back and still gives them out. Tiers are locked in their order, before any budget. */
export const returnStock = async (
  db: Db,
  { firmId, activityId, rows }: Pick<EndedClaims, 'firmId' | 'activityId'> & { rows: readonly { tierId: number }[] },
  why: WhyClosed,
): Promise<void> => {
  const activity = await db
    .selectFrom('activity')
    .where('firmId', '=', firmId)
    .where('id', '=', activityId)
    .select(['autoReturn', 'status'])
    .executeTakeFirstOrThrow();
  const runs = activity.status === ActivityStatus.running || activity.status === ActivityStatus.paused;
  if (!activity.autoReturn || !runs) return;
  for (const tierId of [...new Set(rows.map((row) => row.tierId))].toSorted((a, b) => a - b)) {
    const back = rows.filter((row) => row.tierId === tierId).length;
    await db
      .updateTable('tier')
      .set((tier) => ({ remain: tier('remain', '+', back), returned: tier('returned', '+', back) }))
      .where('firmId', '=', firmId)
      .where('id', '=', tierId)
      .execute();
    await noteStock(db, [
      {
        firmId,
        activityId,
        tierId,
        kind: StockMoveKind.back,
        delta: back,
        operatorId: why.operatorId ?? null,
        remark: [CloseReason.label(why.reason), why.text].filter(Boolean).join('，'),
      },
    ]);
  }
};
