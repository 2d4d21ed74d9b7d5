import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import { activityRefusals } from '@zhuiyuan/contract/campaign/activity/activity-refusals';
import { ActivityStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { prizeApi } from '@zhuiyuan/contract/campaign/prize/prize';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { firmWorld } from '../../../test/factories/access.ts';
import { activityDraft, findFaults, makeActivity, type MadeTier } from '../../../test/factories/lottery.ts';
import { daysAhead } from '../../../test/days.ts';

const everyAct = [
  ...['list', 'save', 'update', 'delete', 'copy', 'publish', 'pause', 'end', 'export'].map(
    (act) => `admin:lottery:active:${act}`,
  ),
  'admin:lottery:aiActive:recover',
  'admin:lottery:aiActive:purge',
  'admin:lottery:fair:list',
  'admin:lottery:prize:delete',
];
let app: TestApp;
let firmId: number;
let token: string;
beforeAll(async () => {
  ({ app, firmId, token } = await firmWorld(everyAct, { poolSize: 6 }));
});
afterAll(() => app.close());

const makeProduct = async () =>
  (
    await app.db
      .insertInto('product')
      .values({
        firmId,
        storeName: '云雾茶',
        productNo: `A${randomUUID().slice(0, 10)}`,
        unit: '盒',
        boxNum: 6,
        caseNum: 4,
        image: '',
      })
      .returning('id')
      .executeTakeFirstOrThrow()
  ).id;

/** A draft that lacks nothing, on a product of its own. */
const whole = async (tiers: readonly MadeTier[] = [{ stock: 10, weight: 100_000 }], more: object = {}) => {
  const { firmId: _firm, ...draft } = await activityDraft(app, firmId, tiers, {
    targets: [{ kind: 1, targetId: await makeProduct() }],
    ...more,
  });
  return draft;
};
const info = (id: number) => app.data(token, activityApi.info, { id });
const saved = async (draft: object) => (await app.data(token, activityApi.save, draft as never)).id;

test('a draft needs only a name, and is kept as it was typed', async () => {
  const id = await saved({ actName: '秋茶上新季' });
  expect(await info(id)).toMatchObject({
    actName: '秋茶上新季',
    status: ActivityStatus.draft,
    actNo: expect.stringMatching(/^HD\d{6}\d{3}$/),
    tiers: [],
    targets: [],
    startAt: null,
  });
  const draft = await whole([{ stock: 5, weight: 125_000, cash: [30, 888] }], {
    windows: [{ weekdays: 31, hourFrom: 9, hourTo: 21 }],
    limitTotal: 10,
    limitDay: 3,
    collectFields: [{ key: 'phone', required: true }],
  });
  const { version } = await info(id);
  await app.data(token, activityApi.update, { id, version, ...draft } as never);
  expect(await info(id)).toMatchObject({
    actName: draft.actName,
    limitDay: 3,
    windows: [{ weekdays: 31, hourFrom: 9, hourTo: 21 }],
    tiers: [{ weight: 125_000, stockTotal: 5, prizeType: 1, amountMin: 30, amountMax: 888, left: 5 }],
    collectFields: [{ key: 'phone', required: true }],
    targets: [{ kind: 1, name: '云雾茶' }],
  });
  expect((await app.call(token, activityApi.update, { id, version, actName: '晚来的' } as never)).code).toBe(409);
});

test('what is typed wrongly is said at its field', async () => {
  const { data } = await app.call(token, activityApi.save, {
    actName: '茶',
    startAt: '2026-11-02 00:00:00',
    endAt: '2026-11-01 00:00:00',
    windows: [
      { weekdays: 3, hourFrom: 9, hourTo: 12 },
      { weekdays: 2, hourFrom: 11, hourTo: 14 },
    ],
  } as never);
  const fields = (data as unknown as { fields: { field: string; message: string }[] }).fields;
  expect(fields).toContainEqual({ field: 'actName', message: '活动名称不能少于2个字符' });
  const wrong = await app.call(token, activityApi.save, {
    actName: '秋茶',
    startAt: '2026-11-02 00:00:00',
    endAt: '2026-11-01 00:00:00',
  } as never);
  expect(wrong).toMatchObject({ code: 400, message: '结束时间必须晚于开始时间' });
});

test('publishing tells every gap, and afterwards nothing is missing', async () => {
  const id = await saved({ actName: '缺很多', playMode: 2 });
  const refused = await app.call(token, activityApi.publish, { id });
  expect(refused.code).toBe(activityRefusals.gaps[0]);
  const gaps = (refused.data as unknown as { gaps: { step: number; message: string }[] }).gaps;
  expect(gaps.map(({ step }) => step)).toEqual([1, 3, 4, 5, 5, 5]);
  const published = await saved(await whole());
  await app.data(token, activityApi.publish, { id: published });
  expect(await info(published)).toMatchObject({ status: ActivityStatus.running, weightVersion: 1 });
  expect((await app.call(token, activityApi.publish, { id: published })).code).toBe(activityRefusals.onlyDraft[0]);
});

test('the pool locks the budget, and gets back what was not spent', async () => {
  const draft = await whole([{ stock: 100, weight: 100_000, cash: 100 }], { budgetMode: 0, budgetAmount: 9_999 });
  const id = await saved(draft);
  expect(await app.call(token, activityApi.addBudget, { id, amount: 500 })).toMatchObject({ message: '活动尚未发布' });
  const short = await app.call(token, activityApi.publish, { id });
  expect(short.message).toContain(activityRefusals.budgetShort[1]);
  await app.data(token, activityApi.update, { id, budgetAmount: 10_000 } as never);
  await app.data(token, activityApi.publish, { id });
  const balance = async () =>
    (await app.db.selectFrom('pool').where('id', '=', draft.poolId!).select('balance').executeTakeFirstOrThrow())
      .balance;
  expect(await balance()).toBe(100_000_000 - 10_000);
  await app.data(token, activityApi.addBudget, { id, amount: 500 });
  expect(await info(id)).toMatchObject({ budgetAmount: 10_500 });
  await app.data(token, activityApi.end, { id, reason: '提前收尾' });
  expect(await balance()).toBe(100_000_000);
  expect(await info(id)).toMatchObject({ status: ActivityStatus.ended, endReason: '提前结束', endText: '提前收尾' });
  expect(await findFaults(app)).toEqual([]);
});

test('of two that overlap only one is published, also when both are at once', async () => {
  const productId = await makeProduct();
  const targets = [{ kind: 1, targetId: productId }];
  const [one, other] = [
    await saved(await whole(undefined, { targets })),
    await saved(await whole(undefined, { targets })),
  ];
  const answers = await Promise.all([one, other].map((id) => app.call(token, activityApi.publish, { id })));
  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, activityRefusals.overlaps[0]]);
  const late = {
    ...(await whole(undefined, { targets })),
    startAt: daysAhead(70),
    endAt: daysAhead(100),
  };
  const check = await app.data(token, activityApi.check, late as never);
  expect(check).toMatchObject({ conflicts: [], gaps: [] });
  const same = await app.data(token, activityApi.check, (await whole(undefined, { targets })) as never);
  expect(same.conflicts).toMatchObject([{ shared: ['云雾茶'], sharedCount: 1 }]);
});

