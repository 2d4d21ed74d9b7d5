import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { ClaimBusy, ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { claimRefusals } from '@zhuiyuan/contract/campaign/draw/claim-refusals';
import { publicDrawApi } from '@zhuiyuan/contract/campaign/draw/public-draw';
import { ClaimMode } from '@zhuiyuan/contract/campaign/prize-terms';
import { claimListRefusals } from '@zhuiyuan/contract/claim/claim-list-refusals';
import { publicRedeemApi } from '@zhuiyuan/contract/claim/public-redeem';
import { redemptionApi } from '@zhuiyuan/contract/claim/redemption';
import { RedemptionStatus } from '@zhuiyuan/contract/claim/redemption-states';
import { publicClaimApi } from '@zhuiyuan/contract/payout/public-claim';
import { redeemRefusals } from '@zhuiyuan/contract/redeem/redeem-refusals';
import { shopRedeemApi } from '@zhuiyuan/contract/redeem/shop-redeem';
import { Code } from '@zhuiyuan/contract/kit/codes';
import { toMs } from '@zhuiyuan/contract/kit/clock';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { sql } from 'kysely';
import { breakUpdates, mendUpdates } from '../../test/broken-updates.ts';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff } from '../../test/factories/access.ts';
import { bindPerson } from '../../test/factories/account.ts';
import { findFaults, makeActivity, type MadeActivity } from '../../test/factories/lottery.ts';
import { makeAgent, makeFirm, makeShop } from '../../test/factories/parties.ts';
import { makeRedemption, receiving, winPosted } from '../../test/factories/posting.ts';
import { expireClaims } from '../campaign/draw/expire-claims.ts';
import { seedRegions } from '../seeds/first/seed-regions.ts';
import type { Db } from '../kit/db/database.ts';
import { redemptionChecks } from './check-redemption.ts';
import { warnOfUnshipped } from './redemption-jobs.ts';
import { finishShipped } from './redemption-writes.ts';
import { dateClaims } from '../../test/factories/notes.ts';
import { daysAhead } from '../../test/days.ts';

let app: TestApp;
let firmId: number;
let staff: string;
let posted: MadeActivity;
let both: MadeActivity;
const parcel = { shipCompany: '顺丰速运' as const, shipNo: 'SF1234567890123' };

beforeAll(async () => {
  app = await openTestApp({ poolSize: 8 });
  await seedRegions(app.db);
  firmId = await makeFirm(app);
  const tier = { stock: 10_000, weight: 1_000_000 };
  posted = await makeActivity(app, { firmId }, [{ ...tier, post: 'only' }]);
  both = await makeActivity(app, { firmId }, [{ ...tier, post: 'also' }]);
  const permissions = ['list', 'update', 'export'].map((act) => `admin:lottery:receive:${act}`);
  staff = (await makeStaff(app, { firmId, permissions })).token;
});
afterAll(() => app.close());

const claimOf = (drawId: number) =>
  app.db.selectFrom('claim').where('drawId', '=', drawId).selectAll().executeTakeFirstOrThrow();
const orderOf = (id: number) =>
  app.db.selectFrom('redemption').where('id', '=', id).selectAll().executeTakeFirstOrThrow();
const pass = (id: number) => app.data(staff, redemptionApi.audit, { ids: [id], pass: true });
const backdate = (id: number, columns: Record<string, number>) =>
  app.db
    .updateTable('redemption')
    .set(
      Object.fromEntries(
        Object.entries(columns).map(([name, days]) => [
          name,
          sql`now() - make_interval(days => ${days}) - interval '1 minute'`,
        ]),
      ),
    )
    .where('id', '=', id)
    .execute();
const inAWeek = Date.now() + 6.9 * 86_400_000;

