import { ActivityStatus, EndReason, EpochState } from '@zhuiyuan/contract/campaign/campaign-states';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { sql } from 'kysely';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { changeRow } from '../../kit/db/rows.ts';
import { Refusal } from '../../kit/refusal.ts';
import { findUntold, tellHead } from '../fair/chain-heads.ts';
import { openSeed, turnEpoch } from '../fair/epochs.ts';
import { hashOfSeed } from '../fair/numbers.ts';
import { revealHours, sealMinutes } from '../fair/reveal-hours.ts';
import { holdActivity, shutActivity } from '../lock-activity.ts';
import { endActivity } from './publish-activity.ts';
import { sealChain } from '../fair/seal-chain.ts';
import { watchSeeds } from '../fair/watch-seeds.ts';

/** Draws after which a period ends although its day has not. */
const mostDraws = 100_000;

/** Lets the clock do its part: activities begin and end, periods of seeds turn, are sealed and become public. */
export const mountRunActivities = (app: App): void => {
  app.jobs.work('activityTick', () => runActivities(app.background), { cron: '*/10 * * * * *', expireInSeconds: 600 });
};

/**
 * One turn of the clock. Each activity and each period is a transaction of its own; doing one twice changes nothing. Answers how many
 * were due.
 */
export const runActivities = async ({
  db,
  config: { masterKey },
  log,
}: Pick<App, 'db' | 'config' | 'log'>): Promise<number> => {
  const inOne = (act: (transaction: Db) => Promise<unknown>) =>
    db.transaction().execute((transaction) => act(transaction as Db));
  await watchSeeds(db, masterKey, log);
  const due = await db
    .selectFrom('activity')
    .where('isDel', '=', 0)
    .where((row) =>
      row.or([
        row.and([row('status', '=', ActivityStatus.planned), row('startAt', '<=', sql<string>`now()`)]),
        row.and([
          row('status', 'in', [ActivityStatus.planned, ActivityStatus.running, ActivityStatus.paused]),
          row('endAt', '<=', sql<string>`now()`),
        ]),
        row.and([
          row('status', '=', ActivityStatus.running),
          row('autoEnd', '=', true),
          row.not(
            row.exists(
              row
                .selectFrom('tier')
                .select('tier.id')
                .whereRef('tier.activityId', '=', 'activity.id')
                .where('tier.prizeType', '<>', PrizeType.none)
                .where('tier.remain', '>', 0),
            ),
          ),
        ]),
      ]),
    )
    .select(['id', sql<boolean>`end_at <= now()`.as('isOver'), 'status'])
    .execute();
  for (const { id, isOver, status } of due)
    await apart(log, () =>
      inOne(async (transaction) => {
        if (isOver) return endActivity(transaction, id, { reason: EndReason.time }, null);
        if (status === ActivityStatus.running) return endActivity(transaction, id, { reason: EndReason.soldOut }, null);
        const row = await holdActivity(transaction, id, ['status']);
        if (row.status === ActivityStatus.planned)
          return changeRow(transaction, 'activity', id, { status: ActivityStatus.running });
        return undefined;
      }),
    );

  const turning = await db
    .selectFrom('seedEpoch')
    .innerJoin('activity', 'activity.id', 'seedEpoch.activityId')
    .where('seedEpoch.state', '=', EpochState.open)
    .where('activity.status', 'in', [ActivityStatus.running, ActivityStatus.paused])
    .where(
      sql<boolean>`(opened_at at time zone 'Asia/Shanghai')::date < (now() at time zone 'Asia/Shanghai')::date
        or (select count(*) from (select from draw where draw.epoch_id = seed_epoch.id and draw.firm_id = seed_epoch.firm_id limit ${sql.lit(mostDraws)}) drawn) >= ${sql.lit(mostDraws)}`,
    )
    .select(['seedEpoch.id', 'activity.id as activityId'])
    .execute();
  for (const { id, activityId } of turning)
    await apart(log, () =>
      inOne(async (transaction) => {
        const row = await holdActivity(transaction, activityId, ['firmId', 'weightVersion']);
        const open = await transaction
          .selectFrom('seedEpoch')
          .where('id', '=', id)
          .where('state', '=', EpochState.open)
          .select('id')
          .executeTakeFirst();
        if (open)
          await turnEpoch(transaction, masterKey, {
            firmId: row.firmId,
            activityId,
            weightVersion: row.weightVersion!,
          });
      }),
    );

  for (const epoch of await findUntold(db)) await apart(log, () => tellHead(db, epoch));

  const closed = await db
    .selectFrom('seedEpoch')
    .where('state', '=', EpochState.closed)
    .where('closedAt', '<=', sql<string>`now() - make_interval(mins => ${sql.lit(sealMinutes)})`)
    .select(['id', 'activityId'])
    .execute();
  for (const { id, activityId } of closed)
    await apart(log, () =>
      inOne(async (transaction) => {
        // No draw of it is under way, and none comes after.
        await shutActivity(transaction, activityId);
        return transaction
          .updateTable('seedEpoch')
          .set({ state: EpochState.sealed, sealedAt: sql`now()` })
          .where('id', '=', id)
          .where('state', '=', EpochState.closed)
          .execute();
      }),
    );

  // A long chain takes seconds: the activity's draws, shut out while it was sealed, go on meanwhile.
  const unchained = await db
    .selectFrom('seedEpoch')
    .where('state', '=', EpochState.sealed)
    .where('chainHash', 'is', null)
    .select(['id', 'activityId', 'epochNo'])
    .execute();
  for (const epoch of unchained) await apart(log, () => sealChain(db, epoch, log));

  const hidden = await db
    .selectFrom('seedEpoch')
    .where('state', '=', EpochState.sealed)
    .where('chainHash', 'is not', null)
    .where('closedAt', '<=', sql<string>`now() - make_interval(hours => ${sql.lit(revealHours)})`)
    .select(['id', 'activityId', 'epochNo', 'seedSealed', 'seedHash'])
    .execute();
  for (const epoch of hidden) {
    const seed = openSeed(masterKey, epoch);
    if (hashOfSeed(seed) !== epoch.seedHash) continue;
    await db
      .updateTable('seedEpoch')
      .set({ state: EpochState.revealed, revealedAt: sql`now()`, seed: seed.toString('hex') })
      .where('id', '=', epoch.id)
      .where('state', '=', EpochState.sealed)
      .execute();
  }
  return due.length + turning.length + closed.length + hidden.length;
};

/** What goes wrong with one is written down and keeps none of the others waiting; that somebody ended or deleted it meanwhile is nothing. */
const apart = async (log: App['log'], act: () => Promise<unknown>): Promise<void> => {
  try {
    await act();
  } catch (error) {
    if (!(error instanceof Refusal)) log.error({ err: error }, 'a turn of the clock failed for an activity');
  }
};
