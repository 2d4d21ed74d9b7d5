import { ActScene, ActivityStatus, Audience, Fallback } from '@zhuiyuan/contract/campaign/campaign-states';
import { ClaimMode, PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { TemplateDraft } from '@zhuiyuan/contract/campaign/template/template';
import { randomUUID } from 'node:crypto';
import { insertActivity } from '../src/campaign/activity/activity-writes.ts';
import { insertTemplate } from '../src/campaign/template/template-writes.ts';
import type { TestApp } from './app.ts';
import { activityDraft, makeActivity, makeMembers, type MadeActivity } from './factories/lottery.ts';
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
  heldDrawId: number;
  drawnPrizeId: number;
  drawId: number;
  claimId: number;
  redemptionId: number;
  actTemplateId: number;
}> => {
  const named = { actName: mark, ruleText: mark.repeat(30), organizer: mark, contact: mark };
  const tiers = [{ stock: 10, weight: 1000 }];
  const draft = await activityDraft(app, firmId, tiers, { ...named, actScene: ActScene.interact });
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
  const heldDrawId = await makeHeldDraw(app, live);
  const { id: accountId } = await app.db
    .insertInto('account')
    .defaultValues()
    .returning('id')
    .executeTakeFirstOrThrow();
  const member = await app.db
    .insertInto('member')
    .values({ firmId, accountId, nickName: mark })
    .returning('id')
    .executeTakeFirstOrThrow();
  const draw = await app.db
    .insertInto('draw')
    .values({
      firmId,
      activityId: live.id,
      ticketId: randomUUID(),
      epochId: live.epoch.id,
      uid: member.id,
      audience: Audience.consumer,
      key: 'P1',
      clientSeed: '',
      rand: 999_999,
      rawTierId: live.tierIds.at(-1)!,
      tierId: live.tierIds.at(-1)!,
      fallback: Fallback.none,
      prizeType: PrizeType.none,
      ip: '127.0.0.1',
      device: 'test',
      day: '2026-01-01',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await app.db.updateTable('product').set({ storeName: mark }).where('id', '=', live.productId).execute();
  await app.db
    .insertInto('partLog')
    .values({
      firmId,
      activityId: live.id,
      uid: member.id,
      reasonCode: 62210,
      productId: live.productId,
      ip: '127.0.0.1',
    })
    .execute();
  const posted = await makeActivity(app, { firmId }, [{ stock: 10, weight: 1_000_000, post: 'only' }], named);
  const [redeemNo] = await makeRedemptions(app, posted, 1);
  const order = await app.db
    .updateTable('redemption')
    .set({ receiver: mark, address: mark })
    .where('redeemNo', '=', redeemNo!)
    .returning(['id', 'drawId'])
    .executeTakeFirstOrThrow();
  const { id: actTemplateId } = await insertTemplate(
    app.db,
    TemplateDraft.parse({
      name: mark,
      playMode: 0,
      cover: `/${mark}.png`,
      summary: mark,
      preset: {
        tiers: [{ tierName: mark, prizeType: PrizeType.goods, prizeName: mark, weight: 100 }],
        ruleText: mark,
        shareTitle: mark,
      },
    }),
    { firmId, operatorId: 1 },
  );
  return {
    actTemplateId,
    drawId: draw.id,
    claimId: order.drawId,
    redemptionId: order.id,
    activityId,
    liveActivityId: live.id,
    recycledActivityId,
    tierId: live.tierIds[0]!,
    heldDrawId,
    drawnPrizeId: draft.tiers[0]!.prizeId,
  };
};

/** A win that waits for a person. */
const makeHeldDraw = async ({ db }: Pick<TestApp, 'db'>, activity: MadeActivity): Promise<number> => {
  const { firmId, id: activityId, epoch } = activity;
  const [uid] = await makeMembers({ db }, firmId, 1);
  const tierId = activity.tierIds[0]!;
  const ofBoth = { firmId, activityId, tierId, uid: uid!, prizeType: PrizeType.goods, hold: true };
  const { id } = await db
    .insertInto('draw')
    .values({
      ...ofBoth,
      ticketId: randomUUID(),
      epochId: epoch.id,
      audience: Audience.consumer,
      key: 'P1',
      clientSeed: '',
      rand: 0,
      rawTierId: tierId,
      fallback: 'NONE',
      ip: '127.0.0.1',
      device: '0'.repeat(32),
      day: '2026-01-01',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await db
    .insertInto('claim')
    .values({
      ...ofBoth,
      drawId: id,
      claimNo: `C${id}`,
      prizeId: (await db.selectFrom('tier').where('id', '=', tierId).select('prizeId').executeTakeFirstOrThrow())
        .prizeId!,
      claimMode: ClaimMode.shop,
      expireAt: '2030-01-01 00:00:00',
    })
    .execute();
  return id;
};
