import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import { activityRefusals } from '@zhuiyuan/contract/campaign/activity/activity-refusals';
import { ActivityStatus, EpochState } from '@zhuiyuan/contract/campaign/campaign-states';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { sql, type RawBuilder } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { firmWorld } from '../../../test/factories/access.ts';
import {
  findFaults,
  makeActivity,
  makeMembers,
  periodOf,
  ticketOf,
  type MadeActivity,
} from '../../../test/factories/lottery.ts';
import { drawTogether } from '../draw/draw-together.ts';
import { runActivities } from './run-activities.ts';
import { noteAgain } from '../../../test/factories/notes.ts';
import { daysAhead } from '../../../test/days.ts';

const acts = ['list', 'save', 'update', 'copy', 'publish', 'pause', 'end'].map((act) => `admin:lottery:active:${act}`);
let app: TestApp;
let firmId: number;
let token: string;
beforeAll(async () => {
  ({ app, firmId, token } = await firmWorld(acts, { poolSize: 6 }));
});
afterAll(() => app.close());

const info = (id: number) => app.data(token, activityApi.info, { id });
/** A change of what was published, from what its form would send. */
const change = async (id: number, more: (now: Awaited<ReturnType<typeof info>>) => object) => {
  const now = await info(id);
  const targets = now.targets.map(({ name: _name, ...target }) => target);
  return app.call(token, activityApi.update, { ...now, targets, ...more(now) } as never);
};
/** Its start is past, and the clock has not been round yet. */
const begin = async ({ id }: MadeActivity) => {
  await app.db
    .updateTable('activity')
    .set({ startAt: sql`now() - interval '1 second'` })
    .where('id', '=', id)
    .execute();
  await noteAgain(app);
};
const planned = () => makeActivity(app, { firmId }, [{ stock: 10, weight: 1_000_000 }], { startAt: daysAhead(1) });

let serial = 0;
/** Draws once in the period that is open now. */
const draw = async (activity: MadeActivity) => {
  const { seed, entries, ...epoch } = await periodOf(app, activity.id);
  const [uid] = await makeMembers(app, firmId, 1);
  const ticket = ticketOf({ ...activity, epoch }, uid!, { seg: 9_200_001, serial: (serial += 1) });
  return drawTogether(app.shopperDb, [{ ticket, clientSeed: '', seed, entries }]);
};

test('a tier named twice in a change is refused, and nothing of it is counted twice', async () => {
  const { id } = await makeActivity(app, { firmId }, [
    { stock: 10, weight: 100_000 },
    { stock: 10, weight: 500_000 },
  ]);
  const twice = await change(id, ({ tiers: [one] }) => ({
    tiers: [
      { ...one, stockTotal: 20 },
      { ...one, stockTotal: 20, weight: 200_000 },
    ],
  }));
  expect(twice).toMatchObject({ code: 400, message: '奖级重复' });
  expect(await info(id)).toMatchObject({ weightVersion: 1, tiers: [{ stockTotal: 10 }, { stockTotal: 10 }] });
});

test('what has begun by the clock is paused and ended, and not taken back, before the job has seen it', async () => {
  const withdrawn = await planned();
  expect((await app.call(token, activityApi.pause, { id: withdrawn.id })).code).toBe(activityRefusals.onlyRunning[0]);
  await begin(withdrawn);
  expect((await app.call(token, activityApi.withdraw, { id: withdrawn.id })).code).toBe(
    activityRefusals.onlyPlanned[0],
  );
  expect(await draw(withdrawn)).toMatchObject([{ isRepeat: false }]);
  await app.data(token, activityApi.pause, { id: withdrawn.id });
  expect((await info(withdrawn.id)).status).toBe(ActivityStatus.paused);
  const ended = await planned();
  await begin(ended);
  await app.data(token, activityApi.end, { id: ended.id, reason: '内容有误' });
  expect((await info(ended.id)).status).toBe(ActivityStatus.ended);
  expect(await findFaults(app)).toEqual([]);
});

