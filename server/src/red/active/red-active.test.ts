import { redActiveApi } from '@zhuiyuan/contract/red/active/red-active';
import { redTypeApi } from '@zhuiyuan/contract/campaign/red-type/red-type';
import { RedKind } from '@zhuiyuan/contract/red/red-enums';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { breakUpdates, mendUpdates } from '../../../test/broken-updates.ts';
import type { TestApp } from '../../../test/app.ts';
import { firmWorld, makeFirmStaff } from '../../../test/factories/access.ts';
import { makeRedType } from '../../../test/factories/campaign.ts';
import { makeMerchant, makePool, makeTeller } from '../../../test/factories/fund.ts';
import { findFaults } from '../../../test/factories/lottery.ts';
import { redActiveDraft, sendAsStaff } from '../../../test/factories/red.ts';
import type { Db } from '../../kit/db/database.ts';
import { rejectHeld } from '../../payout/open-payouts.ts';
import { requirePayer } from '../send/find-receivers.ts';
import { runRedActives } from './run-red-actives.ts';
import { noteAgain } from '../../../test/factories/notes.ts';

const everyAct = [
  ...['list', 'save', 'update', 'delete', 'status', 'export'].map((act) => `admin:lottery:redActive:${act}`),
  'admin:lottery:redType:delete',
];

let app: TestApp;
let firmId: number;
let token: string;
let poolId: number;
let parts: { redTypeId: number; mchConfId: number };

beforeAll(async () => {
  ({ app, firmId, token } = await firmWorld(everyAct));
});
beforeEach(async () => {
  poolId = await makePool(app, firmId, 1_000_000);
  const { mchConfId } = await app.db
    .selectFrom('pool')
    .select('mchConfId')
    .where('id', '=', poolId)
    .executeTakeFirstOrThrow();
  parts = { redTypeId: await makeRedType(app, firmId), mchConfId };
});
afterAll(() => app.close());

const draft = (more: object = {}) => redActiveDraft(parts, more) as never;
const balance = async () =>
  (await app.db.selectFrom('pool').select('balance').where('id', '=', poolId).executeTakeFirstOrThrow()).balance;
const rowOf = (id: number) => app.data(token, redActiveApi.info, { id });

/** A packet of an activity, as sending makes one. */
const makePacket = async (id: number): Promise<number> => {
  const by = await makeTeller(app, firmId);
  return app.db.transaction().execute(async (transaction) => {
    const db = transaction as Db;
    const packets = [{ openid: 'o', uid: null, consumer: '', amount: 100, remark: '' }];
    const payer = await requirePayer(db, id);
    await sendAsStaff(db, { payer, packets, remark: '补发', fileName: null, idemKey: 'one', reviewAbove: 0 }, by);
    return (await db.selectFrom('redInfo').select('id').where('redActiveId', '=', id).executeTakeFirstOrThrow()).id;
  });
};

it('takes its budget of the pool, more of it later, and gives back what was not spent', async () => {
  const { id } = await app.data(token, redActiveApi.save, draft());
  expect(await balance()).toBe(900_000);
  expect(await rowOf(id)).toMatchObject({
    budgetAmount: 100_000,
    remain: 100_000,
    usedAmount: 0,
    paidAmount: 0,
    amountText: '¥0.30~200.00',
    packetCnt: 0,
    isBegun: false,
  });
  expect(await app.data(token, redActiveApi.addBudget, { id, amount: 50_000 })).toEqual({
    remain: 150_000,
    balance: 850_000,
  });
  expect(await app.call(token, redActiveApi.addBudget, { id, amount: 850_001 })).toMatchObject({ code: 62405 });
  // Before the first packet it may be less as well.
  const { version } = await rowOf(id);
  await app.data(token, redActiveApi.update, { id, version, budgetAmount: 40_000 } as never);
  expect(await balance()).toBe(960_000);
  expect((await app.call(token, redActiveApi.update, { id, version, budgetAmount: 1 } as never)).code).toBe(409);
  await app.data(token, redActiveApi.remove, { id });
  expect(await balance()).toBe(1_000_000);
  expect((await app.call(token, redActiveApi.info, { id })).code).toBe(404);
  expect(await findFaults(app)).toEqual([]);
});

it('refuses what a packet cannot be', async () => {
  expect(await app.call(token, redActiveApi.save, {} as never)).toMatchObject({
    code: 400,
    data: {
      fields: expect.arrayContaining([
        { field: 'scene', message: '请选择红包场景' },
        { field: 'mchConfId', message: '请选择发放商户' },
        { field: 'budgetAmount', message: '请输入活动预算' },
        { field: 'sendName', message: '请输入商户名称' },
        { field: 'wishing', message: '请输入祝福语' },
      ]),
    },
  });
  expect(await app.call(token, redActiveApi.save, draft({ budgetAmount: 0 }))).toMatchObject({
    message: '活动预算须大于0',
  });
  expect(await app.call(token, redActiveApi.save, draft({ kind: RedKind.GROUP }))).toMatchObject({
    code: 62408,
    message: '裂变红包接口已停用',
  });
  expect(await app.call(token, redActiveApi.save, draft({ amountMin: 9 }))).toMatchObject({
    message: '金额须在0.10~200.00元之间',
  });
  expect(await app.call(token, redActiveApi.save, draft({ amountMin: 500, amountMax: 400 }))).toMatchObject({
    message: '最高金额不能小于最低金额',
  });
  expect(await app.call(token, redActiveApi.save, draft({ budgetAmount: 1_000_001 }))).toMatchObject({
    code: 62405,
    message: '资金池余额不足',
  });
  await app.db.updateTable('merchant').set({ singleMax: 10_000 }).where('id', '=', parts.mchConfId).execute();
  expect(await app.call(token, redActiveApi.save, draft())).toMatchObject({ code: 62406 });
  const poolless = await makeMerchant(app, firmId);
  expect(await app.call(token, redActiveApi.save, draft({ mchConfId: poolless }))).toMatchObject({
    message: '该商户还没有资金池',
  });
  const stranger = await makeFirmStaff(app, everyAct);
  expect(await app.call(stranger.token, redActiveApi.save, draft())).toMatchObject({
    data: { fields: [{ field: 'redTypeId' }] },
  });
  expect(await balance()).toBe(1_000_000);
});

