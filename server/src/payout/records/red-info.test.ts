import {
  BillState,
  Delivery,
  PayoutStatus,
  PaySource,
  ReconDiffType,
  ReconState,
} from '@zhuiyuan/contract/payout/payout-enums';
import { censusApi } from '@zhuiyuan/contract/payout/census';
import { payAccountApi } from '@zhuiyuan/contract/payout/pay-account';
import { reconApi } from '@zhuiyuan/contract/payout/recon';
import { redInfoApi } from '@zhuiyuan/contract/payout/red-info';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { openCashWorld } from '../../../test/factories/cash.ts';
import { findFaults } from '../../../test/factories/lottery.ts';
import { downloadSheet } from '../../../test/sheets.ts';
import { maskConsumer } from '../../member/mask-consumer.ts';
import { openPayouts, rejectHeld } from '../open-payouts.ts';

const all = ['list', 'resend', 'cancel', 'sync', 'export'].map((verb) => `admin:lottery:redInfo:${verb}`);

let world: Awaited<ReturnType<typeof openCashWorld>>;
let activity: Awaited<ReturnType<typeof world.campaign>>;
let staff: string;
let reader: string;

beforeAll(async () => {
  world = await openCashWorld();
  activity = await world.campaign();
  const { firmId } = world;
  staff = (
    await makeStaff(world.app, {
      firmId,
      permissions: [...all, 'admin:lottery:redBag:census', 'admin:lottery:redBag:list', 'admin:lottery:redBag:update'],
    })
  ).token;
  reader = (await makeStaff(world.app, { firmId, permissions: ['admin:lottery:redInfo:list'] })).token;
});
afterAll(() => world.close());

let person = 0;
const receiverOf = (nth: number, ending: string) => `receiver-${nth}_${ending}`;
/** The payout of somebody who has just won 1.88 yuan, when it has come to a status. */
const payoutIn = async (ending: string, status: string): Promise<number> => {
  const uids = await world.people([receiverOf((person += 1), ending)]);
  const [drawId] = await world.draw(activity, uids);
  await eventually(async () => {
    await world.step();
    expect((await world.payoutOf(drawId!))?.status).toBe(status);
  });
  return (await world.payoutOf(drawId!))!.id;
};
const data = <E extends Parameters<typeof world.app.data>[1]>(endpoint: E, input: object) =>
  world.app.data(staff, endpoint, input as never);
const infoOf = (id: number) => data(redInfoApi.info, { id });

