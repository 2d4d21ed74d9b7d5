import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { agentDeductibleApi } from '@zhuiyuan/contract/parties/deductible/agent-deductible';
import { DedKind, DeductibleOwner } from '@zhuiyuan/contract/parties/deductible/deductible';
import { NeedUnit, OrderStatus, PayKind, PayState } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { needOrderApi } from '@zhuiyuan/contract/movement/replenish/need-order';
import { shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import fc from 'fast-check';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { firmWorld, makeFirmStaff, makeStaff } from '../../../test/factories/access.ts';
import { makeAgent } from '../../../test/factories/parties.ts';
import { makeGoods, needDraft, needPermissions } from '../../../test/factories/replenish.ts';
import { downloadSheet } from '../../../test/sheets.ts';
import { depth } from '../../../test/depth.ts';
import { moveOrder } from './move-order.ts';

let app: TestApp;
let firmId: number;
let token: string;
let agentId: number;
let tea: number;

beforeAll(async () => {
  ({ app, firmId, token } = await firmWorld([...needPermissions, 'admin:identity:agent:duct']));
  agentId = await makeAgent(app, firmId);
  tea = await makeGoods(app, firmId);
});
afterAll(() => app.close());

/** An order of 4 large boxes of 24 at 300.00 each. */
const draft = (change: object = {}) =>
  needDraft(agentId, [{ productId: tea, unit: NeedUnit.case, qty: 4, price: 30_000 }], change);
const save = async (change: object = {}) => (await app.data(token, needOrderApi.save, draft(change))).id;
const info = (id: number) => app.data(token, needOrderApi.info, { id });
/** A dealer whom the firm owes so many fen. */
const makeCreditor = async (balance: number) => {
  const ownerId = await makeAgent(app, firmId);
  await app.db
    .insertInto('dedAccount')
    .values({
      firmId,
      ownerKind: DeductibleOwner.agent,
      ownerId,
      peerKind: DeductibleOwner.firm,
      peerId: firmId,
      balance,
      totalIn: balance,
    })
    .execute();
  return ownerId;
};

it('that costs nothing is neither paid nor owing', async () => {
  const id = await save({ items: [{ productId: tea, unit: NeedUnit.box, qty: 1, price: 0 }] });
  for (const payState of [PayState.none, PayState.part, PayState.paid]) {
    const { list } = await app.data(token, needOrderApi.list, { payState, limit: 500 });
    expect(list.map((order) => order.id)).not.toContain(id);
  }
  const { orderNo } = await info(id);
  const file = await app.data(token, needOrderApi.export, { orderNo } as never);
  const { rows } = await downloadSheet(app, (file as { fileName: string }).fileName);
  const [titles, row] = rows as [string[], unknown[]];
  expect(row[titles.indexOf('付款状态')]).toBe('无需付款');
});

it('is made, changed while nothing is shipped, and read', async () => {
  const id = await save();
  const made = await info(id);
  expect(made).toMatchObject({
    status: OrderStatus.none,
    payState: PayState.none,
    totalQty: 96,
    totalAmount: 120_000,
    supplierKind: Holder.firm,
    supplierId: 0,
    applyId: null,
    dedBalance: 0,
  });
  expect(made.orderNo).toMatch(new RegExp(`^YH${shanghaiToday().replaceAll('-', '')}-\\d{4}$`));
  const items = [{ productId: tea, unit: NeedUnit.box, qty: 1, price: 100 }];
  await app.data(token, needOrderApi.update, { id, version: made.version, ...draft({ items }) });
  expect(await info(id)).toMatchObject({ totalQty: 6, totalAmount: 100, products: [{ productId: tea, itemQty: 6 }] });
  expect((await app.call(token, needOrderApi.update, { id, version: made.version, ...draft() })).code).toBe(409);
  await moveOrder(app.db, id, [{ productId: tea, ship: 6 }]);
  expect(await app.call(token, needOrderApi.update, { id, ...draft() })).toMatchObject({
    code: 61145,
    message: '订单状态已变化，请刷新',
  });
});

describe('its end', () => {
  it('is cancelled while nothing is shipped, with a cause', async () => {
    const id = await save();
    expect(await app.call(token, needOrderApi.cancel, { id } as never)).toMatchObject({
      code: 400,
      message: '请填写取消原因',
    });
    await app.data(token, needOrderApi.cancel, { id, reason: '下错单' });
    expect(await info(id)).toMatchObject({ status: OrderStatus.cancelled, cancelReason: '下错单' });
    expect((await app.call(token, needOrderApi.cancel, { id, reason: '再取消' })).code).toBe(61145);
    expect((await app.call(token, needOrderApi.pay, { id, amount: 100 })).code).toBe(61145);
    const shipped = await save();
    await moveOrder(app.db, shipped, [{ productId: tea, ship: 1 }]);
    expect(await app.call(token, needOrderApi.cancel, { id: shipped, reason: '下错单' })).toMatchObject({
      code: 61132,
      message: '订单已发货，不能取消',
    });
  });

  it('is closed while a part of it is shipped, and signed when all of that is', async () => {
    const id = await save();
    expect((await app.call(token, needOrderApi.close, { id })).code).toBe(61145);
    await moveOrder(app.db, id, [{ productId: tea, ship: 24 }]);
    await app.data(token, needOrderApi.close, { id });
    expect(await info(id)).toMatchObject({ status: OrderStatus.shipped, isClosed: true });
    expect((await app.call(token, needOrderApi.close, { id })).code).toBe(61145);
    expect(await app.data(token, needOrderApi.open, { agentId })).not.toContainEqual(expect.objectContaining({ id }));
    await moveOrder(app.db, id, [{ productId: tea, sign: 24 }]);
    expect(await info(id)).toMatchObject({ status: OrderStatus.signed, shipQty: 24, signQty: 24 });
  });

  it('is closed at once as signed where all that was shipped is signed already', async () => {
    const id = await save();
    await moveOrder(app.db, id, [{ productId: tea, ship: 10, sign: 10 }]);
    await app.data(token, needOrderApi.close, { id });
    expect((await info(id)).status).toBe(OrderStatus.signed);
  });
});

it('shows to whom ships what is still open, product by product', async () => {
  const own = await makeAgent(app, firmId);
  const first = await save({ agentId: own });
  const second = await save({ agentId: own });
  await moveOrder(app.db, second, [{ productId: tea, ship: 5 }]);
  const open = await app.data(token, needOrderApi.open, { agentId: own });
  expect(open.map(({ id, products }) => [id, products[0]!.itemQty, products[0]!.shipQty])).toEqual([
    [first, 96, 0],
    [second, 96, 5],
  ]);
  expect((await app.data(token, needOrderApi.open, { id: second })).map(({ agentId: to }) => to)).toEqual([own]);
  expect((await app.call(token, needOrderApi.open, {})).code).toBe(400);
});

describe('its money', () => {
  it('takes payments up to what is unpaid', async () => {
    const id = await save();
    const pay = (amount: number) => app.call(token, needOrderApi.pay, { id, amount, voucher: '/media/v.png' });
    expect(await pay(50_000)).toMatchObject({ code: 200, data: { payState: PayState.part, unpaid: 70_000 } });
    expect(await pay(70_001)).toMatchObject({ code: 400, message: '付款金额不能大于未付金额700.00元' });
    expect(await pay(0)).toMatchObject({ code: 400, message: '付款金额应大于0' });
    expect(await pay(70_000)).toMatchObject({ code: 200, data: { payState: PayState.paid, unpaid: 0 } });
    const { pays, payAmount } = await info(id);
    expect(payAmount).toBe(120_000);
    expect(pays.map(({ kind, amount, voucher }) => [kind, amount, voucher])).toEqual([
      [PayKind.pay, 50_000, '/media/v.png'],
      [PayKind.pay, 70_000, '/media/v.png'],
    ]);
    const items = [{ productId: tea, unit: NeedUnit.item, qty: 1, price: 100 }];
    expect(await app.call(token, needOrderApi.update, { id, ...draft({ items }) })).toMatchObject({
      code: 400,
      message: '订单金额不能小于已付和已抵扣的1,200.00元',
    });
    expect(
      await app.call(token, needOrderApi.update, { id, ...draft({ agentId: await makeAgent(app, firmId) }) }),
    ).toMatchObject({ code: 400, message: '订单由要货申请生成或已有付款，不能更换经销商' });
  });

  it('sets off what the firm owes the dealer, writes it into his ledger, and gives it back when it is cancelled', async () => {
    const creditor = await makeCreditor(40_000);
    const id = await save({ agentId: creditor });
    const deduct = (amount: number) => app.call(token, needOrderApi.deduct, { id, amount });
    expect(await deduct(40_001)).toMatchObject({ code: 400, message: '抵扣金额不能大于抵扣余额400.00元' });
    expect(await deduct(25_000)).toMatchObject({ code: 200, data: { balance: 15_000, unpaid: 95_000 } });
    expect(await info(id)).toMatchObject({ deductAmount: 25_000, payState: PayState.part, dedBalance: 15_000 });
    await app.data(token, needOrderApi.cancel, { id, reason: '下错单' });
    expect(await info(id)).toMatchObject({ deductAmount: 0, dedBalance: 40_000 });
    const { list, sum } = await app.data(token, agentDeductibleApi.list, { agentId: creditor });
    expect(list.map(({ kind, dedAmount, balanceAfter }) => [kind, dedAmount, balanceAfter])).toEqual([
      [DedKind.reverse, 25_000, 40_000],
      [DedKind.offset, -25_000, 15_000],
    ]);
    expect(sum.balance).toBe(40_000);
    const account = await app.db
      .selectFrom('dedAccount')
      .where('ownerId', '=', creditor)
      .selectAll()
      .executeTakeFirstOrThrow();
    expect(account).toMatchObject({ balance: 40_000, totalIn: 40_000, totalOut: 0 });
  });

  it('is set off while it is made, or not made at all', async () => {
    const creditor = await makeCreditor(9000);
    const asked = draft({ agentId: creditor, deductAmount: 9001 });
    const refused = await app.call(token, needOrderApi.save, asked);
    expect(refused).toMatchObject({ code: 400, data: { fields: [{ field: 'deductAmount' }] } });
    const { id, version } = await app.data(token, needOrderApi.save, { ...asked, deductAmount: 9000 });
    expect(await info(id)).toMatchObject({ version, deductAmount: 9000, dedBalance: 0 });
    expect((await app.data(token, needOrderApi.list, { agentId: creditor })).total).toBe(1);
    const { token: clerk } = await makeStaff(app, { firmId, permissions: ['admin:identity:needOrder:save'] });
    expect((await app.call(clerk, needOrderApi.save, { ...asked, deductAmount: 1 })).code).toBe(403);
  });

  it('of the firm is not set off against what a dealer supplies', async () => {
    const creditor = await makeCreditor(9000);
    const below = await makeAgent(app, firmId, { pid: creditor });
    const id = await save({ agentId: below, toAgentId: creditor });
    expect(await info(id)).toMatchObject({ supplierKind: Holder.agent, supplierId: creditor, dedBalance: null });
    expect((await app.call(token, needOrderApi.deduct, { id, amount: 1 })).code).toBe(61146);
    expect((await app.call(token, needOrderApi.pay, { id, amount: 1 })).code).toBe(200);
  });

  it('is taken once under one key, however often it is sent', async () => {
    const creditor = await makeCreditor(9000);
    const id = await save({ agentId: creditor });
    const idemKey = randomUUID();
    const answers = await Promise.all(
      [1, 2, 3].map(() => app.data(token, needOrderApi.deduct, { id, amount: 4000, idemKey })),
    );
    expect(new Set(answers.map(({ balance }) => balance))).toEqual(new Set([5000]));
    const header = { 'idempotency-key': randomUUID() };
    await app.call(token, needOrderApi.pay, { id, amount: 1000 }, header);
    await app.call(token, needOrderApi.pay, { id, amount: 1000 }, header);
    expect((await app.call(token, needOrderApi.pay, { id, amount: 2000 }, header)).code).toBe(61097);
    expect((await app.call(token, needOrderApi.pay, { id, amount: 1000 }, { 'idempotency-key': 'kurz' })).code).toBe(
      400,
    );
    expect(await info(id)).toMatchObject({ deductAmount: 4000, payAmount: 1000, dedBalance: 5000 });
  });

  it('is never more than the order costs nor the dealer is owed, whatever is paid at once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.integer({ min: 0, max: 200_000 }),
        fc.array(fc.record({ isPay: fc.boolean(), amount: fc.integer({ min: 1, max: 90_000 }) }), {
          minLength: 2,
          maxLength: 6,
        }),
        fc.boolean(),
        async (owed, sent, cancels) => {
          const creditor = await makeCreditor(owed);
          const id = await save({ agentId: creditor });
          const acts = sent.map(({ isPay, amount }) =>
            app.call(token, isPay ? needOrderApi.pay : needOrderApi.deduct, { id, amount } as never),
          );
          if (cancels) acts.push(app.call(token, needOrderApi.cancel, { id, reason: '并发' }) as never);
          const codes = new Set((await Promise.all(acts)).map(({ code }) => code));
          for (const code of codes) expect([200, 400, 61145]).toContain(code);
          const { pays, payAmount, deductAmount, totalAmount, dedBalance } = await info(id);
          const sum = (kind: number) =>
            pays.filter((row) => row.kind === kind).reduce((all, { amount }) => all + amount, 0);
          expect(payAmount).toBe(sum(PayKind.pay));
          expect(deductAmount).toBe(sum(PayKind.deduct) - sum(PayKind.restore));
          expect(payAmount + deductAmount).toBeLessThanOrEqual(totalAmount);
          expect(dedBalance).toBe(owed - deductAmount);
          const log = await app.db.selectFrom('dedLog').where('ownerId', '=', creditor).select('amount').execute();
          expect(owed + log.reduce((all, { amount }) => all + amount, 0)).toBe(dedBalance);
        },
      ),
      { numRuns: depth(12) },
    );
  });
});

