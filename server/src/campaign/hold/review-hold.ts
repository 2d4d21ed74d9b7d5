import { ClaimStatus, CloseReason, StockMoveKind } from '@zhuiyuan/contract/campaign/campaign-states';
import { holdRefusals } from '@zhuiyuan/contract/campaign/hold/hold-refusals';
import { ClaimMode, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { sql } from 'kysely';
import { releaseReserved } from '../../fund/end-reservation.ts';
import type { Db } from '../../kit/db/database.ts';
import { emit } from '../../kit/db/events.ts';
import { notFound, refuse } from '../../kit/refusal.ts';
import { lockPoints, movePoints } from '../../member/move-points.ts';
import { drawRef, wonPoints } from '../draw/write-draws.ts';
import { noteClaims } from '../note-claims.ts';
import { noteEnds } from '../note-ends.ts';
import { noteStock } from '../move-stock.ts';
import { enterActivity } from '../lock-activity.ts';
import { pendingDays } from '../turn-claim.ts';

/**
 * Lets a held prize go, or takes it back for good, in the transaction of `db`. What goes: points are booked, cash that is sent by itself
 * is sent, all else can be claimed for a week at least. What is taken back: the claim is closed, its prize is in stock again and its
 * money free. Locks the activity (shared), points, the claim, the tier, the budget, the pool. Of two at once one is
 * refused (62341).
 */
export const reviewHold = async (
  db: Db,
  { id, pass, remark }: { id: number; pass: boolean; remark: string },
  operatorId: number,
): Promise<void> => {
  const known = await db
    .selectFrom('claim')
    .innerJoin('draw', 'draw.id', 'claim.drawId')
    .where('claim.drawId', '=', id)
    .where('draw.hold', '=', true)
    .select(['claim.firmId', 'claim.activityId', 'claim.uid', 'claim.prizeType'])
    .executeTakeFirst();
  if (!known) throw notFound();
  const { firmId, activityId, uid, prizeType } = known;
  await enterActivity(db, activityId);
  const isPoints = prizeType === PrizeType.points;
  const balances = pass && isPoints ? await lockPoints(db, firmId, [uid]) : new Map<number, number>();
  const claim = await db
    .selectFrom('claim')
    .where('drawId', '=', id)
    .select(['hold', 'tierId', 'claimMode', 'amount', 'points'])
    .forUpdate()
    .executeTakeFirstOrThrow();
  if (!claim.hold) throw refuse(holdRefusals.reviewed);
  const now = sql<string>`clock_timestamp()`;
  const change = db.updateTable('claim').where('firmId', '=', firmId).where('drawId', '=', id);
  const reviewed = { hold: false, reviewedBy: operatorId, reviewedAt: now, reviewRemark: remark };
  if (!pass) {
    await change
      .set({ ...reviewed, status: ClaimStatus.closed, closedAt: now, closeReason: CloseReason.void })
      .execute();
    await noteEnds(db, firmId, [id]);
    await db
      .updateTable('tier')
      .set((tier) => ({ remain: tier('remain', '+', 1), returned: tier('returned', '+', 1) }))
      .where('firmId', '=', firmId)
      .where('id', '=', claim.tierId)
      .execute();
    await noteStock(db, [
      {
        firmId,
        activityId,
        tierId: claim.tierId,
        kind: StockMoveKind.back,
        delta: 1,
        operatorId,
        remark: ['复核驳回', remark].filter(Boolean).join('，').slice(0, 120),
      },
    ]);
    if (prizeType === PrizeType.cash) await releaseReserved(db, { firmId, refKind: drawRef, refIds: [id] }, operatorId);
    return;
  }
  await change
    .set({
      ...reviewed,
      ...(isPoints
        ? { status: ClaimStatus.claimed, claimedAt: now }
        : { expireAt: sql<string>`greatest(expire_at, ${now} + make_interval(days => ${sql.lit(pendingDays)}))` }),
    })
    .execute();
  if (isPoints) await movePoints(db, firmId, balances, [wonPoints({ id, firmId, uid, points: claim.points })]);
  else await noteClaims(db, [id]);
  if (prizeType === PrizeType.cash && claim.claimMode === ClaimMode.auto)
    await emit(db, 'cash.won', [{ firmId, activityId, drawId: id, uid, amount: claim.amount }]);
  await emit(db, 'prizes.won', { firmId, drawIds: [id] });
};
