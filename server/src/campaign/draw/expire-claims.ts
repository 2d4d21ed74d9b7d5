import { ActivityStatus, ClaimBusy, ClaimStatus, CloseReason } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { sql } from 'kysely';
import { releaseReserved } from '../../fund/end-reservation.ts';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { enterActivity } from '../lock-activity.ts';
import { drawRef } from './write-draws.ts';

/** Closes what nobody came for in time, every ten minutes. */
export const mountExpireClaims = (app: App): void => {
  app.jobs.work('claimExpire', async () => void (await expireClaims(app.background.db)), {
    cron: '0 */10 * * * *',
    expireInSeconds: 600,
  });
};

/** How many claims one transaction closes. */
const together = 500;

/**
 * Closes open claims whose time is over and that nothing holds: no money on its way, no posting. Cash goes back to the budget, or to the
 * pool of an activity that ended; a prize goes back to its tier where the activity says so and still runs. Answers how many were closed.
 */
export const expireClaims = async (db: Db): Promise<number> => {
  let closed = 0;
  const due = await db
    .selectFrom('claim')
    .where('status', '=', ClaimStatus.open)
    .where('expireAt', '<', sql<string>`now()`)
    .where('busy', '=', ClaimBusy.free)
    .where('hold', '=', false)
    .groupBy(['firmId', 'activityId'])
    .select(['firmId', 'activityId'])
    .execute();
  for (const { firmId, activityId } of due)
    for (;;) {
      const count = await db.transaction().execute((transaction) => expireOf(transaction as Db, firmId, activityId));
      closed += count;
      if (count < together) break;
    }
  return closed;
};

const expireOf = async (db: Db, firmId: number, activityId: number): Promise<number> => {
  await enterActivity(db, activityId);
  // Waits for nobody: who holds a claim is about to change it.
  const rows = await db
    .selectFrom('claim')
    .where('firmId', '=', firmId)
    .where('activityId', '=', activityId)
    .where('status', '=', ClaimStatus.open)
    .where('expireAt', '<', sql<string>`now()`)
    .where('busy', '=', ClaimBusy.free)
    .where('hold', '=', false)
    .orderBy('drawId')
    .limit(together)
    .select(['drawId', 'tierId', 'prizeType'])
    .forUpdate()
    .skipLocked()
    .execute();
  if (rows.length === 0) return 0;
  const drawIds = rows.map(({ drawId }) => drawId);
  await db
    .updateTable('claim')
    .set({ status: ClaimStatus.closed, closedAt: sql`now()`, closeReason: CloseReason.expired })
    .where('firmId', '=', firmId)
    .where('drawId', 'in', drawIds)
    .execute();
  await returnStock(db, { firmId, activityId }, rows);
  const cash = rows.filter(({ prizeType }) => prizeType === PrizeType.cash).map(({ drawId }) => drawId);
  if (cash.length > 0) await releaseReserved(db, { firmId, refKind: drawRef, refIds: cash });
  return rows.length;
};

/** Puts prizes back where their activity takes them back and still gives them out. Tiers are locked in their order. */
const returnStock = async (
  db: Db,
  { firmId, activityId }: { firmId: number; activityId: number },
  rows: readonly { tierId: number }[],
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
  }
};
