import { ClaimBusy, ClaimStatus, CloseReason, RefundPolicy } from '@zhuiyuan/contract/campaign/campaign-states';
import { holdApi } from '@zhuiyuan/contract/campaign/hold/hold';
import { RequestStatus } from '@zhuiyuan/contract/fund/ledger-enums';
import { Delivery } from '@zhuiyuan/contract/payout/payout-enums';
import { redHoldApi } from '@zhuiyuan/contract/payout/red-hold';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { eventually } from '../../../test/eventually.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { openCashWorld } from '../../../test/factories/cash.ts';
import { findFaults, makeActivity, type MadeTier } from '../../../test/factories/lottery.ts';
import { openPayouts } from '../../payout/open-payouts.ts';
import { expireClaims } from '../draw/expire-claims.ts';
import { maskConsumer } from '../../member/mask-consumer.ts';
import { dateClaims } from '../../../test/factories/notes.ts';

let world: Awaited<ReturnType<typeof openCashWorld>>;
let token: string;
beforeAll(async () => {
  world = await openCashWorld();
  ({ token } = await makeStaff(world.app, {
    firmId: world.firmId,
    permissions: ['admin:lottery:aiActive:list', 'admin:lottery:aiActive:audit', 'admin:lottery:redInfo:resend'],
  }));
});
afterAll(() => world.close());

let person = 0;
const hit = { code: 'R06', name: '同一地点多人', value: 31, threshold: 30 };
/** Somebody whose prize is held. */
const heldOf = async (activity: Awaited<ReturnType<typeof world.campaign>>) => {
  const [uid] = await world.people([`h${(person += 1)}_ok`]);
  const [drawId] = await world.draw(activity, [uid!], { hold: true, risk: [hit] });
  return { uid: uid!, drawId: drawId! };
};
const audit = (id: number, pass: boolean, remark = '') => world.app.call(token, holdApi.audit, { id, pass, remark });
const campaign = (tier: MadeTier) => makeActivity(world.app, { firmId: world.firmId }, [tier]);
const pointsOf = async (uid: number) =>
  (await world.app.db.selectFrom('member').where('id', '=', uid).select('points').executeTakeFirstOrThrow()).points;
const leftOf = async (tierId: number) =>
  (await world.app.db.selectFrom('tier').where('id', '=', tierId).select(['remain', 'returned']).execute())[0];

test('held cash is sent to nobody before it is let go, and then once', async () => {
  const activity = await world.campaign();
  const { drawId } = await heldOf(activity);
  expect(await world.payoutOf(drawId)).toBeUndefined();
  expect(await findFaults(world.app)).toEqual([]);

  const answers = await Promise.all(Array.from({ length: 8 }, () => audit(drawId, true)));
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, ...Array.from({ length: 7 }, () => 62341)]);
  expect(await world.claim(drawId)).toMatchObject({ hold: false, busy: ClaimBusy.paying, status: ClaimStatus.open });
  await eventually(async () => {
    await world.step();
    expect(await world.claim(drawId)).toMatchObject({ status: ClaimStatus.claimed });
  });
  expect(await world.payoutOf(drawId)).toMatchObject({ status: Delivery.RECEIVED, amount: 188 });
  expect(await findFaults(world.app)).toEqual([]);
});

test('cash that is taken back is free to be won again, its prize is in stock, and its winner reads why', async () => {
  const activity = await world.campaign(RefundPolicy.again);
  const { drawId } = await heldOf(activity);
  expect(await world.budget(activity)).toMatchObject({ remain: 999_812, reserved: 188 });
  expect((await audit(drawId, false)).data).toEqual({ fields: [{ field: 'remark', message: '请填写驳回原因' }] });
  expect((await audit(drawId, false, '同一设备多账号')).code).toBe(200);
  expect(await world.claim(drawId)).toMatchObject({
    hold: false,
    status: ClaimStatus.closed,
    closeReason: CloseReason.void,
    reviewRemark: '同一设备多账号',
  });
  expect(CloseReason.label(CloseReason.void)).toBe('该中奖记录经核实存在异常，已取消');
  expect(await world.budget(activity)).toEqual({ remain: 1_000_000, reserved: 0, paid: 0, released: 0 });
  expect(await leftOf(activity.tierIds[0]!)).toEqual({ remain: 1000, returned: 1 });
  expect((await audit(drawId, true)).code).toBe(62341);
  expect(await findFaults(world.app)).toEqual([]);
});