test('tiers added later lack nothing that publishing asks for', async () => {
  const activity = await makeActivity(app, { firmId }, [{ stock: 10, weight: 100_000, cash: 100 }]);
  const { prizeId } = (await info(activity.id)).tiers[0]!;
  const add = (more: object = {}) =>
    change(activity.id, ({ tiers }) => ({
      tiers: [...tiers, { tierName: '加奖', prizeId, stockTotal: 5, weight: 1000, ...more }],
    }));
  expect((await add({ weight: 0 })).message).toContain('第2行：中奖概率须大于0');
  const merchant = app.db
    .updateTable('merchant')
    .where(
      'id',
      'in',
      app.db
        .selectFrom('pool')
        .innerJoin('activity', 'activity.poolId', 'pool.id')
        .where('activity.id', '=', activity.id)
        .select('pool.mchConfId'),
    );
  await merchant.set({ singleMin: 500 }).execute();
  expect((await add()).message).toContain('第2行：金额超出商户单笔限额');
  await merchant.set({ singleMin: 30 }).execute();
  await app.db.updateTable('prize').set({ status: Enabled.off }).where('id', '=', prizeId).execute();
  expect((await add()).message).toContain('第2行：奖品已停用');
  await app.db.updateTable('prize').set({ status: Enabled.on }).where('id', '=', prizeId).execute();
  expect((await add()).code).toBe(200);
  expect(await draw(activity)).toMatchObject([{ isRepeat: false }]);
  expect(await findFaults(app)).toEqual([]);
});

test('a name whose letters take two places is copied whole', async () => {
  const actName = `${'茶'.repeat(46)}🍵🍵`;
  const { id } = await app.data(token, activityApi.save, { actName } as never);
  const { id: copy } = await app.data(token, activityApi.copy, { id });
  expect((await info(copy)).actName).toBe(`${'茶'.repeat(46)}-副本`);
});

test('an activity that the clock cannot turn keeps none of the others waiting', async () => {
  const [stuck, other] = [
    await makeActivity(app, { firmId }, [{ stock: 10, weight: 1_000_000 }]),
    await makeActivity(app, { firmId }, [{ stock: 10, weight: 1_000_000 }]),
  ];
  await app.db.updateTable('activity').set({ weightVersion: 99 }).where('id', '=', stuck.id).execute();
  await app.db
    .updateTable('seedEpoch')
    .set({ openedAt: sql`now() - interval '1 day'` })
    .where('activityId', 'in', [stuck.id, other.id])
    .execute();
  await runActivities(app);
  const open = await app.db
    .selectFrom('seedEpoch')
    .where('activityId', 'in', [stuck.id, other.id])
    .where('state', '=', EpochState.open)
    .orderBy('activityId')
    .select('epochNo')
    .execute();
  expect(open).toEqual([{ epochNo: 1 }, { epochNo: 2 }]);
  await app.db.updateTable('activity').set({ weightVersion: 1 }).where('id', '=', stuck.id).execute();
});

test('a period whose chain was not written when it was sealed gets it with the next turn of the clock', async () => {
  const activity = await makeActivity(app, { firmId }, [{ stock: 10, weight: 1_000_000 }]);
  await draw(activity);
  await app.data(token, activityApi.end, { id: activity.id, reason: '结束' });
  const epoch = () =>
    app.db
      .selectFrom('seedEpoch')
      .where('activityId', '=', activity.id)
      .select(['state', 'chainHash', 'drawCnt'])
      .executeTakeFirstOrThrow();
  await app.db
    .updateTable('seedEpoch')
    .set({ state: EpochState.sealed, sealedAt: sql`now()`, closedAt: sql`now() - interval '2 days'` })
    .where('activityId', '=', activity.id)
    .execute();
  // A day after its end a seed is public: this one is late.
  expect(await findFaults(app)).toEqual([`种子期的状态与其结束、封存、公开及后一期相符：活动 ${activity.id} 第1期 1`]);
  await runActivities(app);
  expect(await epoch()).toEqual({
    state: EpochState.revealed,
    chainHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    drawCnt: 1,
  });
  expect(await findFaults(app)).toEqual([]);
});

