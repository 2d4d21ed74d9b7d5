import { BillState, Delivery, ReconDiffType } from '@zhuiyuan/contract/payout/payout-enums';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { eventually } from '../../test/eventually.ts';
import { book, findFaults, makeTeller } from '../../test/factories/fund.ts';
import { openPayWorld } from '../../test/factories/payout.ts';
import { allocateBudget } from '../fund/budget.ts';
import { reserveWins } from '../fund/reserve-wins.ts';
import { domains } from '../domains.ts';
import { gatherHearers } from '../kit/http/domain.ts';
import { hearOn } from '../kit/db/events.ts';
import { encryptFor, newCertificate, signedHeaders } from '@zhuiyuan/simulator/keys';
import { beginAttempt, beginHeld, lockPayout, rejectHeld } from './open-payouts.ts';
import { cancelPayout, closePayout, findConfirmation, resendPayout, syncPayout } from './payout-acts.ts';
import { recordOutcome, type PayoutTurned } from './record-outcome.ts';
import { judgeEnded, takeBill } from './recon/reconcile.ts';

/** What comes about by itself, however busy the machine is. */

let world: Awaited<ReturnType<typeof openPayWorld>>;
const told: PayoutTurned[] = [];
const original = { qps: 100_000, dayLimit: 0, userDayMax: 10 };

beforeAll(async () => {
  world = await openPayWorld();
  const heard = gatherHearers(domains, world.app);
  hearOn(world.app.db, {
    ...heard,
    events: {
      ...heard.events,
      'payout.turned': [...heard.events['payout.turned'], async (_db, turned) => void told.push(turned)],
    },
  });
});
afterAll(() => world.close());
beforeEach(() => {
  told.length = 0;
  world.errors.length = 0;
  Object.assign(world.merchant, original);
  world.simulator.config.autoConfirmMs = 5;
  world.simulator.config.dropCallbacks = 0;
});

const attemptsOf = async (redInfoId: number) => (await world.attempts()).filter((row) => row.redInfoId === redInfoId);
const eventsOf = async (payoutId: number) =>
  world.app.db.selectFrom('payoutEvent').selectAll().where('payoutId', '=', payoutId).orderBy('id').execute();
const inTransaction = <T>(work: (db: typeof world.app.db) => Promise<T>) =>
  world.app.db.transaction().execute((db) => work(db as typeof world.app.db));
const billOf = (outBillNo: string) => world.simulator.ledger.find('1900000109', outBillNo)!;
const statusOf = async (id: number) => (await world.record(id)).status;

/** A payout that waits for its receiver, who does nothing by himself. */
const openWaiting = async (amount = 188) => {
  const [id] = await world.open(world.toRow('somebody_wait', amount));
  await world.step();
  const [attempt] = await attemptsOf(id!);
  expect(attempt).toMatchObject({ state: BillState.wait });
  return { id: id!, attempt: attempt!, bill: billOf(attempt!.outBillNo) };
};

