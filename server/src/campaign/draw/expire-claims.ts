import { ClaimBusy, ClaimStatus, CloseReason } from '@zhuiyuan/contract/campaign/campaign-states';
import { sql } from 'kysely';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { eachByItself } from '../../kit/jobs/each-by-itself.ts';
import { enterActivity } from '../lock-activity.ts';
import { closeClaims } from './close-claims.ts';

/** Closes what nobody came for in time, every ten minutes. */
export const mountExpireClaims = (app: App): void => {
  app.jobs.work('claimExpire', async () => void (await expireClaims(app.background)), {
    cron: '0 */10 * * * *',
    expireInSeconds: 600,
  });
};

/** How many claims one transaction closes. */
const together = 500;

/**
 * Closes open claims whose time is over and that nothing holds: no money on its way, no posting. Cash goes back to the budget, or to the
 * pool of an activity that ended; a prize goes back to its tier where the activity says so and still runs. Each activity is worked on by
 * itself. Answers how many were closed.
 */
export const expireClaims = async ({ db, log }: Pick<App, 'db' | 'log'>): Promise<number> => {
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
  const expireAll = async ({ firmId, activityId }: (typeof due)[number]): Promise<void> => {
    for (;;) {
      const count = await db.transaction().execute((transaction) => expireOf(transaction as Db, firmId, activityId));
      closed += count;
      if (count < together) return;
    }
  };
  await eachByItself(due, expireAll, { log, toName: ({ activityId }) => ({ activityId }) });
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
  await closeClaims(db, { firmId, activityId, rows }, { reason: CloseReason.expired });
  return rows.length;
};
