import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import { StockMoveKind } from '@zhuiyuan/contract/campaign/campaign-states';
import { claimApi } from '@zhuiyuan/contract/claim/claim-list';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { firmWorld, makeStaff } from '../../../test/factories/access.ts';
import { activityDraft, findFaults, makeActivity } from '../../../test/factories/lottery.ts';
import { makeFirm } from '../../../test/factories/parties.ts';
import { winGoods } from '../../../test/factories/redeem.ts';
import { daysAhead } from '../../../test/days.ts';

let app: TestApp;
let firmId: number;
let token: string;
beforeAll(async () => {
  ({ app, firmId, token } = await firmWorld([
    ...['list', 'save', 'update', 'publish'].map((verb) => `admin:lottery:active:${verb}`),
    'admin:lottery:receive:update',
  ]));
});
afterAll(() => app.close());

const movesOf = async (id: number, more: object = {}) =>
  (await app.data(token, activityApi.stockMoves, { id, ...more })).list.map(
    ({ tierName, kind, delta, remark, operatorName }) => [
      tierName,
      StockMoveKind.label(kind),
      delta,
      remark,
      operatorName,
    ],
  );

test('what is published, added and taken back is told with who did it; tiers that are added later too', async () => {
  const draft = await activityDraft(
    app,
    firmId,
    [
      { stock: 10, weight: 1000 },
      { stock: 20, weight: 2000 },
    ],
    { lotteryType: 1, pointsCost: 10, startAt: daysAhead(1) },
  );
  const { id } = await app.data(token, activityApi.save, draft as never);
  expect(await movesOf(id)).toEqual([]);
  await app.data(token, activityApi.publish, { id });
  await app.data(token, activityApi.withdraw, { id });
  await app.data(token, activityApi.publish, { id });
  const { tiers } = await app.data(token, activityApi.info, { id });
  await app.data(token, activityApi.addStock, { tierId: tiers[0]!.id, qty: 5 });
  const [added] = (await activityDraft(app, firmId, [{ stock: 7, weight: 100 }])).tiers;
  await app.data(token, activityApi.update, {
    id,
    tiers: [
      ...draft.tiers.map((tier, at) => ({ ...tier, id: tiers[at]!.id, stockTotal: at === 0 ? 15 : 24 })),
      { ...added!, tierName: '加赠' },
    ],
  } as never);
  const [{ realName }] = [
    await app.db.selectFrom('admin').where('firmId', '=', firmId).select('realName').executeTakeFirstOrThrow(),
  ];
  const all = await movesOf(id);
  expect(all.map(([tier, kind, delta, remark]) => [tier, kind, delta, remark])).toEqual([
    ['加赠', '追加', 7, '编辑活动'],
    ['2等奖', '追加', 4, '编辑活动'],
    ['1等奖', '追加', 5, '追加库存'],
    ['2等奖', '发布', 20, ''],
    ['1等奖', '发布', 10, ''],
    ['2等奖', '撤回', -20, ''],
    ['1等奖', '撤回', -10, ''],
    ['2等奖', '发布', 20, ''],
    ['1等奖', '发布', 10, ''],
  ]);
  expect(new Set(all.map((move) => move[4]))).toEqual(new Set([realName]));
  expect(await movesOf(id, { tierId: tiers[0]!.id, kind: StockMoveKind.add })).toHaveLength(1);
  expect(await findFaults(app)).toEqual([]);
  const stranger = await makeStaff(app, { firmId: await makeFirm(app), permissions: ['admin:lottery:active:list'] });
  expect((await app.call(stranger.token, activityApi.stockMoves, { id })).code).toBe(404);
});

test('prizes that come back are told with their reason, and stock that nobody told of is a fault', async () => {
  const activity = await makeActivity(app, { firmId }, [{ stock: 10, weight: 1_000_000 }], { autoReturn: true });
  const won = await winGoods(app, activity, 3);
  await app.data(token, claimApi.close, { ids: won.map(({ drawId }) => drawId), reason: '停产' });
  expect((await movesOf(activity.id))[0]!.slice(0, 4)).toEqual(['1等奖', '退回', 3, '人工关闭，停产']);
  expect(await findFaults(app)).toEqual([]);
  await app.db
    .updateTable('tier')
    .set((tier) => ({ stockTotal: tier('stockTotal', '+', 1), remain: tier('remain', '+', 1) }))
    .where('id', '=', activity.tierIds[0]!)
    .execute();
  expect(await findFaults(app)).toEqual([
    `奖级的库存变动合计等于总量与退回数：奖级 ${activity.tierIds[0]} 1`,
    `奖级的奖品、金额、积分与库存同其公布的条款：奖级 ${activity.tierIds[0]} 1`,
  ]);
});