test('a published activity changes only to the good of those who play', async () => {
  const { id } = await makeActivity(app, { firmId }, [{ stock: 10, weight: 100_000 }], { limitDay: 2 });
  const now = await info(id);
  const asDraft = {
    ...now,
    tiers: now.tiers,
    targets: now.targets.map(({ name: _name, ...target }) => target),
  };
  const change = (more: object) => app.call(token, activityApi.update, { ...asDraft, ...more } as never);
  for (const worse of [
    { endAt: daysAhead(59) },
    { limitDay: 1 },
    { claimDays: 14 },
    { ruleText: `${now.ruleText}。` },
    { tiers: [{ ...now.tiers[0]!, weight: 99_999 }] },
    { tiers: [{ ...now.tiers[0]!, stockTotal: 9 }] },
    { tiers: [{ ...now.tiers[0]!, dayCap: 5 }] },
    { tiers: [] },
  ])
    expect((await change({ ...worse, version: undefined })).code, JSON.stringify(worse)).toBe(
      activityRefusals.onlyBetter[0],
    );
  const better = await change({
    endAt: daysAhead(65, '23:59:59'),
    limitDay: 5,
    tiers: [{ ...now.tiers[0]!, weight: 200_000, stockTotal: 15 }],
  });
  expect(better.code).toBe(200);
  expect(await info(id)).toMatchObject({
    endAt: daysAhead(65, '23:59:59'),
    limitDay: 5,
    weightVersion: 2,
    tiers: [{ weight: 200_000, stockTotal: 15, left: 15 }],
  });
  const versions = await app.data(token, activityApi.weights, { id });
  expect(versions.map(({ version, prevHash }) => [version, prevHash])).toEqual([
    [2, versions[1]!.hash],
    [1, '0'.repeat(64)],
  ]);
  expect(await findFaults(app)).toEqual([]);
});

