import { accountRefusals } from '@zhuiyuan/contract/account/account-refusals';
import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { ClaimBusy, ClaimStatus } from '@zhuiyuan/contract/campaign/campaign-states';
import { agentDeductibleApi } from '@zhuiyuan/contract/parties/deductible/agent-deductible';
import { DedKind, DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { Enabled } from '@zhuiyuan/contract/kit/enumeration';
import { shopSettlementApi } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import { redeemRefusals } from '@zhuiyuan/contract/redeem/redeem-refusals';
import { shopRedeemApi } from '@zhuiyuan/contract/redeem/shop-redeem';
import { toMs } from '@zhuiyuan/contract/kit/clock';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../test/app.ts';
import { makeStaff } from '../../test/factories/access.ts';
import { bindPerson, type Person } from '../../test/factories/account.ts';
import { makeAgent, makeFirm, makeShop } from '../../test/factories/parties.ts';
import {
  ageVerification,
  bindEarlier,
  findRedeemFaults,
  makeGoodsActivity,
  unbindShopLinks,
  winGoods,
} from '../../test/factories/redeem.ts';
import type { MadeActivity } from '../../test/factories/lottery.ts';
import type { Db } from '../kit/db/database.ts';
import { Refusal } from '../kit/refusal.ts';
import { redeemChecks } from './check-redeem.ts';
import { reverseVerification } from './reverse-verification.ts';
import { verifyPrize } from './verify-prize.ts';

let app: TestApp;
let firmId: number;
let agentId: number;
let shopId: number;
let otherId: number;
let shop: Person;
let other: Person;
let activity: MadeActivity;
let staff: string;

beforeAll(async () => {
  app = await openTestApp({ poolSize: 12 });
  firmId = await makeFirm(app);
  agentId = await makeAgent(app, firmId, { name: '成都锦和商贸' });
  activity = await makeGoodsActivity(app, firmId);
  const permissions = ['admin:identity:shop:clear', 'admin:identity:agent:clear', 'admin:identity:shop:list'];
  staff = (await makeStaff(app, { firmId, permissions })).token;
});
afterAll(() => app.close());

beforeEach(async () => {
  [shopId, otherId] = [
    await makeShop(app, firmId, agentId, '玉林店'),
    await makeShop(app, firmId, agentId, '武侯祠店'),
  ];
  await bindEarlier(app, shopId);
  shop = await bindPerson(app, { firmId, kind: RoleKind.shop, id: shopId });
  other = await bindPerson(app, { firmId, kind: RoleKind.shop, id: otherId });
});

const win = async (more?: MadeActivity) => (await winGoods(app, more ?? activity))[0]!;
const confirm = (person: Person, verCode: string) => person.call(shopRedeemApi.confirm, { verCode });
const verify = (id: number, verCode: string) =>
  app.shopperDb
    .transaction()
    .execute((db) =>
      verifyPrize(db as Db, app.config.masterKey, { verCode, shopId: id, accountId: null, lng: null, lat: null }),
    );
const reverse = (id: number) =>
  app.db.transaction().execute((db) => reverseVerification(db as Db, { id, reason: '点错了', operatorId: 7 }));
const claimOf = (drawId: number) =>
  app.db.selectFrom('claim').where('drawId', '=', drawId).selectAll().executeTakeFirstOrThrow();
const verOf = (verNo: string) =>
  app.db.selectFrom('prizeVer').where('verNo', '=', verNo).selectAll().executeTakeFirstOrThrow();
const sums = async (person: Person) => (await person.data(shopRedeemApi.list, {})).sum;
const setClaim = (drawId: number, change: object) =>
  app.db.updateTable('claim').set(change).where('drawId', '=', drawId).execute();

test('a prize is looked at without booking, handed out once, and credited to the shop by its dealer', async () => {
  const { verCode, drawId } = await win();
  const typed = `${verCode.slice(0, 4)} ${verCode.slice(4, 8)}-${verCode.slice(8).toLowerCase()}`;
  const preview = await shop.data(shopRedeemApi.preview, { verCode: typed });
  expect(preview).toMatchObject({ verCode, deductAmount: 2600, payerName: '成都锦和商贸' });
  expect(preview.consumer).toMatch(/^用户\*\*\*/);
  expect((await claimOf(drawId)).status).toBe(ClaimStatus.open);
  expect(await sums(shop)).toEqual({ todayCount: 0, todayAmount: 0, balance: 0, openCount: 0 });

  const done = await shop.data(shopRedeemApi.confirm, { verCode: typed, lng: 104.06, lat: 30.65 });
  expect(done).toMatchObject({ verNo: expect.stringMatching(/^V\d{16}$/), deductAmount: 2600, repeat: false });
  expect(await claimOf(drawId)).toMatchObject({ status: ClaimStatus.claimed, claimedAt: expect.any(String) });
  const { list, sum } = await shop.data(shopRedeemApi.list, { today: true });
  expect(list).toHaveLength(1);
  expect(list[0]).toMatchObject({ verNo: done.verNo, deductAmount: 2600, status: 1 });
  expect(sum).toEqual({ todayCount: 1, todayAmount: 2600, balance: 2600, openCount: 1 });
  const { list: ducts } = await shop.data(shopRedeemApi.ducts, {});
  expect(ducts).toMatchObject([
    { kind: DedKind.verify, amount: 2600, balanceAfter: 2600, verNo: done.verNo, payerName: '成都锦和商贸' },
  ]);
  expect((await other.data(shopRedeemApi.list, {})).total).toBe(0);
  expect(await findRedeemFaults(app)).toEqual([]);
});

test('the same shop within ten minutes gets its first number again, later and elsewhere the code is used', async () => {
  const { verCode } = await win();
  const first = await shop.data(shopRedeemApi.confirm, { verCode });
  expect(await shop.data(shopRedeemApi.confirm, { verCode })).toEqual({ ...first, repeat: true });
  expect((await sums(shop)).balance).toBe(2600);
  const used = await confirm(other, verCode);
  expect(used.code).toBe(redeemRefusals.used[0]);
  expect(used.data).toEqual({ shopName: '玉林店', verAt: first.verAt });
  const { id } = await verOf(first.verNo);
  await ageVerification(app, id, '11 minutes');
  expect((await confirm(shop, verCode)).code).toBe(redeemRefusals.used[0]);
  await ageVerification(app, id, '-11 minutes');
  expect((await sums(shop)).balance).toBe(2600);
});

test('of two shops that ask at once, again and again, one hands each prize out', async () => {
  const claims = await winGoods(app, activity, 20);
  const answers = await Promise.all(
    claims.flatMap(({ verCode }) =>
      [shopId, otherId, shopId, otherId].map((id) => verify(id, verCode).catch((error: Refusal) => error)),
    ),
  );
  const done = answers.filter((answer) => 'repeat' in answer && !answer.repeat);
  expect(done).toHaveLength(20);
  const refused = answers.filter((answer): answer is Refusal => answer instanceof Refusal);
  expect(refused).toHaveLength(40);
  expect(new Set(refused.map(({ code }) => code))).toEqual(new Set([redeemRefusals.used[0]]));
  const [mine, theirs] = [await sums(shop), await sums(other)];
  expect(mine.balance + theirs.balance).toBe(20 * 2600);
  expect(mine.openCount + theirs.openCount).toBe(20);
  expect(await findRedeemFaults(app)).toEqual([]);
});

test('codes that hand nothing out are refused, each for its reason', async () => {
  const refusal = async (change: object) => {
    const { verCode, drawId } = await win();
    await setClaim(drawId, change);
    const looked = await shop.call(shopRedeemApi.preview, { verCode });
    const asked = await confirm(shop, verCode);
    expect(asked.code).toBe(looked.code);
    expect((await claimOf(drawId)).claimedAt).toBeNull();
    return asked.code;
  };
  expect(await refusal({ hold: true })).toBe(redeemRefusals.onHold[0]);
  expect(await refusal({ expireAt: '2026-01-02 00:00:00' })).toBe(redeemRefusals.expired[0]);
  expect(await refusal({ busy: ClaimBusy.posting })).toBe(redeemRefusals.posted[0]);
  const closed = { status: ClaimStatus.closed, closedAt: sql`now()` };
  expect(await refusal({ ...closed, closeReason: 'EXPIRED' })).toBe(redeemRefusals.expired[0]);
  expect(await refusal({ ...closed, closeReason: 'VOID' })).toBe(redeemRefusals.closed[0]);
  expect((await confirm(shop, '0000 0000 0001')).code).toBe(400);
  expect((await confirm(shop, '000000000000')).code).toBe(redeemRefusals.noCode[0]);
  expect(await sums(shop)).toEqual({ todayCount: 0, todayAmount: 0, balance: 0, openCount: 0 });
});

test('only shops that are bound hand out the prizes of an activity that is not open to all', async () => {
  const bound = await makeGoodsActivity(app, firmId);
  await app.db.updateTable('activity').set({ verifyAll: false }).where('id', '=', bound.id).execute();
  const { verCode } = await win(bound);
  expect((await confirm(shop, verCode)).code).toBe(redeemRefusals.notBound[0]);
  await app.db.insertInto('bindAct').values({ firmId, activityId: bound.id, shopId }).execute();
  expect((await confirm(other, verCode)).code).toBe(redeemRefusals.notBound[0]);
  expect((await confirm(shop, verCode)).code).toBe(200);
});

test('thirty invented codes close the counter to the account that typed them for ten minutes, whatever addresses it comes from', async () => {
  const [{ verCode }, second] = [await win(), await win()];
  const invented = { verCode: '000000000000' };
  // What is a code is no guess, however often it is asked about.
  for (let at = 0; at < 5; at += 1) expect((await shop.call(shopRedeemApi.preview, { verCode })).code).toBe(200);
  const tries = await Promise.all(
    Array.from({ length: 40 }, (_, at) => shop.call(at % 2 ? shopRedeemApi.preview : shopRedeemApi.confirm, invented)),
  );
  const codes = tries.map(({ code }) => code);
  expect(codes.filter((code) => code === redeemRefusals.noCode[0])).toHaveLength(30);
  expect(codes.filter((code) => code === 62346)).toHaveLength(10);
  expect(await confirm(shop, verCode)).toMatchObject({ code: 62346, message: '输错核销码次数过多，请10分钟后再试' });
  expect((await confirm(other, second.verCode)).code).toBe(200);
  await sql`update redeem_miss set since = since - interval '10 minutes'`.execute(app.db);
  expect((await confirm(shop, verCode)).code).toBe(200);
});

test('a stopped shop, another role and another firm hand nothing out', async () => {
  const { verCode } = await win();
  await app.db.updateTable('shop').set({ status: Enabled.off }).where('id', '=', shopId).execute();
  expect((await confirm(shop, verCode)).code).toBe(redeemRefusals.shopStopped[0]);
  expect((await shop.call(shopRedeemApi.preview, { verCode })).code).toBe(redeemRefusals.shopStopped[0]);
  const dealer = await bindPerson(app, { firmId, kind: RoleKind.agent, id: await makeAgent(app, firmId) });
  expect((await confirm(dealer, verCode)).code).toBe(403);
  const strangeFirm = await makeFirm(app);
  const strange = await makeShop(app, strangeFirm, await makeAgent(app, strangeFirm), '别家');
  const stranger = await bindPerson(app, { firmId: strangeFirm, kind: RoleKind.shop, id: strange });
  expect((await confirm(stranger, verCode)).code).toBe(redeemRefusals.noCode[0]);
  await app.db
    .updateTable('roleBinding')
    .set({ endedAt: sql<string>`now()` })
    .where('roleId', '=', otherId)
    .execute();
  expect((await confirm(other, verCode)).code).toBe(accountRefusals.roleEnded[0]);
});

test('a reversal opens the prize again for a week, takes the credit back, and another shop can hand it out', async () => {
  const { verCode, drawId } = await win();
  await setClaim(drawId, { expireAt: sql`now() + interval '1 hour'` });
  const { verNo } = await shop.data(shopRedeemApi.confirm, { verCode });
  const { id } = await verOf(verNo);
  await reverse(id);
  const claim = await claimOf(drawId);
  expect(claim).toMatchObject({ status: ClaimStatus.open, claimedAt: null });
  expect(toMs(claim.expireAt)).toBeGreaterThan(Date.now() + 6.9 * 86_400_000);
  expect(await sums(shop)).toEqual({ todayCount: 0, todayAmount: 0, balance: 0, openCount: 0 });
  expect((await shop.data(shopRedeemApi.ducts, {})).list).toMatchObject([
    { kind: DedKind.reverse, amount: -2600, balanceAfter: 0, verNo },
    { kind: DedKind.verify, amount: 2600 },
  ]);
  await expect(reverse(id)).rejects.toMatchObject({ code: redeemRefusals.reversed[0] });
  expect((await confirm(other, verCode)).data).toMatchObject({ repeat: false });
  expect(await findRedeemFaults(app)).toEqual([]);
});

test('what is settled or older than a day is not taken back', async () => {
  const [one, two] = await winGoods(app, activity, 2);
  const first = await shop.data(shopRedeemApi.confirm, { verCode: one!.verCode });
  await app.data(staff, shopSettlementApi.clear, { shopId, remark: '月结' });
  await expect(reverse((await verOf(first.verNo)).id)).rejects.toMatchObject({ code: redeemRefusals.settled[0] });
  const second = await shop.data(shopRedeemApi.confirm, { verCode: two!.verCode });
  const { id } = await verOf(second.verNo);
  await ageVerification(app, id, '24 hours');
  await expect(reverse(id)).rejects.toMatchObject({ code: redeemRefusals.tooLate[0] });
  await ageVerification(app, id, '-24 hours');
  expect(await findRedeemFaults(app)).toEqual([]);
});

test('clearing settles what it covers, first with the dealer, then with the firm', async () => {
  const dealer = await makeAgent(app, firmId);
  const counter = await makeShop(app, firmId, dealer, '桐梓林店');
  const [one, two] = await winGoods(app, activity, 2);
  const first = await verify(counter, one!.verCode);
  await app.data(staff, shopSettlementApi.clear, { shopId: counter, amount: 2600, remark: '月结' });
  const second = await verify(counter, two!.verCode);
  expect((await verOf(first.verNo)).settleState).toBe(1);
  expect((await verOf(second.verNo)).settleState).toBe(0);
  await app.data(staff, agentDeductibleApi.clear, { id: dealer, amount: 2600, remark: '季结' });
  expect((await verOf(first.verNo)).settleState).toBe(2);
  expect((await verOf(second.verNo)).settleState).toBe(0);
  expect(await findRedeemFaults(app)).toEqual([]);
});

test('a shop without a dealer is owed by the firm, which clears it', async () => {
  const counter = await makeShop(app, firmId, agentId, '直营店');
  await unbindShopLinks(app, counter);
  const { verCode } = await win();
  const person = await bindPerson(app, { firmId, kind: RoleKind.shop, id: counter });
  const { name } = await app.db.selectFrom('firm').where('id', '=', firmId).select('name').executeTakeFirstOrThrow();
  expect((await person.data(shopRedeemApi.preview, { verCode })).payerName).toBe(name);
  const { verNo } = await person.data(shopRedeemApi.confirm, { verCode });
  expect((await sums(person)).balance).toBe(2600);
  await app.data(staff, shopSettlementApi.clear, { shopId: counter, amount: 2600, remark: '月结' });
  expect((await sums(person)).balance).toBe(0);
  expect((await verOf(verNo)).settleState).toBe(1);
  expect(await findRedeemFaults(app)).toEqual([]);
});

test('reversals and clearings at once leave every balance what its verifications say', async () => {
  const claims = await winGoods(app, activity, 10);
  const ids: number[] = [];
  for (const { verCode } of claims) ids.push((await verOf((await verify(shopId, verCode)).verNo)).id);
  const results = await Promise.allSettled([
    ...ids.map((id) => reverse(id)),
    app.call(staff, shopSettlementApi.clear, { shopId, remark: '月结' }),
  ]);
  const reasons = results.flatMap((result) => (result.status === 'rejected' ? [result.reason.code] : []));
  expect(reasons.filter((code) => code !== redeemRefusals.settled[0])).toEqual([]);
  expect((await sums(shop)).balance).toBe(0);
  expect(await findRedeemFaults(app)).toEqual([]);
});

test('each rule finds what breaks it', async () => {
  const { verCode } = await win();
  const { verNo } = await verify(shopId, verCode);
  const broken: string[] = [];
  await app.db
    .transaction()
    .execute(async (db) => {
      await db
        .updateTable('prizeVer')
        .set({ deductAmount: 1, agentId: null, verAt: sql<string>`ver_at + interval '1 hour'` })
        .where('verNo', '=', verNo)
        .execute();
      await db.updateTable('shopAss').set({ bindAt: '2026-01-01 00:00:00' }).where('shopId', '=', shopId).execute();
      await db
        .updateTable('dedLog')
        .set({ balanceAfter: 7, at: sql<string>`now() + interval '2 hours'` })
        .where('shopId', '=', shopId)
        .execute();
      await db
        .updateTable('dedAccount')
        .set({ balance: 5 })
        .where('ownerKind', '=', DeductibleOwner.shop)
        .where('ownerId', '=', shopId)
        .execute();
      for (const { name, find } of redeemChecks) if ((await find(db as Db, firmId)).length > 0) broken.push(name);
      throw new Error('undone');
    })
    .catch(() => undefined);
  expect(broken).toEqual(redeemChecks.map(({ name }) => name));
  expect(await findRedeemFaults(app)).toEqual([]);
});
