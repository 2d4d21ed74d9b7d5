import { ActivityStatus, EpochState } from '@zhuiyuan/contract/campaign/campaign-states';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { changeRow } from '../../kit/db/rows.ts';
import { openSeed } from './epochs.ts';
import { hashOfSeed } from './numbers.ts';
import { holdActivity } from '../lock-activity.ts';

/**
 * Opens each seed that is not public yet and holds it against its commitment. One that is another can never be published: its activity
 * is paused, and the period is marked.
 */
export const watchSeeds = async (db: Db, masterKey: Buffer, log: App['log']): Promise<void> => {
  const epochs = await db
    .selectFrom('seedEpoch')
    .where('state', 'in', [EpochState.open, EpochState.closed, EpochState.sealed])
    .select(['id', 'activityId', 'epochNo', 'seedSealed', 'seedHash', 'state'])
    .execute();
  for (const epoch of epochs) {
    if (isWhole(masterKey, epoch)) continue;
    log.error({ activityId: epoch.activityId, epochNo: epoch.epochNo }, 'a seed is not the one that was committed to');
    await db.transaction().execute(async (transaction) => {
      const held = await holdActivity(transaction as Db, epoch.activityId, ['status']);
      await stopDraws(transaction as Db, { activityId: epoch.activityId, status: held.status });
      await transaction
        .updateTable('seedEpoch')
        .set({ state: EpochState.broken })
        .where('id', '=', epoch.id)
        .where('state', '=', epoch.state)
        .execute();
    });
  }
};

const isWhole = (
  masterKey: Buffer,
  epoch: { activityId: number; epochNo: number; seedSealed: Buffer; seedHash: string },
): boolean => {
  try {
    return hashOfSeed(openSeed(masterKey, epoch)) === epoch.seedHash;
  } catch {
    return false;
  }
};

/** Pauses an activity that is held, where it takes draws or is about to. */
export const stopDraws = async (
  db: Db,
  { activityId, status }: { activityId: number; status: number },
): Promise<void> => {
  if (status === ActivityStatus.running || status === ActivityStatus.planned)
    await changeRow(db, 'activity', activityId, { status: ActivityStatus.paused });
};
