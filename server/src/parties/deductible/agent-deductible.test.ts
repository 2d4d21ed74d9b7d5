import { agentDeductibleApi } from '@zhuiyuan/contract/parties/deductible/agent-deductible';
import { DedKind, DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { firmWorld } from '../../../test/factories/access.ts';
import { makeAgent, makeFirm, makeShop } from '../../../test/factories/parties.ts';
import { downloadSheet } from '../../../test/sheets.ts';

let app: TestApp;
let firmId: number;
let token: string;

beforeAll(async () => {
  ({ app, firmId, token } = await firmWorld(['admin:identity:agent:duct', 'admin:identity:agent:clear']));
});
afterAll(() => app.close());

/** An agent whose two shops handed out prizes of 30.00 and 12.50. */
const makeCreditor = async () => {
  const agentId = await makeAgent(app, firmId);
  const shops = [await makeShop(app, firmId, agentId), await makeShop(app, firmId, agentId)];
  const account = { ownerKind: 2, ownerId: agentId, peerKind: 3, peerId: firmId };
  const totals = { balance: 4250, totalIn: 4250, qtyIn: 5 };
  await app.db
    .insertInto('dedAccount')
    .values([
      { ...account, ...totals, firmId },
      {
        firmId,
        ownerKind: DeductibleOwner.shop,
        ownerId: shops[0]!,
        peerKind: DeductibleOwner.agent,
        peerId: agentId,
        balance: 900,
        totalIn: 3900,
        totalOut: 3000,
      },
    ])
    .execute();
  let balanceAfter = 0;
  for (const [at, amount] of [3000, 1250].entries()) {
    balanceAfter += amount;
    await app.db
      .insertInto('dedLog')
      .values({
        ...account,
        firmId,
        kind: DedKind.verify,
        amount,
        qty: at + 2,
        balanceAfter,
        refKind: 'ver',
        refId: agentId * 10 + at,
        shopId: shops[at],
      })
      .execute();
  }
  return { agentId, shops };
};

it('lists what an agent is owed, with sums that fit the rows and the export', async () => {
  const { agentId, shops } = await makeCreditor();
  const all = await app.data(token, agentDeductibleApi.list, { agentId });
  expect(all.list.map((row) => row.dedAmount)).toEqual([1250, 3000]);
  expect(all.sum).toEqual({ totalIn: 4250, totalOut: 0, balance: 4250 });
  const one = await app.data(token, agentDeductibleApi.list, { agentId, shopId: shops[0]! });
  expect(one.sum.totalIn).toBe(3000);
  expect((await app.data(token, agentDeductibleApi.list, { agentId, kind: 3 })).list).toEqual([]);
  expect((await app.data(token, agentDeductibleApi.shops, { agentId })).list).toMatchObject([
    { id: shops[0], balance: 900, totalIn: 3900, totalOut: 3000 },
  ]);
  const { fileName } = await app.data(token, agentDeductibleApi.export, { agentId });
  const [head, ...rows] = (await downloadSheet(app, fileName)).rows;
  const at = head!.indexOf('抵扣金额（元）');
  expect(rows.reduce((sum, row) => sum + Number(row[at]), 0)).toBe(42.5);
});

it('clears the balance that was seen, once', async () => {
  const { agentId } = await makeCreditor();
  const clear = (amount: number) =>
    app.call(token, agentDeductibleApi.clear, { id: agentId, amount, remark: '三月货款抵扣' });
  expect(await clear(4000)).toMatchObject({ code: 61154, message: '抵扣余额已变化，请刷新后重试' });
  expect(await app.call(token, agentDeductibleApi.clear, { id: agentId, amount: 4250 } as never)).toMatchObject({
    code: 400,
    message: '请输入备注',
  });
  const answers = await Promise.all([clear(4250), clear(4250), clear(4250)]);
  expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 61151, 61151]);
  expect(answers.find(({ code }) => code === 61151)?.message).toBe('抵扣余额为零，无需清零');
  const { list, sum } = await app.data(token, agentDeductibleApi.list, { agentId });
  expect(list[0]).toMatchObject({ kind: 3, dedAmount: -4250, balanceAfter: 0, qty: -5, remark: '三月货款抵扣' });
  expect(sum).toEqual({ totalIn: 4250, totalOut: 4250, balance: 0 });
});

it('has nothing to clear where nothing is owed, and nothing to show of another firm', async () => {
  const agentId = await makeAgent(app, firmId);
  expect((await app.call(token, agentDeductibleApi.clear, { id: agentId, amount: 0, remark: '清零' })).code).toBe(
    61151,
  );
  expect((await app.data(token, agentDeductibleApi.list, { agentId })).sum).toEqual({
    totalIn: 0,
    totalOut: 0,
    balance: 0,
  });
  const foreign = await makeAgent(app, await makeFirm(app));
  expect((await app.call(token, agentDeductibleApi.list, { agentId: foreign })).code).toBe(404);
  expect((await app.call(token, agentDeductibleApi.clear, { id: foreign, amount: 1, remark: '清零' })).code).toBe(404);
});
