import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import { EpochState } from '@zhuiyuan/contract/campaign/campaign-states';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { firmWorld } from '../../../test/factories/access.ts';
import { makeActivity, makeMembers, ticketOf, type MadeActivity } from '../../../test/factories/lottery.ts';
import { drawTogether } from '../draw/draw-together.ts';
import { openSeed } from '../fair/epochs.ts';

let app: TestApp;
let firmId: number;
let token: string;
beforeAll(async () => {
  ({ app, firmId, token } = await firmWorld([
    'admin:lottery:aiActive:list',
    'admin:lottery:active:update',
    'admin:lottery:fair:list',
  ]));
});
afterAll(() => app.close());

const entriesOf = async ({ id }: MadeActivity) => {
  const { list } = { list: await app.data(token, activityApi.weights, { id }) };
  return list[0]!.entries.map(({ tierId, weight }) => ({ tierId, weight }));
};
const drawAll = async (activity: MadeActivity, count: number) => {
  const entries = await entriesOf(activity);
  const { seedSealed, epochNo } = await app.db
    .selectFrom('seedEpoch')
    .where('id', '=', activity.epoch.id)
    .select(['seedSealed', 'epochNo'])
    .executeTakeFirstOrThrow();
  const seed = openSeed(app.config.masterKey, { activityId: activity.id, epochNo, seedSealed });
  const people = await makeMembers(app, firmId, count);
  for (let from = 0; from < count; from += 32)
    await drawTogether(
      app.shopperDb,
      people.slice(from, from + 32).map((uid, at) => ({
        ticket: ticketOf(activity, uid, null, { key: `P${from + at}` }),
        clientSeed: '',
        seed,
        entries,
      })),
    );
};

test('a curve tells what happened in each day, what was left after it, and when money was added', async () => {
  const activity = await makeActivity(app, { firmId }, [{ stock: 40, weight: 1_000_000, cash: 100, isManual: true }], {
    budgetAmount: 10_000,
  });
  await app.db
    .updateTable('activity')
    .set({ publishedAt: new Date(Date.now() - 2 * 86_400_000).toISOString() })
    .where('id', '=', activity.id)
    .execute();
  await drawAll(activity, 5);
  await app.data(token, activityApi.addBudget, { id: activity.id, amount: 500 });
  const { points, stockTotal, versions, topUps } = await app.data(token, activityApi.curve, {
    id: activity.id,
    by: 'day',
  });
  expect(points).toHaveLength(3);
  expect(points.at(-1)).toMatchObject({
    draws: 5,
    wins: 5,
    amount: 500,
    budgetGiven: 10_500,
    budgetLeft: 10_000,
    stockLeft: 35,
  });
  expect(points[0]).toMatchObject({ draws: 0, stockLeft: 40 });
  expect(stockTotal).toBe(40);
  expect(versions).toMatchObject([{ version: 1 }]);
  expect(topUps.at(-1)).toMatchObject({ amount: 500 });
  const hours = await app.data(token, activityApi.curve, { id: activity.id, by: 'hour' });
  expect(hours.points.length).toBeGreaterThan(47);
  expect(hours.points.at(-1)).toMatchObject({ budgetLeft: 10_000, stockLeft: 35 });
  expect(hours.points.reduce((sum, { draws }) => sum + draws, 0)).toBe(5);
  expect(await app.data(token, activityApi.regions, { id: activity.id })).toEqual({
    regions: [{ name: '', draws: 5 }],
    total: 5,
  });
});

test('the bias of ended periods is tested against their odds, and none is claimed before', async () => {
  const activity = await makeActivity(app, { firmId }, [{ stock: 1000, weight: 500_000 }]);
  await drawAll(activity, 96);
  expect(await app.data(token, activityApi.bias, { id: activity.id })).toMatchObject({ epochs: 0, draws: 0, p: null });
  await app.db
    .updateTable('seedEpoch')
    .set({ state: EpochState.sealed, closedAt: '2026-01-01 00:00:00' })
    .where('id', '=', activity.epoch.id)
    .execute();
  const { epochs, draws, tiers, p, freedom } = await app.data(token, activityApi.bias, { id: activity.id });
  expect([epochs, draws, freedom]).toEqual([1, 96, 1]);
  expect(tiers.map(({ expected }) => expected)).toEqual([48, 48]);
  expect(tiers.reduce((sum, { observed }) => sum + observed, 0)).toBe(96);
  expect(p).toBeGreaterThan(1e-6);
  // All draws in one tier would be no chance.
  await app.db
    .updateTable('draw')
    .set({ rawTierId: activity.tierIds[0]! })
    .where('activityId', '=', activity.id)
    .execute();
  expect((await app.data(token, activityApi.bias, { id: activity.id })).p).toBeLessThan(1e-12);
});
