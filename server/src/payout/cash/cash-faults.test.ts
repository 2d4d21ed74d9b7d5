import { ClaimBusy, ClaimStatus, CloseReason, RefundPolicy } from '@zhuiyuan/contract/campaign/campaign-states';
import { Delivery } from '@zhuiyuan/contract/payout/payout-enums';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openCashWorld } from '../../../test/factories/cash.ts';
import { findFaults } from '../../../test/factories/lottery.ts';
import { fasterPace } from '../../../test/payout-pace.ts';

const endings = ['ok', 'direct', 'fail_real', 'quota', 'timeout', '500', '429', 'dup', 'late', 'badsig', 'wait'];

let world: Awaited<ReturnType<typeof openCashWorld>>;
beforeAll(async () => {
  world = await openCashWorld({
    seed: 5,
    pace: { ...fasterPace, pause: 20 },
    config: {
      autoConfirmMs: 20,
      callbackRetryMs: 30,
      duplicateCallbacks: 1,
      dropCallbacks: 0.2,
      outOfOrder: true,
      forgedCallbacks: 0.2,
      staleCallbacks: 0.1,
      failRate: 0.05,
      timeoutRate: 0.1,
      lostRate: 0.05,
      errorRate: 0.1,
      limitRate: 0.05,
    },
  });
});
afterAll(() => world.close());

test('50 winners and every fault at once: each claim ends where its money did', { timeout: 240_000 }, async () => {
  const [again, close] = [await world.campaign(RefundPolicy.again), await world.campaign(RefundPolicy.close)];
  const people = await world.people(
    Array.from({ length: 50 }, (_none, at) => `f${at}_${endings[at % endings.length]}`),
  );
  const drawn = [...(await world.draw(again, people.slice(0, 25))), ...(await world.draw(close, people.slice(25)))];
  expect(await findFaults(world.app)).toEqual([]);
  // Those that nobody confirms are overdue a day later; on a slow machine some are made after the first of these days.
  const overdue = setInterval(() => world.simulator.advance(25 * 3600_000), 3000);
  await world.work(200_000);
  clearInterval(overdue);

  for (const drawId of drawn) {
    const [claim, payout] = [await world.claim(drawId), (await world.payoutOf(drawId))!];
    const bills = world.paid().filter(({ openid }) => openid === payout.openid);
    expect([payout.openid, bills.length]).toEqual([payout.openid, payout.status === Delivery.RECEIVED ? 1 : 0]);
    const isClosed = payout.status === Delivery.REFUND && claim.activityId === close.id;
    expect([payout.openid, claim.status, claim.busy, claim.closeReason]).toEqual([
      payout.openid,
      payout.status === Delivery.RECEIVED ? ClaimStatus.claimed : isClosed ? ClaimStatus.closed : ClaimStatus.open,
      ClaimBusy.free,
      isClosed ? CloseReason.refund : '',
    ]);
  }
  const claims = await Promise.all(drawn.map((drawId) => world.claim(drawId)));
  expect(new Set(claims.map(({ status }) => status)).size).toBe(3);
  for (const activity of [again, close]) {
    const of = (status: number) =>
      claims.filter((row) => row.activityId === activity.id && row.status === status).length * 188;
    expect(await world.budget(activity)).toEqual({
      remain: 1_000_000 - of(ClaimStatus.claimed) - of(ClaimStatus.open),
      reserved: of(ClaimStatus.open),
      paid: of(ClaimStatus.claimed),
      released: 0,
    });
  }
  expect(await findFaults(world.app)).toEqual([]);
});