describe('a payout, as staff see it', () => {
  test('tells all that happened: attempts, events, money and the draw, and hides who was paid', async () => {
    const id = await payoutIn('ok', Delivery.RECEIVED);
    // It may be asked about while its callback is on the way, and be received before that came.
    const toldOf = ({ attempts }: Awaited<ReturnType<typeof infoOf>>) =>
      attempts[0]!.events.map(({ source }) => source).filter((source) => source !== 'QUERY');
    await expect.poll(async () => toldOf(await infoOf(id))).toEqual(['POST', 'NOTIFY']);
    const found = await infoOf(id);
    expect(found).toMatchObject({
      status: Delivery.RECEIVED,
      source: PaySource.draw,
      amount: 188,
      mchName: '模拟商户',
      mchid: '19****0109',
      draw: { activityId: activity.id, drawNo: expect.stringMatching(/^D\d{16}$/) },
      confirmBefore: null,
      billState: BillState.success,
    });
    expect(found.openid).toBe(receiverOf(person, 'ok').slice(-6));
    expect(found.consumer).toBe(maskConsumer({ nickName: '', uid: found.uid! }));
    const [row] = (await data(redInfoApi.list, { keywords: found.billNo })).list;
    expect(row!.consumer).toBe(found.consumer);
    expect(found.attempts).toHaveLength(1);
    expect(found.attempts[0]).toMatchObject({ outBillNo: found.outBillNo, isUnclear: false, nextRunAt: null });
    expect(JSON.stringify(found)).not.toContain(receiverOf(person, 'ok'));
    expect(found.ledger.map(({ reserved, outside }) => [reserved, outside])).toEqual([
      [188, 0],
      [-188, 188],
    ]);
  });

  test('is found by either number, by person, amount, time and status, and stands in the board', async () => {
    const id = await payoutIn('wait', Delivery.SENT);
    const row = await infoOf(id);
    expect(row.confirmBefore).not.toBeNull();
    const find = async (filters: object) => (await data(redInfoApi.list, filters)).list.map((one) => one.id);
    for (const keywords of [
      row.billNo,
      row.outBillNo,
      ` ${row.outBillNo.slice(0, 4)} ${row.outBillNo.slice(4).toLowerCase()}`,
    ])
      expect(await find({ keywords })).toEqual([id]);
    expect(await find({ keywords: row.billNo.slice(0, -1) })).toEqual([]);
    expect(await find({ uid: row.uid })).toEqual([id]);
    expect(await find({ uid: row.uid, minAmount: 189 })).toEqual([]);
    expect(await find({ uid: row.uid, maxAmount: 188, status: 'SENT,REFUND' })).toEqual([id]);
    expect(await find({ uid: row.uid, status: 'FAILED' })).toEqual([]);
    expect(await find({ uid: row.uid, dateType: 'received', dateLimit: 'today' })).toEqual([]);
    expect(await find({ uid: row.uid, dateType: 'sent', dateLimit: 'today' })).toEqual([id]);
    expect(await find({ uid: row.uid, dateLimit: 'yesterday' })).toEqual([]);
    const { counted } = await data(redInfoApi.board, { uid: row.uid });
    expect(counted).toEqual([{ status: Delivery.SENT, count: 1, amount: 188 }]);
    const days = await data(redInfoApi.days, { activityId: activity.id });
    expect(days).toHaveLength(30);
    expect(days.at(-1)!.day).toBe(shanghaiToday());
    const whole = (await data(redInfoApi.board, { activityId: activity.id })).counted!;
    expect(days.at(-1)!.counted.toSorted((a, b) => (a.status < b.status ? -1 : 1))).toEqual(
      whole.toSorted((a, b) => (a.status < b.status ? -1 : 1)),
    );
    expect(
      await world.app.call(staff, redInfoApi.days, {
        dateLimit: `${addDays(shanghaiToday(), -92)},${shanghaiToday()}`,
      }),
    ).toMatchObject({ code: 62011, message: '查询时间跨度不能超过92天' });
    expect(await data(redInfoApi.days, { dateLimit: '9999-12-31,9999-12-31' })).toEqual([]);
  });

  test('is exported with its receiver masked', async () => {
    const id = await payoutIn('wait', Delivery.SENT);
    const row = await infoOf(id);
    const { fileName } = await data(redInfoApi.export, { uid: row.uid });
    const { savedAs, rows } = await downloadSheet(world.app, fileName);
    expect(savedAs).toBe('红包发放记录.xlsx');
    expect(rows[1]).toEqual(expect.arrayContaining([row.billNo, row.outBillNo, '抽奖', '已发放待领取', 1.88]));
    expect(JSON.stringify(rows)).not.toContain(receiverOf(person, 'wait'));
  });
});