describe('a payout', () => {
  test('goes out, is confirmed and received: each of its ways is an event, and each of its statuses is told', async () => {
    const { id, attempt, bill } = await openWaiting();
    expect(await world.record(id)).toMatchObject({ status: Delivery.SENT, receivedAt: null });
    expect(await findConfirmation(world.parts, id)).toEqual({
      mchId: '1900000109',
      appId: world.merchant.appId,
      package: bill.packageInfo,
      isOver: false,
    });
    world.simulator.transfers.confirm(bill);
    await eventually(async () => expect(await statusOf(id)).toBe(Delivery.RECEIVED));
    expect(await findConfirmation(world.parts, id)).toBeUndefined();
    expect(told.map(({ was, status, amount }) => [was, status, amount])).toEqual([
      ['SENDING', 'SENT', 188],
      ['SENT', 'RECEIVED', 188],
    ]);
    expect((await eventsOf(attempt.id)).map(({ source, fromState, toState }) => [source, fromState, toState])).toEqual([
      ['POST', BillState.posting, BillState.wait],
      ['NOTIFY', BillState.wait, BillState.success],
    ]);
  });

  test('is opened once for its source, in the transaction of whoever opens it', async () => {
    const row = world.toRow('once_wait', 50);
    const [first] = await world.open(row);
    expect(await world.open(row, { ...row, amount: 70 })).toEqual([first, first]);
    const failing = inTransaction(async (db) => {
      const { openPayouts } = await import('./open-payouts.ts');
      await openPayouts(db, [world.toRow('never_wait', 60)]);
      throw new Error('undone');
    });
    await expect(failing).rejects.toThrow('undone');
    expect((await world.records()).filter(({ openid }) => openid === 'never_wait')).toEqual([]);
    expect(await attemptsOf(first!)).toHaveLength(1);
  });

  test('that is held is not sent before a person lets it go, and never when he does not', async () => {
    const [held, rejected] = await world.open(
      world.toRow('held_ok', 500, { hold: true }),
      world.toRow('rejected_ok', 500, { hold: true }),
    );
    await world.step();
    expect(await attemptsOf(held!)).toEqual([]);
    const review = { by: 1, remark: '' };
    await inTransaction((db) => beginHeld(db, [held!], review));
    await inTransaction((db) => rejectHeld(db, [rejected!], review));
    await expect(inTransaction((db) => beginHeld(db, [rejected!], review))).rejects.toMatchObject({ code: 62436 });
    await eventually(async () => {
      await world.step();
      expect(await statusOf(held!)).toBe(Delivery.RECEIVED);
    });
    expect(await attemptsOf(rejected!)).toEqual([]);
    expect(told.find(({ redInfoId }) => redInfoId === rejected)).toMatchObject({ isClosed: true });
  });

  test('that was not confirmed in time comes back and can go out again under a new number', async () => {
    const { id, attempt } = await openWaiting(300);
    world.simulator.advance(24 * 3600_000);
    await eventually(async () => expect(await statusOf(id)).toBe(Delivery.REFUND));
    expect(await world.record(id)).toMatchObject({ reason: '用户超时未确认收款', refundAt: expect.any(String) });
    await inTransaction(async (db) => beginAttempt(db, await lockPayout(db, id)));
    await world.step();
    const [, second] = await attemptsOf(id);
    expect(second!.outBillNo).toBe(attempt.outBillNo.replace(/01$/, '02'));
    world.simulator.transfers.confirm(billOf(second!.outBillNo));
    await eventually(async () => expect(await statusOf(id)).toBe(Delivery.RECEIVED));
    expect(world.paid().filter(({ outBillNo }) => outBillNo.startsWith(attempt.outBillNo.slice(0, -2)))).toHaveLength(
      1,
    );
    await expect(inTransaction(async (db) => beginAttempt(db, await lockPayout(db, id)))).rejects.toMatchObject({
      code: 62402,
    });
  });

  test('that failed is sent again or given up; what is undecided is not', async () => {
    const [id, gone] = await world.open(world.toRow('one_fail_real', 100), world.toRow('two_fail_real', 100));
    await expect(inTransaction((db) => resendPayout(db, id!))).rejects.toMatchObject({ code: 62402 });
    await eventually(async () => {
      await world.step();
      expect([await statusOf(id!), await statusOf(gone!)]).toEqual([Delivery.FAILED, Delivery.FAILED]);
    });
    expect((await world.record(id!)).reason).toBe('收款用户未实名');
    await inTransaction((db) => resendPayout(db, id!));
    await inTransaction((db) => closePayout(db, gone!));
    await expect(inTransaction((db) => resendPayout(db, gone!))).rejects.toMatchObject({ code: 62402 });
    await expect(inTransaction((db) => closePayout(db, gone!))).rejects.toMatchObject({ code: 62437 });
    await expect(inTransaction((db) => resendPayout(db, id!))).rejects.toMatchObject({ code: 62402 });
    expect(told.findLast(({ redInfoId }) => redInfoId === gone)).toMatchObject({
      status: 'FAILED',
      isClosed: true,
    });
  });

  test('has one live attempt and stays received, whoever writes', async () => {
    const { id, attempt, bill } = await openWaiting();
    const second = world.app.db
      .insertInto('payout')
      .values({
        firmId: world.merchant.firmId,
        redInfoId: id,
        mchConfId: 7,
        openid: 'x',
        amount: 1,
        attemptNo: 2,
        outBillNo: 'LT2',
      })
      .execute();
    await expect(second).rejects.toThrow(/payout_live_uq/);
    world.simulator.transfers.confirm(bill);
    await eventually(async () => expect(await statusOf(id)).toBe(Delivery.RECEIVED));
    const { db } = world.app;
    await expect(
      db.updateTable('redInfo').set({ status: Delivery.REFUND, receivedAt: null }).where('id', '=', id).execute(),
    ).rejects.toThrow(/stays received/);
    await expect(db.updateTable('payout').set({ body: '{}' }).where('id', '=', attempt.id).execute()).rejects.toThrow(
      /stays as it was/,
    );
    await expect(db.deleteFrom('payoutEvent').where('payoutId', '=', attempt.id).execute()).rejects.toThrow(
      /never changed/,
    );
    expect(
      await recordOutcome(
        db,
        { payoutId: attempt.id, redInfoId: id },
        { source: 'QUERY', to: BillState.fail, code: 'X' },
      ),
    ).toBe('contradicted');
    expect(
      await recordOutcome(db, { payoutId: attempt.id, redInfoId: id }, { source: 'QUERY', to: BillState.wait }),
    ).toBe('stayed');
    expect(await statusOf(id)).toBe(Delivery.RECEIVED);
    expect((await eventsOf(attempt.id)).at(-1)).toMatchObject({ level: 3, toState: BillState.fail });
  });
});

