import { ActivityStatus, ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { ClaimMode } from '@zhuiyuan/contract/campaign/prize-terms';
import { RowSource } from '@zhuiyuan/contract/parties/row-source';
import { SettleState } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import { unsettledWarning } from '@zhuiyuan/contract/redeem/binding';
import { redeemRefusals } from '@zhuiyuan/contract/redeem/redeem-refusals';
import { VerStatus } from '@zhuiyuan/contract/redeem/redeem-states';
import { hasShops } from '../campaign/has-shops.ts';
import { holdActivity } from '../campaign/lock-activity.ts';
import type { Db } from '../kit/db/database.ts';
import { live } from '../kit/db/live.ts';
import { notFound, refuse } from '../kit/refusal.ts';

/**
 * Binds shops to an activity of their firm, so that they hand out its prizes; also while it is a draft, and after its end, as
 * long as its prizes can be fetched. 404 for an activity in the recycle bin, and for a shop of another firm.
 */
export const bindShops = async (
  db: Db,
  { activityId, shopIds }: { activityId: number; shopIds: readonly number[] },
  operatorId: number,
): Promise<{ ok: number; repeat: number }> => {
  const activity = await live(db, 'activity')
    .where('id', '=', activityId)
    .where('status', '<>', ActivityStatus.recycled)
    .select('firmId')
    .executeTakeFirst();
  if (!activity) throw notFound();
  const ids = [...new Set(shopIds)];
  // In order, so that two who bind the same shops wait for each other instead of dying.
  const shops = await live(db, 'shop')
    .where('firmId', '=', activity.firmId)
    .where('id', 'in', ids)
    .orderBy('id')
    .select('id')
    .execute();
  if (shops.length < ids.length) throw notFound();
  const bound = await db
    .insertInto('bindAct')
    .values(
      shops.map(({ id: shopId }) => ({
        firmId: activity.firmId,
        activityId,
        shopId,
        bindSource: RowSource.console,
        boundBy: operatorId,
      })),
    )
    .onConflict((conflict) => conflict.columns(['activityId', 'shopId']).doNothing())
    .returning('id')
    .execute();
  return { ok: bound.length, repeat: ids.length - bound.length };
};

/**
 * Ends that a shop hands out the prizes of an activity; what it handed out stays owed to it, which the answer warns of. Refuses 62340
 * for the last shop where prizes of a published activity are handed out at bound shops alone.
 */
export const unbindShop = async (db: Db, id: number): Promise<{ warn: string } | null> => {
  const known = await db.selectFrom('bindAct').where('id', '=', id).select(['activityId', 'shopId']).executeTakeFirst();
  if (!known) throw notFound();
  const { activityId, shopId } = known;
  const activity = await holdActivity(db, activityId, ['status', 'verifyAll']);
  const ended = await db.deleteFrom('bindAct').where('id', '=', id).returning('id').executeTakeFirst();
  if (!ended) throw notFound();
  if (!activity.verifyAll && (await needsShop(db, activityId, activity.status)) && !(await hasShops(db, activityId)))
    throw refuse(redeemRefusals.lastShop);
  const unsettled = await db
    .selectFrom('prizeVer')
    .where('shopId', '=', shopId)
    .where('activityId', '=', activityId)
    .where('status', '=', VerStatus.done)
    .where('settleState', '=', SettleState.open)
    .select('id')
    .limit(1)
    .executeTakeFirst();
  return unsettled ? { warn: unsettledWarning } : null;
};

/** Whether somebody may come to a shop for a prize: it is promised while the activity is published, and owed until the last claim is closed. */
const needsShop = async (db: Db, activityId: number, status: number): Promise<boolean> => {
  if (status === ActivityStatus.draft || status === ActivityStatus.recycled) return false;
  const found =
    status === ActivityStatus.ended
      ? await db
          .selectFrom('claim')
          .where('activityId', '=', activityId)
          .where('status', '=', ClaimStatus.open)
          .where('claimMode', '=', ClaimMode.shop)
          .select('activityId')
          .limit(1)
          .executeTakeFirst()
      : await db
          .selectFrom('tier')
          .where('activityId', '=', activityId)
          .where('claimMode', '=', ClaimMode.shop)
          .select('activityId')
          .limit(1)
          .executeTakeFirst();
  return found !== undefined;
};
