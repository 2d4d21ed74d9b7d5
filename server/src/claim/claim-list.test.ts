import { ClaimBusy, ClaimStatus, CloseReason } from '@zhuiyuan/contract/campaign/campaign-states';
import { publicDrawApi } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { PrizeType } from '@zhuiyuan/contract/campaign/prize-terms';
import { claimApi } from '@zhuiyuan/contract/claim/claim-list';
import { publicRedeemApi } from '@zhuiyuan/contract/claim/public-redeem';
import { Delivery, PaySource } from '@zhuiyuan/contract/payout/payout-enums';
import { publicClaimApi } from '@zhuiyuan/contract/payout/public-claim';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff } from '../../test/factories/access.ts';
import { findFaults, makeActivity } from '../../test/factories/lottery.ts';
import { makeFirm } from '../../test/factories/parties.ts';
import { openWinner, receiving, winPosted } from '../../test/factories/posting.ts';
import { winGoods } from '../../test/factories/redeem.ts';
import { noteEnds } from '../campaign/note-ends.ts';
import { seedRegions } from '../seeds/first/seed-regions.ts';

let app: TestApp;
let firmId: number;
let staff: string;
beforeAll(async () => {
  app = await openTestApp({ poolSize: 8 });
  await seedRegions(app.db);
  firmId = await makeFirm(app);
  const permissions = ['list', 'update', 'export'].map((act) => `admin:lottery:receive:${act}`);
  staff = (await makeStaff(app, { firmId, permissions })).token;
});
afterAll(() => app.close());

const whole = { stock: 100, weight: 1_000_000 };
const claimOf = (drawId: number) =>
  app.db.selectFrom('claim').where('drawId', '=', drawId).selectAll().executeTakeFirstOrThrow();
const setClaim = (drawId: number, change: object) =>
  app.db.updateTable('claim').set(change).where('drawId', '=', drawId).execute();
const tierOf = (activityId: number) =>
  app.db
    .selectFrom('tier')
    .where('activityId', '=', activityId)
    .where('prizeType', '<>', PrizeType.none)
    .select(['remain', 'returned'])
    .executeTakeFirstOrThrow();
const budgetOf = (activityId: number) =>
  app.db
    .selectFrom('activityBudget')
    .where('activityId', '=', activityId)
    .select(['remain', 'reserved'])
    .executeTakeFirstOrThrow();

test('what was won is listed and counted by its filters', async () => {
  const activity = await makeActivity(app, { firmId }, [{ ...whole, cash: 500 }]);
  const [one, two, three] = await winGoods(app, activity, 3);
  await setClaim(two!.drawId, { status: ClaimStatus.claimed, claimedAt: '2026-11-20 10:00:00' });
  await app.db.updateTable('member').set({ nickName: '沈清和' }).where('id', '=', three!.uid).execute();
  const list = async (filters: object) =>
    (await app.data(staff, claimApi.list, { activityId: activity.id, ...filters } as never)).list.map(({ id }) => id);
  expect(await list({})).toEqual([three!.drawId, two!.drawId, one!.drawId]);
  expect(await list({ status: ClaimStatus.claimed })).toEqual([two!.drawId]);
  expect(await list({ keywords: one!.claimNo })).toEqual([one!.drawId]);
  expect(await list({ keywords: one!.claimNo.replace('C', 'D') })).toEqual([one!.drawId]);
  expect(await list({ keywords: 'ZZZZ' })).toEqual([]);
  expect(await list({ consumer: '清和' })).toEqual([three!.drawId]);
  expect(await list({ prizeType: 2 })).toEqual([]);
  expect(await list({ dateLimit: '2020-01-01 00:00:00,2020-02-01 00:00:00' })).toEqual([]);
  expect(await list({ dateLimit: 'today' })).toHaveLength(3);
  const [row] = (await app.data(staff, claimApi.list, { keywords: three!.claimNo })).list;
  const untold = { delivery: null, payoutNo: '', shopName: '', collectText: '' };
  expect(row).toMatchObject({ consumer: '沈**', amount: 500, ...untold });
  const payout = await app.db
    .insertInto('redInfo')
    .values({
      firmId,
      source: PaySource.draw,
      sourceId: three!.drawId,
      mchConfId: 1,
      appId: 'wx',
      openid: 'o',
      amount: 500,
    })
    .returning(['id', 'billNo'])
    .executeTakeFirstOrThrow();
  expect((await app.data(staff, claimApi.list, { keywords: three!.claimNo })).list[0]).toMatchObject({
    delivery: Delivery.SENDING,
    payoutNo: payout.billNo,
  });
  await app.db.deleteFrom('redInfo').where('id', '=', payout.id).execute();
  expect(await app.data(staff, claimApi.sums, { activityId: activity.id })).toEqual({
    won: 3,
    claimed: 1,
    open: 2,
    closed: 0,
    amount: 500,
  });
  await setClaim(two!.drawId, { status: ClaimStatus.open, claimedAt: null });
  const stranger = await makeStaff(app, { firmId: await makeFirm(app), permissions: ['admin:lottery:receive:list'] });
  expect((await app.data(stranger.token, claimApi.list, { activityId: activity.id })).list).toEqual([]);
  expect((await app.data(stranger.token, claimApi.sums, { activityId: activity.id })).won).toBe(0);
});

