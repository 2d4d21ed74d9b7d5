import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { Review } from '@zhuiyuan/contract/kit/review';
import { remitApi } from '@zhuiyuan/contract/settlement/remit';
import { RemitSource } from '@zhuiyuan/contract/settlement/settlement-enums';
import { shopPayApi } from '@zhuiyuan/contract/settlement/store/shop-pay';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openTestApp, type TestApp } from '../../../test/app.ts';
import { makeStaff } from '../../../test/factories/access.ts';
import { bindPerson, type Person } from '../../../test/factories/account.ts';
import { findFaults } from '../../../test/factories/lottery.ts';
import { makeAgent, makeFirm } from '../../../test/factories/parties.ts';
import { makeGoodsActivity } from '../../../test/factories/redeem.ts';
import { makeDirectShop, rewardShop, setPayee, verifyGoods } from '../../../test/factories/settlement.ts';

let app: TestApp;
let firmId: number;
let agentId: number;
let shopId: number;
let keeper: Person;
let staff: string;
beforeAll(async () => {
  app = await openTestApp({ poolSize: 8 });
});
afterAll(() => app.close());
beforeEach(async () => {
  firmId = await makeFirm(app);
  agentId = await makeAgent(app, firmId);
  shopId = await makeDirectShop(app, firmId, agentId);
  keeper = await bindPerson(app, { firmId, kind: RoleKind.shop, id: shopId });
  const permissions = ['list', 'audit', 'pay'].map((act) => `admin:lottery:storeRemit:${act}`);
  ({ token: staff } = await makeStaff(app, { firmId, permissions }));
});

const sum = async () => (await keeper.data(shopPayApi.rewards, {})).sum;

test('a shop withdraws all that the firm owes it, once, and sees how far it has come', async () => {
  await verifyGoods(app, await makeGoodsActivity(app, firmId), shopId, 2);
  await rewardShop(app, firmId, shopId, 800);
  expect(await sum()).toMatchObject({
    withdrawable: 6000,
    waiting: 0,
    channel: 'bank',
    isPayable: true,
    needsWechat: false,
  });
  const ask = (amount: number, more: object = {}) =>
    keeper.call(shopPayApi.withdraw, { amount, channel: 'bank', ...more } as never);
  expect(await ask(5999)).toMatchObject({ code: 62531, message: '可提现金额已变化，请刷新' });
  expect(await ask(6000, { channel: 'weixin' })).toMatchObject({ code: 400, message: '请用登记的收款方式提现' });
  const answers = await Promise.all([1, 2, 3, 4].map(() => ask(6000)));
  expect(answers.map(({ code }) => code).toSorted()).toEqual([200, 62531, 62531, 62531]);
  expect(await sum()).toMatchObject({ withdrawable: 0, waiting: 6000 });
  const [made] = (await keeper.data(shopPayApi.remits, {})).list;
  expect(made).toMatchObject({
    amount: 6000,
    source: RemitSource.withdraw,
    status: 0,
    isAudited: false,
    payState: null,
  });
  const rewards = (await keeper.data(shopPayApi.rewards, {})).list;
  expect(rewards).toMatchObject([{ amount: 800, status: 0, isTaken: true }]);
  await app.data(staff, remitApi.audit, { ids: [made!.id], audit: Review.rejected, remark: '账号有误' });
  expect((await keeper.data(shopPayApi.remits, {})).list[0]).toMatchObject({ status: -1, rejectReason: '账号有误' });
  expect(await sum()).toMatchObject({ withdrawable: 6000, waiting: 0, paidTotal: 0 });
  expect(await findFaults(app)).toEqual([]);
});

test('the same request again answers what it answered before', async () => {
  await rewardShop(app, firmId, shopId, 500);
  const asked = { amount: 500, channel: 'bank', idemKey: 'withdraw-once-1' } as const;
  const first = await keeper.data(shopPayApi.withdraw, asked);
  expect(await keeper.data(shopPayApi.withdraw, asked)).toEqual(first);
  expect((await keeper.data(shopPayApi.remits, {})).list).toHaveLength(1);
});

test('without an account, for less than 0.30 yuan, and in another role nothing is paid out', async () => {
  await rewardShop(app, firmId, shopId, 29);
  expect((await keeper.call(shopPayApi.withdraw, { amount: 29, channel: 'bank' })).code).toBe(62531);
  await app.db.updateTable('shop').set({ payChannel: '', payName: '' }).where('id', '=', shopId).execute();
  expect((await keeper.call(shopPayApi.withdraw, { amount: 29, channel: 'bank' })).code).toBe(62502);
  const dealer = await bindPerson(app, { firmId, kind: RoleKind.agent, id: agentId });
  expect((await dealer.call(shopPayApi.withdraw, { amount: 29, channel: 'bank' })).code).toBe(403);
  expect((await dealer.data(shopPayApi.remits, {})).list).toEqual([]);
});

test('a payment of another shop is nobody else’s to see', async () => {
  await rewardShop(app, firmId, shopId, 500);
  await keeper.data(shopPayApi.withdraw, { amount: 500, channel: 'bank' });
  const [made] = (await keeper.data(shopPayApi.remits, {})).list;
  const other = await makeDirectShop(app, firmId, agentId);
  const stranger = await bindPerson(app, { firmId, kind: RoleKind.shop, id: other });
  expect((await stranger.call(shopPayApi.pay, { id: made!.id })).code).toBe(404);
  expect(await keeper.data(shopPayApi.pay, { id: made!.id })).toEqual({ status: 0, payState: null, pay: null });
  await setPayee(app, 'shop', other, 'weixin');
  expect((await stranger.data(shopPayApi.oauth, { back: '/r/rewards' })).url).toBe('');
});
