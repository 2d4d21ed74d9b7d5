import { ApplyStatus, NeedUnit, OrderStatus } from '@zhuiyuan/contract/movement/replenish/need-enums';
import { RoleKind } from '@zhuiyuan/contract/account/role-kind';
import { NeedApplyDraft, needApplyApi } from '@zhuiyuan/contract/movement/replenish/need-apply';
import { needOrderApi } from '@zhuiyuan/contract/movement/replenish/need-order';
import { addDays, shanghaiToday } from '@zhuiyuan/contract/kit/date-limit';
import { OpSource } from '@zhuiyuan/contract/kit/op-source';
import { RecallState } from '@zhuiyuan/contract/trace/lot/lot-states';
import { Holder } from '@zhuiyuan/contract/codes/state/code-enums';
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { TestApp } from '../../../test/app.ts';
import { firmWorld, makeFirmStaff, makeStaff } from '../../../test/factories/access.ts';
import { range } from '../../../test/factories/codes.ts';
import { makeMoveWorld } from '../../../test/factories/movement.ts';
import { makeAgent } from '../../../test/factories/parties.ts';
import { makeGoods, needDraft, needPermissions } from '../../../test/factories/replenish.ts';
import { downloadSheet } from '../../../test/sheets.ts';
import { insertApply } from './apply-writes.ts';

let app: TestApp;
let firmId: number;
let token: string;
let agentId: number;
let tea: number;
let nuts: number;

beforeAll(async () => {
  ({ app, firmId, token } = await firmWorld(needPermissions));
  agentId = await makeAgent(app, firmId);
  tea = await makeGoods(app, firmId, { price: 500 });
  nuts = await makeGoods(app, firmId, { boxNum: 0, caseNum: 0 });
});
afterAll(() => app.close());

const draft = (change: object = {}) =>
  needDraft(agentId, [{ productId: tea, unit: NeedUnit.case, qty: 3, price: 12_000 }], change);
const save = async (change: object = {}) => (await app.data(token, needApplyApi.save, draft(change))).id;
const info = (id: number) => app.data(token, needApplyApi.info, { id });
const submit = (id: number) => app.data(token, needApplyApi.submit, { id });
/** A request that has been taken up. */
const inReview = async (change: object = {}) => {
  const id = await save({ ...change, submits: true });
  await app.data(token, needApplyApi.accept, { id });
  return id;
};