test('open claims are extended to the end of a day, a year after the draw at most', async () => {
  const activity = await makeActivity(app, { firmId }, [whole]);
  const [open, done] = await winGoods(app, activity, 2);
  await setClaim(done!.drawId, {
    status: ClaimStatus.closed,
    closedAt: '2026-11-20 10:00:00',
    closeReason: CloseReason.closed,
    closeText: '停办',
  });
  await noteEnds(app.db, firmId, [done!.drawId]);
  const day = async (days: number) =>
    (
      await sql<{ day: string }>`
        select to_char((drawn_at at time zone 'Asia/Shanghai')::date + ${days}::int, 'YYYY-MM-DD') as day
        from draw where id = ${open!.drawId}`.execute(app.db)
    ).rows[0]!.day;
  const extend = (ids: number[], until: string) => app.data(staff, claimApi.extend, { ids, until });
  const until = await day(365);
  expect(await extend([open!.drawId, done!.drawId], until)).toEqual({
    ok: 1,
    fail: [{ id: done!.drawId, message: '只有未领取的奖品可以延期或关闭' }],
  });
  expect((await claimOf(open!.drawId)).expireAt).toBe(`${until} 23:59:59`);
  expect((await extend([open!.drawId], until)).fail[0]!.message).toBe('新的有效期须晚于当前有效期');
  expect((await extend([open!.drawId], await day(366))).fail[0]!.message).toBe('领取有效期最长延至中奖后365天');
});

test('closing gives money and stock back as expiring does, and leaves what is held', async () => {
  const cash = await makeActivity(app, { firmId }, [{ ...whole, cash: 500 }], { autoReturn: true });
  const [a, b, c] = await winGoods(app, cash, 3);
  await setClaim(b!.drawId, { busy: ClaimBusy.paying });
  await setClaim(c!.drawId, { hold: true });
  const before = { tier: await tierOf(cash.id), budget: await budgetOf(cash.id) };
  const ids = [a!.drawId, b!.drawId, c!.drawId];
  expect(await app.data(staff, claimApi.close, { ids, reason: '奖品停产' })).toEqual({
    ok: 1,
    fail: [
      { id: b!.drawId, message: '奖品正在发放或邮寄中，不能关闭' },
      { id: c!.drawId, message: '奖品正在审核中，请先处理审核' },
    ],
  });
  expect(await claimOf(a!.drawId)).toMatchObject({
    status: ClaimStatus.closed,
    closeReason: CloseReason.closed,
    closeText: '奖品停产',
  });
  expect(await tierOf(cash.id)).toEqual({
    remain: before.tier.remain + 1,
    returned: before.tier.returned + 1,
  });
  expect(await budgetOf(cash.id)).toEqual({
    remain: before.budget.remain + 500,
    reserved: before.budget.reserved - 500,
  });
  await setClaim(b!.drawId, { busy: ClaimBusy.free });
  await setClaim(c!.drawId, { hold: false });
  expect(await findFaults(app)).toEqual([]);
  const stranger = await makeStaff(app, { firmId: await makeFirm(app), permissions: ['admin:lottery:receive:update'] });
  expect(await app.data(stranger.token, claimApi.close, { ids: [b!.drawId], reason: '越权' })).toMatchObject({ ok: 0 });
});

test('closed at once by several, and by the job beside them, a prize goes back once', async () => {
  const cash = await makeActivity(app, { firmId }, [{ ...whole, cash: 500 }], { autoReturn: true });
  const ids = (await winGoods(app, cash, 20)).map(({ drawId }) => drawId);
  const done = await Promise.all(
    Array.from({ length: 6 }, (_none, at) =>
      app.data(staff, claimApi.close, { ids: at % 2 ? ids : ids.toReversed(), reason: '停办' }),
    ),
  );
  expect(done.reduce((sum, { ok }) => sum + ok, 0)).toBe(20);
  expect(await tierOf(cash.id)).toMatchObject({ remain: 100, returned: 20 });
  expect(await budgetOf(cash.id)).toMatchObject({ reserved: 0 });
  expect(await findFaults(app)).toEqual([]);
});