describe('a withdrawal', () => {
  test('of what nobody began ends it here', async () => {
    const [id] = await world.open(world.toRow('new_wait', 120));
    await cancelPayout(world.parts, id!);
    await world.step();
    expect(await statusOf(id!)).toBe(Delivery.REFUND);
    expect(world.simulator.ledger.find('1900000109', (await attemptsOf(id!))[0]!.outBillNo)).toBeUndefined();
  });

  test('of what waits is asked for there, and the money comes back', async () => {
    const { id, attempt } = await openWaiting();
    const before = world.simulator.ledger.balance('1900000109');
    await cancelPayout(world.parts, id);
    expect(['RFUND_ING', 'REFUND']).toContain(await statusOf(id));
    await eventually(async () => expect(await statusOf(id)).toBe(Delivery.REFUND));
    expect(world.simulator.ledger.balance('1900000109')).toBe(before + 188);
    expect((await eventsOf(attempt.id)).map(({ source }) => source)).toContain('CANCEL');
  });

  test('is refused of what was received, and of what may be on its way', async () => {
    const { id, bill } = await openWaiting();
    world.simulator.config.dropCallbacks = 1;
    world.simulator.transfers.confirm(bill);
    // Here it still waits: asked, WeChat Pay says that it was paid.
    await expect(cancelPayout(world.parts, id)).rejects.toMatchObject({ code: 62403 });
    expect(await statusOf(id)).toBe(Delivery.RECEIVED);
    await expect(cancelPayout(world.parts, id)).rejects.toMatchObject({ code: 62403 });
    const [unknown] = await world.open(world.toRow('lost_timeout', 90));
    world.simulator.config.autoConfirmMs = -1;
    await world.step();
    expect((await attemptsOf(unknown!))[0]).toMatchObject({ state: BillState.unknown });
    await expect(cancelPayout(world.parts, unknown!)).rejects.toMatchObject({ code: 62418 });
    expect(await syncPayout(world.parts, unknown!)).toBe(Delivery.SENT);
  });
});