describe('what staff do with payouts', () => {
  test('needs its permission', async () => {
    for (const endpoint of [redInfoApi.resend, redInfoApi.cancel, redInfoApi.close, redInfoApi.sync, redInfoApi.export])
      expect((await world.app.call(reader, endpoint, { id: 1 } as never)).code).toBe(403);
    expect(await world.app.call(staff, redInfoApi.sync, {} as never)).toMatchObject({
      code: 400,
      message: '请先选择数据',
    });
    expect(await world.app.call(staff, redInfoApi.sync, { id: 999_999 })).toMatchObject({ code: 404 });
  });

  test('resends what failed under a new number, and of several says which were refused', async () => {
    const [failed, waiting] = [await payoutIn('fail_real', Delivery.FAILED), await payoutIn('wait', Delivery.SENT)];
    expect(await world.app.call(staff, redInfoApi.resend, { id: waiting })).toMatchObject({
      code: 62402,
      message: '只有发放失败的红包可以重发',
    });
    const before = await infoOf(failed);
    expect(before.reason).toBe('收款用户未实名');
    const done = await data(redInfoApi.resend, { ids: [failed, waiting, failed] });
    expect(done).toMatchObject({ ok: 1, fail: [{ id: waiting, message: '只有发放失败的红包可以重发' }] });
    const after = await infoOf(failed);
    expect(after).toMatchObject({ status: Delivery.SENDING, attemptNo: 2 });
    expect(after.outBillNo).not.toBe(before.outBillNo);
    expect(after.attempts.map(({ attemptNo }) => attemptNo)).toEqual([2, 1]);
    expect(await findFaults(world.app)).toEqual([]);
    await eventually(async () => {
      await world.step();
      expect((await infoOf(failed)).status).toBe(Delivery.FAILED);
    });
    expect(await data(redInfoApi.close, { id: failed })).toMatchObject({ ok: 1 });
    expect(await infoOf(failed)).toMatchObject({ isClosed: true, status: Delivery.FAILED });
    expect((await infoOf(failed)).ledger.at(-1)).toMatchObject({ avail: 188, reserved: -188 });
    expect(await world.app.call(staff, redInfoApi.close, { id: failed })).toMatchObject({ code: 62437 });
    expect(await findFaults(world.app)).toEqual([]);
  });

  test('sends a failed one once, however often it is resent at the same time', async () => {
    const id = await payoutIn('fail_real', Delivery.FAILED);
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => world.app.call(staff, redInfoApi.resend, { id })),
    );
    expect(answers.filter(({ code }) => code === 200)).toHaveLength(1);
    expect(answers.filter(({ code }) => code === 62402)).toHaveLength(11);
    expect((await infoOf(id)).attempts).toHaveLength(2);
  });

  test('withdraws what waits, and hears at once what WeChat Pay knows', async () => {
    const id = await payoutIn('wait', Delivery.SENT);
    expect(await data(redInfoApi.cancel, { id })).toMatchObject({ ok: 1, rows: [{ id, status: Delivery.RFUND_ING }] });
    await eventually(async () => {
      await data(redInfoApi.sync, { id });
      expect((await infoOf(id)).status).toBe(Delivery.REFUND);
    });
    expect(await infoOf(id)).toMatchObject({ refundAmount: 188, refundAt: expect.any(String) });
    const again = await payoutIn('wait', Delivery.SENT);
    const bill = world.simulator.ledger.find('1900000109', (await infoOf(again)).outBillNo)!;
    Object.assign(bill, { state: 'SUCCESS' });
    expect(await data(redInfoApi.sync, { ids: [again] })).toMatchObject({
      ok: 1,
      rows: [{ id: again, status: Delivery.RECEIVED }],
    });
    // Nobody calls back of what was changed by hand: it was asked for. Of the one before the callback may have told first.
    expect((await infoOf(again)).attempts[0]!.askedAt).not.toBeNull();
    expect(await world.app.call(staff, redInfoApi.cancel, { id: again })).toMatchObject({
      code: 62403,
      message: '用户已领取，不能撤销',
    });
    expect(await findFaults(world.app)).toEqual([]);
  });

  test('says so where WeChat Pay gives no answer, and nothing changes', async () => {
    const id = await payoutIn('wait', Delivery.SENT);
    world.configure({ errorRate: 1 });
    const { attempts } = await infoOf(id);
    expect(await world.app.call(staff, redInfoApi.sync, { id })).toMatchObject({ code: 62440 });
    expect((await infoOf(id)).attempts).toEqual(attempts);
    world.configure({ errorRate: 0 });
  });
});