const asked = [
  { key: 'name' as const, required: true },
  { key: 'phone' as const, required: true },
  { key: 'card' as const, required: false },
];
const told = { name: '林知夏', phone: '13812345678', card: '11010519491231002x', wechat: 'not-asked' };

test('a winner tells what he is asked before his code is shown; staff see it masked, and in full when they may', async () => {
  const activity = await makeActivity(app, { firmId }, [whole], { collectFields: asked, collectReason: '开具凭证' });
  const { winner, claimNo, drawId, verCode } = await winPosted(app, activity);
  const prize = () => winner.data(publicDrawApi.myPrize, { claimNo });
  expect(await prize()).toMatchObject({ needCollect: true, verCode: '', collectReason: '开具凭证' });
  const collect = (values: object) => winner.call(publicDrawApi.collect, { claimNo, collect: values } as never);
  const short = await collect({ name: '林知夏' });
  expect([short.code, short.message]).toEqual([62304, '领取信息不完整：手机号']);
  expect(await collect({ ...told, card: '110105194912310021' })).toMatchObject({
    code: 400,
    message: '身份证格式不正确',
  });
  expect((await collect(told)).code).toBe(200);
  expect(await prize()).toMatchObject({ needCollect: false, verCode });
  const { collected } = await claimOf(drawId);
  expect(collected!.includes('13812345678')).toBe(false);
  const [row] = (await app.data(staff, claimApi.list, { keywords: claimNo })).list;
  expect(row!.collectText).toBe('姓名 林**，手机号 138****5678，身份证 **************002X');
  expect((await app.call(staff, claimApi.collected, { id: drawId })).code).toBe(403);
  const reader = await makeStaff(app, { firmId, permissions: ['admin:lottery:customer:plain'] });
  expect(await app.data(reader.token, claimApi.collected, { id: drawId })).toEqual([
    { key: 'name', label: '姓名', value: '林知夏' },
    { key: 'phone', label: '手机号', value: '13812345678' },
    { key: 'card', label: '身份证', value: '11010519491231002X' },
  ]);
  const logs = await app.db.selectFrom('auditLog').where('adminId', '=', reader.id).selectAll().execute();
  expect(logs).toHaveLength(1);
  expect(JSON.stringify(logs)).not.toContain('13812345678');
  await setClaim(drawId, { status: ClaimStatus.claimed, claimedAt: '2026-11-20 10:00:00' });
  expect((await collect(told)).code).toBe(62301);
  await setClaim(drawId, { status: ClaimStatus.open, claimedAt: null });
});

test('neither money nor a parcel goes to who did not tell; both calls take it along', async () => {
  const cash = await makeActivity(app, { firmId }, [{ ...whole, cash: 500, isManual: true }], {
    collectFields: asked,
    collectReason: '开具凭证',
  });
  const [claim] = await winGoods(app, cash);
  const winner = await openWinner(app, claim!.uid);
  const { claimNo } = claim!;
  expect((await winner.call(publicClaimApi.claim, { claimNo })).message).toBe('领取信息不完整：姓名');
  // What he told is kept, whatever becomes of the money.
  await winner.call(publicClaimApi.claim, { claimNo, collect: told });
  expect((await winner.data(publicDrawApi.myPrize, { claimNo })).needCollect).toBe(false);

  const posted = await makeActivity(app, { firmId }, [{ ...whole, post: 'only' }], {
    collectFields: asked,
    collectReason: '开具凭证',
  });
  const parcel = await winPosted(app, posted);
  const file = (more: object) =>
    parcel.winner.call(publicRedeemApi.redeem, { claimNo: parcel.claimNo, ...receiving, ...more });
  expect((await file({})).message).toBe('领取信息不完整：姓名');
  expect((await file({ collect: { name: '林知夏' } })).message).toBe('领取信息不完整：手机号');
  expect((await file({ collect: told })).code).toBe(200);
  const stranger = await winPosted(app, posted);
  const theirs = await stranger.winner.call(publicDrawApi.collect, { claimNo: parcel.claimNo, collect: told } as never);
  expect(theirs.code).toBe(404);
  expect(await findFaults(app)).toEqual([]);
});