describe('limits', () => {
  test('of a person and of a merchant in a day leave the rest for tomorrow at nine', async () => {
    Object.assign(world.merchant, { userDayMax: 2 });
    const ids = await world.open(...[1, 2, 3].map(() => world.toRow('greedy_wait', 40)));
    await world.step();
    await world.step();
    const states = await Promise.all(ids.map(async (id) => (await attemptsOf(id))[0]!));
    expect(states.map(({ state }) => state)).toEqual([BillState.wait, BillState.wait, BillState.new]);
    expect(states[2]).toMatchObject({ errMsg: '超过单用户每日领取上限，次日自动发放' });
    expect(states[2]!.nextRunAt).toMatch(/ 09:00:00/);
    Object.assign(world.merchant, { userDayMax: 10, dayLimit: 1 });
    const [over] = await world.open(world.toRow('modest_wait', 40));
    await world.step();
    expect((await attemptsOf(over!))[0]).toMatchObject({
      state: BillState.new,
      errMsg: '超过商户每日发放限额，次日自动发放',
    });
  });

  test('of one transfer fail at once and are never posted', async () => {
    const [small, large] = await world.open(world.toRow('small_ok', 9), world.toRow('large_ok', 20_001));
    await world.step();
    for (const id of [small!, large!]) {
      expect(await world.record(id)).toMatchObject({ status: Delivery.FAILED, reason: '金额超出商户单笔限额' });
      expect((await attemptsOf(id))[0]).toMatchObject({ body: null, postedAt: null });
    }
  });

  test('of calls per second are kept by all workers together', async () => {
    await world.app.db.deleteFrom('payQueue').execute();
    Object.assign(world.merchant, { qps: 4 });
    await world.open(...Array.from({ length: 20 }, (_, index) => world.toRow(`rate${index}_wait`, 30)));
    const begun = Date.now();
    const worked = await Promise.all(Array.from({ length: 6 }, () => world.step()));
    const most = 4 + Math.ceil(((Date.now() - begun) / 1000) * 4);
    expect(worked.reduce((sum, count) => sum + count, 0)).toBeLessThanOrEqual(most);
    Object.assign(world.merchant, original);
    await eventually(async () => expect(await world.step()).toBe(0));
  });

  test('of the account let the line rest, and it goes on when there is money', async () => {
    const balance = world.simulator.ledger.balance('1900000109');
    world.simulator.ledger.setBalance('1900000109', 10);
    const [id] = await world.open(world.toRow('poor_ok', 200));
    await world.step();
    expect((await attemptsOf(id!))[0]).toMatchObject({ state: BillState.unknown, errCode: 'NOT_ENOUGH', repost: true });
    expect(world.errors).toHaveLength(1);
    world.simulator.ledger.setBalance('1900000109', balance);
    await eventually(async () => {
      await world.step();
      expect(await statusOf(id!)).toBe(Delivery.RECEIVED);
    });
  });

  test('a merchant that is refused waits as a whole, tries with one call, and goes on by itself', async () => {
    const { serialNo } = world.merchant;
    Object.assign(world.merchant, { serialNo: 'WRONG', version: 'wrong' });
    const ids = await world.open(...[1, 2, 3].map((index) => world.toRow(`stopped${index}_ok`, 40)));
    const queue = () => world.app.db.selectFrom('payQueue').selectAll().executeTakeFirstOrThrow();
    await eventually(async () => {
      await world.step();
      expect(await queue()).toMatchObject({ stopped: 'SIGN_ERROR' });
    });
    // The line rests, then tries with one of the three.
    await eventually(async () => expect(await world.step()).toBe(1), { interval: 5 });
    expect(await Promise.all(ids.map(statusOf))).toEqual(['SENDING', 'SENDING', 'SENDING']);
    Object.assign(world.merchant, { serialNo, version: 'right' });
    await eventually(async () => {
      await world.step();
      expect(await Promise.all(ids.map(statusOf))).toEqual(['RECEIVED', 'RECEIVED', 'RECEIVED']);
    });
    expect(await queue()).toMatchObject({ stopped: '' });
  });
});

