import { DeductibleOwner, DedKind } from '@zhuiyuan/contract/parties/deductible/deductible';
import { shopApi } from '@zhuiyuan/contract/parties/shop/shop';
import { shopSettlementApi } from '@zhuiyuan/contract/parties/deductible/shop-settlement';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { firmWorld, makeFirmStaff } from '../../../test/factories/access.ts';
import { makeAgent, shopDraft } from '../../../test/factories/parties.ts';

const everyAct = ['list', 'save', 'export', 'bind', 'clear'].map((act) => `admin:identity:shop:${act}`);
let app: TestApp;
let firmId: number;
let agentId: number;
let token: string;

beforeAll(async () => {
  ({ app, firmId, token } = await firmWorld(everyAct));
  agentId = await makeAgent(app, firmId, { name: '浙江总代' });
});
afterAll(() => app.close());

const makeShop = async () => (await app.data(token, shopApi.save, shopDraft(agentId) as never)).id;

let refs = 0;
/** Credits a shop as a verification does. */
const credit = async (shopId: number, amount: number, peerId = agentId) => {
  const account = { ownerKind: 1, ownerId: shopId, peerKind: 2, peerId };
  await app.db
    .insertInto('dedAccount')
    .values({ ...account, firmId, balance: amount, totalIn: amount, qtyIn: 1 })
    .execute();
  refs += 1;
  await app.db
    .insertInto('dedLog')
    .values({
      ...account,
      firmId,
      shopId,
      kind: DedKind.verify,
      amount,
      qty: 1,
      balanceAfter: amount,
      refKind: 'verify',
      refId: refs,
    })
    .execute();
};

describe('lists', () => {
  it('are empty pages with sums of zero where nothing is owed', async () => {
    const { token: own } = await makeFirmStaff(app, everyAct);
    const empty = { list: [], total: 0, page: 1, limit: 20, totalPage: 0 };
    const { dedList, dedExport } = shopSettlementApi;
    expect(await app.data(own, dedList, {})).toEqual({ ...empty, sum: { totalIn: 0, totalOut: 0, balance: 0 } });
    expect((await app.call(own, dedExport, {})).message).toBe('没有可导出的数据');
  });

  it('show what shops are owed, with their sum and agent', async () => {
    const [one, other] = [await makeShop(), await makeShop()];
    await credit(one, 1250);
    await credit(other, 300);
    const page = await app.data(token, shopSettlementApi.dedList, { agentId });
    expect(page.sum.balance).toBe(page.list.reduce((sum, { balance }) => sum + balance, 0));
    expect(page.list.find(({ shopId }) => shopId === one)).toMatchObject({
      balance: 1250,
      totalIn: 1250,
      totalOut: 0,
      qty: 1,
      agentName: '浙江总代',
      lastAt: expect.any(String),
    });
    const rich = await app.data(token, shopSettlementApi.dedList, { minAmount: 1000 });
    expect(rich.list.map(({ shopId }) => shopId)).toEqual([one]);
    expect((await app.data(token, shopApi.info, { id: one })).dedBalance).toBe(1250);
    expect((await app.data(token, shopSettlementApi.dedExport, {})).fileName).toBeTruthy();
  });
});

describe('clearing', () => {
  it('is refused at zero, for a stale amount and without a remark', async () => {
    const shopId = await makeShop();
    const clear = (input: object) =>
      app.call(token, shopSettlementApi.clear, { shopId, remark: '月结', ...input } as never);
    expect(await clear({ amount: 0 })).toMatchObject({ message: '抵扣余额为零，无需清零' });
    await credit(shopId, 800);
    expect(await clear({ amount: 700 })).toMatchObject({ message: '抵扣余额已变化，请刷新后重试' });
    expect((await clear({ remark: '' })).message).toBe('请输入备注');
    expect((await app.data(token, shopSettlementApi.dedList, { shopId })).list[0]!.balance).toBe(800);
  });

  it('moves the whole balance to the agents who owed it', async () => {
    const shopId = await makeShop();
    const former = await makeAgent(app, firmId);
    await credit(shopId, 800);
    await credit(shopId, 50, former);
    const before = await findBalance(agentId);
    const cleared = await app.data(token, shopSettlementApi.clear, { shopId, amount: 850, remark: '月结' });
    expect(cleared).toEqual({ balance: 0, logId: expect.any(Number) });
    expect((await app.data(token, shopSettlementApi.dedList, { shopId })).list[0]).toMatchObject({
      balance: 0,
      totalIn: 850,
      totalOut: 850,
    });
    expect((await findBalance(agentId)) - before).toBe(800);
    expect(await findBalance(former)).toBe(50);
  });

  it('has one effect when asked twice at once', async () => {
    const shopId = await makeShop();
    await credit(shopId, 640);
    const before = await findBalance(agentId);
    const codes = await Promise.all(
      [1, 2, 3].map(
        async () => (await app.call(token, shopSettlementApi.clear, { shopId, amount: 640, remark: '月结' })).code,
      ),
    );
    expect(codes.filter((code) => code === 200)).toHaveLength(1);
    expect((await findBalance(agentId)) - before).toBe(640);
    const logs = await app.db
      .selectFrom('dedLog')
      .select('amount')
      .where('shopId', '=', shopId)
      .where('ownerKind', '=', DeductibleOwner.shop)
      .execute();
    expect(logs.reduce((sum, { amount }) => sum + amount, 0)).toBe(0);
  });

  it('of another firm’s shop answers 404', async () => {
    const shopId = await makeShop();
    await credit(shopId, 100);
    const stranger = (await makeFirmStaff(app, everyAct)).token;
    expect((await app.call(stranger, shopSettlementApi.clear, { shopId, remark: '夺' })).code).toBe(404);
    expect((await app.data(stranger, shopSettlementApi.dedList, {})).total).toBe(0);
  });
});

const findBalance = async (id: number): Promise<number> =>
  (
    await app.db
      .selectFrom('dedAccount')
      .select('balance')
      .where('ownerKind', '=', DeductibleOwner.agent)
      .where('ownerId', '=', id)
      .executeTakeFirst()
  )?.balance ?? 0;