test('a winner says where to, staff pass and ship it, he sees the number, and it is his when it came', async () => {
  const { winner, claimNo, drawId } = await winPosted(app, posted);
  expect(await winner.data(publicRedeemApi.posting, { claimNo })).toEqual({ claimNo, canPost: true, order: null });
  const { redeemNo } = await winner.data(publicRedeemApi.redeem, { claimNo, ...receiving });
  expect(redeemNo).toMatch(/^R\d{16}$/);
  expect(await claimOf(drawId)).toMatchObject({ status: ClaimStatus.open, busy: ClaimBusy.posting });
  expect(await findFaults(app)).toEqual([]);

  const [row] = (await app.data(staff, redemptionApi.list, { keywords: redeemNo })).list;
  expect(row).toMatchObject({
    claimNo,
    receiver: '林**',
    phone: '138****5678',
    regionName: '浙江省杭州市西湖区',
    address: '龙井路****',
    status: RedemptionStatus.waiting,
  });
  const { id } = row!;
  expect((await app.call(staff, redemptionApi.ship, { id, ...parcel })).code).toBe(claimListRefusals.turned[0]);
  expect(await pass(id)).toEqual({ ok: 1, fail: [] });
  expect(await pass(id)).toEqual({ ok: 0, fail: [{ id, message: '兑换单状态已变化，请刷新' }] });
  expect((await app.call(staff, redemptionApi.finish, { id })).code).toBe(claimListRefusals.notShipped[0]);
  await app.data(staff, redemptionApi.ship, { id, ...parcel, shipNo: 'sf1234567890123' });
  const { order } = await winner.data(publicRedeemApi.posting, { claimNo });
  expect(order).toMatchObject({
    redeemNo,
    status: RedemptionStatus.passed,
    phone: '138****5678',
    address: receiving.address,
    ...parcel,
    canCancel: false,
  });
  expect((await winner.data(publicDrawApi.myPrize, { claimNo })).isPosted).toBe(true);
  await app.data(staff, redemptionApi.finish, { id });
  expect(await claimOf(drawId)).toMatchObject({ status: ClaimStatus.claimed, busy: ClaimBusy.free });
  expect(await orderOf(id)).toMatchObject({ status: RedemptionStatus.finished, finishedAt: expect.any(String) });
  expect((await app.call(staff, redemptionApi.close, { id, reason: '退回' })).code).toBe(claimListRefusals.turned[0]);
  expect(await findFaults(app)).toEqual([]);
});

test('of two who ship one parcel under different numbers the second is told, and one who repeats the first is not', async () => {
  const { id, redeemNo } = await makeRedemption(app, posted);
  await pass(id);
  const seen = async () => (await app.data(staff, redemptionApi.list, { keywords: redeemNo })).list[0]!;
  const { version } = await seen();
  const ship = (input: object) => app.call(staff, redemptionApi.ship, { id, version, ...parcel, ...input });
  const answers = await Promise.all([ship({}), ship({ shipNo: 'SF9999999999999' })]);
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, Code.stale]);
  const first = { ...parcel, shipNo: answers[0]!.code === 200 ? parcel.shipNo : 'SF9999999999999' };
  const order = await orderOf(id);
  expect(order).toMatchObject({ ...first, version: version + 1, reshippedAt: null });
  expect((await ship({ ...first })).code).toBe(200);
  expect((await ship({ ...first, shipCompany: '中通快递' })).code).toBe(Code.stale);
  expect(await orderOf(id)).toEqual(order);
  await app.data(staff, redemptionApi.ship, {
    id,
    version: (await seen()).version,
    ...parcel,
    shipNo: 'SF1111111111111',
  });
  await app.data(staff, redemptionApi.ship, { id, ...parcel, shipNo: 'SF2222222222222' });
  expect(await orderOf(id)).toMatchObject({ shipNo: 'SF2222222222222', version: version + 3 });
});

