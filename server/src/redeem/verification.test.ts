import { agentDeductibleApi } from '@zhuiyuan/contract/parties/deductible/agent-deductible';
import { Code } from '@zhuiyuan/contract/kit/codes';
import { DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { shopSettlementApi } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import { redeemRefusals } from '@zhuiyuan/contract/redeem/redeem-refusals';
import { VerAct, VerStatus } from '@zhuiyuan/contract/redeem/redeem-states';
import { shopVerApi, verificationApi } from '@zhuiyuan/contract/redeem/verification';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { TestApp } from '../../test/app.ts';
import { firmWorld, makeFirmStaff } from '../../test/factories/access.ts';
import { makeAgent, makeShop } from '../../test/factories/parties.ts';
import {
  ageVerification,
  bindEarlier,
  findRedeemFaults,
  makeGoodsActivity,
  winGoods,
} from '../../test/factories/redeem.ts';
import type { MadeActivity } from '../../test/factories/lottery.ts';
import type { Db } from '../kit/db/database.ts';
import { seedRegions } from '../seeds/first/seed-regions.ts';
import { verifyPrize } from './verify-prize.ts';

const ver = ['list', 'update', 'export'].map((act) => `admin:lottery:prizeVer:${act}`);
const shops = ['list', 'export', 'clear'].map((act) => `admin:identity:shop:${act}`);

let app: TestApp;
let firmId: number;
let token: string;
let agentId: number;
let activity: MadeActivity;

beforeAll(async () => {
  ({ app, firmId, token } = await firmWorld([...ver, ...shops, 'admin:identity:agent:clear']));
  await seedRegions(app.db);
  agentId = await makeAgent(app, firmId, { name: '成都锦和商贸' });
  activity = await makeGoodsActivity(app, firmId);
});
afterAll(() => app.close());

/** Prizes handed out at a shop of its own, oldest first. */
const handOut = async (count: number, place: { lng: number; lat: number } | null = null) => {
  const shopId = await makeShop(app, firmId, agentId, '玉林店');
  const claims = await winGoods(app, activity, count);
  const given = [];
  for (const { verCode, claimNo } of claims) {
    const { verNo } = await app.db.transaction().execute((db) =>
      verifyPrize(db as Db, app.config.masterKey, {
        verCode,
        shopId,
        accountId: null,
        lng: place?.lng ?? null,
        lat: place?.lat ?? null,
      }),
    );
    const { id } = await app.db
      .selectFrom('prizeVer')
      .where('verNo', '=', verNo)
      .select('id')
      .executeTakeFirstOrThrow();
    given.push({ id, verNo, verCode, claimNo });
  }
  return { shopId, given };
};

const list = (input: object) => app.data(token, verificationApi.list, input as never);
const update = (input: object) => app.call(token, verificationApi.update, input as never);

test('a prize that was handed out stands in both lists, and is found by its number and its code', async () => {
  const { shopId, given } = await handOut(1, { lng: 104.06, lat: 30.65 });
  const [{ id, verNo, verCode }] = given as [(typeof given)[number]];
  const typed = `${verCode.slice(0, 4)}-${verCode.slice(4, 8)} ${verCode.slice(8)}`.toLowerCase();
  for (const keywords of [verNo, verNo.toLowerCase(), typed]) {
    const page = await list({ keywords });
    expect(page.list).toHaveLength(1);
    expect(page.list[0]).toMatchObject({
      id,
      verNo,
      shopName: '玉林店',
      agentName: '成都锦和商贸',
      deductAmount: 2600,
      region: '四川省成都市',
      status: VerStatus.done,
      settleState: 0,
      mayReverse: true,
      consumer: expect.stringMatching(/^用户\*\*\*/),
    });
    expect(page.sum).toEqual({ dedAmount: 2600 });
  }
  expect((await list({ keywords: verNo.slice(0, -1) })).total).toBe(0);
  for (const filter of [
    { shopId },
    { agentId, shopId },
    { activityId: activity.id, shopId, status: 1, settleState: 0 },
  ])
    expect((await list({ ...filter, dateLimit: 'today' })).list.map((row) => row.id)).toEqual([id]);
  expect((await list({ shopId, status: 2 })).total).toBe(0);

  const log = await app.data(token, shopVerApi.verLogList, { shopId, verNo });
  expect(log.list).toMatchObject([
    { id, verNo, dedAmount: 2600, code: expect.any(String), address: expect.any(String) },
  ]);
  expect(log.sum).toEqual({ dedAmount: 2600 });
  const verified = await app.data(token, shopVerApi.verifyList, { keywords: '玉林', dateLimit: 'today' });
  expect(verified.list.find((row) => row.shopId === shopId)).toMatchObject({
    verCnt: 1,
    verAmount: 2600,
    todayCount: 1,
    reversedCount: 0,
    unsettledAmount: 2600,
  });
  expect(await app.data(token, verificationApi.export, { shopId })).toMatchObject({ fileName: expect.any(String) });
  expect(await app.data(token, shopVerApi.verLogExport, { shopId })).toMatchObject({ fileName: expect.any(String) });
});

test('of two who note something beside one prize the second is told', async () => {
  const { shopId, given } = await handOut(1);
  const { id } = given[0]!;
  const { version } = (await list({ shopId })).list[0]!;
  expect((await update({ id, version, remark: '顾客下次再来' })).code).toBe(200);
  expect((await update({ id, version, remark: '已电话确认' })).code).toBe(Code.stale);
  expect((await list({ shopId })).list).toMatchObject([{ remark: '顾客下次再来', version: version + 1 }]);
  expect((await update({ id, remark: '已电话确认' })).code).toBe(200);
  expect((await list({ shopId })).list).toMatchObject([{ remark: '已电话确认' }]);
});

test('the whole of one tells draw, claim and place, and what happened in its order', async () => {
  const { shopId, given } = await handOut(2, { lng: 104.06, lat: 30.65 });
  const [one, two] = given as [(typeof given)[number], (typeof given)[number]];
  await update({ id: two.id, status: 2, reason: '顾客退回' });
  const info = await app.data(token, verificationApi.info, { id: one.id });
  expect(info).toMatchObject({ claimNo: one.claimNo, claimStatus: 1, lng: 104.06, lat: 30.65 });
  expect(info.drawNo).toMatch(/^D\d{16}$/);
  expect(info.events.map(({ act }) => act)).toEqual([VerAct.verify, VerAct.draw]);

  await app.data(token, shopSettlementApi.clear, { shopId, amount: 2600, remark: '月结' });
  await app.data(token, agentDeductibleApi.clear, {
    id: agentId,
    amount: (
      await app.db
        .selectFrom('dedAccount')
        .where('ownerKind', '=', DeductibleOwner.agent)
        .where('ownerId', '=', agentId)
        .select('balance')
        .executeTakeFirstOrThrow()
    ).balance,
    remark: '季结',
  });
  const settled = await app.data(token, verificationApi.info, { id: one.id });
  expect(settled).toMatchObject({ settleState: 2, mayReverse: false });
  expect(settled.events.slice(0, 2)).toMatchObject([
    { act: VerAct.settleAgent, remark: '季结', shopName: '成都锦和商贸' },
    { act: VerAct.settle, remark: '月结', amount: -2600, shopName: '玉林店' },
  ]);
  const reversed = await app.data(token, verificationApi.info, { id: two.id });
  expect(reversed).toMatchObject({ claimStatus: 0, status: 2, reverseReason: '顾客退回', mayReverse: false });
  expect(reversed.events[0]).toMatchObject({ act: VerAct.reverse, amount: -2600, remark: '顾客退回' });
  expect(reversed.events[0]!.operatorName).not.toBe('');
  expect(await findRedeemFaults(app)).toEqual([]);
});

test('a reversal needs its reason, and is refused when it is settled, old or done', async () => {
  const { shopId, given } = await handOut(3);
  const [one, two, three] = given as [(typeof given)[number], (typeof given)[number], (typeof given)[number]];
  expect(await update({ id: one.id, status: 2 })).toMatchObject({ code: 400, message: '请输入冲正原因' });
  expect(await update({ id: one.id, status: 2, reason: ' ' })).toMatchObject({ code: 400 });
  expect(await update({ id: one.id, status: 2, reason: '长'.repeat(101) })).toMatchObject({ code: 400 });
  expect((await list({ shopId, status: 2 })).total).toBe(0);
  expect((await update({ id: one.id, status: 2, reason: '点错了' })).code).toBe(200);
  expect((await update({ id: one.id, status: 2, reason: '点错了' })).code).toBe(redeemRefusals.reversed[0]);
  await bindEarlier(app, shopId);
  await ageVerification(app, two.id, '24 hours');
  expect((await update({ id: two.id, status: 2, reason: '点错了' })).code).toBe(redeemRefusals.tooLate[0]);
  await ageVerification(app, two.id, '-24 hours');
  expect((await app.data(token, shopApi.info, { id: shopId })).verCnt).toBe(2);
  await app.data(token, shopSettlementApi.clear, { shopId, remark: '月结' });
  expect((await update({ id: three.id, status: 2, reason: '点错了' })).code).toBe(redeemRefusals.settled[0]);
  const { list: rows } = await list({ shopId });
  expect(rows.map(({ status, settleState, mayReverse }) => [status, settleState, mayReverse])).toEqual([
    [1, 1, false],
    [1, 1, false],
    [2, 0, false],
  ]);
  expect(await findRedeemFaults(app)).toEqual([]);
});

test('of several who reverse the same one at once, one does', async () => {
  const { given } = await handOut(1);
  const answers = await Promise.all(
    Array.from({ length: 4 }, () => update({ id: given[0]!.id, status: 2, reason: '点错了' })),
  );
  expect(answers.map(({ code }) => code).sort((a, b) => a - b)).toEqual([
    200,
    ...Array.from({ length: 3 }, () => redeemRefusals.reversed[0]),
  ]);
  expect(await findRedeemFaults(app)).toEqual([]);
});

test('a note is kept beside it, and taken away by an empty one', async () => {
  const { given } = await handOut(1);
  const { id } = given[0]!;
  await update({ id, remark: '顾客带了小票' });
  expect((await app.data(token, verificationApi.info, { id })).remark).toBe('顾客带了小票');
  await update({ id, remark: '' });
  expect((await app.data(token, verificationApi.info, { id })).remark).toBe('');
  expect((await update({ id: 999_999_999, remark: '无' })).code).toBe(404);
});

test('the figures above say today, this month, what is open, and what was taken back', async () => {
  const { token: own, firmId: fresh } = await makeFirmStaff(app, ver);
  expect(await app.data(own, verificationApi.board, {})).toEqual({
    todayCount: 0,
    monthCount: 0,
    openAmount: 0,
    reversedCount: 0,
  });
  const dealer = await makeAgent(app, fresh);
  const shopId = await makeShop(app, fresh, dealer, '武侯祠店');
  const claims = await winGoods(app, await makeGoodsActivity(app, fresh), 3);
  const ids = [];
  for (const { verCode } of claims) {
    const { verNo } = await app.db
      .transaction()
      .execute((db) =>
        verifyPrize(db as Db, app.config.masterKey, { verCode, shopId, accountId: null, lng: null, lat: null }),
      );
    ids.push(
      (await app.db.selectFrom('prizeVer').where('verNo', '=', verNo).select('id').executeTakeFirstOrThrow()).id,
    );
  }
  await app.data(own, verificationApi.update, { id: ids[0]!, status: 2, reason: '点错了' });
  expect(await app.data(own, verificationApi.board, {})).toEqual({
    todayCount: 2,
    monthCount: 2,
    openAmount: 5200,
    reversedCount: 1,
  });
});