test('after a seed that was not the promised one an activity goes on under a fresh one', async () => {
  const activity = await makeActivity(app, { firmId }, [{ stock: 10, weight: 1_000_000 }]);
  const { seedHash } = await app.db
    .selectFrom('seedEpoch')
    .where('id', '=', activity.epoch.id)
    .select('seedHash')
    .executeTakeFirstOrThrow();
  const bend = (to: { seedHash: string; state?: number; closedAt?: RawBuilder<string> }) =>
    app.db.updateTable('seedEpoch').set(to).where('id', '=', activity.epoch.id).execute();
  await bend({ seedHash: 'b'.repeat(64) });
  await runActivities(app);
  expect((await info(activity.id)).status).toBe(ActivityStatus.paused);
  await app.data(token, activityApi.resume, { id: activity.id });
  expect(await draw(activity)).toMatchObject([{ isRepeat: false }]);
  expect(await findFaults(app)).toEqual([`抽奖可由公布的种子重算：活动 ${activity.id} 第1期 种子与承诺不符 1`]);
  await bend({ seedHash, state: EpochState.closed, closedAt: sql`opened_at` });
  expect(await findFaults(app)).toEqual([]);
});

test('texts of any kind are kept as they were typed, or refused with a text', async () => {
  const texts = [
    '<img src=x onerror=alert(1)>',
    '\u202E茶\u202C名',
    '=HYPERLINK("http://x","y")',
    '🍵👨‍👩‍👧',
    "'; drop table tier; --",
  ];
  for (const actName of texts) {
    const { id } = await app.data(token, activityApi.save, { actName, ruleText: actName, organizer: actName } as never);
    expect(await info(id)).toMatchObject({ actName, ruleText: actName, organizer: actName });
  }
  for (const actName of ['茶\u0000名', '茶\uD83D', '茶'.repeat(51)])
    expect((await app.call(token, activityApi.save, { actName } as never)).code).toBe(400);
  expect(
    (await app.call(token, activityApi.save, { actName: '长', ruleText: '长'.repeat(20_001) } as never)).code,
  ).toBe(400);
});

test('numbers at their limits are taken, those beyond refused at their field', async () => {
  const { id } = await makeActivity(app, { firmId }, [{ stock: 99_999_990, weight: 1, cash: [30, 20_000] }]);
  const [tier] = (await info(id)).tiers;
  const add = (qty: number) => app.call(token, activityApi.addStock, { tierId: tier!.id, qty });
  const answers = await Promise.all(Array.from({ length: 6 }, () => add(4)));
  expect(answers.filter(({ code }) => code === 200).length).toBeLessThanOrEqual(2);
  expect((await info(id)).tiers[0]!.stockTotal).toBeLessThanOrEqual(99_999_999);
  const { prizeId } = tier!;
  const tiers = (count: number, more: object = {}) =>
    Array.from({ length: count }, (_none, at) => ({
      tierName: `${at}等`,
      prizeId,
      stockTotal: 99_999_999,
      weight: 1,
      ...more,
    }));
  const save = (more: object) => app.call(token, activityApi.save, { actName: '极限活动', ...more } as never);
  expect((await save({ tiers: tiers(12) })).code).toBe(200);
  expect((await save({ tiers: tiers(1001) })).message).toBe('奖级数量须为1-12个');
  expect((await save({ tiers: tiers(2, { weight: 500_001 }) })).message).toBe('中奖概率合计不能超过100%');
  expect((await save({ tiers: tiers(1, { stockTotal: 100_000_000 }) })).message).toBe('库存须为0-99999999的整数');
  expect((await save({ budgetAmount: Number.MAX_SAFE_INTEGER })).code).toBe(400);
  const targets = (count: number) =>
    Array.from({ length: count }, (_none, at) => ({ kind: 3, seg: 1, serialFrom: at + 1, serialTo: at + 1 }));
  expect((await save({ targets: targets(10_001) })).message).toBe('投放对象最多10000个');
  expect((await save({ targets: targets(10_000) })).message).toBe('号段1不存在');
  expect(await findFaults(app)).toEqual([]);
});