test('odds rise in a version of their own, on the version that was seen', async () => {
  const { id, tierIds } = await makeActivity(app, { firmId }, [{ stock: 10, weight: 100_000 }]);
  const raise = (version: number, weight: number) =>
    app.call(token, activityApi.saveWeights, {
      id,
      version,
      reason: '加码',
      entries: [{ tierId: tierIds[0]!, weight }],
    });
  expect((await raise(1, 99_999)).code).toBe(activityRefusals.onlyBetter[0]);
  expect((await raise(1, 1_000_001)).code).toBe(400);
  expect((await raise(1, 300_000)).data).toMatchObject({ version: 2 });
  expect((await raise(1, 400_000)).code).toBe(activityRefusals.staleWeights[0]);
  const epochs = await app.data(token, activityApi.epochs, { id });
  expect(epochs.list.map(({ epochNo, state, seed }) => [epochNo, state, seed])).toEqual([
    [2, 0, ''],
    [1, 1, ''],
  ]);
});

test('an activity pauses, holds a tier back, and goes on when all are there again', async () => {
  const { id, tierIds } = await makeActivity(app, { firmId }, [{ stock: 10, weight: 100_000 }]);
  const hold = (isOn: boolean) => app.call(token, activityApi.tierStatus, { tierId: tierIds[0]!, isOn });
  expect((await hold(false)).code).toBe(activityRefusals.onlyPaused[0]);
  await app.data(token, activityApi.pause, { id });
  expect((await app.call(token, activityApi.pause, { id })).code).toBe(activityRefusals.onlyRunning[0]);
  expect((await hold(false)).code).toBe(200);
  expect((await app.call(token, activityApi.resume, { id })).code).toBe(activityRefusals.tierOff[0]);
  await hold(true);
  await app.data(token, activityApi.resume, { id });
  expect((await info(id)).status).toBe(ActivityStatus.running);
  expect((await app.call(token, activityApi.remove, { id })).code).toBe(activityRefusals.endFirst[0]);
});

test('what is deleted lies in the recycle bin, comes back, or goes for good', async () => {
  const id = await saved(await whole());
  await app.data(token, activityApi.remove, { id });
  expect((await app.call(token, activityApi.info, { id })).code).toBe(404);
  const { list } = await app.data(token, activityApi.recycled, {});
  expect(list).toContainEqual(expect.objectContaining({ id, recycledFrom: ActivityStatus.draft, drawCnt: 0 }));
  expect(await app.data(token, activityApi.recover, { ids: [id] })).toEqual({ ok: 1, fail: [] });
  expect((await info(id)).status).toBe(ActivityStatus.draft);
  await app.data(token, activityApi.removeMany, { ids: [id] });
  expect(await app.data(token, activityApi.purge, { ids: [id] })).toEqual({ ok: 1, fail: [] });
  expect((await app.data(token, activityApi.recycled, {})).list.some((row) => row.id === id)).toBe(false);
});

test('a copy is a draft without places, and a prize in use stays', async () => {
  const { id } = await makeActivity(app, { firmId }, [{ stock: 10, weight: 100_000 }]);
  const source = await info(id);
  const { id: copy } = await app.data(token, activityApi.copy, { id });
  expect(await info(copy)).toMatchObject({
    actName: `${source.actName}-副本`,
    status: ActivityStatus.draft,
    targets: [],
    tiers: [{ weight: 100_000, issued: 0 }],
    weightVersion: null,
  });
  expect((await app.call(token, prizeApi.remove, { id: source.tiers[0]!.prizeId })).code).toBe(
    activityRefusals.prizeUsed[0],
  );
});

test('the list, the board and the figures agree', async () => {
  const board = await app.data(token, activityApi.board, {});
  const { total } = await app.data(token, activityApi.list, { limit: 100 });
  expect(board.all).toBe(total);
  expect(board.counts.reduce((sum, { count }) => sum + count, 0)).toBe(total);
  const sought = await app.data(token, activityApi.board, { keywords: '没有这样的活动' });
  expect(sought).toMatchObject({ ...board, all: 0, counts: expect.anything() });
  const running = await app.data(token, activityApi.list, { status: '2' as never, limit: 100 });
  expect(running.total).toBe(board.counts.find(({ status }) => status === ActivityStatus.running)!.count);
  const [row] = running.list;
  expect(await app.data(token, activityApi.counts, { id: row!.id })).toMatchObject({
    drawCnt: 0,
    stockLeft: row!.stockLeft,
  });
});