describe('what is asked for', () => {
  it('is written in items by the ratio of the moment, with lines of one product and unit as one', async () => {
    const items = [
      { productId: tea, unit: NeedUnit.case, qty: 2, price: 12_000 },
      { productId: tea, unit: NeedUnit.item, qty: 5, price: 600 },
      { productId: tea, unit: NeedUnit.case, qty: 1, price: 12_000 },
      { productId: nuts, unit: NeedUnit.item, qty: 7, price: 0 },
    ];
    const id = await save({ items });
    await app.db.updateTable('product').set({ boxNum: 10 }).where('id', '=', tea).execute();
    const apply = await info(id);
    await app.db.updateTable('product').set({ boxNum: 6 }).where('id', '=', tea).execute();
    expect(apply).toMatchObject({
      status: ApplyStatus.draft,
      totalQty: 3 * 24 + 5 + 7,
      totalAmount: 39_000,
      toAgentId: null,
    });
    expect(apply.items.map(({ qty, ratio, itemQty }) => [qty, ratio, itemQty])).toEqual([
      [3, 24, 72],
      [5, 1, 5],
      [7, 1, 7],
    ]);
    expect(apply.productText).toMatch(/等2种$/);
    expect(apply.applyNo).toMatch(new RegExp(`^SQ${shanghaiToday().replaceAll('-', '')}-\\d{4}$`));
  });

  it('names what is wrong at its field', async () => {
    const refused = async (change: object) => {
      const { code, data } = await app.call(token, needApplyApi.save, draft(change) as never);
      return [code, (data as { fields?: { field: string; message: string }[] }).fields?.[0]];
    };
    const item = { productId: tea, unit: NeedUnit.item, qty: 1, price: 0 };
    const cases: [object, string, string][] = [
      [{ agentId: undefined }, 'agentId', '请选择经销商'],
      [{ items: [] }, 'items', '请至少添加一种产品'],
      [{ items: [{ ...item, qty: 0 }] }, 'items.0.qty', '请输入正确的数量'],
      [{ items: [{ ...item, qty: 1.5 }] }, 'items.0.qty', '请输入正确的数量'],
      [{ items: [{ ...item, qty: 1_000_001 }] }, 'items.0.qty', '请输入正确的数量'],
      [{ items: [item, { ...item, price: 1 }] }, 'items.1.price', '同一产品、同一单位的单价应相同'],
      [{ items: [item, { ...item, qty: 1_000_000 }] }, 'items.1.qty', '请输入正确的数量'],
      [{ address: '' }, 'address', '请输入收货地址'],
      [{ phone: '12' }, 'phone', '联系电话格式不正确'],
      [{ expectDate: addDays(shanghaiToday(), -1) }, 'expectDate', '期望到货日期不能早于今天'],
      [{ toAgentId: await makeAgent(app, firmId) }, 'toAgentId', '供货方只能是企业或上级经销商'],
    ];
    for (const [change, field, message] of cases) expect(await refused(change)).toEqual([400, { field, message }]);
    expect(await refused({ items: [{ ...item, productId: nuts, unit: NeedUnit.box }] })).toMatchObject([
      400,
      { field: 'items.0.unit', message: expect.stringMatching(/未设置小箱的包装比例/) },
    ]);
    const [, { message } = { message: '' }] = (await refused({
      items: [{ ...item, qty: 1_000_000, price: 99_999_999_999 }],
    })) as [number, { message: string }];
    expect(message).toBe('总金额超出限制');
  });

  it('goes to the firm, or to the dealer directly above', async () => {
    const below = await makeAgent(app, firmId, { pid: agentId });
    const id = await save({ agentId: below, toAgentId: agentId });
    expect(await info(id)).toMatchObject({ toAgentId: agentId });
    const found = async (toAgentId: number) =>
      (await app.data(token, needApplyApi.list, { toAgentId, limit: 9999 })).list.some((row) => row.id === id);
    expect([await found(agentId), await found(0)]).toEqual([true, false]);
  });

  it('takes no goods, dealers or requests of another firm', async () => {
    const other = await makeFirmStaff(app, needPermissions);
    const theirs = await makeGoods(app, other.firmId);
    const item = { productId: theirs, unit: 0, qty: 1, price: 0 };
    expect(await app.call(token, needApplyApi.save, draft({ items: [item] }))).toMatchObject({
      code: 400,
      message: '产品已停用或不存在',
    });
    expect(
      await app.call(token, needApplyApi.save, draft({ agentId: await makeAgent(app, other.firmId) })),
    ).toMatchObject({
      code: 400,
      message: '经销商不存在或已停用',
    });
    const id = await inReview();
    for (const endpoint of [needApplyApi.submit, needApplyApi.withdraw, needApplyApi.accept, needApplyApi.remove])
      expect((await app.call(other.token, endpoint, { id })).code).toBe(404);
    expect((await app.call(other.token, needApplyApi.audit, { id, pass: true })).code).toBe(404);
    expect((await app.call(other.token, needApplyApi.info, { id })).code).toBe(404);
  });

  it('tells of a product what dealer and supplier have, and what the dealer shipped on', async () => {
    const below = await makeAgent(app, firmId, { pid: agentId });
    const lotId = (
      await app.db
        .insertInto('lot')
        .values({ firmId, productId: tea, lotNo: 'L-need', produceDate: '2026-11-01' })
        .returning('id')
        .executeTakeFirstOrThrow()
    ).id;
    const stock = { firmId, holderKind: Holder.agent, productId: tea, lotId, lastInAt: '2026-11-02 08:00:00' };
    await app.db
      .insertInto('stock')
      .values([
        { ...stock, holderId: below, handQty: 40, transitQty: 12 },
        { ...stock, holderId: agentId, handQty: 900 },
      ])
      .execute();
    const ask = { agentId: below, productIds: [tea, nuts] };
    const [shown, bare] = await app.data(token, needApplyApi.goods, { ...ask, toAgentId: agentId });
    expect(shown).toMatchObject({
      productId: tea,
      handQty: 40,
      transitQty: 12,
      outQty: 0,
      supplierQty: 900,
      price: 500,
    });
    expect(bare).toMatchObject({ productId: nuts, handQty: 0, supplierQty: 0, price: null });
    // Of the firm's own: activated, less what is void and what dealers have or are being sent.
    const asFirm = async () => (await app.data(token, needApplyApi.goods, ask))[0];
    expect(await asFirm()).toMatchObject({ supplierQty: 0 });
    await app.db.updateTable('lot').set({ activeCnt: 1000, voidCnt: 8 }).where('id', '=', lotId).execute();
    expect(await asFirm()).toMatchObject({ supplierQty: 1000 - 8 - 40 - 12 - 900 });
    const recalled = { recallState: RecallState.recalled, recallText: '召回' };
    await app.db.updateTable('lot').set(recalled).where('id', '=', lotId).execute();
    expect(await asFirm()).toMatchObject({ supplierQty: 0 });
  });
});

