import { activityApi } from '@zhuiyuan/contract/campaign/activity/activity';
import { LedgerType } from '@zhuiyuan/contract/fund/ledger-enums';
import { poolApi } from '@zhuiyuan/contract/fund/pool/pool';
import { redActiveApi } from '@zhuiyuan/contract/red/active/red-active';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { firmWorld, makeStaff } from '../../../test/factories/access.ts';
import { makePool } from '../../../test/factories/fund.ts';
import { findFaults, makeActivity } from '../../../test/factories/lottery.ts';
import { makeFirm } from '../../../test/factories/parties.ts';
import { makeRedActive } from '../../../test/factories/red.ts';

let app: TestApp;
let firmId: number;
let token: string;
const permissions = [
  ...['list', 'allocate'].map((verb) => `admin:lottery:redBag:${verb}`),
  ...['list', 'end'].map((verb) => `admin:lottery:active:${verb}`),
  'admin:lottery:redActive:list',
];
beforeAll(async () => {
  ({ app, firmId, token } = await firmWorld(permissions, { poolSize: 10 }));
});
afterAll(() => app.close());

const withCash = (more: object = {}) =>
  makeActivity(app, { firmId }, [{ stock: 10, weight: 1000, cash: 100 }], { budgetAmount: 10_000, ...more });
const poolOf = async (activityId: number) =>
  (
    await app.db
      .selectFrom('activityBudget')
      .where('activityId', '=', activityId)
      .select('poolId')
      .executeTakeFirstOrThrow()
  ).poolId;
const booked = (activityId: number) =>
  app.db
    .selectFrom('fundLedger')
    .where('activityId', '=', activityId)
    .where('type', '=', LedgerType.allocate)
    .orderBy('id')
    .select(['avail', 'remark'])
    .execute();

test('money goes from the pool to an activity that it pays, of either kind, and both say so', async () => {
  const { id: activityId } = await withCash();
  const id = await poolOf(activityId);
  const { balance } = await app.data(token, poolApi.info, { id });
  expect(await app.data(token, poolApi.funded, { poolId: id })).toEqual([
    { id: activityId, name: expect.any(String), isRed: false, firmId, remain: 10_000 },
  ]);
  expect(await app.data(token, poolApi.funded, { poolId: id, keywords: '没有这个' })).toEqual([]);
  expect(await app.data(token, poolApi.allocate, { id, activityId, amount: 2500 } as never)).toEqual({
    balance: balance - 2500,
    remain: 12_500,
  });
  expect(await app.data(token, activityApi.info, { id: activityId })).toMatchObject({ budgetAmount: 12_500 });
  expect(await booked(activityId)).toEqual([
    { avail: 10_000, remark: '' },
    { avail: 2500, remark: '资金池划拨' },
  ]);
  const red = await makeRedActive(app, firmId);
  const redPool = await poolOf(red);
  const before = (await app.data(token, redActiveApi.info, { id: red })).budgetAmount;
  await app.data(token, poolApi.allocate, { id: redPool, activityId: red, amount: 300 } as never);
  expect((await app.data(token, redActiveApi.info, { id: red })).budgetAmount).toBe(before + 300);
  expect(await findFaults(app)).toEqual([]);
});

test('what is too much, of another pool, ended, disabled or nothing is refused and books nothing', async () => {
  const { id: activityId } = await withCash();
  const id = await poolOf(activityId);
  const allocate = (more: object = {}) =>
    app.call(token, poolApi.allocate, { id, activityId, amount: 100, ...more } as never);
  const { balance } = await app.data(token, poolApi.info, { id });
  expect(await allocate({ amount: 0 })).toMatchObject({ code: 400, message: '划拨金额须大于0' });
  expect(await allocate({ activityId: undefined })).toMatchObject({ code: 400, message: '请选择活动' });
  expect(await allocate({ amount: balance + 1 })).toMatchObject({
    code: 62405,
    message: '资金池余额不足',
    data: { fields: [{ field: 'amount', message: '资金池余额不足' }] },
  });
  const other = await withCash();
  expect(await allocate({ activityId: other.id })).toMatchObject({ message: '请选择由此资金池付款的活动' });
  const stranger = await makeStaff(app, { firmId: await makeFirm(app), permissions });
  expect((await app.call(stranger.token, poolApi.allocate, { id, activityId, amount: 1 } as never)).code).toBe(404);
  expect(await app.data(stranger.token, poolApi.funded, { poolId: id })).toEqual([]);
  const reader = await makeStaff(app, { firmId, permissions: ['admin:lottery:redBag:list'] });
  expect((await app.call(reader.token, poolApi.allocate, { id, activityId, amount: 1 } as never)).code).toBe(403);
  const put = (status: number) => app.db.updateTable('pool').set({ status }).where('id', '=', id).execute();
  await put(Enabled.off);
  expect((await allocate()).code).toBe(62412);
  await put(Enabled.on);
  await app.data(token, activityApi.end, { id: activityId, reason: '收尾' });
  expect(await allocate()).toMatchObject({ message: '已结束的活动不能修改' });
  expect(await app.data(token, poolApi.funded, { poolId: id })).toEqual([]);
  expect(await booked(activityId)).toHaveLength(1);
  expect(await findFaults(app)).toEqual([]);
});

test('sent again, and by many at once, a request is booked once; all of them together never take more than there is', async () => {
  const id = await makePool(app, firmId, 10_000 + 700 + 1000);
  const { id: activityId } = await withCash({ poolId: id });
  const send = (amount: number, idemKey?: string) =>
    app.call(token, poolApi.allocate, { id, activityId, amount, idemKey } as never);
  const same = await Promise.all(Array.from({ length: 12 }, () => send(700, 'one-request')));
  expect(same.map(({ code }) => code)).toEqual(same.map(() => 200));
  expect(await booked(activityId)).toHaveLength(2);
  const many = await Promise.all(Array.from({ length: 20 }, () => send(300)));
  expect(many.filter(({ code }) => code === 200)).toHaveLength(3);
  expect(many.filter(({ code }) => code === 62405)).toHaveLength(17);
  expect((await app.data(token, poolApi.info, { id })).balance).toBe(100);
  // Who asks with the same number after the money is gone is told of the first time.
  expect((await send(700, 'one-request')).code).toBe(200);
  expect(await booked(activityId)).toHaveLength(5);
  expect(await findFaults(app)).toEqual([]);
});