test('passing and rejecting at the same time do one of both, while others draw and claims run out', async () => {
  const activity = await world.campaign();
  const held = [];
  for (let at = 0; at < 6; at += 1) held.push(await heldOf(activity));
  const people = await world.people(Array.from({ length: 20 }, (_none, at) => `s${at}_ok`));
  const [answers] = await Promise.all([
    Promise.all(held.flatMap(({ drawId }) => [audit(drawId, true), audit(drawId, false, '异常')])),
    world.draw(activity, people),
    expireClaims(world.app),
  ]);
  for (const [at, { drawId }] of held.entries()) {
    expect([answers[at * 2]!.code, answers[at * 2 + 1]!.code].toSorted()).toEqual([200, 62341]);
    const claim = await world.claim(drawId);
    const isPassed = answers[at * 2]!.code === 200;
    expect(claim).toMatchObject({ hold: false, status: isPassed ? ClaimStatus.open : ClaimStatus.closed });
    expect(await world.payoutOf(drawId)).toEqual(isPassed ? expect.anything() : undefined);
  }
  expect(await findFaults(world.app)).toEqual([]);
});

test('points come when they are let go, and never when they are taken back', async () => {
  const activity = await campaign({ stock: 10, weight: 1_000_000, points: 50 });
  const [first, second] = [await heldOf(activity), await heldOf(activity)];
  expect((await audit(first.drawId, true)).code).toBe(200);
  expect((await audit(second.drawId, false, '异常')).code).toBe(200);
  expect([await pointsOf(first.uid), await pointsOf(second.uid)]).toEqual([50, 0]);
  expect(await world.claim(first.drawId)).toMatchObject({ status: ClaimStatus.claimed, hold: false });
  expect(await leftOf(activity.tierIds[0]!)).toEqual({ remain: 9, returned: 1 });
  expect(await findFaults(world.app)).toEqual([]);
});

test('held goods do not run out, and stay for a week after they were let go', async () => {
  const activity = await campaign({ stock: 10, weight: 1_000_000 });
  const { drawId } = await heldOf(activity);
  await dateClaims(world.app, sql`draw_id = ${drawId}`, sql`'2026-02-01 00:00:00'`);
  await expireClaims(world.app);
  expect((await audit(drawId, true)).code).toBe(200);
  const { days } = await world.app.db
    .selectFrom('claim')
    .where('drawId', '=', drawId)
    .select(sql<number>`round(extract(epoch from expire_at - now()) / 86400)::int`.as('days'))
    .executeTakeFirstOrThrow();
  expect(days).toBe(7);
  expect(await findFaults(world.app)).toEqual([]);
});

test('the list says what waits and who decided what; the evidence counts who else stood there', async () => {
  const activity = await campaign({ stock: 100, weight: 1_000_000, points: 5 });
  const [first, second] = [await heldOf(activity), await heldOf(activity)];
  await audit(second.drawId, false, '代刷');
  const list = await world.app.data(token, holdApi.list, { activityId: activity.id });
  expect(list.list.map(({ id, state, remark, hits }) => ({ id, state, remark, hits }))).toEqual([
    { id: second.drawId, state: RequestStatus.rejected, remark: '代刷', hits: [hit] },
    { id: first.drawId, state: RequestStatus.waiting, remark: '', hits: [hit] },
  ]);
  const waiting = await world.app.data(token, holdApi.list, { activityId: activity.id, state: 0 });
  expect(waiting.list.map(({ id }) => id)).toEqual([first.drawId]);
  const info = await world.app.data(token, holdApi.info, { id: first.drawId });
  expect(info).toMatchObject({ drawCnt: 1, winCnt: 1, winAmount: 0, points: 5, ip: '127.0.0.1', roles: [] });
  expect(info.sameIp).toBeGreaterThan(0);
  const masked = maskConsumer({ nickName: '', uid: info.uid });
  expect([info.consumer, waiting.list[0]!.consumer]).toEqual([masked, masked]);
  expect(info.draws).toHaveLength(1);
});

test('a payout that waits is let go or taken back by somebody else than who made it', async () => {
  const { app, firmId } = world;
  const { id: staffId, token: own } = await makeStaff(app, { firmId, permissions: ['admin:lottery:redInfo:resend'] });
  const made = (sourceId: number) => ({
    firmId,
    source: 2 as const,
    sourceId,
    mchConfId: world.merchant.id,
    appId: world.merchant.appId,
    openid: `m${sourceId}_ok`,
    amount: 200_000,
    actName: '手工',
    prizeName: '补发',
    hold: true,
    createdBy: staffId,
  });
  const [go, back] = await openPayouts(app.db, [made(1), made(2)]);
  expect((await app.call(own, redHoldApi.hold, { id: go!, pass: true })).code).toBe(62419);
  expect((await app.call(token, redHoldApi.hold, { id: go!, pass: true })).code).toBe(200);
  expect((await app.call(token, redHoldApi.hold, { id: back!, pass: false, remark: '重复' })).code).toBe(200);
  expect((await app.call(token, redHoldApi.hold, { id: go!, pass: true })).code).toBe(62436);
  const rows = await app.db
    .selectFrom('redInfo')
    .where('id', 'in', [go!, back!])
    .orderBy('id')
    .select(['status', 'hold', 'reason', 'attemptNo'])
    .execute();
  expect(rows).toEqual([
    { status: Delivery.SENDING, hold: false, reason: '', attemptNo: 1 },
    { status: Delivery.FAILED, hold: false, reason: '重复', attemptNo: 0 },
  ]);
});