it('tells of the firm’s own goods what is activated, not void and not shipped, whatever boxes it lies in', async () => {
  const { firmId: ofWorld, productId, ops, items, pack, box, ship } = await makeMoveWorld(app);
  const staff = await makeStaff(app, { firmId: ofWorld, permissions: needPermissions });
  const supply = async () =>
    (await app.data(staff.token, needApplyApi.goods, { productIds: [productId] }))[0]!.supplierQty;
  expect(await supply()).toBe(300);
  await pack(1, 1, 6);
  expect(await supply()).toBe(300);
  expect((await ship([{ code: await box(1) }])).code).toBe(200);
  expect(await supply()).toBe(294);
  expect((await ops.remove(range(items, 41, 44))).code).toBe(200);
  expect(await supply()).toBe(290);
});

describe('the way of a request', () => {
  it('gets at the audit the price that nobody could say on the phone', async () => {
    const id = await save({ items: [{ productId: tea, unit: NeedUnit.box, qty: 10 }] });
    await submit(id);
    await app.data(token, needApplyApi.accept, { id });
    const [line] = (await info(id)).items;
    expect(line).toMatchObject({ price: 0 });
    const items = [{ id: line!.id, approveQty: 8, price: 3200 }];
    const { orderId } = await app.data(token, needApplyApi.audit, { id, pass: true, items });
    expect(await info(id)).toMatchObject({ totalAmount: 32_000, items: [{ approveQty: 8, price: 3200 }] });
    const order = await app.data(token, needOrderApi.info, { id: orderId! });
    expect(order).toMatchObject({ totalAmount: 25_600, items: [{ qty: 8, price: 3200 }] });
  });

  it('goes from a draft through review to an order of what was granted', async () => {
    const id = await save({
      items: [
        { productId: tea, unit: NeedUnit.box, qty: 10, price: 3000 },
        { productId: nuts, unit: NeedUnit.item, qty: 4, price: 250 },
      ],
      expectDate: addDays(shanghaiToday(), 3),
    });
    await submit(id);
    expect((await info(id)).status).toBe(ApplyStatus.waiting);
    await app.data(token, needApplyApi.withdraw, { id });
    expect((await info(id)).status).toBe(ApplyStatus.draft);
    await submit(id);
    await app.data(token, needApplyApi.accept, { id });
    expect((await app.call(token, needApplyApi.withdraw, { id })).code).toBe(61130);
    const [first] = (await info(id)).items;
    const verdict = { id, pass: true, items: [{ id: first!.id, approveQty: 8 }] };
    expect(
      await app.call(token, needApplyApi.audit, { ...verdict, items: [{ id: first!.id, approveQty: 11 }] }),
    ).toMatchObject({ code: 61131, message: '审核数量不能大于申请数量' });
    const { orderId, orderNo } = await app.data(token, needApplyApi.audit, verdict);
    expect(await info(id)).toMatchObject({ status: ApplyStatus.passed, orderId, orderNo, auditName: '测试' });
    expect((await info(id)).items.map(({ approveQty }) => approveQty)).toEqual([8, 4]);
    const order = await app.data(token, needOrderApi.info, { id: orderId! });
    expect(order).toMatchObject({
      status: OrderStatus.none,
      applyId: id,
      agentId,
      supplierKind: Holder.firm,
      totalQty: 52,
      totalAmount: 25_000,
    });
    expect(order.products.map(({ itemQty }) => itemQty)).toEqual([48, 4]);
    for (const endpoint of [needApplyApi.submit, needApplyApi.accept, needApplyApi.remove])
      expect((await app.call(token, endpoint, { id })).code).toBe(61130);
    expect((await app.call(token, needApplyApi.update, { id, ...draft() })).code).toBe(61130);
  });

  it('comes back with its cause, and can be changed and handed in again', async () => {
    const id = await inReview();
    expect(await app.call(token, needApplyApi.audit, { id, pass: false })).toMatchObject({
      code: 400,
      message: '请填写审核意见',
    });
    await app.data(token, needApplyApi.audit, { id, pass: false, remark: '库存不足' });
    expect(await info(id)).toMatchObject({ status: ApplyStatus.rejected, auditRemark: '库存不足', orderId: null });
    const { version } = await info(id);
    await app.data(token, needApplyApi.update, { id, version, ...draft({ submits: true, remark: '改少了' }) });
    expect(await info(id)).toMatchObject({ status: ApplyStatus.waiting, remark: '改少了' });
    expect((await app.call(token, needApplyApi.update, { id, version, ...draft() })).code).toBe(409);
  });

  it('refuses to order nothing', async () => {
    const id = await inReview();
    const [line] = (await info(id)).items;
    expect(
      await app.call(token, needApplyApi.audit, { id, pass: true, items: [{ id: line!.id, approveQty: 0 }] }),
    ).toMatchObject({ code: 61133, message: '请至少添加一种产品' });
    expect(
      (await app.call(token, needApplyApi.audit, { id, pass: true, items: [{ id: 999_999, approveQty: 1 }] })).code,
    ).toBe(404);
    expect((await info(id)).status).toBe(ApplyStatus.reviewing);
  });

  it('is deleted while it is its writer’s, and says why others stay', async () => {
    const kept = await inReview();
    const gone = await save();
    expect(await app.data(token, needApplyApi.removeMany, { ids: [kept, gone] })).toEqual({
      ok: 1,
      fail: [{ id: kept, message: '申请状态已变化，请刷新' }],
    });
    expect((await app.call(token, needApplyApi.info, { id: gone })).code).toBe(404);
  });

  it('is handed in only by who may', async () => {
    const { token: writer } = await makeStaff(app, { firmId, permissions: ['admin:identity:needApply:save'] });
    expect((await app.call(writer, needApplyApi.save, draft({ submits: true }))).code).toBe(403);
    expect((await app.call(writer, needApplyApi.save, draft())).code).toBe(200);
  });
});

