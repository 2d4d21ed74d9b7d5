import { ActivityStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import type { TestApp } from './app.ts';
import { insertActivity } from '../src/campaign/activity/activity-writes.ts';
import { activityDraft, makeActivity } from './factories/lottery.ts';
import { makeRedemptions } from './factories/posting.ts';

/** A draft of an activity, one that is published with a tier, and one in the recycle bin, all named with `mark`. */
export const makeForeignActivities = async (
  app: TestApp,
  firmId: number,
  mark: string,
): Promise<{
  activityId: number;
  liveActivityId: number;
  recycledActivityId: number;
  tierId: number;
  drawnPrizeId: number;
  claimId: number;
  redemptionId: number;
}> => {
  const named = { actName: mark, ruleText: mark.repeat(30), organizer: mark, contact: mark };
  const tiers = [{ stock: 10, weight: 1000 }];
  const draft = await activityDraft(app, firmId, tiers, named);
  const { id: activityId } = await insertActivity(app.db, draft, { firmId, operatorId: 1 });
  const { id: recycledActivityId } = await insertActivity(app.db, draft, { firmId, operatorId: 1 });
  await app.db
    .updateTable('activity')
    .set({
      status: ActivityStatus.recycled,
      recycledFrom: ActivityStatus.draft,
      recycledAt: '2026-01-01 00:00:00',
      recycledBy: 1,
    })
    .where('id', '=', recycledActivityId)
    .execute();
  const live = await makeActivity(app, { firmId }, tiers, named);
  const posted = await makeActivity(app, { firmId }, [{ stock: 10, weight: 1_000_000, post: 'only' }], named);
  const [redeemNo] = await makeRedemptions(app, posted, 1);
  const order = await app.db
    .updateTable('redemption')
    .set({ receiver: mark, address: mark })
    .where('redeemNo', '=', redeemNo!)
    .returning(['id', 'drawId'])
    .executeTakeFirstOrThrow();
  return {
    claimId: order.drawId,
    redemptionId: order.id,
    activityId,
    liveActivityId: live.id,
    recycledActivityId,
    tierId: live.tierIds[0]!,
    drawnPrizeId: draft.tiers[0]!.prizeId,
  };
};