describe('a callback', () => {
  const send = async (
    resource: object,
    { id = 'EV-x', key = world.simulator.keys.at(-1)!, ageSec = 0, to = '7' } = {},
  ) => {
    const known = world.simulator.merchants.get('1900000109')!;
    const body = JSON.stringify({
      id,
      event_type: 'MCHTRANSFER.BILL.FINISHED',
      resource: encryptFor(known, JSON.stringify(resource), 'mch_payment'),
    });
    const headers = signedHeaders(key, body, Math.floor(Date.now() / 1000) - ageSec);
    const answer = await fetch(`${world.merchant.notifyUrl}/${to}`, {
      method: 'POST',
      body,
      headers: { 'content-type': 'application/json', ...headers },
    });
    return [answer.status, await answer.json()] as const;
  };
  const done = [200, { code: 'SUCCESS' }];
  const refused = [401, { code: 'FAIL', message: '验签失败' }];

  test('that is forged, too old, of another merchant or of nobody has no effect', async () => {
    const { id, attempt } = await openWaiting();
    const success = {
      mchid: '1900000109',
      out_bill_no: attempt.outBillNo,
      state: 'SUCCESS',
      transfer_amount: 188,
      openid: 'somebody_wait',
    };
    const { serialNo } = world.simulator.keys.at(-1)!;
    expect(await send(success, { key: { ...newCertificate(), serialNo } })).toEqual(refused);
    expect(await send(success, { ageSec: 400 })).toEqual(refused);
    expect(await send(success, { ageSec: -400 })).toEqual(refused);
    expect(await send(success, { to: '8' })).toEqual(refused);
    expect(await send(success, { to: "7'--" })).toEqual(refused);
    const empty = await fetch(`${world.merchant.notifyUrl}/7`, { method: 'POST' });
    expect(empty.status).toBe(401);
    expect(await statusOf(id)).toBe(Delivery.SENT);
    expect(await eventsOf(attempt.id)).toHaveLength(1);
  });

  test('with other money, another receiver or another merchant is kept and moves nothing', async () => {
    const { id, attempt } = await openWaiting();
    const right = {
      mchid: '1900000109',
      out_bill_no: attempt.outBillNo,
      state: 'SUCCESS',
      transfer_amount: 188,
      openid: 'somebody_wait',
    };
    expect(await send({ ...right, transfer_amount: 189 }, { id: 'EV-m1' })).toEqual(done);
    expect(await send({ ...right, openid: 'other' }, { id: 'EV-m2' })).toEqual(done);
    expect(await send({ ...right, mchid: '1' }, { id: 'EV-m3' })).toEqual(done);
    expect(await statusOf(id)).toBe(Delivery.SENT);
    expect((await eventsOf(attempt.id)).slice(1).map(({ level, notifyId }) => [level, notifyId])).toEqual([
      [3, 'EV-m1'],
      [3, 'EV-m2'],
      [3, 'EV-m3'],
    ]);
    expect(world.errors).toEqual([]);
    expect(await send(right, { id: 'EV-m4' })).toEqual(done);
    expect(await send(right, { id: 'EV-m4' })).toEqual(done);
    expect(await send({ ...right, state: 'FAIL', fail_reason: 'OVERDUE_CLOSE' }, { id: 'EV-m5' })).toEqual(done);
    expect(await statusOf(id)).toBe(Delivery.RECEIVED);
    expect((await eventsOf(attempt.id)).slice(4).map(({ level, notifyId }) => [level, notifyId])).toEqual([
      [0, 'EV-m4'],
      [3, 'EV-m5'],
    ]);
    expect(told.filter(({ status }) => status === 'RECEIVED')).toHaveLength(1);
  });

  test('about a number that is not ours is kept once', async () => {
    const strange = { mchid: '1900000109', out_bill_no: 'LT0', state: 'SUCCESS', transfer_amount: 1, openid: 'x' };
    expect(await send(strange, { id: 'EV-s' })).toEqual(done);
    expect(await send(strange, { id: 'EV-s' })).toEqual(done);
    const kept = await world.app.db.selectFrom('payoutEvent').select('level').where('notifyId', '=', 'EV-s').execute();
    expect(kept).toEqual([{ level: 3 }]);
  });
});

describe('the money behind it', () => {
  test('is paid when received, stays reserved when it came back, and is free again when given up', async () => {
    const { app, merchant } = world;
    const { firmId } = merchant;
    const { id: poolId } = await app.db
      .insertInto('pool')
      .values({ firmId, name: '资金池', mchConfId: merchant.id })
      .returning('id')
      .executeTakeFirstOrThrow();
    await book(app, poolId, 10_000);
    const of = { firmId, activityId: 900_001 };
    await allocateBudget(app.db, { ...of, poolId, amount: 5_000 }, await makeTeller(app, firmId));
    const rows = ['a_ok', 'b_wait', 'c_fail_real'].map((openid) =>
      world.toRow(openid, 700, { activityId: of.activityId }),
    );
    await inTransaction((db) =>
      reserveWins(db, {
        ...of,
        refKind: 'draw',
        wins: rows.map(({ sourceId, amount }) => ({ refId: sourceId, amount })),
      }),
    );
    const [paid, back, failed] = await world.open(...rows);
    await eventually(async () => {
      await world.step();
      expect(await Promise.all([paid!, back!, failed!].map(statusOf))).toEqual(['RECEIVED', 'SENT', 'FAILED']);
    });
    const budget = () =>
      app.db.selectFrom('activityBudget').select(['remain', 'reserved', 'paid']).executeTakeFirstOrThrow();
    expect(await budget()).toEqual({ remain: 2_900, reserved: 1_400, paid: 700 });
    world.simulator.advance(24 * 3600_000);
    await eventually(async () => expect(await statusOf(back!)).toBe(Delivery.REFUND));
    expect(await budget()).toEqual({ remain: 2_900, reserved: 1_400, paid: 700 });
    await inTransaction((db) => closePayout(db, back!));
    await inTransaction((db) => closePayout(db, failed!));
    expect(await budget()).toEqual({ remain: 4_300, reserved: 0, paid: 700 });
    expect(await findFaults(app, firmId)).toEqual([]);
  });
});