describe('two at once', () => {
  it('let one audit pass, with one order', async () => {
    const id = await inReview();
    const answers = await Promise.all(
      [true, false, true, true].map((pass) => app.call(token, needApplyApi.audit, { id, pass, remark: '并发' })),
    );
    expect(answers.map(({ code }) => code).toSorted((a, b) => a - b)).toEqual([200, 61130, 61130, 61130]);
    const orders = await app.db.selectFrom('needOrder').where('applyId', '=', id).select('id').execute();
    expect(orders.length).toBe((await info(id)).status === ApplyStatus.passed ? 1 : 0);
  });

  it('hand in once, and number requests without a gap or a double', async () => {
    const ids = await Promise.all(Array.from({ length: 5 }, () => save()));
    const numbers = await Promise.all(ids.map(async (id) => Number((await info(id)).applyNo.slice(-4))));
    numbers.sort((a, b) => a - b);
    expect(numbers.at(-1)! - numbers[0]!).toBe(4);
    const [id] = ids as [number];
    const codes = (await Promise.all([1, 2, 3].map(() => app.call(token, needApplyApi.submit, { id })))).map(
      ({ code }) => code,
    );
    expect(codes.toSorted((a, b) => a - b)).toEqual([200, 61130, 61130]);
  });

  it('answer a repeated request as at first, and another one under its key not at all', async () => {
    const id = await inReview();
    const idemKey = randomUUID();
    const audit = { id, pass: true, idemKey };
    const [one, two] = await Promise.all([1, 2].map(() => app.data(token, needApplyApi.audit, audit)));
    expect(one).toEqual(two);
    expect(await app.data(token, needApplyApi.audit, audit)).toEqual(one);
    expect(await app.call(token, needApplyApi.audit, { ...audit, remark: '另一个' })).toMatchObject({ code: 61097 });
    expect(await app.db.selectFrom('needOrder').where('applyId', '=', id).select('id').execute()).toHaveLength(1);
    // a refused request leaves its key free
    const other = await inReview();
    const key = randomUUID();
    const over = {
      id: other,
      pass: true,
      idemKey: key,
      items: [{ id: (await info(other)).items[0]!.id, approveQty: 9999 }],
    };
    expect((await app.call(token, needApplyApi.audit, over)).code).toBe(61131);
    expect((await app.call(token, needApplyApi.audit, { id: other, pass: true, idemKey: key })).code).toBe(200);
  });
});

it('lets a dealer on the phone ask for himself, at retail prices', async () => {
  const own = await makeAgent(app, firmId);
  const sent = NeedApplyDraft.parse(draft({ submits: true }));
  const { id } = await insertApply(app.dbOfFirm(firmId), sent, firmId, {
    operatorId: null,
    opSrc: OpSource.merchant,
    role: { kind: RoleKind.agent, id: own },
  });
  expect(await info(id)).toMatchObject({
    agentId: own,
    status: ApplyStatus.waiting,
    opSrc: OpSource.merchant,
    totalAmount: 3 * 24 * 500,
  });
});

it('exports what the list shows', async () => {
  const own = await makeAgent(app, firmId);
  await save({ agentId: own });
  const { fileName } = (await app.data(token, needApplyApi.export, { agentId: own })) as { fileName: string };
  const [head, row, ...more] = (await downloadSheet(app, fileName)).rows;
  expect(more).toEqual([]);
  const cell = (title: string) => row![head!.indexOf(title)];
  expect([cell('件数'), cell('金额（元）'), cell('状态')]).toEqual([72, 360, '草稿']);
});