it('keeps its terms once a packet was made, and its type', async () => {
  const { id, version } = await app.data(token, redActiveApi.save, draft());
  const packet = await makePacket(id);
  expect(await rowOf(id)).toMatchObject({ isBegun: true, packetCnt: 1 });
  const change = (more: object) => app.call(token, redActiveApi.update, { id, version, ...more } as never);
  for (const more of [
    { name: '改名' },
    { amountMin: 40 },
    { budgetAmount: 99_999 },
    { endAt: '2099-12-31 23:59:58' },
    { packetLimit: 9 },
  ])
    expect(await change(more)).toMatchObject({ code: 62451 });
  expect(
    await change({ budgetAmount: 100_001, endAt: '2100-01-01 00:00:00', wishing: '新春快乐', remark: '追加' }),
  ).toMatchObject({ code: 200 });
  expect(await balance()).toBe(899_999);
  expect(await app.call(token, redTypeApi.remove, { id: parts.redTypeId })).toMatchObject({
    code: 62450,
    message: '该类型下存在红包活动，不能删除',
  });
  const reviewer = await makeTeller(app, firmId);
  await app.db.transaction().execute((db) => rejectHeld(db as never, [packet], { by: reviewer, remark: '' }));
});

it('ends when its time is over: what is left goes back, once, and nothing is changed any more', async () => {
  const { id } = await app.data(token, redActiveApi.save, draft());
  await app.db.updateTable('redActive').set({ endAt: '2026-01-02 00:00:00' }).where('id', '=', id).execute();
  await noteAgain(app);
  await Promise.all([runRedActives(app), runRedActives(app), runRedActives(app)]);
  expect(await balance()).toBe(1_000_000);
  expect((await rowOf(id)).endedAt).not.toBeNull();
  expect(await app.call(token, redActiveApi.addBudget, { id, amount: 1 })).toMatchObject({ code: 62452 });
  expect(await app.call(token, redActiveApi.update, { id, wishing: '晚了' } as never)).toMatchObject({ code: 62452 });
  expect(await findFaults(app)).toEqual([]);
});

it('ends although another cannot be ended', async () => {
  const { id: broken } = await app.data(token, redActiveApi.save, draft());
  const { id: whole } = await app.data(token, redActiveApi.save, draft());
  await app.db
    .updateTable('redActive')
    .set({ endAt: '2026-01-02 00:00:00' })
    .where('id', 'in', [broken, whole])
    .execute();
  await noteAgain(app);
  await breakUpdates(app, 'red_active', `old.id = ${broken}`);
  await runRedActives(app);
  expect((await rowOf(whole)).endedAt).not.toBeNull();
  expect((await rowOf(broken)).endedAt).toBeNull();
  await mendUpdates(app, 'red_active');
  await runRedActives(app);
  expect((await rowOf(broken)).endedAt).not.toBeNull();
  expect(await balance()).toBe(1_000_000);
  expect(await findFaults(app)).toEqual([]);
});

it('does not give the same money twice, however many ask for it at once', async () => {
  const answers = await Promise.all(
    Array.from({ length: 12 }, () => app.call(token, redActiveApi.save, draft({ budgetAmount: 300_000 }))),
  );
  expect(answers.filter(({ code }) => code === 200)).toHaveLength(3);
  expect(answers.filter(({ code }) => code === 62405)).toHaveLength(9);
  expect(await balance()).toBe(100_000);
  expect(await findFaults(app)).toEqual([]);
});

it('tells the figures of a firm', async () => {
  const fresh = await makeFirmStaff(app, everyAct);
  const own = await makePool(app, fresh.firmId, 500_000);
  const { mchConfId } = await app.db
    .selectFrom('pool')
    .select('mchConfId')
    .where('id', '=', own)
    .executeTakeFirstOrThrow();
  const mine = redActiveDraft({ redTypeId: await makeRedType(app, fresh.firmId), mchConfId });
  await app.data(fresh.token, redActiveApi.save, mine as never);
  expect(await app.data(fresh.token, redActiveApi.board, {})).toEqual({
    count: 1,
    budgetAmount: 100_000,
    paidAmount: 0,
    sentAmount: 0,
    failedCnt: 0,
  });
  expect((await app.data(fresh.token, redActiveApi.list, { name: mine.name })).total).toBe(1);
});