describe('the bill of a day', () => {
  const day = (offset: number) =>
    new Date(world.simulator.now() + 8 * 3600_000 + offset * 86_400_000).toISOString().slice(0, 10);

  test('agrees over rolling days; what was paid behind our back, or not at all, is a difference', async () => {
    const merchant = (await world.merchants(world.app.db, 7))!;
    const log = world.parts.log;
    const [paidId] = await world.open(world.toRow('bill_ok', 410));
    const { id: waitingId, attempt: waiting } = await openWaiting(420);
    await eventually(async () => {
      await world.step();
      expect(await statusOf(paidId!)).toBe(Delivery.RECEIVED);
    });
    const [paid] = await attemptsOf(paidId!);
    // Somebody else pays under one of our numbers.
    const stranger = { ...billOf(paid!.outBillNo), outBillNo: 'LT00000ZZZZZZZ00701', state: 'ACCEPTED' as const };
    world.simulator.ledger.open(stranger);
    const first = day(0);
    world.simulator.advance(24 * 3600_000);
    await eventually(async () => expect(await statusOf(waitingId)).toBe(Delivery.REFUND));
    const second = day(0);
    world.simulator.advance(3 * 24 * 3600_000);
    expect(await takeBill(world.app.db, merchant, first, log)).toEqual({ isNew: true, differences: 1 });
    expect(await takeBill(world.app.db, merchant, first, log)).toEqual({ isNew: false, differences: 0 });
    expect(await takeBill(world.app.db, merchant, second, log)).toEqual({ isNew: true, differences: 0 });
    // A day on which nothing moved.
    expect(await takeBill(world.app.db, merchant, day(-1), log)).toEqual({ isNew: true, differences: 0 });
    const again = await world.attempts();
    expect(again.find(({ id }) => id === paid!.id)).toMatchObject({ billedOut: 410, billedIn: 0 });
    expect(again.find(({ id }) => id === waiting.id)).toMatchObject({ billedOut: 420, billedIn: 420 });

    // One that we take for paid, and the account never paid.
    const [liedId] = await world.open(world.toRow('lied_wait', 430));
    await world.step();
    const [lied] = await attemptsOf(liedId!);
    await recordOutcome(
      world.app.db,
      { payoutId: lied!.id, redInfoId: liedId! },
      { source: 'QUERY', to: BillState.success },
    );
    const other = { ...paid!, id: 0 };
    expect(other.judgedAt).toBeNull();
    const real = (offset: number) => new Date(Date.now() + offset * 86_400_000).toISOString().slice(0, 10);
    await judgeEnded(world.app.db, merchant, { from: real(-1), day: real(3) });
    const differences = await world.app.db.selectFrom('reconDiff').selectAll().orderBy('id').execute();
    const of = (outBillNo: string) => differences.filter((row) => row.outBillNo === outBillNo);
    expect(of('LT00000ZZZZZZZ00701')).toMatchObject([{ diffType: ReconDiffType.theirsMore, billAmount: 410 }]);
    expect(of(lied!.outBillNo)).toMatchObject([{ diffType: ReconDiffType.oursMore, ourAmount: 430, billAmount: 0 }]);
    expect(of(paid!.outBillNo)).toEqual([]);
    expect(of(waiting.outBillNo)).toEqual([]);
  });
});
