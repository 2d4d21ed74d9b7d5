import { ClaimBusy, ClaimStatus, CloseReason, RefundPolicy } from '@zhuiyuan/contract/campaign/campaign-states';
import { Delivery } from '@zhuiyuan/contract/payout/payout-enums';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { openCashWorld } from '../../../test/factories/cash.ts';
import { findFaults } from '../../../test/factories/lottery.ts';
import type { Db } from '../../kit/db/database.ts';
import { beginAttempt, lockPayout } from '../open-payouts.ts';
import { closePayout, resendPayout } from '../payout-acts.ts';

let world: Awaited<ReturnType<typeof openCashWorld>>;
beforeAll(async () => {
  world = await openCashWorld();
});
afterAll(() => world.close());
beforeEach(() => world.configure({ autoConfirmMs: 5 }));

const inTx = (work: (db: Db) => Promise<void>) => world.app.db.transaction().execute((db) => work(db as Db));
const claimIs = async (drawId: number, wanted: object) =>
  eventually(async () => {
    await world.step();
    expect(await world.claim(drawId)).toMatchObject(wanted);
  });
let person = 0;
const winner = async (activity: Awaited<ReturnType<typeof world.campaign>>, ending: string) => {
  const uids = await world.people([`w${(person += 1)}_${ending}`]);
  const [drawId] = await world.draw(activity, uids);
  return drawId!;
};

test('cash that was won is paid, and its claim is taken with it', async () => {
  const activity = await world.campaign();
  const drawId = await winner(activity, 'ok');
  expect(await world.claim(drawId)).toMatchObject({ status: ClaimStatus.open, busy: ClaimBusy.paying });
  expect(await world.payoutOf(drawId)).toMatchObject({
    status: Delivery.SENDING,
    amount: 188,
    activityId: activity.id,
  });
  expect(await findFaults(world.app)).toEqual([]);
  await claimIs(drawId, { status: ClaimStatus.claimed, busy: ClaimBusy.free, claimedAt: expect.any(String) });
  expect(await world.payoutOf(drawId)).toMatchObject({ status: Delivery.RECEIVED });
  expect(await world.budget(activity)).toEqual({ remain: 999_812, reserved: 0, paid: 188, released: 0 });
  expect(await findFaults(world.app)).toEqual([]);
});

test('money that comes back frees the claim, which can be paid again, or closes it, and then its money is let go', async () => {
  const [again, close] = [await world.campaign(RefundPolicy.again), await world.campaign(RefundPolicy.close)];
  const [kept, gone] = [await winner(again, 'wait'), await winner(close, 'wait')];
  for (const drawId of [kept, gone])
    await eventually(async () => {
      await world.step();
      expect(await world.payoutOf(drawId)).toMatchObject({ status: Delivery.SENT });
    });
  expect(await world.claim(gone)).toMatchObject({ busy: ClaimBusy.paying });
  world.simulator.advance(24 * 3600_000);

  await claimIs(kept, { status: ClaimStatus.open, busy: ClaimBusy.free });
  expect(await world.budget(again)).toMatchObject({ reserved: 188, paid: 0 });
  await claimIs(gone, { status: ClaimStatus.closed, closeReason: CloseReason.refund });
  expect(await world.budget(close)).toEqual({ remain: 1_000_000, reserved: 0, paid: 0, released: 0 });
  const closed = await world.payoutOf(gone);
  expect(closed).toMatchObject({ status: Delivery.REFUND, reason: '用户超时未确认收款', closedAt: expect.any(String) });
  expect(await findFaults(world.app)).toEqual([]);

  const { id } = (await world.payoutOf(kept))!;
  await inTx(async (db) => beginAttempt(db, await lockPayout(db, id)));
  expect(await world.claim(kept)).toMatchObject({ busy: ClaimBusy.paying });
  await expect(inTx(async (db) => beginAttempt(db, await lockPayout(db, closed!.id)))).rejects.toMatchObject({
    code: 62402,
  });
  await eventually(async () => {
    await world.step();
    for (const bill of world.simulator.ledger.bills.values()) world.simulator.transfers.confirm(bill);
    expect(await world.claim(kept)).toMatchObject({ status: ClaimStatus.claimed });
  });
  expect(await world.budget(again)).toMatchObject({ reserved: 0, paid: 188 });
  expect(await findFaults(world.app)).toEqual([]);
});

test('money that failed leaves the claim open: it is sent again, or closed by hand; nothing is sent for a closed one', async () => {
  const activity = await world.campaign();
  const [first, second] = [await winner(activity, 'fail_real'), await winner(activity, 'fail_real')];
  for (const drawId of [first, second])
    await eventually(async () => {
      await world.step();
      expect(await world.payoutOf(drawId)).toMatchObject({ status: Delivery.FAILED });
    });
  expect(await world.claim(first)).toMatchObject({ status: ClaimStatus.open, busy: ClaimBusy.free });
  expect(await findFaults(world.app)).toEqual([]);

  const one = (await world.payoutOf(first))!;
  await inTx((db) => resendPayout(db, one.id));
  expect(await world.claim(first)).toMatchObject({ busy: ClaimBusy.paying });
  expect(await findFaults(world.app)).toEqual([]);
  await claimIs(first, { status: ClaimStatus.open, busy: ClaimBusy.free });

  const other = (await world.payoutOf(second))!;
  await inTx((db) => closePayout(db, other.id));
  expect(await world.claim(second)).toMatchObject({ status: ClaimStatus.closed, closeReason: CloseReason.closed });
  expect((await world.payoutOf(second))!.reason).toBe('收款用户未实名');
  expect(await findFaults(world.app)).toEqual([]);

  // Whoever closed the claim first is heard: its money is not begun anew.
  await world.app.db
    .updateTable('claim')
    .set({ status: ClaimStatus.closed, closedAt: '2026-11-01 00:00:00', closeReason: CloseReason.expired })
    .where('drawId', '=', first)
    .execute();
  await expect(inTx((db) => resendPayout(db, one.id))).rejects.toMatchObject({ code: 62319 });
  expect(await world.payoutOf(first)).toMatchObject({ status: Delivery.FAILED });
  await world.app.db
    .updateTable('claim')
    .set({ status: ClaimStatus.open, closedAt: null, closeReason: '' })
    .where('drawId', '=', first)
    .execute();
});

test('whom the paying app does not know keeps his claim open', async () => {
  const activity = await world.campaign();
  const [stranger] = await world.people(['']);
  const [drawId] = await world.draw(activity, [stranger!]);
  await world.step();
  expect(await world.payoutOf(drawId!)).toBeUndefined();
  expect(await world.claim(drawId!)).toMatchObject({ status: ClaimStatus.open, busy: ClaimBusy.free });
  expect(await findFaults(world.app)).toEqual([]);
});
