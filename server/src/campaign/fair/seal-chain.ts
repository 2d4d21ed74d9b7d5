import { EpochState } from '@zhuiyuan/contract/campaign/campaign-states';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { chainOf } from './chain-heads.ts';
import { holdActivity } from '../lock-activity.ts';
import { stopDraws } from './watch-seeds.ts';

/**
 * Writes the chain of a sealed period. Where it does not give every head that was told before, draws were changed meanwhile: the activity is
 * paused, and the period is published with its chain as it is, so that everybody sees so.
 */
export const sealChain = async (
  db: App['db'],
  { id, activityId, epochNo }: { id: number; activityId: number; epochNo: number },
  log: App['log'],
): Promise<void> => {
  const chain = await chainOf(db, id);
  await db.transaction().execute(async (transaction) => {
    const held = chain.headsOk ? undefined : await holdActivity(transaction as Db, activityId, ['status']);
    const { numUpdatedRows } = await transaction
      .updateTable('seedEpoch')
      .set(chain)
      .where('id', '=', id)
      .where('state', '=', EpochState.sealed)
      .where('chainHash', 'is', null)
      .executeTakeFirst();
    if (!held || numUpdatedRows === 0n) return;
    log.error({ activityId, epochNo }, 'a sealed chain does not give the heads that were told of it');
    await stopDraws(transaction as Db, { activityId, status: held.status });
  });
};
