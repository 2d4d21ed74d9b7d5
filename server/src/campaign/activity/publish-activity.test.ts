import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import { ActivityStatus, LotteryType } from '@zhuiyuan/contract/campaign/campaign-states';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { firmWorld } from '../../../test/factories/access.ts';
import { activityDraft, findFaults } from '../../../test/factories/lottery.ts';
import { gate } from '../../../test/gate.ts';
import { waiting } from '../../../test/waiting.ts';

let app: TestApp;
let firmId: number;
let token: string;
beforeAll(async () => {
  ({ app, firmId, token } = await firmWorld(
    ['list', 'save', 'update', 'publish'].map((verb) => `admin:lottery:active:${verb}`),
    { poolSize: 6 },
  ));
});
afterAll(() => app.close());

const points = { lotteryType: LotteryType.points, pointsCost: 10 };

test('an activity of points is for consumers: said at the field, when it is saved, changed and checked', async () => {
  const said = '积分抽奖只面向消费者，请把参与对象改为消费者';
  const refused = { code: 400, message: said, data: { fields: [{ field: 'audience', message: said }] } };
  const draft = await activityDraft(app, firmId, [{ stock: 5, weight: 1000 }], points);
  expect(await app.call(token, activityApi.save, { ...draft, audience: 1 } as never)).toMatchObject(refused);
  const { id } = await app.data(token, activityApi.save, draft as never);
  expect(await app.call(token, activityApi.update, { id, audience: 1 } as never)).toMatchObject(refused);
  expect(await app.call(token, activityApi.check, { ...draft, id, audience: 1 } as never)).toMatchObject(refused);
  // Neither does a box that shops open become one of points by itself.
  const boxes = await activityDraft(app, firmId, [{ stock: 5, weight: 1000 }], { lotteryType: 2, audience: 1 });
  const box = await app.data(token, activityApi.save, boxes as never);
  expect(await app.call(token, activityApi.update, { id: box.id, ...points } as never)).toMatchObject({
    ...refused,
    message: expect.stringContaining(said),
  });
  await app.data(token, activityApi.publish, { id });
  expect(await app.data(token, activityApi.info, { id })).toMatchObject({
    status: ActivityStatus.running,
    audience: 0,
  });
});

test('a prize that is changed while its activity is being published is judged and promised as it became', async () => {
  const draft = await activityDraft(app, firmId, [{ stock: 100, weight: 1000, cash: 100 }], {
    ...points,
    budgetMode: 0,
    budgetAmount: 10_000,
  });
  const { id } = await app.data(token, activityApi.save, draft as never);
  const prizeId = draft.tiers[0]!.prizeId;
  const [changed, committed] = [gate(), gate()];
  const changing = app.db.transaction().execute(async (db) => {
    await db.updateTable('prize').set({ amountMin: 200, amountMax: 200 }).where('id', '=', prizeId).execute();
    changed.open();
    await committed.opened;
  });
  await changed.opened;
  const publishing = app.call(token, activityApi.publish, { id });
  await expect.poll(() => waiting(app.db)).toBe(1);
  committed.open();
  await changing;
  expect((await publishing).message).toContain('预算不足以覆盖全部奖品');
  await app.data(token, activityApi.update, { id, budgetAmount: 20_000 } as never);
  await app.data(token, activityApi.publish, { id });
  expect((await app.data(token, activityApi.info, { id })).tiers[0]).toMatchObject({ amountMin: 200, amountMax: 200 });
  expect(await findFaults(app)).toEqual([]);
});