it('counts its prints and tells who it is for', async () => {
  const id = await save();
  expect(await app.data(token, needOrderApi.print, { id })).toMatchObject({
    printCnt: 1,
    printedBy: '测试',
    totalQty: 96,
  });
  expect(await app.data(token, needOrderApi.print, { id })).toMatchObject({ printCnt: 2 });
});

it('lists its shipping documents, the latest first', async () => {
  const id = await save();
  const row = { firmId, toKind: Holder.agent, toId: agentId, orderId: id, itemQty: 24 };
  await app.db
    .insertInto('deliver')
    .values([
      { ...row, deliverNo: 'FH-need-1', shipAt: '2026-11-01 08:00:00' },
      { ...row, deliverNo: 'FH-need-2', shipAt: '2026-11-02 08:00:00' },
    ])
    .execute();
  const { list } = await app.data(token, needOrderApi.deliverList, { orderId: id });
  expect(list.map(({ deliverNo }) => deliverNo)).toEqual(['FH-need-2', 'FH-need-1']);
});

it('is nobody’s of another firm', async () => {
  const id = await save();
  const other = await makeFirmStaff(app, needPermissions);
  const calls = [
    [needOrderApi.info, { id }],
    [needOrderApi.update, { id, ...draft() }],
    [needOrderApi.cancel, { id, reason: '别人的' }],
    [needOrderApi.close, { id }],
    [needOrderApi.pay, { id, amount: 1 }],
    [needOrderApi.deduct, { id, amount: 1 }],
    [needOrderApi.print, { id }],
  ] as const;
  for (const [endpoint, input] of calls)
    expect((await app.call(other.token, endpoint as never, input as never)).code).toBe(404);
  expect(await app.data(other.token, needOrderApi.open, { id })).toEqual([]);
  expect((await app.data(other.token, needOrderApi.deliverList, { orderId: id })).list).toEqual([]);
});

it('exports what the list shows', async () => {
  const own = await makeAgent(app, firmId);
  const id = await save({ agentId: own });
  await moveOrder(app.db, id, [{ productId: tea, ship: 24 }]);
  const { fileName } = (await app.data(token, needOrderApi.export, { agentId: own })) as { fileName: string };
  const [head, row, ...more] = (await downloadSheet(app, fileName)).rows;
  expect(more).toEqual([]);
  const cell = (title: string) => row![head!.indexOf(title)];
  expect([cell('订货件数'), cell('已发件数'), cell('金额（元）'), cell('状态')]).toEqual([96, 24, 1200, '已发货']);
});