test('the same words again answer the same order, other words are refused while it is under way', async () => {
  const { winner, claimNo, drawId } = await winPosted(app, posted);
  const first = await winner.data(publicRedeemApi.redeem, { claimNo, ...receiving });
  expect(await winner.data(publicRedeemApi.redeem, { claimNo, ...receiving })).toEqual(first);
  const other = await winner.call(publicRedeemApi.redeem, { claimNo, ...receiving, receiver: '周明远' });
  expect(other.code).toBe(claimListRefusals.filed[0]);
  expect(await winner.data(publicRedeemApi.cancel, first)).toMatchObject({ status: RedemptionStatus.closed });
  expect(await winner.data(publicRedeemApi.cancel, first)).toMatchObject({ status: RedemptionStatus.closed });
  expect(await claimOf(drawId)).toMatchObject({ busy: ClaimBusy.free, claimMode: ClaimMode.post, verCode: null });
  for (let filed = 1; filed < 5; filed += 1) {
    const { redeemNo } = await winner.data(publicRedeemApi.redeem, { claimNo, ...receiving });
    expect(redeemNo).not.toBe(first.redeemNo);
    await winner.data(publicRedeemApi.cancel, { redeemNo });
  }
  const over = await winner.call(publicRedeemApi.redeem, { claimNo, ...receiving });
  expect(over.code).toBe(claimRefusals.tooOften[0]);
  expect(await findFaults(app)).toEqual([]);
});

test('a prize shops hand out too: its code is void once it is posted, and a new one is given when that comes to nothing', async () => {
  const shopId = await makeShop(app, firmId, await makeAgent(app, firmId), '玉林店');
  const shop = await bindPerson(app, { firmId, kind: RoleKind.shop, id: shopId });
  const verify = (verCode: string) => shop.call(shopRedeemApi.confirm, { verCode });
  const { winner, claimNo, drawId, verCode } = await winPosted(app, both);
  await dateClaims(app, sql`draw_id = ${drawId}`, sql`now() + interval '1 hour'`);
  const { redeemNo } = await winner.data(publicRedeemApi.redeem, { claimNo, ...receiving });
  expect((await verify(verCode)).code).toBe(redeemRefusals.posted[0]);
  expect((await winner.data(publicDrawApi.myPrize, { claimNo })).verCode).toBe('');
  const { id } = (await app.data(staff, redemptionApi.list, { keywords: redeemNo })).list[0]!;
  const rejected = await app.data(staff, redemptionApi.audit, { ids: [id], pass: false, remark: '地址不完整' });
  expect(rejected.ok).toBe(1);
  const free = await claimOf(drawId);
  expect(free).toMatchObject({ busy: ClaimBusy.free, claimMode: ClaimMode.shop });
  expect(free.verCode).not.toBe(verCode);
  expect(toMs(free.expireAt)).toBeGreaterThan(inAWeek);
  expect((await winner.data(publicRedeemApi.posting, { claimNo })).order).toMatchObject({
    status: RedemptionStatus.rejected,
    reason: '地址不完整',
  });
  expect((await verify(verCode)).code).toBe(redeemRefusals.noCode[0]);
  expect((await verify(free.verCode!)).code).toBe(200);
  expect((await winner.call(publicRedeemApi.redeem, { claimNo, ...receiving })).code).toBe(claimRefusals.claimed[0]);
  expect(await findFaults(app)).toEqual([]);

  const sent = await makeRedemption(app, both);
  await pass(sent.id);
  await app.data(staff, redemptionApi.ship, { id: sent.id, ...parcel });
  await app.data(staff, redemptionApi.finish, { id: sent.id });
  expect((await verify(sent.verCode)).code).toBe(redeemRefusals.posted[0]);
  expect(await findFaults(app)).toEqual([]);
});

