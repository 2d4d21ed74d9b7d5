import { ActivityStatus, EpochState } from '@zhuiyuan/contract/campaign/campaign-states';
import { sql } from 'kysely';
import type { App } from '../../kit/http/app-context.ts';
import type { Db } from '../../kit/db/database.ts';
import { toDrawNo } from '../draw-no.ts';
import { shutActivity } from '../lock-activity.ts';
import { chainStart, openChain, type ChainedPeriod } from './chain.ts';
import { drawsOf } from './draws-of.ts';
import { epochOf } from './told.ts';

/** How often a head of an open period is told, in minutes: twice in the hour that is promised, so that one may be late. */
const headMinutes = 30;

/** A period with what its chain begins with. */
export const chainedPeriod = (db: Db, epochId: number): Promise<ChainedPeriod & { firmId: number }> =>
  epochOf(db)
    .where('seedEpoch.id', '=', epochId)
    .select([
      'seedEpoch.firmId',
      'seedEpoch.activityId',
      'epochNo',
      'chainVersion',
      'seedHash',
      'hash as weightHash',
      'fallbackTierId',
    ])
    .executeTakeFirstOrThrow();

/** Heads of a period that were told, oldest first. */
export const headsOf = (db: Db, epochId: number) =>
  db
    .selectFrom('chainHead')
    .where('epochId', '=', epochId)
    .orderBy('headNo')
    .select(['headNo', 'drawCnt', 'lastDrawId', 'head', 'at'])
    .execute();

/** Open periods of activities that have begun, of which nothing was told for a while. */
export const findUntold = (db: Db) =>
  db
    .selectFrom('seedEpoch')
    .innerJoin('activity', 'activity.id', 'seedEpoch.activityId')
    .where('seedEpoch.state', '=', EpochState.open)
    .where('activity.status', 'in', [ActivityStatus.running, ActivityStatus.paused])
    .where(
      sql<boolean>`coalesce((select max(h.at) from chain_head h where h.epoch_id = seed_epoch.id and h.firm_id = seed_epoch.firm_id), seed_epoch.opened_at)
        <= now() - make_interval(mins => ${sql.lit(headMinutes)})`,
    )
    .select(['seedEpoch.id', 'activity.id as activityId'])
    .execute();

/**
 * Tells the next head of a period. It covers draws that no later one comes before: numbers are taken behind the activity's lock, so
 * whoever holds that lock alone sees every draw whose number is taken. Of two at once one is told.
 */
export const tellHead = async (
  db: App['db'],
  { id, activityId }: { id: number; activityId: number },
): Promise<void> => {
  const until = await db.transaction().execute(async (transaction) => {
    await shutActivity(transaction as Db, activityId);
    const { last } = await transaction
      .selectFrom('draw')
      .where('epochId', '=', id)
      .select(({ fn }) => fn.coalesce(fn.max('id'), sql<number>`0`).as('last'))
      .executeTakeFirstOrThrow();
    return last;
  });
  const period = await chainedPeriod(db, id);
  const last = (await headsOf(db, id)).at(-1) ?? {
    headNo: 0,
    lastDrawId: 0,
    drawCnt: 0,
    head: chainStart(period),
  };
  const chain = openChain(period, { from: last });
  for await (const draw of drawsOf(db, id, { after: last.lastDrawId, until }))
    chain.add({ ...draw, drawNo: toDrawNo(draw.drawnDay, draw.id) });
  await db
    .with('told', (told) =>
      told
        .insertInto('chainHead')
        .values({ epochId: id, headNo: last.headNo + 1, firmId: period.firmId, ...chain.now(), lastDrawId: until })
        .onConflict((key) => key.columns(['epochId', 'headNo']).doNothing())
        .returning('epochId'),
    )
    .updateTable('seedEpoch')
    .from('told')
    .whereRef('seedEpoch.id', '=', 'told.epochId')
    .where('seedEpoch.firmId', '=', period.firmId)
    .set((row) => ({ heads: sql`${row.ref('seedEpoch.heads')} + 1` }))
    .execute();
};

/** How many draws a period has, the hash that holds them all, and whether it gives every head that was told. */
export const chainOf = async (
  db: Db,
  epochId: number,
): Promise<{ drawCnt: number; chainHash: string; headsOk: boolean }> => {
  const told = await headsOf(db, epochId);
  const chain = openChain(await chainedPeriod(db, epochId), { told });
  for await (const draw of drawsOf(db, epochId)) chain.add({ ...draw, drawNo: toDrawNo(draw.drawnDay, draw.id) });
  const { drawCnt, head } = chain.now();
  return { drawCnt, chainHash: head, headsOk: chain.givesTold() };
};