test('differences of bills are listed by day and row, and dealt with once', async () => {
  const { firmId, merchant, app } = world;
  const day = addDays(shanghaiToday(), -1);
  await app.db
    .insertInto('reconDay')
    .values({ firmId, mchConfId: merchant.id, billDate: day, lines: 3, outAmount: 500, inAmount: 0 })
    .execute();
  const { id } = await app.db
    .insertInto('reconDiff')
    .values({
      firmId,
      mchConfId: merchant.id,
      billDate: day,
      outBillNo: 'LT00000000000600001',
      diffType: ReconDiffType.theirsMore,
      ourAmount: 0,
      billAmount: 188,
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  expect((await data(reconApi.days, { dateLimit: 'lately7' })).list).toEqual([
    expect.objectContaining({ billDate: day, lines: 3, outAmount: 500, diffCount: 1, openCount: 1 }),
  ]);
  const open = await data(reconApi.diffs, { state: ReconState.open, dateLimit: 'lately7' });
  expect(open.list).toEqual([expect.objectContaining({ id, mchName: '模拟商户', redInfoId: null, billAmount: 188 })]);
  expect(await app.call(staff, reconApi.handle, { id, remark: '' })).toMatchObject({
    code: 400,
    message: '请输入处理说明',
  });
  await data(reconApi.handle, { id, remark: '商户平台手工转账，已补记调账' });
  expect(await app.call(staff, reconApi.handle, { id, remark: '再次' })).toMatchObject({
    code: 62439,
    message: '该差异已处理',
  });
  expect((await data(reconApi.diffs, {})).list[0]).toMatchObject({
    state: ReconState.handled,
    handledName: '测试',
    handleRemark: '商户平台手工转账，已补记调账',
  });
  expect((await data(reconApi.days, {})).list[0]).toMatchObject({ diffCount: 1, openCount: 0 });
});

test('the account is asked what it holds, and is short when it cannot pay what the pool promises', async () => {
  const { app, merchant, simulator } = world;
  const held = await data(payAccountApi.test, { id: merchant.id });
  expect(held).toMatchObject({ id: merchant.id, cause: '', isShort: false });
  expect(held.available).toBeGreaterThan(0);
  simulator.ledger.setBalance('1900000109', held.needed - held.inFlight - 1);
  expect(await data(payAccountApi.test, { id: merchant.id })).toMatchObject({ isShort: true });
  simulator.ledger.setBalance('1900000109', held.needed - held.inFlight);
  expect(await data(payAccountApi.test, { id: merchant.id })).toMatchObject({ isShort: false });
  const pool = await app.db
    .selectFrom('pool')
    .select('balance')
    .where('id', '=', world.poolId)
    .executeTakeFirstOrThrow();
  const { sum } = await app.db
    .selectFrom('activityBudget')
    .select(({ fn }) => [fn.sum<number>('remain').as('remain'), fn.sum<number>('reserved').as('reserved')])
    .executeTakeFirstOrThrow()
    .then(({ remain, reserved }) => ({ sum: Number(remain) + Number(reserved) }));
  expect(held.needed).toBe(pool.balance + sum);
  await app.db.updateTable('merchant').set({ baseUrl: 'http://127.0.0.1:9' }).where('id', '=', merchant.id).execute();
  await app.db
    .updateTable('merchant')
    .set((row) => ({ version: row('version', '+', 1) }))
    .where('id', '=', merchant.id)
    .execute();
  const [away] = await data(payAccountApi.balances, { ids: String(merchant.id) });
  expect(away).toMatchObject({ available: null, isShort: false });
  expect(away!.cause).not.toBe('');
  await app.db
    .updateTable('merchant')
    .set((row) => ({ baseUrl: simulator.url, version: row('version', '+', 1) }))
    .where('id', '=', merchant.id)
    .execute();
  expect(await app.call(reader, payAccountApi.test, { id: merchant.id })).toMatchObject({ code: 403 });
});

test('the census adds up to the payouts it counts', async () => {
  const of = { activityId: activity.id };
  const { counted } = await data(redInfoApi.board, of);
  const total = counted!.reduce((sum, { count }) => sum + count, 0);
  const summary = await data(censusApi.summary, of);
  expect(summary.count).toBe(total);
  const { waitCount, receivedCount, refundCount, failedCount, rejectedCount } = summary;
  expect(waitCount + receivedCount + refundCount + failedCount + rejectedCount).toBe(total);
  expect(summary.amount).toBe(total * 188);
  expect(summary.averageAmount).toBe(188);
  expect(summary.failedRate).toBeCloseTo(summary.failedCount / (summary.failedCount + summary.receivedCount));
  expect(summary.averageSeconds).toBeGreaterThanOrEqual(0);
  const trend = await data(censusApi.trend, { ...of, dateLimit: 'lately7' });
  expect(trend.map(({ day }) => day)).toEqual(Array.from({ length: 7 }, (_, nth) => addDays(shanghaiToday(), nth - 6)));
  const sent = trend
    .flatMap((day) => day.counted)
    .filter(({ status }) => status !== Delivery.SENDING && status !== Delivery.FAILED)
    .reduce((sum, { count }) => sum + count, 0);
  expect(sent).toBeLessThan(total);
  expect(summary.receivedRate).toBeCloseTo(summary.receivedCount / sent);
  const hist = await data(censusApi.hist, { ...of, poolId: world.poolId });
  expect(hist.amounts.map(({ count }) => count)).toEqual([0, total, 0, 0, 0, 0]);
  expect(hist.sources).toEqual([{ name: '抽奖', count: total, amount: total * 188 }]);
  expect(hist.activities).toEqual([expect.objectContaining({ count: total })]);
  expect(await data(censusApi.reason, of)).toEqual([
    { name: '收款用户未实名', count: summary.failedCount, amount: summary.failedAmount },
  ]);
  const { list } = await data(censusApi.list, of);
  expect(list).toEqual([expect.objectContaining({ day: shanghaiToday(), count: total })]);
  const { rows } = await downloadSheet(world.app, (await data(censusApi.export, of)).fileName);
  expect(rows[1]!.slice(0, 2)).toEqual([shanghaiToday(), total]);
  expect(await data(censusApi.summary, { poolId: 999_999 })).toMatchObject({
    count: 0,
    averageAmount: null,
    receivedRate: null,
  });
});

test('what a person took back is no failure, and stands by itself in list, figures, days, file and census', async () => {
  const { app, firmId, merchant } = world;
  const activityId = 990_001;
  const made = (nth: number, hold: boolean) => ({
    firmId,
    source: PaySource.hand,
    sourceId: activityId + nth,
    mchConfId: merchant.id,
    appId: merchant.appId,
    openid: `by-hand-${nth}_wait`,
    amount: nth * 100,
    activityId,
    actName: '手工',
    prizeName: '补发',
    hold,
  });
  const [failed, , gone, away] = await openPayouts(app.db, [
    made(1, false),
    made(2, true),
    made(3, true),
    made(4, true),
  ]);
  const failure = { status: Delivery.FAILED, reason: '收款用户未实名' };
  await app.db.updateTable('redInfo').set(failure).where('id', '=', failed!).execute();
  await app.db.transaction().execute((db) => rejectHeld(db as never, [gone!, away!], { by: 1, remark: '名单重复' }));
  const idsOf = async (status: string) =>
    (await data(redInfoApi.list, { activityId, status })).list
      .map(({ id }) => id)
      .toSorted((one, other) => one - other);
  expect(await idsOf('FAILED')).toEqual([failed]);
  expect(await idsOf('REJECTED')).toEqual([gone, away]);
  expect(await idsOf('FAILED,REJECTED')).toEqual([failed, gone, away]);
  expect(await idsOf('SENT,REJECTED')).toEqual([gone, away]);
  expect(await infoOf(gone!)).toMatchObject({ status: PayoutStatus.REJECTED, reason: '名单重复', isClosed: true });
  const counted = [
    { status: 'FAILED', count: 1, amount: 100 },
    { status: 'REJECTED', count: 2, amount: 700 },
    { status: 'SENDING', count: 1, amount: 200 },
  ];
  const ordered = <R extends { status: string }>(rows: readonly R[]) =>
    rows.toSorted((one, other) => one.status.localeCompare(other.status));
  expect(ordered((await data(redInfoApi.board, { activityId })).counted!)).toEqual(counted);
  expect(ordered((await data(redInfoApi.days, { activityId })).at(-1)!.counted)).toEqual(counted);
  expect(ordered((await data(censusApi.trend, { activityId })).at(-1)!.counted)).toEqual(counted);
  const file = await downloadSheet(app, (await data(redInfoApi.export, { activityId, status: 'REJECTED' })).fileName);
  const at = file.rows[0]!.indexOf('状态');
  expect(file.rows.slice(1).map((row) => row[at])).toEqual(['已驳回', '已驳回']);
  const sums = {
    count: 4,
    amount: 1000,
    waitAmount: 200,
    failedCount: 1,
    failedAmount: 100,
    rejectedCount: 2,
    rejectedAmount: 700,
    failedRate: 1,
  };
  expect(await data(censusApi.summary, { activityId })).toMatchObject(sums);
  expect((await data(censusApi.list, { activityId })).list).toEqual([expect.objectContaining(sums)]);
  expect(await data(censusApi.reason, { activityId })).toEqual([{ name: '收款用户未实名', count: 1, amount: 100 }]);
});