test('what is refused: a shop-only prize, one that is over, held or closed, what is on its way, somebody else’s', async () => {
  const shopOnly = await makeActivity(app, { firmId }, [{ stock: 10, weight: 1_000_000 }]);
  const refusal = async (of: Awaited<ReturnType<typeof winPosted>>, change?: { expireAt: string; hold?: boolean }) => {
    if (change) await dateClaims(app, sql`draw_id = ${of.drawId}`, sql`${change.expireAt}`);
    if (change) await app.db.updateTable('claim').set(change).where('drawId', '=', of.drawId).execute();
    return (await of.winner.call(publicRedeemApi.redeem, { claimNo: of.claimNo, ...receiving })).code;
  };
  expect(await refusal(await winPosted(app, shopOnly))).toBe(claimListRefusals.notByPost[0]);
  const won = await winPosted(app, posted);
  expect(await refusal(won, { expireAt: '2026-01-01 00:00:00' })).toBe(claimRefusals.expired[0]);
  expect(await refusal(won, { expireAt: daysAhead(30), hold: true })).toBe(claimRefusals.held[0]);
  await app.db.updateTable('claim').set({ hold: false }).where('drawId', '=', won.drawId).execute();
  const call = (input: object) =>
    won.winner.call(publicRedeemApi.redeem, { claimNo: won.claimNo, ...receiving, ...input } as never);
  expect((await call({ phone: '123' })).code).toBe(400);
  expect((await call({ regionCode: '999999' })).code).toBe(400);
  expect((await call({ address: ' ' })).code).toBe(400);
  const asked = await won.winner.call(publicClaimApi.claim, { claimNo: won.claimNo });
  expect([asked.code, asked.message]).toEqual([62314, '请先填写收货信息']);
  const stranger = await winPosted(app, posted);
  expect((await stranger.winner.call(publicRedeemApi.redeem, { claimNo: won.claimNo, ...receiving })).code).toBe(404);
  const sent = await makeRedemption(app, posted);
  expect((await stranger.winner.call(publicRedeemApi.cancel, { redeemNo: sent.redeemNo })).code).toBe(404);
  await pass(sent.id);
  await app.data(staff, redemptionApi.ship, { id: sent.id, ...parcel });
  expect((await sent.winner.call(publicRedeemApi.cancel, { redeemNo: sent.redeemNo })).code).toBe(
    claimListRefusals.onItsWay[0],
  );
  const bare = await app.call(staff, redemptionApi.audit, { ids: [sent.id], pass: false });
  expect([bare.code, bare.message]).toEqual([400, '请输入驳回原因']);
  const numberless = await app.call(staff, redemptionApi.ship, { id: sent.id, shipCompany: '顺丰速运' } as never);
  expect([numberless.code, numberless.message]).toEqual([400, '请输入物流单号']);
});

test('receivers are shown in full to who may read them alone, and each look is logged', async () => {
  const { id } = await makeRedemption(app, posted);
  expect((await app.call(staff, redemptionApi.receiving, { id })).code).toBe(403);
  expect((await app.call(staff, redemptionApi.export, { ids: String(id), plain: 'true' } as never)).code).toBe(403);
  const permissions = ['admin:lottery:customer:plain', 'admin:lottery:receive:export'];
  const reader = await makeStaff(app, { firmId, permissions });
  expect(await app.data(reader.token, redemptionApi.receiving, { id })).toEqual({
    receiver: receiving.receiver,
    phone: receiving.phone,
    regionName: '浙江省杭州市西湖区',
    address: receiving.address,
  });
  const logged = await app.db
    .selectFrom('auditLog')
    .where('adminId', '=', reader.id)
    .where('title', '=', '查看收货信息')
    .select(['operParam', 'jsonResult'])
    .execute();
  expect(logged).toHaveLength(1);
  expect(JSON.stringify(logged)).not.toContain(receiving.phone);
  const stranger = await makeStaff(app, { firmId: await makeFirm(app), permissions });
  expect((await app.call(stranger.token, redemptionApi.receiving, { id })).code).toBe(404);
});

test('a job leaves what is posted alone, finishes what came, and warns of what nobody ships', async () => {
  const waiting = await makeRedemption(app, posted);
  await dateClaims(app, sql`draw_id = ${waiting.drawId}`, sql`'2026-01-01 00:00:00'`);
  await expireClaims(app.background);
  expect(await claimOf(waiting.drawId)).toMatchObject({ status: ClaimStatus.open, busy: ClaimBusy.posting });
  await backdate(waiting.id, { createdAt: 30 });
  await warnOfUnshipped(app.background.db);
  await warnOfUnshipped(app.background.db);
  const warned = await app.db.selectFrom('riskEvent').where('firmId', '=', firmId).selectAll().execute();
  expect(warned).toHaveLength(1);
  expect(warned[0]).toMatchObject({ title: '1个兑换单超过30天未发货', hitCount: 2 });
  expect(JSON.stringify(warned[0]!.detail)).toContain(waiting.redeemNo);

  const [due, young] = [await makeRedemption(app, posted), await makeRedemption(app, posted)];
  for (const { id } of [due, young]) {
    await pass(id);
    await app.data(staff, redemptionApi.ship, { id, ...parcel });
  }
  await backdate(due.id, { shippedAt: 15 });
  await backdate(young.id, { shippedAt: 14 });
  expect(await finishShipped(app.background)).toBe(1);
  expect((await orderOf(due.id)).status).toBe(RedemptionStatus.finished);
  expect((await orderOf(young.id)).status).toBe(RedemptionStatus.passed);
  // Another number is another parcel: its days begin anew.
  await backdate(young.id, { shippedAt: 16 });
  await app.data(staff, redemptionApi.ship, { id: young.id, ...parcel, shipNo: 'SF0000000000001' });
  expect(await finishShipped(app.background)).toBe(0);
  // One that cannot be finished keeps no other waiting.
  const [broken, whole] = [await makeRedemption(app, posted), await makeRedemption(app, posted)];
  for (const { id } of [broken, whole]) {
    await pass(id);
    await app.data(staff, redemptionApi.ship, { id, ...parcel });
    await backdate(id, { shippedAt: 15 });
  }
  await breakUpdates(app, 'redemption', `old.id = ${broken.id}`);
  expect(await finishShipped(app.background)).toBe(1);
  expect((await orderOf(whole.id)).status).toBe(RedemptionStatus.finished);
  await mendUpdates(app, 'redemption');
  expect(await finishShipped(app.background)).toBe(1);
  expect(await findFaults(app)).toEqual([]);
});

test('each rule finds what breaks it', async () => {
  const { id, drawId } = await makeRedemption(app, posted);
  const broken = async (spoil: (db: Db) => Promise<unknown>) => {
    const found: string[] = [];
    await app.db
      .transaction()
      .execute(async (db) => {
        await spoil(db as Db);
        for (const { name, find } of redemptionChecks) if ((await find(db as Db, firmId)).length > 0) found.push(name);
        throw new Error('undone');
      })
      .catch(() => undefined);
    return found;
  };
  const [one, two, three] = redemptionChecks.map(({ name }) => name);
  expect(
    await broken((db) => db.updateTable('claim').set({ busy: ClaimBusy.free }).where('drawId', '=', drawId).execute()),
  ).toEqual([one]);
  expect(await broken((db) => db.deleteFrom('redemption').where('id', '=', id).execute())).toEqual([one]);
  expect(
    await broken((db) =>
      db
        .updateTable('claim')
        .set({ busy: ClaimBusy.free, status: ClaimStatus.claimed, claimedAt: '2026-11-01 00:00:00' })
        .where('drawId', '=', drawId)
        .execute(),
    ),
  ).toEqual([one, two]);
  const { uid } = await winPosted(app, posted);
  expect(await broken((db) => db.updateTable('redemption').set({ uid }).where('id', '=', id).execute())).toEqual([
    three,
  ]);
});
